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
});
