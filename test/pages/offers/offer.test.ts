import { describe, expect, test } from 'vitest';
import { type OfferEntry, parseOffers } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';
import { type OfferOptions, offer, panel, promise } from './page.ts';

const requestedAt = new Date('2026-03-02T18:00:00Z');

/** Returns the only offer of a panel. The language is that of the panel, or of the site. */
function read(options: OfferOptions, suffix = 'com', language = ''): OfferEntry {
  const named = language === '' ? '' : `<input type="hidden" value="${language}" id="aod-language">`;
  const url = `https://www.amazon.${suffix}/gp/product/ajax/aodAjaxMain/?asin=B0TESTCASE`;
  const [entry] =
    parseOffers(named + panel(undefined, [offer(1, options)]), { url, requestedAt }).data?.product_sellers_info ?? [];
  if (entry === undefined) throw new Error('no offer');
  return entry;
}

describe('the price of an offer', () => {
  test('is none that is paid each month', () => {
    const monthly = '$41.62</span></span> <span><span> per month';
    expect(read({ price: monthly })).not.toHaveProperty('price');
    expect(read({ price: `$299.00</span></span> or <span>${monthly}` })).toMatchObject({ price: 299 });
  });
});

describe('the seller of an offer', () => {
  test('can have feedback', () => {
    expect(read({})).toMatchObject({
      name: 'Lamp House',
      seller_id: 'A1BUYBOXTEST01',
      seller_url:
        'https://www.amazon.com/gp/aag/main?ie=UTF8&seller=A1BUYBOXTEST01&isAmazonFulfilled=0&asin=B0TESTCASE',
      ships_from: 'Lamp House',
      is_amazon: false,
      is_fba: false,
      rating_percent: 97,
      reviews_count: 1234,
      is_just_launched: false,
      domain: 'com',
    });
  });

  test('can ship from the operator', () => {
    expect(read({ fulfilled: true })).toMatchObject({ is_fba: true, is_amazon: false, ships_from: 'Amazon.com' });
    expect(read({ shipsFrom: 'Ships from United States.' })).not.toHaveProperty('ships_from');
    expect(read({ shipsFrom: 'Amazon' }, 'de')).toMatchObject({ is_fba: true, domain: 'de' });
  });

  test.each([
    ['Amazon.com', '', 'com'],
    ['Amazon Resale', '', 'com'],
    ['Amazon.com', 'ATVPDKIKX0DER', 'com'],
    ['A name of its own', 'A3JWKAKR8XB7XF', 'de'],
    ['Amazon Warehouse', 'A8BUYBOXTEST88', 'de'],
    ['Amazon Seconde main', 'A8BUYBOXTEST88', 'fr'],
    ['Amazonアウトレット', 'A8BUYBOXTEST88', 'co.jp'],
    ['Amazon.co.jp', '', 'co.jp'],
    ['Amazon', '', 'it'],
  ])('is the operator: %s %s on %s', (seller, sellerId, suffix) => {
    expect(read({ seller, sellerId }, suffix)).toMatchObject({ is_amazon: true, is_fba: true, seller_id: null });
  });

  test.each(['Amazonas Shop', 'Not Amazon', 'Amazonia', 'Amazon-Fan'])('is not the operator: %s', (seller) => {
    expect(read({ seller })).toMatchObject({ is_amazon: false, seller_id: 'A1BUYBOXTEST01' });
  });

  test.each([
    ['(1,855 ratings)<br>72% positive over last 12 months', 'com', 72, 1855],
    ['(94840 valutazioni)<br>94% positive negli ultimi 12 mesi', 'it', 94, 94840],
    ['(51 valutazioni)<br>94% positive', 'it', 94, 51],
    ['(12.345 Bewertungen)<br>98 % positiv in den letzten 12 Monaten', 'de', 98, 12345],
    ['(1 234 évaluations)<br>99 % positif au cours des 12 derniers mois', 'fr', 99, 1234],
    ['(1.234 değerlendirme)<br>Son 12 ayda %96 olumlu', 'com.tr', 96, 1234],
    ['(1,234件の評価)<br>過去12か月間で97%が好意的', 'co.jp', 97, 1234],
    ['98% positive (1,234)', 'com', 98, 1234],
  ])('has the feedback %s', (feedback, suffix, percent, count) => {
    expect(read({ feedback }, suffix)).toMatchObject({
      rating_percent: percent,
      reviews_count: count,
      is_just_launched: false,
    });
  });

  test.each([
    ['Just launched', 'com'],
    ['(0 ratings)', 'com'],
    ['Neuer Verkäufer', 'de'],
    ['Just launched', 'de'],
    ['Vient de démarrer', 'fr'],
    ['Appena lanciato', 'it'],
    ['Recién lanzado', 'es'],
    ['Recém-lançado', 'com.br'],
    ['Faaliyetine yeni başladı', 'com.tr'],
    ['新規出品者', 'co.jp'],
    ['بائع جديد', 'com', 'ar-AE'],
    ['Net gestart', 'nl'],
    ['Nowy sprzedawca', 'pl'],
    ['Nystartad', 'se'],
  ])('a seller without feedback: %s, amazon.%s', (feedback, suffix, language?: string) => {
    const entry = read({ feedback }, suffix, language);
    expect(entry.is_just_launched).toBe(true);
    expect(entry).not.toHaveProperty('rating_percent');
  });

  test('has no feedback values if the offer shows none', () => {
    expect(read({ feedback: '' })).not.toHaveProperty('is_just_launched');
    expect(read({ feedback: 'Seller information' })).not.toHaveProperty('is_just_launched');
    expect(read({ seller: 'Amazon.com', sellerId: '' }).is_just_launched).toBe(false);
  });
});

