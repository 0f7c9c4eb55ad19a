/** Sentences of the specification, one test each or more. Each describe block quotes its sentence. */
import { describe, expect, it } from 'vitest';
import { parseBestseller, parseOffers, parseProduct, parseReviews, parseSearch } from '../../src/entries/parse.ts';
import { markup } from '../markup.ts';
import { offer, panel } from './offers/page.ts';
import { cart, prices, price as productPrice, struck as productStruck, read } from './product/page.ts';
import { entry, price, priceRow, page as results, type Site, struck } from './search/markup.ts';

const paid = productPrice('$', '24', '00');

/** The badge of a product page. */
const badge = (label: string, rest = '') =>
  markup`
    <div id="dealBadge_feature_div">
      <span class="dealBadge">
        <span id="dealBadgeSupportingText">${label}</span>${rest}</span>
    </div>
  `;
const clock = (time: string) =>
  `<span id="detailpage-dealBadge-countdown-timer" data-target-time="${time}">1:00</span>`;
const terms = (sentence: string) => `<div class="a-popover-preload"><p>${sentence}</p></div>`;

/** The promotion of a product page that was requested at a time. */
const promotion = (content: string, requestedAt: string, lang = 'en-us', suffix = 'com') =>
  read({ centre: prices(content + paid), box: cart(), lang, requestedAt }, suffix).promotion;

/** The badge of a tile. */
const tileBadge = (label: string, time?: string) =>
  markup`
    <a href="/deals">
      <span class="a-badge" data-a-badge-type="deal">
        <span class="a-badge-text">${label} </span>${time === undefined ? '' : `<span data-target-time="${time}">1:00</span>`}</span>
    </a>
  `;

describe('"Whole days from the scrape date to `ends_on`; `0` means ends today."', () => {
  it.each([
    // The evening of March 1 in Los Angeles is March 2 in UTC.
    ['2026-03-02T01:00:00Z', '2026-03-02T07:59:59Z', '2026-03-02', 0],
    ['2026-03-02T01:00:00Z', '2026-03-03T07:59:59Z', '2026-03-03', 1],
    ['2026-03-02T01:00:00Z', '2026-03-02T01:00:59Z', '2026-03-02', 0],
  ])('counts in UTC for a timestamp: %s to %s', (requestedAt, ends_at, ends_on, ends_in_days) => {
    const deal = promotion(badge('Deal', clock(ends_at)), requestedAt)?.deal;
    expect(deal).toMatchObject({ ends_at, ends_on, ends_in_days });
  });

  it.each([
    ['com', 'en-us', '2026-03-02T01:00:00Z', 'This deal ends on March 2, 2026.', 1],
    ['com', 'en-us', '2026-03-02T01:00:00Z', 'This deal ends on March 1, 2026.', 0],
    ['co.jp', 'ja-jp', '2026-03-01T20:00:00Z', 'このセールは2026年3月2日に終わります。', 0],
  ])("counts in the marketplace's calendar for a text: amazon.%s, %s, %s", (suffix, lang, requestedAt, text, days) => {
    const deal = promotion(badge('Deal', terms(text)), requestedAt, lang, suffix)?.deal;
    expect(deal).toMatchObject({ ends_at: null, ends_in_days: days, ends_on_text: text });
  });

  it('has the last day of terms that name the first day too', () => {
    const text = 'From March 1, 2026 to March 8, 2026.';
    expect(promotion(badge('Deal', terms(text)), '2026-03-02T18:00:00Z')?.deal?.ends_on).toBe('2026-03-08');
  });
});

