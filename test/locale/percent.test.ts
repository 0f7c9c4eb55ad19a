import { describe, expect, it } from 'vitest';
import { withoutPercents } from '../../src/locale/index.ts';
import { localeOf } from './support.ts';

describe('percent', () => {
  it.each([
    ['us', 'en', '25%', 25],
    ['us', 'en', '-21%', 21],
    ['us', 'en', 'Save 12.5% today', 12.5],
    ['us', 'en', '$4.98 (25%)', 25],
    ['us', 'en', '100% positive', 100],
    ['de', 'de', '7,5 %', 7.5],
    ['fr', 'fr', '5\u00a0%', 5],
    ['tr', 'tr', '%25 indirim', 25],
    ['tr', 'tr', '10 TL üzeri %25', 25],
    ['jp', 'ja', '２５％ OFF', 25],
    ['sa', 'ar', 'وفر ٢٥٪', 25],
    ['sa', 'ar', '٪٢٥', 25],
    ['sa', 'ar', '۲۵%', 25],
    ['in', 'hi', '२५%', 25],
    ['in', 'bn', '২৫%', 25],
    ['in', 'ta', '௨௫%', 25],
  ] as const)('reads %s in %s: %s', (code, language, text, percent) => {
    expect(localeOf(code, language).percent(text)).toBe(percent);
  });

  it.each(['', undefined, '25', 'save $5', '1000%', '150%', '%'])('returns undefined for %j', (text) => {
    expect(localeOf('us', 'en').percent(text)).toBeUndefined();
  });

  it('removes percentages from a text', () => {
    expect(withoutPercents('2 offers (-20%) ٢٥٪ %15').replace(/\s+/g, ' ')).toBe('2 offers ( ) ');
  });
});
