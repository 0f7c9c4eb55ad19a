import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../src/locale/index.ts';
import { localeOf } from './support.ts';

describe('createLocale', () => {
  it.each(['de', 'de-DE', 'de_AT', 'DE'])('recognises the language %s', (language) => {
    expect(localeOf('de', language).words.language).toBe('de');
    expect(localeOf('de', language).language).toBe(language);
  });

  it.each(['zh', 'ko', 'hi', 'cs', '', 'x', 'deu', 'constructor'])('reads pages in %j without words', (language) => {
    const locale = localeOf('us', language);
    expect(locale.words.language).toBe('other');
    expect(locale.price('US$12.99')).toEqual({ amount: 12.99, currency: 'USD' });
    expect(locale.count('1,234')).toBe(1234);
    expect(locale.rating('4.5')).toBe(4.5);
    expect(locale.date('2026年1月28日')).toBe('2026-01-28');
  });

  it('returns today in the time zone of the marketplace', () => {
    expect(localeOf('us', 'en', '2026-03-12T02:39:58Z').today).toBe('2026-03-11');
    expect(localeOf('in', 'en', '2026-07-18T20:07:57Z').today).toBe('2026-07-19');
    expect(localeOf('au', 'en', '2026-01-01T00:00:00Z').today).toBe('2026-01-01');
  });
});

describe('phrases of other languages', () => {
  const locale = localeOf('de', 'fr');

  it.each([
    ['Vient de démarrer', true, true],
    ['Just launched', true, true],
    ['Neu gestartet', true, true],
    ['Appena lanciato', false, true],
    ['Lampe', false, false],
    [undefined, false, false],
  ])('are found in %j', (text, isSaid, isSaidInAny) => {
    expect(locale.says(text, ({ offers }) => offers.justLaunched)).toBe(isSaid);
    expect(locale.saysInAnyLanguage(text, ({ offers }) => offers.justLaunched)).toBe(isSaidInAny);
  });

  it('come after those of the page', () => {
    expect(locale.allWords[0]).toBe(wordsOf('fr'));
    expect(new Set(locale.allWords).size).toBe(locale.allWords.length);
  });
});

describe('wordsOf', () => {
  it('returns the same object for the same language', () => {
    expect(wordsOf('fr-FR')).toBe(wordsOf('fr_CA'));
  });
});