describe('"A non-null badge means the promotion is live at fetch time."', () => {
  const at = '2026-03-02T18:00:00Z';
  const before = '2026-03-02T17:59:59Z';

  it.each([
    ['its end has passed', badge('Limited time deal', clock(before))],
    ['its last day has passed', badge('Limited time deal', terms('This deal ended on March 1, 2026.'))],
    ['the badge says so', badge('Deal ended')],
    ['it has not begun', badge('Upcoming deal')],
    ...['Deal is over', 'Offer expired', 'Expired', 'Starts soon', 'Starts at 3 PM'].map((text) => [text, badge(text)]),
    ['it has not begun, and has a clock', badge('Starts in 01:00:00', clock('2026-03-02T19:00:00Z'))],
  ])('a product has no deal: %s', (_, content) => {
    expect(promotion(content, at)).toBeNull();
    expect(promotion(content + productStruck('List Price:', '$30.00'), at)).toMatchObject({
      deal: null,
      list_price: { amount: 30 },
    });
  });

  it.each([
    ['its end has passed', tileBadge('Ends in', before)],
    ['the badge says so', tileBadge('Deal ended')],
    ['it has not begun', tileBadge('Upcoming deal')],
  ])('a tile has no deal: %s', (_, content) => {
    const site: Site = { requestedAt: at };
    expect(entry({ price: content + priceRow(price('$20.00')) }, 'en-us', site).promotion).toBeNull();
    expect(
      entry({ price: content + priceRow(price('$20.00') + struck('List:', '$30.00')) }, 'en-us', site).promotion,
    ).toMatchObject({ deal: null, list_price: { amount: 30 } });
  });

  it('an ended deal stays among the badges', () => {
    expect(read({ centre: prices(badge('Deal ended') + paid), box: cart() }).badges).toEqual(['Deal ended']);
    expect(entry({ price: tileBadge('Deal ended') + priceRow(price('$20.00')) }).badges).toEqual(['Deal ended']);
  });
});

describe('"Lowest price of the last 30 days, shown on EU storefronts only; absent elsewhere."', () => {
  const tile = (label: string, lang: string, domain: string) =>
    entry({ price: priceRow(price('20,00 €') + struck(label, '30,00 €')) }, lang, { domain }).promotion;

  it('is on a tile of an EU site: a value or null', () => {
    expect(tile('Niedrigster Preis (30 Tage):', 'de-de', 'amazon.de')).toMatchObject({
      list_price: null,
      lowest_price_30_days: { amount: 30, label: 'Niedrigster Preis (30 Tage):', savings_amount: 10 },
    });
    expect(tile('UVP:', 'de-de', 'amazon.de')).toMatchObject({ lowest_price_30_days: null });
    const deal = entry({ price: tileBadge('Angebot') + priceRow(price('20,00 €')) }, 'de-de', { domain: 'amazon.de' });
    expect(deal.promotion).toMatchObject({ deal: { label: 'Angebot' }, lowest_price_30_days: null });
  });

  it.each([
    ['amazon.co.uk', 'en-gb', '30-day median price:'],
    ['amazon.com', 'en-us', 'Lowest price in 30 days:'],
  ])('is a list price with its label on %s', (domain, lang, label) => {
    const { promotion: shown } = entry({ price: priceRow(price('£20.00') + struck(label, '£30.00')) }, lang, {
      domain,
    });
    expect(shown).toMatchObject({ list_price: { amount: 30, label } });
    expect(shown).not.toHaveProperty('lowest_price_30_days');
  });

  it.each([
    ['en-gb', '30-day median price:'],
    ['de-de', 'Median der letzten 30 Tage:'],
  ])('is not a median of 30 days on an EU site: %s, %s', (lang, label) => {
    expect(tile(label, lang, 'amazon.de')).toMatchObject({
      list_price: { amount: 30, label },
      lowest_price_30_days: null,
    });
  });
});

describe('"`amount` minus the current price."', () => {
  it("counts from a members' price only if the entry has that price", () => {
    const shown = entry({ price: priceRow(price('$18.00') + struck('List:', '$30.00'), '', 'Exclusive Prime price') });
    expect(shown).toMatchObject({
      prime_price: 18,
      promotion: { deal: { kind: 'prime_exclusive' }, list_price: { savings_amount: 12, savings_percent: 40 } },
    });
    expect(shown).not.toHaveProperty('price');
    expect(entry({ price: priceRow(price('$18.00')) })).not.toHaveProperty('prime_price');
  });
});

