import { describe, expect, it } from 'vitest';
import { languages, localeOf } from './support.ts';

/** Limited time, lightning, Prime exclusive, and a label without a kind. */
const labels: Record<(typeof languages)[number][0], readonly [string, string, string, string]> = {
  en: ['Limited time deal', 'Lightning Deal', 'Prime Exclusive Deal', 'Prime Day Deal'],
  de: ['Befristetes Angebot', 'Blitzangebot', 'Exklusiv für Prime-Mitglieder', 'Angebot'],
  fr: ['Offre à durée limitée', 'Vente Flash', 'Exclusivité Prime', 'Offre du jour'],
  it: ['Offerta a tempo limitato', 'Offerta lampo', 'Esclusiva Prime', 'Offerta del giorno'],
  es: ['Oferta por tiempo limitado', 'Oferta flash', 'Exclusivo Prime', 'Oferta del día'],
  pt: ['Oferta por tempo limitado', 'Oferta Relâmpago', 'Exclusivo Prime', 'Oferta de verão'],
  ja: ['タイムセール', '数量限定タイムセール', 'プライム会員限定', '特選タイムセール'],
  tr: ['Sınırlı süreli teklif', 'Yıldırım Fırsat', 'Prime’a Özel Fırsat', 'Günün Fırsatı'],
  ar: ['عرض لفترة محدودة', 'صفقة البرق', 'حصري لأعضاء برايم', 'صفقة اليوم'],
  nl: ['Tijdelijke aanbieding', 'Bliksemdeal', 'Exclusief voor Prime', 'Deal van de dag'],
  pl: ['Oferta ograniczona czasowo', 'Oferta błyskawiczna', 'Wyłącznie dla Prime', 'Prime Day'],
  sv: ['Tidsbegränsat erbjudande', 'Blixterbjudande', 'Exklusivt för Prime', 'Dagens deal'],
};
const kinds = ['limited_time', 'lightning', 'prime_exclusive', null];

describe.each(languages)('dealKind in %s', (language, code) => {
  it.each(labels[language].map((label, index) => [label, kinds[index] ?? null] as const))('%s is %s', (label, kind) => {
    expect(localeOf(code, language).dealKind(label)).toBe(kind);
  });
});

describe('dealKind', () => {
  it.each([
    ['With Prime', 'prime_exclusive'],
    ['Prime Member Price', 'prime_exclusive'],
    ['Ends in 05:12:33', null],
    ['Deal of the Day', null],
    ['Great Indian Festival', null],
    ['Save 23%', null],
    ['Prime Big Deal Days', null],
    ['', null],
    [undefined, null],
  ])('%s is %s', (label, kind) => {
    expect(localeOf('us', 'en').dealKind(label)).toBe(kind);
  });
});

/** A deal that has ended, and one that has not begun. */
const notLive: Record<(typeof languages)[number][0], readonly [string, string]> = {
  en: ['Deal ended', 'Upcoming deal'],
  de: ['Angebot beendet', 'Bevorstehendes Angebot'],
  fr: ['Offre terminée', 'Offre à venir'],
  it: ['Offerta terminata', 'Offerta in arrivo'],
  es: ['Oferta finalizada', 'Próxima oferta'],
  pt: ['Oferta encerrada', 'Próxima oferta'],
  ja: ['タイムセールは終了しました', 'まもなく開始'],
  tr: ['Fırsat sona erdi', 'Yaklaşan fırsat'],
  ar: ['انتهى العرض', 'عرض قادم'],
  nl: ['Deal afgelopen', 'Aankomende deal'],
  pl: ['Oferta zakończona', 'Nadchodząca okazja'],
  sv: ['Erbjudandet har avslutats', 'Kommande erbjudande'],
};

describe.each(languages)('isNotLive in %s', (language, code) => {
  it.each(notLive[language])('is true for %s', (label) => {
    expect(localeOf(code, language).isNotLive(label)).toBe(true);
  });

  it.each(labels[language])('is false for %s', (label) => {
    expect(localeOf(code, language).isNotLive(label)).toBe(false);
  });
});

describe('isNotLive', () => {
  it.each([
    ['us', 'en', 'Ends in 05:12:33'],
    ['de', 'de', 'Endet demnächst'],
    ['jp', 'ja', 'タイムセール終了まで 05:12:33'],
    ['tr', 'tr', 'Yakında sona eriyor'],
    ['sa', 'ar', 'ينتهي قريبا'],
    ['br', 'pt', 'Termina em breve'],
  ] as const)('is false for the end of a live deal: %s, %s, %s', (code, language, label) => {
    expect(localeOf(code, language).isNotLive(label)).toBe(false);
  });
});

describe('dealEnd', () => {
  it.each([
    ['us', 'en', 'Ends March 16', '2026-03-16', 5],
    ['us', 'en', 'This deal ends on Monday, March 16, 2026', '2026-03-16', 5],
    ['us', 'en', 'Ends in 3 days', '2026-03-14', 3],
    ['us', 'en', 'From March 1, 2026 to March 16, 2026', '2026-03-16', 5],
    ['us', 'en', 'This deal ended on March 9, 2026', '2026-03-09', -2],
    ['fr', 'fr', 'Du 1 mars 2026 au 16 mars 2026', '2026-03-16', 5],
    ['us', 'en', 'Ends today', '2026-03-11', 0],
    ['us', 'en', 'Ends in 05:12:33', '2026-03-11', 0],
    ['us', 'en', 'Ends in 13:00:00', '2026-03-12', 1],
    ['de', 'de', 'Angebot endet am 16. März', '2026-03-16', 5],
    ['de', 'de', 'Endet in 3 Tagen', '2026-03-14', 3],
    ['fr', 'fr', 'Se termine le 16 mars', '2026-03-16', 5],
    ['it', 'it', 'Termina tra 3 giorni', '2026-03-14', 3],
    ['es', 'es', 'Termina el 16 de marzo', '2026-03-16', 5],
    ['br', 'pt', 'Termina em 3 dias', '2026-03-14', 3],
    ['jp', 'ja', '3月16日に終了', '2026-03-16', 5],
    ['tr', 'tr', '16 Mart tarihinde sona eriyor', '2026-03-16', 5],
    ['sa', 'ar', 'ينتهي في ١٦ مارس', '2026-03-16', 5],
    ['nl', 'nl', 'Eindigt over 3 dagen', '2026-03-14', 3],
    ['pl', 'pl', 'Kończy się za 3 dni', '2026-03-14', 3],
    ['se', 'sv', 'Slutar om 3 dagar', '2026-03-14', 3],
  ] as const)('%s in %s: %s', (code, language, text, ends_on, ends_in_days) => {
    expect(localeOf(code, language).dealEnd(text)).toEqual({ ends_on, ends_in_days });
  });

  it.each(['Limited time deal', 'Ends in 5 hours', '', undefined])('returns undefined for %j', (text) => {
    expect(localeOf('us', 'en').dealEnd(text)).toEqual({ ends_on: null, ends_in_days: null });
  });
});
