import { describe, expect, it } from 'vitest';
import { localeOf } from './support.ts';

describe('count', () => {
  it.each([
    ['us', 'en', '2K+ bought in past month', 2000],
    ['us', 'en', '(32.8K)', 32800],
    ['us', 'en', '1,234 ratings', 1234],
    ['us', 'en', '1M+', 1_000_000],
    ['in', 'en', '1,23,456 ratings', 123456],
    ['de', 'de', '2 Tsd.+ Mal gekauft', 2000],
    ['de', 'de', 'mehr als 3.000 Ergebnisse', 3000],
    ['de', 'de', 'Nr. 7,835', 7835],
    ['fr', 'fr', 'Plus de 50 000 résultats', 50000],
    ['fr', 'fr', '2 k+ achetés', 2000],
    ['it', 'it', '3.000+ acquisti', 3000],
    ['es', 'es', '1,2 mil+ comprados', 1200],
    ['es', 'es', '10 mil+', 10000],
    ['br', 'pt', 'Mais de 2 mil compras', 2000],
    ['jp', 'ja', '1万点以上', 10000],
    ['jp', 'ja', '過去1か月で70点以上購入', 70],
    ['jp', 'ja', '2千+', 2000],
    ['tr', 'tr', '2 B+ satın alındı', 2000],
    ['tr', 'tr', '3 bin+', 3000],
    ['sa', 'ar', '٣ آلاف', 3000],
    ['sa', 'ar', '٢ ألف+', 2000],
    ['nl', 'nl', '1K+ gekocht', 1000],
    ['pl', 'pl', '1,5 tys.+ kupionych', 1500],
    ['se', 'sv', '2 tn+ köpta', 2000],
    ['us', 'zh', '2千+', 2000],
    ['us', 'ko', '1만+', 10000],
  ] as const)('%s in %s: %s', (code, language, text, count) => {
    expect(localeOf(code, language).count(text)).toBe(count);
  });

  it.each(['4.5', '12.34', 'none', ''])('returns undefined for %j', (text) => {
    expect(localeOf('us', 'en').count(text)).toBeUndefined();
  });

  it('does not read the first letter of a word as a suffix', () => {
    expect(localeOf('us', 'en').count('5 kits')).toBe(5);
    expect(localeOf('tr', 'tr').count('5 benzer')).toBe(5);
  });

  it('returns undefined for an unknown factor', () => {
    expect(localeOf('us', 'xx').count('2 wxyz+')).toBeUndefined();
    expect(localeOf('in', 'hi').count('2 हज़ार+')).toBe(2000);
  });

  it('returns all counts in order', () => {
    expect(localeOf('us', 'en').counts('1-48 of over 3,000 results')).toEqual([1, 48, 3000]);
    expect(localeOf('us', 'en').counts(undefined)).toEqual([]);
  });
});

describe('rating', () => {
  it.each([
    ['4.5 out of 5 stars', 4.5],
    ['4,5 von 5 Sternen', 4.5],
    ['4,8 étoiles sur 5', 4.8],
    ['4,5 su 5 stelle', 4.5],
    ['4,7 de 5 estrellas', 4.7],
    ['4,8 de 5 estrelas', 4.8],
    ['5つ星のうち4.3', 4.3],
    ['星5つ中の4.3', 4.3],
    ['5점 만점에 4.3점', 4.3],
    ['5 yıldız üzerinden 4,4', 4.4],
    ['٤٫٥ من ٥ نجوم', 4.5],
    ['4,6 van 5 sterren', 4.6],
    ['4,2 z 5 gwiazdek', 4.2],
    ['3,9 av 5 stjärnor', 3.9],
    ['별 5개 중 4.5개', 4.5],
    ['4.6 颗星，最多 5 颗星', 4.6],
    ['5 out of 5', 5],
    ['4.2 out of 5 stars 3,149 ratings', 4.2],
    ['5 நட்சத்திரங்களில் 4.5', 4.5],
    ['5 stars, 3 ratings', 5],
    ['0', 0],
  ])('%s', (text, rating) => {
    expect(localeOf('us', 'en').rating(text)).toBe(rating);
  });

  it.each(['5 stars (2.5K)', '3,149 ratings', '98% positive', '6 of 5', 'no rating', ''])(
    'returns undefined for %j',
    (text) => {
      expect(localeOf('us', 'en').rating(text)).toBeUndefined();
    },
  );
});