describe('"total seller count of the listing. Equals the total number of offers reachable through `/v1/offers`."', () => {
  const link = (text: string, condition = 'NEW') =>
    `<a href="/gp/offer-listing/B0KETTLE01?condition=${condition}">${text}</a>`;
  const sellers = (content: string, lang: string, suffix: string, box = cart()) =>
    read({ elsewhere: `<div id="olpLinkWidget_feature_div">${content}</div>`, box, lang }, suffix).sellers_all;

  it.each([
    ['en-us', 'com', 'Compare 2 other options from $9.00'],
    ['en-us', 'com', '2 other sellers from $9.00'],
    ['de-de', 'de', '2 andere Angebote ab 9,00 €'],
    ['fr-fr', 'fr', '2 autres offres à partir de 9,00 €'],
    ['it-it', 'it', 'Confronta altre 2 offerte da 9,00 €'],
    ['es-es', 'es', 'Comparar otras 2 ofertas desde 9,00 €'],
    ['pt-br', 'com.br', 'Comparar outras 2 ofertas a partir de R$ 9,00'],
    ['ja-jp', 'co.jp', '他の2件の出品を比較'],
    ['tr-tr', 'com.tr', 'Diğer 2 seçeneği karşılaştır'],
    ['ar-ae', 'sa', 'قارن 2 عروض أخرى'],
    ['nl-nl', 'nl', 'Vergelijk 2 andere opties vanaf € 9,00'],
    ['pl-pl', 'pl', 'Porównaj 2 inne oferty od 9,00 zł'],
    ['sv-se', 'se', 'Jämför 2 andra alternativ från 9,00 kr'],
  ])('adds the featured offer to the number of others: %s, amazon.%s, %s', (lang, suffix, text) => {
    expect(sellers(link(text), lang, suffix)).toBe(3);
    expect(sellers(link(text, 'all'), lang, suffix)).toBe(3);
    expect(sellers(link(text), lang, suffix, '')).toBe(2);
  });

  it.each(['New (4) from $9.00', '4 new from $9.00'])('is the number of all offers: %s', (text) => {
    expect(sellers(link(text), 'en-us', 'com')).toBe(4);
  });

  it('is the sum of new and used only if each is "from" a price', () => {
    expect(sellers(link('3 new from $9.00') + link('2 used from $5.00', 'used'), 'en-us', 'com')).toBe(5);
    expect(sellers(link('3 new') + link('2 used', 'used'), 'en-us', 'com')).toBeUndefined();
    expect(sellers(link('9 used & new from $5.00', 'all') + link('3 new'), 'en-us', 'com')).toBe(9);
  });
});