describe('the condition', () => {
  test.each([
    ['New', 'com', 'new'],
    ['Used - Like New', 'com', 'used_like_new'],
    ['Used - Very Good', 'com', 'used_very_good'],
    ['Used - Good', 'com', 'used_good'],
    ['Used - Acceptable', 'com', 'used_acceptable'],
    ['Collectible - Like New', 'com', 'collectible'],
    ['Neu', 'de', 'new'],
    ['Gebraucht - Sehr gut', 'de', 'used_very_good'],
    ["D'occasion - Comme neuf", 'fr', 'used_like_new'],
    ['Usato - Accettabile', 'it', 'used_acceptable'],
    ['De 2ª mano - Como nuevo', 'es', 'used_like_new'],
    ['中古品 - 非常に良い', 'co.jp', 'used_very_good'],
    ['Tweedehands - Goed', 'nl', 'used_good'],
    ['Refurbished - Good', 'com', null],
    ['Generalüberholt - Hervorragend', 'de', null],
    ['Rental', 'com', null],
  ])('%s on %s', (heading, suffix, condition) => {
    expect(read({ heading }, suffix)).toMatchObject({ condition, condition_text: heading });
  });

  test('is absent without a heading', () => {
    expect(read({ heading: '' })).toMatchObject({ condition: null, condition_text: null });
  });

  test("has the seller's comment, complete and without its label", () => {
    const inner = `<div id="aod-condition-container"><span id="condition-text-block-title-text">Condition</span>
      <span class="expandable-text"><span class="expandable-truncated-text">A small scratch...</span>
      <span class="expandable-expanded-text">A small scratch on the foot.</span></span></div>`;
    expect(read({ heading: 'Used - Good', inner }).condition_comments).toBe('A small scratch on the foot.');
  });
});

describe('the price', () => {
  test('can have a struck price with a badge', () => {
    const price = `</span></span></span><span id="aod-price-9"><span class="a-price"><span class="a-offscreen"> </span><span aria-hidden="true"><span class="a-price-symbol">$</span><span class="a-price-whole">287<span class="a-price-decimal">.</span></span><span class="a-price-fraction">99</span></span></span><span class="apex-savings-text">-5%</span>
      <span>List Price: <span class="a-price" data-a-strike="true"><span class="a-offscreen">$302.40</span></span></span><span><span><span>`;
    expect(read({ price })).toMatchObject({ price: 287.99, currency: 'USD', list_price: 302.4, savings_percent: 5 });
  });

  test.each([
    ['1.299,00 €', 'de', 1299, 'EUR'],
    ['￥1,299', 'co.jp', 1299, 'JPY'],
    ['R$ 1.299,90', 'com.br', 1299.9, 'BRL'],
    ['EGP 480.00', 'com', 480, 'EGP'],
  ])('%s on %s', (price, suffix, amount, currency) => {
    expect(read({ price }, suffix)).toMatchObject({ price: amount, currency });
  });

  test('is absent if it is not shown', () => {
    expect(read({ price: 'See price in cart' })).not.toHaveProperty('price');
  });

  test('can have a coupon with an amount or a percentage', () => {
    const coupon = (text: string) => read({ inner: `<label id="couponTextabc">${text}</label>` }).coupon;
    expect(coupon('Save 10% with coupon')).toEqual({ unit: 'percent', value: 10, text: 'Save 10% with coupon' });
    expect(coupon('Apply $5.00 coupon')).toMatchObject({ unit: 'currency', value: 5 });
    expect(read({})).not.toHaveProperty('coupon');
  });
});

