import { describe, expect, it } from 'vitest';
import { marketplaces } from '../../src/locale/index.ts';
import { localeOf } from './support.ts';

describe('delivery', () => {
  it('returns days, dates and cost of a delivery option', () => {
    expect(localeOf('us', 'en').delivery('FREE delivery Monday, March 16')).toEqual({
      days_min: 5,
      days_max: 5,
      date_min: '2026-03-16',
      date_max: '2026-03-16',
      is_free: true,
    });
  });

  it('is unknown for an empty text or one without delivery information', () => {
    const unknown = { days_min: null, days_max: null, date_min: null, date_max: null, is_free: null };
    expect(localeOf('us', 'en').delivery(undefined)).toEqual(unknown);
    expect(localeOf('us', 'en').delivery('Details')).toEqual(unknown);
  });

  it('counts days in the time zone of the marketplace, not of the server', () => {
    const late = '2026-03-12T02:30:00Z';
    expect(localeOf('us', 'en', late).delivery('March 16').days_min).toBe(5);
    expect(localeOf('uk', 'en', late).delivery('16 March').days_min).toBe(4);
    expect(localeOf('jp', 'ja', '2026-03-11T23:30:00Z').delivery('3月16日').days_min).toBe(4);
  });

  it.each([
    ['us', 'en', 'FREE delivery Today by 11 PM. Order within 4 hrs 20 mins'],
    ['de', 'de', 'Lieferung heute. Bestellung innerhalb 4 Stdn. und 20 Min.'],
    ['fr', 'fr', "Livraison aujourd'hui. Commandez dans les 4 h et 20 mins"],
    ['es', 'es', 'Entrega hoy. Haz el pedido en 4 horas 20 mins'],
    ['it', 'it', 'Consegna oggi. Ordina entro 4 ore e 20 min'],
    ['br', 'pt', 'Entrega hoje. Se pedir dentro de 4 hrs 20 mins'],
    ['nl', 'nl', 'Bezorging vandaag. Bestel binnen 4 uur 20 min'],
    ['se', 'sv', 'Leverans idag. Beställ inom 4 tim 20 min'],
    ['pl', 'pl', 'Dostawa dzisiaj. Zamów w ciągu 4 godz. 20 min'],
    ['tr', 'tr', 'Bugün teslimat. 4 saat 20 dakika içinde sipariş verirseniz'],
    ['jp', 'ja', '本日お届け。4時間20分以内にご注文'],
    ['ae', 'ar', 'التوصيل اليوم. اطلب خلال 4 ساعات 20 دقيقة'],
  ] as const)('counts "today" from the day on which a countdown ends (%s)', (code, language, text) => {
    const days = (requestedAt: string) => localeOf(code, language, requestedAt).delivery(text);
    const { timeZone } = marketplaces[code];
    // Noon and 21:00 in the time zone of the marketplace.
    const offset = { us: 7, br: 3, jp: -9, ae: -4, tr: -3 }[code as string] ?? -1;
    const at = (hour: number) => new Date(Date.UTC(2026, 2, 11, hour + offset)).toISOString();
    expect([timeZone, days(at(12)).days_max]).toEqual([timeZone, 0]);
    expect([timeZone, days(at(21)).days_max]).toEqual([timeZone, 1]);
  });

  it('counts "tomorrow" and dates from the day of the request, whatever the countdown', () => {
    const late = localeOf('us', 'en', '2026-03-12T04:00:00Z');
    expect(late.delivery('Tomorrow. Order within 10 hrs').date_min).toBe('2026-03-12');
    expect(late.delivery('Today, March 11. Order within 10 hrs').date_min).toBe('2026-03-11');
    expect(late.delivery('Today').date_min).toBe('2026-03-11');
  });
});