describe('"Clip-to-apply coupon. ... `value` (number) is what the coupon takes off, never the price left after it"', () => {
  const coupon = (text: string, lang: string, domain: string) => {
    const component = `<span data-component-type="s-coupon-component"><span class="s-coupon-unclipped">${text}</span></span>`;
    return entry({ price: priceRow(price('9,00 €')) + component }, lang, { domain }).coupon;
  };

  it.each([
    ['en-us', 'amazon.com', 'Save $5.00 with coupon', 'You pay $5.00 with coupon'],
    ['de-de', 'amazon.de', 'Spare 5,00 € mit Coupon', 'Sie zahlen 5,00 € mit Coupon'],
    ['fr-fr', 'amazon.fr', 'Économisez 5,00 € avec coupon', 'Vous payez 5,00 € avec coupon'],
    ['it-it', 'amazon.it', 'Risparmia 5,00 € con coupon', 'Paghi 5,00 € con coupon'],
    ['es-es', 'amazon.es', 'Cupón de 5,00 €', 'Pagas 5,00 € con el cupón'],
    ['pt-br', 'amazon.com.br', 'Cupom de R$ 5,00', 'Você paga R$ 5,00 com cupom'],
    ['ja-jp', 'amazon.co.jp', '￥5 OFF クーポン', 'クーポン適用後 ￥5'],
    ['tr-tr', 'amazon.com.tr', '5,00 TL kupon', 'Kupon sonrası 5,00 TL'],
    ['ar-ae', 'amazon.sa', 'خصم 5.00 ريال', 'السعر بعد الخصم 5.00 ريال'],
    ['nl-nl', 'amazon.nl', 'Bespaar € 5,00 met coupon', 'Je betaalt € 5,00 met coupon'],
    ['pl-pl', 'amazon.pl', 'Oszczędź 5,00 zł z kuponem', 'Zapłacisz 5,00 zł z kuponem'],
    ['sv-se', 'amazon.se', 'Spara 5,00 kr med kupong', 'Du betalar 5,00 kr med kupong'],
  ])('is read without its hidden text: %s, %s, %s', (lang, domain, text, left) => {
    expect(coupon(text, lang, domain)).toEqual({ unit: 'currency', value: 5 });
    expect(coupon(left, lang, domain)).toBeNull();
  });

  it.each([
    ['en-us', 'amazon.com', '$5.00 with coupon'],
    ['en-us', 'amazon.com', 'Now $5.00 with coupon'],
    ['de-de', 'amazon.de', '5,00 € mit Coupon'],
    ['fr-fr', 'amazon.fr', '5,00 € avec coupon'],
    ['es-es', 'amazon.es', 'Ahora 5,00 € con cupón'],
  ])('is never the price that is left: %s, %s, %s', (lang, domain, text) => {
    expect(coupon(text, lang, domain)).toBeNull();
    const centre = `<div id="promoPriceBlockMessage_feature_div"><label id="couponText1">${text}</label></div>`;
    expect(read({ centre, box: cart(), lang }, domain.replace('amazon.', ''))).not.toHaveProperty('coupon');
  });
});

describe('"brand | object {name: string, url: string}" of a byline without a link', () => {
  const brand = (byline: string, lang = 'en-us', suffix = 'com') =>
    read({ centre: byline, lang, box: cart() }, suffix).brand;

  it.each([
    ['en-us', 'com', 'Brand: Acme'],
    ['en-us', 'com', 'by Acme'],
    ['en-us', 'com', 'Acme'],
    ['de-de', 'de', 'Marke: Acme'],
    ['fr-fr', 'fr', 'Marque : Acme'],
    ['ja-jp', 'co.jp', 'ブランド: Acme'],
  ])('has a name: %s, amazon.%s, %s', (lang, suffix, text) => {
    expect(brand(`<span id="bylineInfo">${text}</span>`, lang, suffix)).toEqual({ name: 'Acme' });
  });

  it.each([
    '<div id="bylineInfo" class="bylineHidden">Jane Doe (Author)</div>',
    '<div id="bylineInfo"><span class="author">Jane Doe <span class="contribution">(Author)</span></span></div>',
    '<div id="bylineInfo"><span class="a-color-secondary">Format: </span><span>DVD</span></div>',
  ])('is absent for books, music and films: %s', (byline) => {
    expect(brand(byline)).toBeUndefined();
  });
});

