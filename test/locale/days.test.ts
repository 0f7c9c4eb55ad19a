import { describe, expect, it } from 'vitest';
import { localeOf } from './support.ts';

/** On Wednesday, March 11, 2026. */
function span(language: string, code: Parameters<typeof localeOf>[0], text: string): string {
  const { date_min, date_max } = localeOf(code, language).delivery(text);
  return `${date_min}/${date_max}`;
}

describe('a single day', () => {
  it.each([
    ['en', 'us', 'Monday, March 16'],
    ['en', 'uk', 'Monday, 16 March'],
    ['en', 'us', 'Mon, Mar 16'],
    ['en', 'us', 'March 16th'],
    ['de', 'de', 'Montag, 16. März'],
    ['de', 'de', 'Mo., 16. März'],
    ['fr', 'fr', 'lundi 16 mars'],
    ['fr', 'fr', 'lun. 16 mars'],
    ['it', 'it', 'lunedì, 16 marzo'],
    ['es', 'es', 'el lunes, 16 de marzo'],
    ['es', 'es', 'el lun, 16 de mar'],
    ['pt', 'br', 'Segunda-feira, 16 de Março'],
    ['pt', 'br', 'seg., 16 de mar.'],
    ['ja', 'jp', '3月16日 月曜日 にお届け'],
    ['tr', 'tr', '16 Mart Pazartesi'],
    ['ar', 'sa', 'الاثنين، ١٦ مارس'],
    ['nl', 'nl', 'maandag 16 maart'],
    ['nl', 'nl', 'ma. 16 mrt.'],
    ['pl', 'pl', 'poniedziałek, 16 marca'],
    ['pl', 'pl', 'pon., 16 mar'],
    ['sv', 'se', 'måndagen den 16 mars'],
    ['zh', 'us', '3月16日周一'],
    ['ko', 'us', '3월 16일 (월)'],
  ] as const)('%s on %s: %s', (language, code, text) => {
    expect(span(language, code, text)).toBe('2026-03-16/2026-03-16');
  });
});

describe('a range within a month', () => {
  it.each([
    ['en', 'us', 'March 16 - 20'],
    ['en', 'uk', '16 – 20 March'],
    ['en', 'uk', '16 to 20 March'],
    ['en', 'uk', 'Monday 16 Mar - Friday 20 Mar'],
    ['en', 'us', 'Mon, Mar 16 - Fri, Mar 20'],
    ['de', 'de', '16. - 20. März'],
    ['de', 'de', '16. bis 20. März'],
    ['fr', 'fr', '16 - 20 mars'],
    ['fr', 'fr', 'du 16 au 20 mars'],
    ['fr', 'fr', 'entre le 16 et le 20 mars'],
    ['it', 'it', '16 - 20 marzo'],
    ['it', 'it', 'tra il 16 e il 20 marzo'],
    ['es', 'es', 'entre el 16 - 20 de marzo'],
    ['es', 'es', 'entre el 16 y el 20 de marzo'],
    ['es', 'es', 'del 16 al 20 de marzo'],
    ['pt', 'br', '16 - 20 de mar.'],
    ['pt', 'br', 'entre 16 e 20 de março'],
    ['ja', 'jp', '3月16日-20日'],
    ['ja', 'jp', '3月16日～20日 にお届け'],
    ['ja', 'jp', '3月16日(月)から3月20日(金)'],
    ['tr', 'tr', '16 - 20 Mart'],
    ['ar', 'sa', '١٦ - ٢٠ مارس'],
    ['ar', 'sa', '16 إلى 20 مارس'],
    ['nl', 'nl', '16 - 20 maart'],
    ['nl', 'nl', 'tussen 16 en 20 maart'],
    ['pl', 'pl', '16 - 20 marca'],
    ['pl', 'pl', 'od 16 do 20 marca'],
    ['sv', 'se', '16 - 20 mars'],
    ['sv', 'se', '16 till 20 mars'],
    ['zh', 'us', '3月16日至20日'],
    ['ko', 'us', '3월 16일 ~ 20일'],
  ] as const)('%s on %s: %s', (language, code, text) => {
    expect(span(language, code, text)).toBe('2026-03-16/2026-03-20');
  });
});

