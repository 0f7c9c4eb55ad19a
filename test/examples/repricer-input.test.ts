import { describe, expect, it } from 'vitest';
import { fixtureMarketplace } from '../../examples/fixtures.ts';
import { type OfferRow, repricerInput } from '../../examples/repricer-input.ts';

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