describe('the delivery', () => {
  const free = promise('PRIMARY', 'FREE delivery <b>Sunday, March 8</b>', 'FREE', 'Sunday, March 8');

  test('has the standard option first, then the fastest', () => {
    const members = promise(
      'SECONDARY',
      'Or Prime members get FREE delivery <b>Thursday, March 5</b>. Order within 3 hrs',
      'FREE',
      'Thursday, March 5',
    );
    expect(read({ delivery: free + members })).toMatchObject({
      shipping_price: 0,
      delivery: [
        { kind: 'standard', date_min: '2026-03-08', days_min: 6, is_free: true },
        { kind: 'fastest', date_min: '2026-03-05', days_max: 3, is_free: true },
      ],
    });
  });

  test('has the slots of panels of 2022', () => {
    const slots = markup`
      <div id="mir-layout-DELIVERY_BLOCK">
        <div id="mir-layout-DELIVERY_BLOCK-slot-DELIVERY_MESSAGE">Consegna a 2,90 €: <b>9 - 12 mar</b></div>
        <div id="mir-layout-DELIVERY_BLOCK-slot-UPSELL">Consegna più veloce: <b>5 - 6 mar</b></div>
      </div>
    `;
    expect(read({ delivery: slots }, 'it')).toMatchObject({
      shipping_price: 2.9,
      delivery: [
        { kind: 'standard', date_min: '2026-03-09', date_max: '2026-03-12', is_free: false },
        { kind: 'fastest', date_min: '2026-03-05', date_max: '2026-03-06', is_free: null },
      ],
    });
  });

  test('has the standard option first, also if the page shows the fastest first', () => {
    const fast = promise('PRIMARY', 'Fastest delivery <b>March 5</b>', 'fastest', 'March 5');
    const slow = promise('PRIMARY', '$4.00 delivery <b>March 9</b>', '$4.00', 'March 9').replace('PRIMARY', 'OTHER');
    expect(read({ delivery: fast + slow })).toMatchObject({
      shipping_price: 4,
      delivery: [{ kind: 'standard' }, { kind: 'fastest' }],
    });
  });

  test.each([
    ['FREE', 'FREE delivery <b>March 9</b>', 'March 9', 'com', 0, true],
    ['$11.83', '$11.83 delivery <b>March 9 - 12</b>', 'March 9 - 12', 'com', 11.83, false],
    ['a 2,90 €', 'Consegna a 2,90 € <b>9 - 12 marzo</b>', '9 - 12 marzo', 'it', 2.9, false],
    ['FREE', 'FREE delivery March 9 on orders shipped by Amazon over $35', 'March 9', 'com', 0, null],
    ['fastest', 'Fastest delivery <b>March 9</b>', 'March 9', 'com', 0, null],
  ])('has the charge %s', (price, text, time, suffix, shipping, isFree) => {
    const entry = read({ delivery: promise('PRIMARY', text, price, time) }, suffix);
    const is_shipping_known = isFree !== null;
    expect(entry).toMatchObject({ shipping_price: shipping, is_shipping_known, delivery: [{ is_free: isFree }] });
  });

  test('prefers the shipping row over the charge of the option', () => {
    expect(read({ charge: '<span>+ $14.38 shipping</span>' }).shipping_price).toBe(14.38);
    const free = read({ charge: '<span>Spedizione GRATUITA</span>' }, 'it');
    expect(free).toMatchObject({ shipping_price: 0, is_shipping_known: true });
  });

  test('has no import fees as its charge', () => {
    const fees = '<div>+ $9.10 Import Fees Deposit</div>';
    expect(read({ charge: fees })).toMatchObject({ shipping_price: 0, is_shipping_known: false, import_fees: 9.1 });
    expect(read({ charge: `${fees}<div>+ $14.38 shipping</div>` })).toMatchObject({
      shipping_price: 14.38,
      import_fees: 9.1,
    });
    const german = '<div>+ 9,10 € Einfuhrgebühren</div><div>+ 14,38 € Versand</div>';
    expect(read({ charge: german, price: '20,00 €' }, 'de', 'de-DE').shipping_price).toBe(14.38);
  });

  test('has import fees separately or in one amount', () => {
    expect(read({ charge: '<div>+ $14.38 shipping</div><div>+ $9.10 Import Fees Deposit</div>' })).toMatchObject({
      shipping_price: 14.38,
      import_fees: 9.1,
    });
    const sum = read({ charge: '<div>+ $23.48 Shipping &amp; Import Fees Deposit</div>' });
    expect(sum.shipping_price).toBe(23.48);
    expect(sum).not.toHaveProperty('import_fees');
  });

  test('reads the message and the charge of panels of 2021', () => {
    const delivery = '<div id="delivery-message">Arrives: <b>March 9 - 12</b></div>';
    const [before = '', after = ''] = panel(undefined, [offer(1, { delivery })]).split(
      '<div id="aod_ship_charge_row" class="a-row aod-ship-charge"></div>',
    );
    const html = `${before}<span><span>+ $14.38 shipping</span></span>${after}`;
    const url = 'https://www.amazon.com/gp/product/ajax/aodAjaxMain/?asin=B0TESTCASE';
    expect(parseOffers(html, { url, requestedAt }).data?.product_sellers_info).toMatchObject([
      { shipping_price: 14.38, delivery: [{ date_min: '2026-03-09', date_max: '2026-03-12', is_free: false }] },
    ]);
  });

  test('is empty if the offer is not delivered to the shopper', () => {
    const delivery =
      '<div id="delivery-message">Your selected delivery location is beyond the shipping coverage of this seller.</div>';
    expect(read({ delivery })).toMatchObject({ delivery: [], shipping_price: 0, is_shipping_known: false });
    expect(read({}).delivery).toEqual([]);
    const slot =
      '<div id="mir-layout-DELIVERY_BLOCK-slot-PRIMARY_DELIVERY_MESSAGE_LARGE">No seller ships to Norway.</div>';
    expect(read({ delivery: slot }).delivery).toEqual([]);
  });

  test.each(['Arrives before the holidays', 'Usually ships within 2 to 3 weeks'])(
    'has no days if its text is not understood: %s',
    (text) => {
      const delivery = `<div id="mir-layout-DELIVERY_BLOCK-slot-PRIMARY_DELIVERY_MESSAGE_LARGE">${text}</div>`;
      const nothing = { days_min: null, days_max: null, date_min: null, date_max: null, is_free: null };
      expect(read({ delivery }).delivery).toEqual([{ kind: 'standard', ...nothing, text }]);
    },
  );
});

