import { describe, expect, it } from 'vitest';
import { numberOf } from '../../src/locale/numbers.ts';
import { localeOf } from './support.ts';

describe('numberOf', () => {
  it.each([
    ['7', 7],
    ['1,299.99', 1299.99],
    ['1.299,99', 1299.99],
    ['1 299,99', 1299.99],
    ["1'299.90", 1299.9],
    ['1,00,524.00', 100524],
    ['1,299', 1299],
    ['1.299', 1299],
    ['1.299.000', 1299000],
    ['12,9', 12.9],
    ['0.125', 0.125],
    ['1234.567', 1234.567],
  ])('%s is %d', (digits, value) => {
    expect(numberOf(digits)).toBe(value);
  });

  it.each(['1,29,9', '1.2.3', '1.299,99,99', '12,3456,789'])('returns undefined for %s', (digits) => {
    expect(numberOf(digits)).toBeUndefined();
  });

  it('reads one mark before three digits as the caller says', () => {
    expect(numberOf('1.299', '.')).toBe(1.299);
    expect(numberOf('1,299', '.')).toBe(1299);
    expect(numberOf('1.299', 'unsure')).toBeUndefined();
  });
});

describe('number', () => {
  it('reads marks as the language writes them', () => {
    expect(localeOf('us', 'en').number('1.234 of it')).toBe(1.234);
    expect(localeOf('de', 'de').number('1.234 davon')).toBe(1234);
    expect(localeOf('de', 'de').number('4,5 von 5')).toBe(4.5);
    expect(localeOf('de', 'de').number('9.07 g')).toBe(9.07);
    expect(localeOf('fr', 'fr').number('1 234,5')).toBe(1234.5);
    expect(localeOf('sa', 'ar').number('٤٫٥')).toBe(4.5);
  });

  it('returns undefined for an empty text', () => {
    expect(localeOf('us', 'en').number(undefined)).toBeUndefined();
    expect(localeOf('us', 'en').number('none')).toBeUndefined();
  });
});
