import { describe, expect, it } from 'vitest';
import { localeOf } from './support.ts';

/** Days ahead, on a Wednesday. */
function ahead(language: string, code: Parameters<typeof localeOf>[0], text: string): string {
  const { days_min, days_max } = localeOf(code, language).delivery(text);
  return `${days_min}-${days_max}`;
}

describe('words for near days', () => {
  it.each([
    ['en', 'us', 'Today 5 PM - 10 PM', 'Tomorrow', 'overnight 4 AM - 8 AM', 'Friday'],
    ['de', 'de', 'Heute 17:00 - 22:00', 'Morgen', 'über Nacht', 'Freitag'],
    ['fr', 'fr', "Aujourd'hui", 'Demain', 'pendant la nuit', 'vendredi'],
    ['it', 'it', 'Oggi', 'Domani', 'durante la notte', 'venerdì'],
    ['es', 'es', 'Hoy', 'Mañana', 'durante la noche', 'el viernes'],
    ['pt', 'br', 'Hoje', 'Amanhã', 'durante a noite', 'Sexta-feira'],
    ['ja', 'jp', '今日', '明日', '翌朝', '金曜日'],
    ['tr', 'tr', 'Bugün', 'Yarın', 'gece boyunca', 'Cuma'],
    ['ar', 'sa', 'اليوم', 'غدًا', 'خلال الليل', 'الجمعة'],
    ['nl', 'nl', 'Vandaag', 'Morgen', "'s nachts", 'vrijdag'],
    ['pl', 'pl', 'Dzisiaj', 'Jutro', 'przez noc', 'piątek'],
    ['sv', 'se', 'Idag', 'I morgon', 'över natten', 'på fredag'],
  ] as const)('%s', (language, code, today, tomorrow, night, friday) => {
    expect(ahead(language, code, today)).toBe('0-0');
    expect(ahead(language, code, tomorrow)).toBe('1-1');
    expect(ahead(language, code, night)).toBe('1-1');
    expect(ahead(language, code, friday)).toBe('2-2');
  });

  it.each([
    ['de', 'de', 'Übermorgen'],
    ['es', 'es', 'pasado mañana'],
    ['it', 'it', 'dopodomani'],
    ['pt', 'br', 'depois de amanhã'],
    ['fr', 'fr', 'après-demain'],
    ['ja', 'jp', '明後日'],
    ['nl', 'nl', 'overmorgen'],
    ['pl', 'pl', 'pojutrze'],
    ['ar', 'sa', 'بعد غد'],
  ] as const)('the day after tomorrow in %s', (language, code, text) => {
    expect(ahead(language, code, text)).toBe('2-2');
  });

  it('reads a weekday as the next one, not today', () => {
    expect(ahead('en', 'us', 'Wednesday')).toBe('7-7');
    expect(ahead('en', 'us', 'Tuesday')).toBe('6-6');
    expect(ahead('en', 'us', 'Thursday')).toBe('1-1');
  });

  it('prefers a date over a word', () => {
    expect(ahead('en', 'us', 'Tomorrow, March 13')).toBe('2-2');
  });

  it('prefers "tomorrow" over "order today"', () => {
    expect(ahead('en', 'us', 'Order today to get it tomorrow')).toBe('1-1');
  });

  it.each([
    ['Today - Tomorrow', '0-1'],
    ['Tomorrow - Friday, March 13', '1-2'],
    ['today - Mar 14', '0-3'],
    ['Friday - Monday', '2-5'],
    ['Monday - Wednesday', '5-7'],
  ])('%s', (text, expected) => {
    expect(ahead('en', 'us', text)).toBe(expected);
  });

  it('reads English on pages of every language', () => {
    expect(ahead('de', 'de', 'Tomorrow')).toBe('1-1');
    expect(ahead('it', 'it', 'Monday, March 16')).toBe('5-5');
    expect(ahead('zh', 'us', 'Tomorrow, March 12')).toBe('1-1');
  });
});
