import { describe, expect, it } from 'vitest';
import { languages, localeOf } from './support.ts';

/** In stock, only 3 left (more on the way), unavailable, out of stock, pre-order. */
const texts: Record<
  (typeof languages)[number][0],
  { there: string[]; three: string[]; gone: string[]; preorder: string }
> = {
  en: {
    there: [
      'In Stock',
      'In stock.',
      'Usually ships within 6 to 10 days.',
      'Available from these sellers.',
      'Available to ship in 1-2 days',
    ],
    three: ['Only 3 left in stock - order soon.', 'Only 3 left in stock (more on the way).', 'Only 3 left'],
    gone: ['Currently unavailable.', 'Temporarily out of stock.', 'Out of Stock'],
    preorder: 'Pre-order now',
  },
  de: {
    there: ['Auf Lager', 'Gewöhnlich versandfertig in 2 bis 3 Tagen', 'Erhältlich bei diesen Anbietern.'],
    three: ['Nur noch 3 auf Lager', 'Nur noch 3 auf Lager (mehr ist unterwegs).'],
    gone: ['Derzeit nicht verfügbar.', 'Derzeit nicht auf Lager.', 'Ausverkauft'],
    preorder: 'Jetzt vorbestellen',
  },
  fr: {
    there: ['En stock', 'Habituellement expédié sous 2 à 3 jours', 'Disponible auprès de ces vendeurs.'],
    three: ['Il ne reste plus que 3 exemplaire(s) en stock.', 'Plus que 3 en stock'],
    gone: ['Actuellement indisponible.', 'Temporairement en rupture de stock.'],
    preorder: 'Précommandez maintenant',
  },
  it: {
    there: ['Disponibilità immediata.', 'Disponibile', 'Generalmente spedito entro 3 giorni'],
    three: ['Disponibilità: solo 3', 'Solo 3 rimasti - ordina subito.'],
    gone: ['Attualmente non disponibile.', 'Esaurito'],
    preorder: 'Preordina ora',
  },
  es: {
    there: ['En stock', 'En stock.', 'Disponible al instante'],
    three: ['Sólo queda(n) 3 en stock.', 'Solo quedan 3 en stock (hay más en camino).', 'Solo hay 3 disponible(s)'],
    gone: ['No disponible.', 'Actualmente no disponible', 'Temporalmente sin stock.', 'Agotado'],
    preorder: 'Disponible en preventa',
  },
  pt: {
    there: ['Em estoque', 'Em stock.', 'Disponível'],
    three: ['Somente 3 em estoque.', 'Apenas 3 em estoque. Compre agora.', 'Resta(m) 3 em stock'],
    gone: ['Não disponível.', 'Indisponível', 'Fora de estoque'],
    preorder: 'Em pré-venda',
  },
  ja: {
    there: ['在庫あり。', '通常2～3日以内に発送します。'],
    three: ['残り3点 ご注文はお早めに', '残り3点（入荷予定あり）'],
    gone: ['現在在庫切れです。', '現在お取り扱いできません。'],
    preorder: '予約受付中',
  },
  tr: {
    there: ['Stokta var', 'Stokta'],
    three: ['Stokta sadece 3 adet kaldı.', 'Sadece 3 adet kaldı'],
    gone: ['Şu anda mevcut değil.', 'Stokta yok', 'Tükendi'],
    preorder: 'Ön sipariş ver',
  },
  ar: {
    there: ['متوفر', 'متوفر في المخزون'],
    three: ['تبقى 3 فقط في المخزون', 'بقي فقط ٣'],
    gone: ['غير متوفر حاليًا.', 'نفدت الكمية'],
    preorder: 'متاح للطلب المسبق',
  },
  nl: {
    there: ['Op voorraad', 'Beschikbaar bij deze verkopers'],
    three: ['Nog maar 3 op voorraad.', 'Slechts 3 op voorraad'],
    gone: ['Momenteel niet beschikbaar.', 'Niet op voorraad', 'Uitverkocht'],
    preorder: 'Pre-order nu',
  },
  pl: {
    there: ['Dostępny', 'W magazynie'],
    three: ['Zostało tylko 3', 'Pozostało tylko: 3', 'Tylko 3 szt.'],
    gone: ['Obecnie niedostępny.', 'Brak w magazynie'],
    preorder: 'Przedsprzedaż',
  },
  sv: {
    there: ['I lager', 'Finns i lager.'],
    three: ['Endast 3 kvar i lager.', 'Bara 3 kvar'],
    gone: ['Inte tillgänglig för närvarande.', 'Slut i lager', 'Slutsåld'],
    preorder: 'Förbeställ nu',
  },
};

describe.each(languages)('stock in %s', (language, code) => {
  const locale = localeOf(code, language);
  const { there, three, gone, preorder } = texts[language];

  it.each(there)('reads %s as in stock', (text) => {
    expect(locale.stock(text)).toEqual({ in_stock: true });
  });
  it.each(three)('reads the quantity of %s', (text) => {
    expect(locale.stock(text)).toEqual({ in_stock: true, stock_qty: 3 });
  });
  it.each(gone)('reads %s as out of stock', (text) => {
    expect(locale.stock(text)).toEqual({ in_stock: false });
  });
  it('reads a pre-order', () => {
    expect(locale.stock(preorder)).toEqual({ is_preorder: true });
  });
});