describe('"quantity if exposed; may be `0` or absent when hidden." (`stock_qty` of an offer)', () => {
  const url = 'https://www.amazon.DOMAIN/gp/product/ajax/aodAjaxMain/?asin=B0TESTCASE';
  const stock = (inner: string, lang = 'en-us', domain = 'com') => {
    const html = `<html lang="${lang}">${panel(undefined, [offer(1, { inner })])}</html>`;
    const parsed = parseOffers(html, { url: url.replace('DOMAIN', domain) });
    return parsed.data?.product_sellers_info[0]?.stock_qty;
  };

  it.each([
    ['en-us', 'com', 'Only 3 left in stock - order soon.'],
    ['de-de', 'de', 'Nur noch 3 auf Lager'],
    ['fr-fr', 'fr', 'Il ne reste plus que 3 exemplaire(s) en stock.'],
    ['it-it', 'it', 'Disponibilità: solo 3'],
    ['es-es', 'es', 'Sólo queda(n) 3 en stock.'],
    ['pt-br', 'com.br', 'Apenas 3 em estoque.'],
    ['ja-jp', 'co.jp', '残り3点 ご注文はお早めに'],
    ['tr-tr', 'com.tr', 'Stokta sadece 3 adet kaldı.'],
    ['ar-ae', 'sa', 'تبقى 3 فقط'],
    ['nl-nl', 'nl', 'Nog maar 3 op voorraad.'],
    ['pl-pl', 'pl', 'Zostało tylko 3 szt.'],
    ['sv-se', 'se', 'Endast 3 kvar i lager.'],
  ])('is read in any line of the offer: %s, amazon.%s, %s', (lang, domain, text) => {
    expect(stock(`<div class="a-row"><span class="a-color-price">${text}</span></div>`, lang, domain)).toBe(3);
  });

  it.each([
    [
      'what the seller writes',
      '<div id="aod-condition-container"><span class="expandable-text">Only 3 left!</span></div>',
    ],
    ['hidden text', '<div class="a-popover-preload">Only 3 left in stock</div>'],
  ])('is not read in %s', (_, inner) => {
    expect(stock(inner)).toBeUndefined();
  });
});

describe('"Page 2 and later count the featured offer too and can report one page more than exists."', () => {
  const url = 'https://www.amazon.com/gp/product/ajax/aodAjaxMain/?asin=B0TESTCASE';
  const total = (page: number, html: string) => parseOffers(html, { url: `${url}&pageno=${page}` }).data?.total_pages;

  it('a later page has the number of pages that its count shows', () => {
    expect(total(2, panel(undefined, [offer(1)], 15))).toBe(2);
    expect(total(2, panel(undefined, [offer(1)], 21))).toBe(3);
    expect(total(1, panel(offer(0), [offer(1)], 20))).toBe(2);
  });

  it('a later page without a count, or without offers, has no number of pages', () => {
    expect(total(2, `<div id="aod-offer">${offer(1)}</div>`)).toBeUndefined();
    expect(total(2, panel(undefined, [], 0))).toBeUndefined();
  });
});

describe('"`id` is given whenever the page links a seller profile, also when `is_amazon` is true"', () => {
  const seller = (name: string) =>
    read({
      box: `<div id="merchant-info">Sold by ${name}.</div>${cart('<input id="merchantID" value="ATVPDKIKX0DER">')}`,
    }).seller;

  it('a linked foreign arm of the operator has an id, the operator itself has none', () => {
    expect(seller('<a href="/sp?seller=A1BUYBOXTEST01">Amazon US</a>')).toMatchObject({
      id: 'A1BUYBOXTEST01',
      is_amazon: true,
    });
    expect(seller('Amazon.com')).toEqual({ name: 'Amazon.com', is_amazon: true });
  });
});

describe('"A scrape that succeeds but finds no entity ... returns HTTP 200 with `found: false`"', () => {
  const url = 'https://www.amazon.com/dp/B0KETTLE01';

  it.each([404, 410])('also for an empty page with status %i', (status) => {
    expect(parseProduct('', { url, status })).toMatchObject({ found: false, data: null });
  });

  it.each([200, 503])('not for an empty page with status %i', (status) => {
    expect(() => parseProduct('', { url, status })).toThrow();
  });
});

