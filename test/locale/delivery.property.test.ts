/** Delivery options as the sites word them, for random dates, in every language. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages, localeOf, patience, runs } from './support.ts';

const DAY = 86_400_000;
const noon = fc.integer({ min: 0, max: 4000 }).map((day) => Date.UTC(2022, 0, 1, 12) + day * DAY);
const windows = fc.record({
  at: noon,
  ahead: fc.integer({ min: 0, max: 200 }),
  length: fc.integer({ min: 1, max: 40 }),
});

type Language = (typeof languages)[number][0];

/** How a language writes a free option for one day, a charged one, and a range of days. */
const phrases: Record<Language, { free: string; charged: string; range: string }> = {
  en: {
    free: 'FREE delivery {day}',
    charged: '$6.49 delivery {day}. Order within 3 hrs 12 mins',
    range: 'FREE delivery {range}',
  },
  de: {
    free: 'GRATIS Lieferung {day}',
    charged: 'Lieferung für 6,49 € {day}. Bestellung innerhalb 3 Std. 12 Min.',
    range: 'GRATIS Lieferung {range}',
  },
  fr: {
    free: 'Livraison GRATUITE {day}',
    charged: 'Livraison à 6,49 € {day}. Commandez dans les 3 h 12 min',
    range: 'Livraison GRATUITE {range}',
  },
  it: {
    free: 'Consegna GRATUITA {day}',
    charged: 'Consegna a 6,49 € {day}. Ordina entro 3 ore 12 min',
    range: 'Consegna GRATUITA {range}',
  },
  es: {
    free: 'Entrega GRATIS el {day}',
    charged: 'Entrega por 6,49 € el {day}. Haz el pedido en 3 horas 12 mins',
    range: 'Entrega GRATIS entre el {range}',
  },
  pt: {
    free: 'Entrega GRÁTIS: {day}',
    charged: 'Entrega R$ 6,49: {day}. Se pedir dentro de 3 horas 12 min',
    range: 'Entrega GRÁTIS: {range}',
  },
  ja: {
    free: '無料配送 {day} にお届け',
    charged: '配送料 ￥649 {day} にお届け 3 時間 12 分以内にご注文',
    range: '無料配送 {range} にお届け',
  },
  tr: { free: 'ÜCRETSİZ teslimat {day}', charged: '39,90 TL teslimat {day}', range: 'ÜCRETSİZ teslimat {range}' },
  ar: { free: 'توصيل مجاني {day}', charged: 'توصيل مقابل 12.00 ريال {day}', range: 'توصيل مجاني {range}' },
  nl: { free: 'GRATIS bezorging {day}', charged: 'Bezorging voor € 6,49 {day}', range: 'GRATIS bezorging {range}' },
  pl: {
    free: 'BEZPŁATNA dostawa {day}',
    charged: 'Dostawa za 9,90 zł {day}. Zamów w ciągu 3 godz. 12 min',
    range: 'BEZPŁATNA dostawa {range}',
  },
  sv: { free: 'GRATIS leverans {day}', charged: 'Leverans för 49,00 kr {day}', range: 'GRATIS leverans {range}' },
};

/** Intl writes Japanese ranges as `07/01～07/04`; the site does not. */
describe.each(languages)('delivery options in %s', (language, code) => {
  const formats = [
    { weekday: 'long', day: 'numeric', month: 'long' },
    { weekday: 'short', day: 'numeric', month: 'short' },
    { day: 'numeric', month: 'long' },
    { day: 'numeric', month: 'short' },
  ].map((options) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' } as Intl.DateTimeFormatOptions));
  const words = phrases[language];
  const iso = (timestamp: number) => new Date(timestamp).toISOString().slice(0, 10);

  it(
    'of one day are read back',
    () => {
      fc.assert(
        fc.property(windows, fc.constantFrom(...formats), fc.boolean(), ({ at, ahead }, format, isFree) => {
          const day = at + ahead * DAY;
          const text = (isFree ? words.free : words.charged).replace('{day}', format.format(day));
          const expected = {
            days_min: ahead,
            days_max: ahead,
            date_min: iso(day),
            date_max: iso(day),
            is_free: isFree,
          };
          expect(localeOf(code, language, new Date(at).toISOString()).delivery(text), text).toEqual(expected);
        }),
        runs,
      );
    },
    patience,
  );

  it(
    'of several days are read back',
    () => {
      fc.assert(
        fc.property(
          windows,
          fc.constantFrom(...formats),
          fc.constantFrom(' - ', ' – '),
          ({ at, ahead, length }, format, dash) => {
            const [start, end] = [at + ahead * DAY, at + (ahead + length) * DAY];
            const text = words.range.replace('{range}', format.format(start) + dash + format.format(end));
            const expected = {
              days_min: ahead,
              days_max: ahead + length,
              date_min: iso(start),
              date_max: iso(end),
              is_free: true,
            };
            expect(localeOf(code, language, new Date(at).toISOString()).delivery(text), text).toEqual(expected);
          },
        ),
        runs,
      );
    },
    patience,
  );

  if (language === 'ja') return;
  it(
    'of several days, as Intl writes a range, are read back',
    () => {
      fc.assert(
        fc.property(windows, fc.constantFrom(...formats.slice(2)), ({ at, ahead, length }, format) => {
          const [start, end] = [at + ahead * DAY, at + (ahead + length) * DAY];
          if (iso(start).slice(0, 4) !== iso(end).slice(0, 4)) return;
          const text = words.range.replace('{range}', format.formatRange(start, end));
          const { date_min, date_max } = localeOf(code, language, new Date(at).toISOString()).delivery(text);
          expect([date_min, date_max], text).toEqual([iso(start), iso(end)]);
        }),
        runs,
      );
    },
    patience,
  );

  it(
    'are read back with every form of both ends',
    () => {
      const style = fc.constantFrom('long' as const, 'short' as const);
      const end = fc.record({ weekday: fc.option(style, { nil: undefined }), month: style, hasYear: fc.boolean() });
      fc.assert(
        fc.property(
          windows,
          end,
          end,
          fc.constantFrom(' - ', '–', '～'),
          ({ at, ahead, length }, first, last, dash) => {
            const [start, stop] = [at + ahead * DAY, at + (ahead + length) * DAY];
            const written = [first, last].map((form, index) =>
              new Intl.DateTimeFormat(language, {
                day: 'numeric',
                month: form.month,
                weekday: form.weekday,
                year: form.hasYear ? 'numeric' : undefined,
                timeZone: 'UTC',
              }).format(index === 0 ? start : stop),
            );
            const text = words.range.replace('{range}', written.join(dash));
            const { date_min, date_max } = localeOf(code, language, new Date(at).toISOString()).delivery(text);
            expect([date_min, date_max], text).toEqual([iso(start), iso(stop)]);
          },
        ),
        runs,
      );
    },
    patience,
  );
});