describe('an offer', () => {
  test('has a decoded listing id', () => {
    expect(read({ offerId: 'ab%2Fc%2Bd%3D%3D' }).offer_id).toBe('ab/c+d==');
    expect(read({ offerId: 'ab/c+d==' }).offer_id).toBe('ab/c+d==');
    expect(read({ offerId: '100%' }).offer_id).toBe('100%');
    const form = '<form><input type="hidden" name="items[0.base][offerListingId]" value="x%2By"></form>';
    expect(read({ offerId: '', inner: form }).offer_id).toBe('x+y');
  });

  test('has order quantities and stock', () => {
    expect(read({})).toMatchObject({ minimum_order_quantity: 2, maximum_order_quantity: 12 });
    expect(read({})).not.toHaveProperty('stock_qty');
    expect(read({ inner: '<div id="aod-offer-availability">Only 3 left in stock.</div>' }).stock_qty).toBe(3);
  });

  test('has the Prime badge', () => {
    expect(read({ inner: '<i class="a-icon a-icon-prime"></i>' }).is_prime).toBe(true);
    expect(read({})).not.toHaveProperty('is_prime');
  });

  test('is read in the language of the panel, not of the site', () => {
    expect(read({ heading: 'Used - Good', price: '€1,299.00' }, 'de', 'en-GB')).toMatchObject({
      condition: 'used_good',
      price: 1299,
    });
  });
});

test.each([
  ['before it', (unit: string, main: string) => unit + main],
  ['after it', (unit: string, main: string) => main + unit],
])('the unit price is not the price of an offer: %s', (_, inOrder) => {
  const amount = (text: string) => `<span class="a-price"><span class="a-offscreen">${text}</span></span>`;
  const html = panel(undefined, [offer(1)]).replace(
    /<span id="aod-price-1">.*?<\/span><\/span><\/span>/s,
    `<span id="aod-price-1">${inOrder(`(${amount('$2.00')}/oz) `, `${amount('$20.00')} `)}</span>`,
  );
  const { data } = parseOffers(html, { url: 'https://www.amazon.com/dp/B0TESTCASE?aod=1' });
  expect(data?.product_sellers_info[0]?.price).toBe(20);
});