describe('"`rating_percent` | integer | 0 to 100; seller positive-feedback percentage."', () => {
  it.each([
    ['en-us', 'com', '94.5% positive over last 12 months (1,234 ratings)', 95],
    ['en-us', 'com', '94.4% positive over last 12 months (1,234 ratings)', 94],
    ['de-de', 'de', '94,5 % positiv in den letzten 12 Monaten (1.234 Bewertungen)', 95],
    ['tr-tr', 'com.tr', 'Son 12 ayda %94,5 olumlu (1.234 değerlendirme)', 95],
    ['ar-ae', 'sa', '٩٤٫٥٪ إيجابي (١٬٢٣٤ تقييم)', 95],
  ])('is whole: %s, amazon.%s, %s', (lang, suffix, feedback, percent) => {
    const html = `<html lang="${lang}"><body>${panel(undefined, [offer(1, { feedback })])}</body></html>`;
    const { data } = parseOffers(html, { url: `https://www.amazon.${suffix}/dp/B0TESTCASE?aod=1` });
    expect(data?.product_sellers_info[0]).toMatchObject({ rating_percent: percent, reviews_count: 1234 });
  });
});

describe('"total_results_count | size of the whole match set, not the paginable depth."', () => {
  const total = (info: string, script: string, language = 'en-us', domain = 'amazon.com') =>
    parseSearch(results({ language, info, rest: `<script>${script}</script>` }), {
      url: `https://www.${domain}/s?k=kettle`,
    }).data?.total_results_count;

  it.each([
    ['en-us', 'amazon.com', '1-48 of over 100,000 results for', 100_000],
    ['de-de', 'amazon.de', '1-48 von mehr als 20.000 Ergebnissen oder Vorschlägen für', 20_000],
    ['ja-jp', 'amazon.co.jp', '検索結果 10,000 以上 のうち 1-48件', 10_000],
  ])('is the exact number of the data of the page, else that of its text: %s', (language, domain, info, rounded) => {
    expect(total(info, '', language, domain)).toBe(rounded);
    for (const script of ['x({"totalResultCount":121628})', 'y = { "asins" : 48, "totalResultCount" : 121628 }'])
      expect(total(info, script, language, domain)).toBe(121_628);
    expect(total(info, 'x({"totalResultCount":"many"})', language, domain)).toBe(rounded);
  });
});

describe('a gap of a list says how much there is', () => {
  const card = (rank: number) =>
    `<div id="gridItemRoot"><span class="zg-bdg-text">#${rank}</span><a href="/Kettle/dp/B0KETTLE0${rank}/ref=x">Kettle</a></div>`;
  const ranks = [1, 2, 3].map((rank) => ({ id: `B0KETTLE0${rank}`, metadataMap: { 'render.zg.rank': `${rank}` } }));
  const list = JSON.stringify(ranks).replaceAll('"', '&quot;');

  it('of best sellers whose cards are rendered later', () => {
    const read = (cards: string) =>
      parseBestseller(
        `<html><body><div id="zg"><h1>Kettles</h1><div data-client-recs-list="${list}">${cards}</div></div></body></html>`,
        { url: 'https://www.amazon.com/gp/bestsellers/kitchen' },
      ).gaps;
    expect(read(card(1) + card(2))).toMatchObject([{ kind: 'partial', have: 2, total: 3, reason: 'rendered_later' }]);
    expect(read(card(1) + card(2) + card(3))).toEqual([]);
  });

  it('of reviews that only signed-in shoppers see', () => {
    const read = (counted: string, link: string) =>
      parseReviews(
        `<html lang="en-us"><body><a data-hook="product-link" href="/dp/B0KETTLE01">Kettle</a><div data-hook="cr-filter-info-review-rating-count">${counted}</div>
        <div id="cm_cr-review_list"><div id="R1KETTLE000001" data-hook="review"><span data-hook="review-body">Good</span></div>${link}</div></body></html>`,
        { url: 'https://www.amazon.com/product-reviews/B0KETTLE01' },
      ).gaps;
    const signIn = '<a href="/ap/signin?x">Sign in</a>';
    expect(read('31,088 total ratings, 21,088 with reviews', signIn)).toMatchObject([
      { kind: 'partial', have: 1, total: 21_088, reason: 'sign_in' },
    ]);
    expect(read('', signIn)).toEqual([]);
    expect(read('31,088 total ratings, 1 with reviews', signIn)).toEqual([]);
    expect(read('31,088 total ratings, 21,088 with reviews', '')).toEqual([]);
  });
});
