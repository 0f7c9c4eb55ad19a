import { describe, expect, it } from 'vitest';
import { fixtureMarketplace } from '../../examples/fixtures.ts';
import { landedPrice, type OfferRow, repricerInput, shippingOf } from '../../examples/repricer-input.ts';
import type { OfferEntry } from '../../src/entries/index.ts';

describe('repricer-input', () => {
  it('yields all offers in the order of the products', async () => {
    await using marketplace = await fixtureMarketplace();
    const products = ['B0LANTERN1', 'B0NOTFOUND', 'B0HAMMOCK1'].map((asin) => ({ asin }));
    const rows: Record<string, OfferRow[]> = {};
    const failed: string[] = [];
    for await (const result of repricerInput(marketplace, products)) {
      if ('rows' in result) rows[result.product.asin] = result.rows;
      else failed.push(result.product.asin);
    }
    expect(Object.entries(rows).map(([asin, { length }]) => [asin, length])).toEqual([
      ['B0LANTERN1', 15],
      ['B0NOTFOUND', 0],
      ['B0HAMMOCK1', 3],
    ]);
    expect(failed).toEqual([]);
    expect(rows.B0LANTERN1?.filter(({ is_buy_box }) => is_buy_box)).toMatchObject([
      { seller: 'Larkmoor Outdoors', fulfilment: 'FBA', condition: 'new', landed_price: 34.99, currency: 'USD' },
    ]);
    expect(rows.B0LANTERN1?.find(({ seller }) => seller === 'Second Camp')).toMatchObject({
      fulfilment: 'FBM',
      condition: 'used_good',
      price: 24.5,
      shipping: 4.99,
      landed_price: 29.49,
    });
    // An unknown condition keeps the page's text. Without delivery information the shipping price is unknown.
    expect(rows.B0LANTERN1?.find(({ seller }) => seller === 'SecondLife Devices')?.condition).toBe(
      'Refurbished - Good',
    );
    expect(rows.B0LANTERN1?.find(({ seller }) => seller === 'Old Lamp Room')).toMatchObject({
      price: 58,
      shipping: undefined,
      landed_price: undefined,
    });
  });

  it('stays within maxPages', async () => {
    await using marketplace = await fixtureMarketplace();
    for await (const result of repricerInput(marketplace, [{ asin: 'B0LANTERN1' }], { maxPages: 1 })) {
      expect(result).toMatchObject({ pages: 1, rows: { length: 11 } });
    }
  });

  it('never returns a part of the list', async () => {
    await using marketplace = await fixtureMarketplace();
    const torn = {
      ...marketplace,
      offers: (...given: Parameters<typeof marketplace.offers>) =>
        given[0].page === 2 ? Promise.reject(new Error('torn')) : marketplace.offers(...given),
    };
    const products = [{ asin: 'B0LANTERN1' }, { asin: 'B0HAMMOCK1' }];
    const results: unknown[] = [];
    for await (const result of repricerInput(torn, products)) results.push(result);
    expect(results).toMatchObject([{ error: { message: 'torn' } }, { rows: { length: 3 } }]);
  });
});

describe('landedPrice', () => {
  const offer = (members: Partial<OfferEntry>): OfferEntry => ({
    seller_id: 'A1',
    price: 10,
    delivery: [],
    ...members,
  });
  const promise = (kind: 'standard' | 'fastest', is_free: boolean | null) => ({
    kind,
    is_free,
    days_min: 1,
    days_max: 1,
    date_min: '2026-11-21',
    date_max: '2026-11-21',
    text: 'delivery',
  });

  it.each([
    ['a charge', offer({ shipping_price: 4.99 }), 4.99, 14.99],
    ['free delivery', offer({ shipping_price: 0, delivery: [promise('standard', true)] }), 0, 10],
    ['a cost that could not be read', offer({ shipping_price: 0, delivery: [promise('standard', null)] }), undefined],
    ['free delivery for members', offer({ shipping_price: 0, delivery: [promise('fastest', true)] }), undefined],
    ['no word', offer({}), undefined],
    ['fees', offer({ shipping_price: 0.1, import_fees: 0.2 }), 0.1, 10.3],
  ])('%s', (_, given, shipping, landed?: number) => {
    expect(shippingOf(given)).toBe(shipping);
    expect(landedPrice(given)).toBe(landed);
  });
});
