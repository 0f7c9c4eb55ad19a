import { describe, expect, test } from 'vitest';
import { parseOffers, parseProduct, parseSearch } from '../../src/entries/parse.ts';
import { removeNotFinite } from '../../src/pages/engine/clean-data.ts';
import * as offers from './offers/page.ts';
import * as product from './product/page.ts';
import * as search from './search/markup.ts';

const requestedAt = new Date('2026-03-02T18:00:00Z');

function productPage(content: string, options: product.PageOptions = {}) {
  const html = product.html({ centre: product.prices(content), box: product.cart(), ...options });
  return parseProduct(html, { url: 'https://www.amazon.com/dp/B0KETTLE01', requestedAt });
}

function tilePage(text: string) {
  const price = search.priceRow(search.price('$24.00') + search.struck('List:', '$30.00'), text);
  const html = search.page({ tiles: [search.tile({ price })] });
  return parseSearch(html, { url: 'https://www.amazon.com/s?k=kettle', requestedAt });
}

function offerPage(percent: string) {
  const struck =
    '<span>List Price: <span class="a-price" data-a-strike="true"><span class="a-offscreen">$25.00</span></span></span>';
  const price = `$20.00</span></span><span class="apex-savings-text">${percent}</span>${struck}<span><span>`;
  const html = offers.panel(undefined, [offers.offer(1, { price })]);
  return parseOffers(html, { url: 'https://www.amazon.com/dp/B0TESTCASE?aod=1', requestedAt });
}

const contradictions = ({ gaps }: { gaps: { kind: string }[] }) => gaps.filter(({ kind }) => kind === 'contradiction');

describe('a saving', () => {
  const paid = product.price('$', '24', '00');
  const shown = (percent: string, amount: string) =>
    productPage(`<span class="savingsPercentage">${percent}</span>${paid}${product.struck('List Price:', amount)}`);

  test.each(['-19%', '-20%', '-21%'])('of %s fits 24.00 instead of 30.00', (percent) => {
    const page = shown(percent, '$30.00');
    expect(contradictions(page)).toEqual([]);
    expect(page.data?.promotion?.list_price).toMatchObject({
      amount: 30,
      savings_percent: Math.abs(parseInt(percent, 10)),
    });
  });

  test.each([
    ['-18%', '$30.00'],
    ['-45%', '$30.00'],
    ['-20%', '$24.00'],
    ['-20%', '$19.00'],
  ])('of %s does not fit 24.00 instead of %s: price and promotion are unknown', (percent, amount) => {
    const page = shown(percent, amount);
    expect(page.data).not.toHaveProperty('promotion');
    expect(page.data).not.toHaveProperty('bb_price');
    expect(contradictions(page)).toEqual([
      {
        landmark: 'savingsPercentage',
        kind: 'contradiction',
        detail: `a saving of ${percent.slice(1, -1)} % does not fit the prices 24 and ${Number(amount.slice(1))}`,
      },
    ]);
  });

  test.each([
    [24, 24],
    [21, undefined],
  ])('that does not fit leaves the price 24.00 if the cart form says %d: %s', (stated, expected) => {
    const form = `<input type="hidden" name="items[0.base][customerVisiblePrice][amount]" value="${stated}">
      <input type="hidden" name="items[0.base][customerVisiblePrice][currencyCode]" value="USD">`;
    const content = `<span class="savingsPercentage">-45%</span>${paid}${product.struck('List Price:', '$30.00')}`;
    const { data } = productPage(content, { box: product.cart(form) });
    expect(data?.bb_price).toBe(expected);
    expect(data).not.toHaveProperty('promotion');
  });

  test('that no page shows is derived: a reference price at or below the price is not a contradiction', () => {
    const page = productPage(paid + product.struck('List Price:', '$19.00'));
    expect(contradictions(page)).toEqual([]);
    expect(page.data?.promotion?.list_price).toMatchObject({ amount: 19, savings_percent: null });
  });

  test('of a tile that does not fit leaves no price and no promotion', () => {
    expect(tilePage('(20% off)').data?.shallow_parts[0]).toMatchObject({
      promotion: { list_price: { savings_percent: 20 } },
    });
    const page = tilePage('(45% off)');
    expect(page.data?.shallow_parts[0]).not.toHaveProperty('price');
    expect(page.data?.shallow_parts[0]).not.toHaveProperty('promotion');
    expect(page.data?.shallow_parts[0]).not.toHaveProperty('list_price');
    expect(contradictions(page)).toMatchObject([{ landmark: 'price-recipe' }]);
  });

  test('of an offer that does not fit leaves no price', () => {
    expect(offerPage('-20%').data?.product_sellers_info[0]).toMatchObject({
      price: 20,
      list_price: 25,
      savings_percent: 20,
    });
    const page = offerPage('-45%');
    expect(page.data?.product_sellers_info[0]).not.toHaveProperty('price');
    expect(page.data?.product_sellers_info[0]).not.toHaveProperty('list_price');
    expect(contradictions(page)).toMatchObject([{ landmark: 'aod-offer-price' }]);
  });
});

