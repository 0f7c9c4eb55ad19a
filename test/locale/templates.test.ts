import { describe, expect, it } from 'vitest';
import { readTemplate, wordsOf } from '../../src/locale/index.ts';

describe('readTemplate', () => {
  it('reads country and date of a review', () => {
    const { reviewedIn } = wordsOf('en').reviews;
    expect(readTemplate('Reviewed in Canada on March 3, 2026', reviewedIn)).toMatchObject({
      country: 'Canada',
      date: 'March 3, 2026',
    });
  });

  it('reads author and date of feedback', () => {
    const { ratedBy } = wordsOf('en').seller;
    expect(readTemplate('By Jane on March 3, 2026.', ratedBy)).toMatchObject({
      author: 'Jane',
      date: 'March 3, 2026.',
    });
  });

  it.each(['Brand: Acme Co.', 'brand : Acme Co.', 'Brand：Acme Co.'])('reads the brand of %j', (text) => {
    expect(readTemplate(text, wordsOf('en').product.brandByline).brand).toBe('Acme Co.');
  });

  it('accepts straight and curly apostrophes', () => {
    expect(readTemplate("L’auteur d'Anna", ["l'auteur d’{author}"]).author).toBe('Anna');
  });

  it.each([undefined, '', 'Format: Hardcover', `Brand: ${'x'.repeat(200)}`])('returns nothing for %j', (text) => {
    expect(readTemplate(text, wordsOf('en').product.brandByline)).toEqual({});
  });

  it.each([
    [
      '{date}に{country}でレビュー',
      '2026年3月12日に日本に日本でレビュー',
      { date: '2026年3月12日に日本', country: '日本' },
    ],
    ['{author} on {date}', 'Anna on tour on March 3', { author: 'Anna', date: 'tour on March 3' }],
  ])('splits %j at the first words between two values, after a date at the last', (template, text, values) => {
    expect(readTemplate(text, [template])).toEqual(values);
  });

  it.each([
    ['{country} on {date}', 'Canada 2 on March 3'],
    ['{country} on {date}', 'Canada on Monday'],
    ['{country} on {date}', ' on March 3'],
    ['Visit the {brand} Store', 'Visit the Store'],
    ['Visit the {brand} Store', 'Visit the Acme Stores'],
  ])('with %j returns nothing for %j', (template, text) => {
    expect(readTemplate(text, [template])).toEqual({});
  });

  it('accepts braces, dots and brackets in the words of a template', () => {
    expect(readTemplate('{x} (a.b) Acme', ['{x} (a.b) {brand}'])).toEqual({ brand: 'Acme' });
    expect(readTemplate('{x} (aab) Acme', ['{x} (a.b) {brand}'])).toEqual({});
  });
});