describe('a range across months', () => {
  it.each([
    ['en', 'us', 'March 30 - April 2'],
    ['en', 'uk', '30 March - 2 April'],
    ['de', 'de', '30. März - 2. April'],
    ['fr', 'fr', '30 mars - 2 avril'],
    ['it', 'it', '30 marzo - 2 aprile'],
    ['es', 'es', 'entre el 30 de mar - 2 de abr'],
    ['pt', 'br', '30 de mar. - 2 de abr.'],
    ['ja', 'jp', '3月30日-4月2日'],
    ['tr', 'tr', '30 Mart - 2 Nisan'],
    ['ar', 'sa', '30 مارس - 2 أبريل'],
    ['nl', 'nl', '30 maart - 2 april'],
    ['pl', 'pl', '30 marca - 2 kwietnia'],
    ['sv', 'se', '30 mars - 2 april'],
    ['ko', 'us', '3월 30일 - 4월 2일'],
  ] as const)('%s on %s: %s', (language, code, text) => {
    expect(span(language, code, text)).toBe('2026-03-30/2026-04-02');
  });
});

describe('a range with weekdays or years at both ends', () => {
  /** On Wednesday, December 16, 2026. */
  const inDecember = (language: string, code: Parameters<typeof localeOf>[0], text: string) => {
    const { date_min, date_max } = localeOf(code, language, '2026-12-16T12:00:00Z').delivery(text);
    return `${date_min}/${date_max}`;
  };

  it.each([
    ['en', 'us', 'Dec 29, 2026 - Jan 5, 2027'],
    ['en', 'us', 'Tuesday, December 29 - Tuesday, January 5'],
    ['en', 'us', 'Dec 29, 2026 - Jan 5'],
    ['en', 'uk', '29 December 2026 - 5 January 2027'],
    ['en', 'uk', '29 December - 5 January 2027'],
    ['de', 'de', '29. Dez. 2026 - 5. Jan. 2027'],
    ['fr', 'fr', 'entre le mar. 29 déc. et le mar. 5 janv.'],
    ['it', 'it', '29 dic 2026 - 5 gen 2027'],
    ['es', 'es', 'entre el 29 de dic. - 5 de en.'],
    ['es', 'es', 'entre el ma., 29 de dic. y el ma., 5 de en. de 2027'],
    ['pt', 'br', '29 de dez. de 2026 - 5 de jan. de 2027'],
    ['ja', 'jp', '12月29日(火)～1月5日(火)'],
    ['ja', 'jp', '2026年12月29日～2027年1月5日'],
    ['ja', 'jp', '2026/12/29火曜日 ～ 2027/1/5火曜日'],
    ['ja', 'jp', '12/29(火)～1/5(火)にお届け'],
    ['tr', 'tr', '29 Aralık Sal - 5 Ocak Sal'],
    ['ar', 'sa', '29 ديسمبر - 5 يناير'],
    ['nl', 'nl', 'di 29 dec. 2026 - di 5 jan. 2027'],
    ['pl', 'pl', 'wt., 29 gru - wt., 5 sty'],
    ['sv', 'se', '29 dec. 2026 - 5 jan. 2027'],
    ['zh', 'us', '12月29日周二 - 1月5日周二'],
    ['ko', 'us', '12월 29일 - 1월 5일'],
  ] as const)('%s on %s: %s', (language, code, text) => {
    expect(inDecember(language, code, text)).toBe('2026-12-29/2027-01-05');
  });

  it.each([
    ['es', 'es', 'entre el 29 de xyz. - 5 de en.'],
    ['es', 'es', 'entre el 29 de dic. - 5 de xyz.'],
    ['en', 'us', 'Jan 5, 2027 - Dec 29, 2026'],
    ['en', 'us', 'Friday, February 30'],
    ['en', 'us', 'Friday, 01/08/2027'],
  ] as const)('is not half read: %s on %s: %s', (language, code, text) => {
    expect(inDecember(language, code, text)).toBe('null/null');
  });

  it.each([
    ['ja', 'jp', '明日, 12月17日, 8:00 - 12:00までにお届け'],
    ['ja', 'jp', '2026/12/17木曜日までにお届け'],
    ['ja', 'jp', '12/17(木)にお届け'],
    ['es', 'es', 'el ju., 17 de dic.'],
    ['en', 'us', 'Thursday, December 17, 7 AM - 11 AM'],
    ['de', 'de', 'Morgen, 17. Dez., 8:00 - 12:00 Uhr'],
  ] as const)('is not made of hours or a weekday: %s on %s: %s', (language, code, text) => {
    expect(inDecember(language, code, text)).toBe('2026-12-17/2026-12-17');
  });

  it('does not take the Spanish "en" for January', () => {
    expect(inDecember('es', 'es', 'Quedan 3 en stock')).toBe('null/null');
  });
});

