import { describe, expect, test } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import { parseOffers, parsePage, parseProduct, parseSearch } from '../../src/entries/parse.ts';
import { removeBareAmounts } from '../../src/pages/engine/clean-data.ts';
import { read, rows, textOf } from '../fixtures/fixture.ts';
import { bareAmounts } from './bare-amounts.ts';
import * as offers from './offers/page.ts';
import * as product from './product/page.ts';
import * as search from './search/markup.ts';

const requestedAt = new Date('2026-03-02T18:00:00Z');

describe('no amount leaves without its currency', () => {
  // By day, one page of three.
  const pages = rows.filter(
    ({ file }, at) =>
      /^(?:product|search|offers|bestseller|category|storefront)\//.test(file) && (isNightly || at % 3 === 0),
  );

  test.each(pages)('in $file without its signs of currencies', ({ file, url, fetched_at }) => {
    const html = textOf(file).replace(/[$€£¥￥₹]|\b(?:USD|EUR|GBP|JPY|INR|TL|SAR|AED|R\$|kr|zł)\b/g, '');
    const bare = parsePage(html, { url, requestedAt: new Date(fetched_at) });
    expect(bareAmounts(bare.data)).toEqual([]);
    expect(bareAmounts(read(file).data)).toEqual([]);
  });

  test('in a product, a tile and an offer whose prices are bare numbers', () => {
    const bare = '<span class="a-price priceToPay"><span class="a-offscreen">24.90</span></span>';
    const html = product.html({
      centre: product.prices(bare + product.struck('List Price:', '30.00')),
      box: product.cart(),
    });
    const page = parseProduct(html, { url: 'https://www.amazon.com/dp/B0KETTLE01', requestedAt });
    expect(page.data).toMatchObject({ buybox: true });
    for (const field of ['bb_price', 'promotion', 'currency']) expect(page.data).not.toHaveProperty(field);

    const tile = search.tile({ price: search.priceRow(search.price('24.00') + search.struck('List:', '30.00'), '') });
    const list = parseSearch(search.page({ tiles: [tile] }), { url: 'https://www.amazon.com/s?k=kettle', requestedAt });
    for (const field of ['price', 'list_price']) expect(list.data?.shallow_parts[0]).not.toHaveProperty(field);

    const panel = offers.panel(undefined, [offers.offer(1, { price: '20.00' })]);
    const { data } = parseOffers(panel, { url: 'https://www.amazon.com/dp/B0TESTCASE?aod=1', requestedAt });
    expect(data?.product_sellers_info[0]).toMatchObject({ name: 'Lamp House' });
    expect(data?.product_sellers_info[0]).not.toHaveProperty('price');
  });
});

describe('removing bare amounts', () => {
  const item = () => ({
    price: 5,
    shipping: 4,
    shipping_price: 4,
    coupon: { unit: 'currency', value: 1 },
    promotion: { deal: null, list_price: { amount: 9 } },
    variations: [{ asin: 'B0KETTLE01', price: 5 }],
  });

  test('keeps what needs no currency', () => {
    const data = {
      shipping: 0,
      shipping_price: 0,
      coupon: { unit: 'percent', value: 5 },
      promotion: null,
      title: 'Kettle',
    };
    removeBareAmounts(data);
    expect(data).toEqual({
      shipping: 0,
      shipping_price: 0,
      coupon: { unit: 'percent', value: 5 },
      promotion: null,
      title: 'Kettle',
    });
  });

  test('removes amounts at all depths', () => {
    const data = item();
    removeBareAmounts(data);
    expect(data).toEqual({ variations: [{ asin: 'B0KETTLE01' }] });
  });

  test('leaves an item with a currency alone', () => {
    const data = { ...item(), currency: 'EUR' };
    removeBareAmounts(data);
    expect(data).toEqual({ ...item(), currency: 'EUR' });
  });
});
