import { describe, expect, it } from 'vitest';
import { comparePrices } from '../../examples/compare-marketplaces.ts';
import { fixtureMarketplace } from '../../examples/fixtures.ts';
import { importResults, openHistory, priceRanges, readPrices, storeReading } from '../../examples/price-history.ts';
import { TransportError } from '../../src/entries/index.ts';
import { altered } from './altered.ts';

describe('compare-marketplaces', () => {
  it('groups prices by currency, cheapest landed price first', async () => {
    await using marketplace = await fixtureMarketplace();
    const dearDelivery = altered(marketplace, 'product', ({ data }) => {
      if (data?.asin === 'B0MOKAPOT1') data.shipping_price = 19.5;
    });
    const { prices, without } = await comparePrices(dearDelivery, [
      { asin: 'B0MOCHILA1', marketplace: 'es' },
      { asin: 'B0LANTERN1' },
      { asin: 'B0WASSERK1', marketplace: 'de' },
      { asin: 'B0MOKAPOT1', marketplace: 'it' },
      { asin: 'B0HAMMOCK1', marketplace: 'us' },
      { asin: 'B0NICHTDA0', marketplace: 'de' },
    ]);
    const rows = (currency: string) =>
      prices.get(currency)?.map(({ marketplace: code, price, shipping }) => [code, price, shipping]);
    expect([...prices.keys()].sort()).toEqual(['EUR', 'USD']);
    expect(rows('EUR')).toEqual([
      ['de', 39.99, 0],
      ['it', 24.99, 19.5],
      ['es', 44.9, 0],
    ]);
    expect(rows('USD')).toEqual([['us', 34.99, 0]]);
    expect(without.sort((one, other) => one.asin.localeCompare(other.asin))).toEqual([
      { asin: 'B0HAMMOCK1', marketplace: 'us', why: 'has no Buy Box price' },
      { asin: 'B0NICHTDA0', marketplace: 'de', why: 'is not sold here' },
    ]);
  });

  it('distinguishes failed calls from products that are not sold', async () => {
    await using marketplace = await fixtureMarketplace();
    const down = { ...marketplace, product: () => Promise.reject(new TransportError('the line is dead')) };
    expect((await comparePrices(down, [{ asin: 'B0LANTERN1', marketplace: 'us' }])).without).toEqual([
      { asin: 'B0LANTERN1', marketplace: 'us', why: 'the line is dead' },
    ]);
  });
});

describe('price-history', () => {
  it('returns price ranges by currency', async () => {
    await using marketplace = await fixtureMarketplace();
    using history = openHistory(':memory:');
    const { data, meta, ...envelope } = await marketplace.product({ asin: 'B0LANTERN1' });
    if (data === null) throw new Error('the fixture is gone');
    const read = (day: number, price: number | undefined, currency = 'USD') => {
      const { bb_price: _, ...rest } = data;
      const reading = { ...rest, currency, ...(price !== undefined && { bb_price: price }) };
      const timestamp = `2026-11-0${day}T00:00:00Z`;
      storeReading(history, {
        ...envelope,
        success: true,
        found: true,
        page_type: 'product',
        data: reading,
        meta: { ...meta, timestamp },
      });
    };
    for (const [day, price] of [34, 29, 41, 36].entries()) read(day + 1, price);
    // A reading without a Buy Box has no price. A second import changes nothing.
    read(5, undefined);
    read(4, 36);
    read(6, 30, 'EUR');
    expect(priceRanges(history)).toMatchObject([
      { asin: 'B0LANTERN1', marketplace: 'us', currency: 'EUR', readings: 1, lowest: 30, highest: 30, now: 30 },
      { currency: 'USD', readings: 4, lowest: 29, highest: 41, now: 36, at: '2026-11-04T00:00:00Z' },
    ]);
  });

  it('stores prices and returns failed calls', async () => {
    await using marketplace = await fixtureMarketplace({ retries: 0 });
    using history = openHistory(':memory:');
    const products = ['B0LANTERN1', 'B0NOTFOUND', 'B0CAPTCHA1'].map((asin) => ({ asin }));
    expect(await readPrices(marketplace, history, products)).toMatchObject([
      { asin: 'B0CAPTCHA1', error: { code: 'CAPTCHA' } },
    ]);
    expect(priceRanges(history)).toMatchObject([{ asin: 'B0LANTERN1', now: 34.99 }]);
  });

  it('imports a results file of the command line', async () => {
    await using marketplace = await fixtureMarketplace();
    using history = openHistory(':memory:');
    const lines = async function* () {
      for (const response of [
        await marketplace.product({ asin: 'B0LANTERN1' }),
        await marketplace.search({ keyword: 'camping lantern' }),
        await marketplace.scrape({ url: 'https://www.amazon.de/dp/B0WASSERK1' }),
        await marketplace.product({ asin: 'B0NOTFOUND' }),
      ]) {
        yield JSON.stringify({ request: { endpoint: response.page_type, params: {} }, response });
      }
      yield '';
    };
    await importResults(history, lines());
    expect(priceRanges(history).map(({ asin, currency, now }) => [asin, currency, now])).toEqual([
      ['B0LANTERN1', 'USD', 34.99],
      ['B0WASSERK1', 'EUR', 39.99],
    ]);
  });
});