describe('the year', () => {
  it.each([
    ['2026-12-29', 'Dec 30 - Jan 4', '2026-12-30/2027-01-04'],
    ['2026-12-29', 'January 4', '2027-01-04/2027-01-04'],
    ['2027-01-02', 'Dec 30 - Jan 4', '2026-12-30/2027-01-04'],
    ['2026-03-10', 'March 8 - 12', '2026-03-08/2026-03-12'],
    ['2026-03-10', 'March 10', '2026-03-10/2026-03-10'],
    // The shopper's day can be one or two days behind.
    ['2026-03-10', 'March 9', '2026-03-09/2026-03-09'],
    ['2026-03-10', 'March 8', '2026-03-08/2026-03-08'],
    ['2026-03-10', 'March 7', '2027-03-07/2027-03-07'],
    ['2026-11-21', 'Today, November 20', '2026-11-20/2026-11-20'],
    ['2027-01-01', 'Today, December 31', '2026-12-31/2026-12-31'],
    // A weekday decides the year.
    ['2026-03-10', 'Sunday, March 8', '2026-03-08/2026-03-08'],
    ['2026-03-10', 'Monday, March 8', '2027-03-08/2027-03-08'],
    ['2026-03-10', 'February 29', '2028-02-29/2028-02-29'],
    ['2025-10-28', 'Tue, May 12, 2026', '2026-05-12/2026-05-12'],
    ['2025-12-28', 'Dec 30 - Jan 4, 2026', '2025-12-30/2026-01-04'],
  ])('on %s: %s', (today, text, expected) => {
    const { date_min, date_max } = localeOf('us', 'en', `${today}T18:00:00Z`).delivery(text);
    expect(`${date_min}/${date_max}`).toBe(expected);
  });

  it('is read if the text contains it', () => {
    expect(localeOf('jp', 'ja').delivery('2027年5月24日 にお届け').date_min).toBe('2027-05-24');
  });

  it('never has negative days', () => {
    const { delivery } = localeOf('us', 'en', '2026-03-10T18:00:00Z');
    expect(delivery('March 8 - 12')).toMatchObject({ date_min: '2026-03-08', days_min: null, days_max: 2 });
    expect(delivery('March 9')).toMatchObject({ date_min: '2026-03-09', days_min: 0, days_max: 0 });
  });
});

describe('texts without a day', () => {
  it.each(['Order within 3 hrs 12 mins', '$35', 'delivery 5 PM - 10 PM', '31 February', 'March', 'in 2 boxes', ''])(
    '%j',
    (text) => {
      expect(span('en', 'us', text)).toBe('null/null');
    },
  );

  it('does not read a time of day as the end of a range', () => {
    expect(span('en', 'us', 'March 12 - 5 PM')).toBe('2026-03-12/2026-03-12');
    expect(span('en', 'us', 'Tomorrow, March 12, 5 PM - 10 PM')).toBe('2026-03-12/2026-03-12');
  });

  it('does not read a weekday as a month', () => {
    expect(span('it', 'it', 'mar 17 nov')).toBe('2026-11-17/2026-11-17');
    expect(span('fr', 'fr', 'mar. 17 nov.')).toBe('2026-11-17/2026-11-17');
  });

  it('ignores a price next to a day', () => {
    expect(span('es', 'es', 'Entrega 57,48 € 20 de mayo - 3 de junio')).toBe('2026-05-20/2026-06-03');
    expect(span('en', 'uk', '£3.99 delivery 17 April')).toBe('2026-04-17/2026-04-17');
  });
});
