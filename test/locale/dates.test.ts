import { describe, expect, it } from 'vitest';
import { localeOf } from './support.ts';

describe('date', () => {
  it.each([
    ['us', 'en', 'Reviewed in the United States on March 12, 2026'],
    ['uk', 'en', 'Reviewed in the United Kingdom on 12 March 2026'],
    ['uk', 'en', '12th of March, 2026'],
    ['us', 'en', 'Mar. 12, 2026'],
    ['us', 'en', '3/12/2026'],
    ['uk', 'en', '12/03/2026'],
    ['us', 'en', '2026-03-12'],
    ['de', 'de', 'Rezension aus Deutschland vom 12. März 2026'],
    ['de', 'de', '12.03.2026'],
    ['fr', 'fr', 'Commenté en France le 12 mars 2026'],
    ['it', 'it', 'Recensito in Italia il 12 marzo 2026'],
    ['es', 'es', 'Revisado en España el 12 de marzo de 2026'],
    ['br', 'pt', 'Avaliado no Brasil em 12 de março de 2026'],
    ['jp', 'ja', '2026年3月12日に日本でレビュー済み'],
    ['jp', 'ja', '2026/3/12'],
    ['tr', 'tr', "12 Mart 2026'da değerlendirildi"],
    ['sa', 'ar', 'تمت المراجعة في ١٢ مارس ٢٠٢٦'],
    ['nl', 'nl', 'Beoordeeld in Nederland op 12 maart 2026'],
    ['nl', 'nl', '12 mrt. 2026'],
    ['pl', 'pl', 'Opinia z 12 marca 2026'],
    ['se', 'sv', 'Recenserad den 12 mars 2026'],
    ['us', 'zh', '2026年3月12日'],
    ['us', 'ko', '2026년 3월 12일에 작성'],
    ['de', 'de', 'March 12, 2026'],
  ] as const)('%s in %s: %s', (code, language, text) => {
    expect(localeOf(code, language).date(text)).toBe('2026-03-12');
  });

  it('reads the first of a month', () => {
    expect(localeOf('fr', 'fr').date('1er mars 2026')).toBe('2026-03-01');
    expect(localeOf('it', 'it').date('1º marzo 2026')).toBe('2026-03-01');
  });

  it.each(['31 February 2026', 'March 2026', '12 March', 'none', '', '1234567890123', '99/99/2026'])(
    'returns undefined for %j',
    (text) => {
      expect(localeOf('uk', 'en').date(text)).toBeUndefined();
    },
  );

  it('returns undefined for ambiguous numeric dates', () => {
    expect(localeOf('ca', 'en').date('03/12/2026')).toBeUndefined();
    expect(localeOf('ca', 'en').date('03/22/2026')).toBe('2026-03-22');
  });
});

describe('date in any language', () => {
  it.each([
    ['us', 'en', '12. März 2026'],
    ['de', 'de', '12 de marzo de 2026'],
    ['jp', 'ja', '12 mars 2026'],
    ['us', 'zh', 'March 12, 2026'],
    ['us', 'en', '3/12/2026'],
    ['uk', 'en', '12/03/2026'],
  ] as const)('amazon.%s in %s: %s', (code, language, text) => {
    expect(localeOf(code, language).dateInAnyLanguage(text)).toBe('2026-03-12');
  });

  it('is undefined without a year', () => {
    expect(localeOf('us', 'en').dateInAnyLanguage('12. März')).toBeUndefined();
  });
});