describe('stock', () => {
  it('reads back-orders', () => {
    expect(localeOf('us', 'en').stock('In stock on March 20, 2026. Order it now.')).toEqual({
      in_stock: false,
      is_backorder: true,
    });
    expect(
      localeOf('us', 'en').stock('Temporarily out of stock. Order now and we will deliver when available.'),
    ).toEqual({ in_stock: false, is_backorder: true });
  });

  it.each([
    ['us', 'en', "Currently unavailable. We don't know when or if this item will be back in stock."],
    ['de', 'de', 'Derzeit nicht verfügbar. Ob und wann dieser Artikel wieder auf Lager ist, ist unbekannt.'],
    ['it', 'it', 'Non disponibile. Non sappiamo quando sarà di nuovo disponibile.'],
    ['jp', 'ja', '在庫切れ。再入荷予定は立っておりません。'],
    ['nl', 'nl', 'Niet beschikbaar. We weten niet of dit item weer op voorraad komt.'],
    ['pl', 'pl', 'Niedostępny. Nie wiemy, czy będzie ponownie dostępny.'],
    ['se', 'sv', 'Inte tillgänglig. Vi vet inte om den kommer att finnas i lager igen.'],
  ] as const)('takes no doubt for a back-order: %s in %s', (code, language, text) => {
    expect(localeOf(code, language).stock(text)).toEqual({ in_stock: false });
  });

  it('returns undefined for an unclear negation', () => {
    expect(localeOf('it', 'it').stock('Questo articolo non è attualmente disponibile')).toEqual({});
    expect(localeOf('us', 'en').stock('We are not sure that it is in stock')).toEqual({});
  });

  it.each([undefined, '', 'Details', 'Ships to Egypt'])('returns undefined for %j', (text) => {
    expect(localeOf('us', 'en').stock(text)).toEqual({});
  });

  it.each([
    ['us', 'en', 'Only 4 items left'],
    ['de', 'de', 'Nur 4 verfügbar'],
    ['be', 'fr', "Il n'en reste que 4"],
    ['it', 'it', 'Solo 4 rimasto/i - ordina subito (ulteriori in arrivo).'],
    ['mx', 'es', 'Solo queda(n) 4 en stock (hay más unidades en camino).'],
    ['br', 'pt', 'Apenas 4 em estoque. Aproveite e compre agora.'],
    ['jp', 'ja', '残り4点 ご注文はお早めに'],
    ['jp', 'ja', '残り4点（入荷予定あり）'],
    ['jp', 'ja', '残り4冊'],
    ['tr', 'tr', 'Son 4 ürün'],
    ['ae', 'ar', 'يتبقى ٤ فقط - اطلبه الآن'],
    ['nl', 'nl', 'Slechts 4 resterend op voorraad'],
    ['pl', 'pl', 'Zostały już tylko 4'],
    ['se', 'sv', 'Bara 4 i lager (fler är på väg)'],
    ['us', 'zh-CN', '库存仅剩 4 件（更多商品正在补货中）'],
    ['us', 'zh-TW', '僅剩 4 件，趕快下單'],
    ['us', 'ko-KR', '재고가 4개밖에 남지 않았습니다'],
  ] as const)('reads the count on %s in %s: %s', (code, language, text) => {
    expect(localeOf(code, language).stock(text)).toEqual({ in_stock: true, stock_qty: 4 });
  });

  it.each([
    ['us', 'zh-CN', '有现货', { in_stock: true }],
    ['us', 'zh-CN', '目前无货。', { in_stock: false }],
    ['us', 'zh-TW', '現貨', { in_stock: true }],
    ['us', 'zh-TW', '暫時缺貨', { in_stock: false }],
    ['us', 'ko-KR', '재고 있음', { in_stock: true }],
    ['us', 'ko-KR', '일시 품절', { in_stock: false }],
    ['sg', 'zh-SG', '立即预订', { is_preorder: true }],
  ] as const)('reads availability on %s in %s: %s', (code, language, text, expected) => {
    expect(localeOf(code, language).stock(text)).toEqual(expected);
  });

  it.each([
    ['us', 'en', 'Only 2 hours left'],
    ['us', 'en', 'Only 2 days left in this sale'],
    ['de', 'de', 'Nur noch 2 Tage'],
    ['de', 'de', 'Nur noch 2 Std.'],
    ['es', 'es', 'Solo quedan 2 días'],
    ['nl', 'nl', 'Nog maar 2 uur'],
    ['pl', 'pl', 'Zostało tylko 2 dni'],
    ['tr', 'tr', 'Sadece 2 saat kaldı'],
    ['jp', 'ja', '残り2日'],
    ['jp', 'ja', '残り2時間'],
    ['us', 'ko-KR', '2시간 남음'],
  ] as const)('does not count time that is left on %s in %s: %s', (code, language, text) => {
    expect(localeOf(code, language).stock(text)).not.toHaveProperty('stock_qty');
  });
});