describe('a histogram', () => {
  const shown = (...shares: number[]) => {
    const meters = shares.map((share) => `<li><div class="a-meter" aria-valuenow="${share}"></div></li>`).join('');
    return productPage('', { elsewhere: `<ul id="histogramTable">${meters}</ul>` });
  };

  test.each([97, 100, 103])('that adds up to %i is read', (sum) => {
    const page = shown(sum - 30, 15, 8, 4, 3);
    expect(page.data?.rating_histogram).toMatchObject({ '5': sum - 30 });
    expect(contradictions(page)).toEqual([]);
  });

  test.each([96, 104, 30])('that adds up to %i is left out', (sum) => {
    const page = shown(sum - 30, 15, 8, 4, 3);
    expect(page.data).not.toHaveProperty('rating_histogram');
    expect(contradictions(page)).toMatchObject([
      { landmark: 'histogramTable', detail: `the shares of the five ratings add up to ${sum} %` },
    ]);
  });
});

describe('a delivery', () => {
  const shown = (text: string) =>
    productPage('', {
      box: product.cart(`<div id="mir-layout-DELIVERY_BLOCK-slot-PRIMARY_DELIVERY_MESSAGE_LARGE">${text}</div>`),
    });

  test('from March 9 to March 12 is read', () => {
    const page = shown('FREE delivery March 9 - 12');
    expect(page.data?.delivery).toMatchObject([{ date_min: '2026-03-09', date_max: '2026-03-12' }]);
    expect(contradictions(page)).toEqual([]);
  });

  test.each(['March 12 - 9', '12 - 9 March', 'March 12, 2026 - March 9, 2026'])('from %s has no dates', (days) => {
    const page = shown(`FREE delivery ${days}`);
    expect(page.data?.delivery).toMatchObject([{ date_min: null, date_max: null, days_min: null, is_free: true }]);
    expect(contradictions(page)).toEqual([
      {
        landmark: 'delivery',
        kind: 'contradiction',
        detail: `${JSON.stringify(`FREE delivery ${days}`)} ends before it begins`,
      },
    ]);
  });

  test('from March 12 to March 5 of the next year has no dates', () => {
    expect(shown('FREE delivery March 12 - March 5').data?.delivery).toMatchObject([{ date_min: null }]);
    expect(shown('FREE delivery November 12 - March 5').data?.delivery).toMatchObject([
      { date_min: '2026-11-12', date_max: '2027-03-05' },
    ]);
  });
});

describe('a number that is not finite', () => {
  test.each([Number.POSITIVE_INFINITY, Number.NaN])('%d: its field is removed', (amount) => {
    const data = { bb_price: amount, unit_price: { amount, unit: 'kg' }, asin: 'B0KETTLE01', images_count: 3 };
    expect(removeNotFinite(data, 'product')).toEqual(['bb_price', 'unit_price']);
    expect(data).toEqual({ asin: 'B0KETTLE01', images_count: 3 });
  });

  test('in an entry: the other fields of the entry stay', () => {
    const entries = [{ price: 1 }, { price: Number.NaN, asin: 'B0KETTLE01' }];
    const data = { current_page: 1, shallow_parts: entries };
    expect(removeNotFinite(data, 'search')).toEqual(['shallow_parts[1].price']);
    expect(data).toEqual({ current_page: 1, shallow_parts: [{ price: 1 }, { asin: 'B0KETTLE01' }] });
  });

  test('is not read from digits', () => {
    const page = productPage(product.price('$', '9'.repeat(400), '00'));
    expect(page.data).not.toHaveProperty('bb_price');
  });
});
