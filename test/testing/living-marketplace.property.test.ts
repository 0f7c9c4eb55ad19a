import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { BadRequestError, createMarketplace, type Marketplace } from '../../src/entries/index.ts';
import { createLocalMarketplace, httpPages } from '../../src/entries/local.ts';
import {
  type LivingMarketplace,
  livingMarketplace,
  noPace,
  startFixtureMarketplace,
} from '../../src/entries/testing.ts';
import { isLong } from '../runs.ts';

const HOUR = 3_600_000;
const MANY_OFFERS = Array.from({ length: 23 }, (_, index) => ({
  sellerId: `A${String(index).padStart(10, '0')}X`,
  sellerName: `Seller & Son ${index}`,
  price: 1_234.5 + index,
  shipping: index % 3 === 0 ? 4.99 : 0,
  isFba: index % 2 === 0,
  stock: index + 3,
}));

const readerOf = (market: LivingMarketplace): Marketplace =>
  createLocalMarketplace({ pages: market.pages, now: market.clock.now, retries: 0 });

/** Returns what a marketplace says about a product, without what differs between calls. */
async function seen(marketplace: Marketplace, asin: string): Promise<unknown[]> {
  const calls = [
    () => marketplace.product({ asin }),
    () => marketplace.offers({ asin }),
    () => marketplace.offers({ asin, page: 2 }),
    () => marketplace.offers({ asin, page: 9 }),
    () => marketplace.search({ keyword: 'model' }),
    () => marketplace.search({ keyword: 'nothing like it' }),
    () => marketplace.scrape({ url: `https://www.amazon.com/dp/${asin}` }),
    () => marketplace.product({ asin, marketplace: 'de' }),
  ];
  const results: unknown[] = [];
  for (const call of calls) {
    const { found, data, page_type, meta } = await call().catch(({ code }) => ({ found: code }) as never);
    results.push({ found, data, page_type, gaps: meta?.gaps });
  }
  return results;
}

describe('livingMarketplace', () => {
  it('shows the same on its pages as in its data, whatever happens', async () => {
    const market = livingMarketplace({
      seed: 3,
      products: [...Array.from({ length: 20 }, () => ({})), { asin: 'B0MANY0001', offers: MANY_OFFERS }],
      rates: { price: 20, buybox: 10, soldOut: 2, sellers: 4, rank: 10, vanish: 1, blocks: 4, partial: 4 },
    });
    await using pages = readerOf(market);
    await using data = market.marketplace();
    const steps = isLong ? 30 : 2;
    let found = 0;
    for (let step = 0; step < steps; step++) {
      await market.clock.advance(HOUR / 2);
      for (const asin of ['B0LIVE0001', 'B0MANY0001']) {
        const read = await seen(pages, asin);
        expect(await seen(data, asin)).toEqual(read);
        found += read.filter((result) => (result as { found: unknown }).found === true).length;
      }
    }
    expect(found).toBeGreaterThan(7 * steps - 10);
    market.change({ change: 'buybox', asin: 'B0LIVE0002', seller: null });
    market.change({ change: 'stock', asin: 'B0LIVE0003', stock: 0 });
    market.change({ change: 'partial', asin: 'B0LIVE0004', forMs: HOUR });
    for (const asin of ['B0LIVE0002', 'B0LIVE0003', 'B0LIVE0004'])
      expect(await seen(data, asin)).toEqual(await seen(pages, asin));
  });

  it('returns only the fields of a call, the same as its pages', async () => {
    const market = livingMarketplace({ seed: 5, products: 5 });
    await using pages = readerOf(market);
    await using data = market.marketplace();
    const asin = 'B0LIVE0001';
    const price = { asin, fields: ['bb_price', 'seller.name'] } as const;
    expect(Object.keys((await data.product(price)).data ?? {})).toContain('bb_price');
    expect((await data.product(price)).data).toEqual((await pages.product(price)).data);
    const offers = { asin, condition: 'used', fields: ['product_sellers_info.price', 'fbm_count'] } as const;
    expect((await data.offers(offers)).data).toEqual((await pages.offers(offers)).data);
    const search = { keyword: 'model', fields: ['shallow_parts.title'] } as const;
    expect((await data.search(search)).data).toEqual((await pages.search(search)).data);
  });

  it('follows its script', async () => {
    const asin = 'B0LIVE0001';
    const market = livingMarketplace({
      products: [
        {
          offers: [
            { sellerId: 'A1FIRST0000', price: 20, stock: 5, shipping: 0 },
            { sellerId: 'A2SECOND000', price: 21, stock: 5, shipping: 0 },
          ],
          rank: 9,
        },
      ],
      script: [
        { at: HOUR, asin, change: 'price', seller: 'A2SECOND000', price: 18 },
        { at: 2 * HOUR, asin, change: 'stock', seller: 'A2SECOND000', stock: 0 },
        { at: 3 * HOUR, asin, change: 'stock', stock: 0 },
        { at: 4 * HOUR, asin, change: 'stock', stock: 7 },
        { at: 5 * HOUR, asin, change: 'buybox', seller: 'A1FIRST0000' },
        { at: 6 * HOUR, asin, change: 'buybox', seller: null },
        { at: 7 * HOUR, asin, change: 'buybox', seller: undefined },
        { at: 8 * HOUR, asin, change: 'join', offer: { sellerId: 'A3THIRD0000', price: 15 } },
        { at: 9 * HOUR, asin, change: 'leave', seller: 'A3THIRD0000' },
        { at: 10 * HOUR, asin, change: 'vanish' },
        { at: 11 * HOUR, asin, change: 'return' },
        { at: 12 * HOUR, asin, change: 'rank', rank: 3 },
        { at: 13 * HOUR, change: 'block', forMs: HOUR, code: 'ROBOT_CHECK' },
        { at: 14 * HOUR, change: 'partial', forMs: HOUR, asin },
      ],
    });
    const marketplace = market.marketplace();
    const hours: unknown[] = [];
    for (let hour = 0; hour <= 15; hour++) {
      const call = await marketplace.product({ asin }).catch(({ code }) => code);
      hours.push(typeof call === 'string' ? call : (call.data?.bb_price ?? call.data?.buybox_state ?? call.found));
      await market.clock.advance(HOUR);
    }
    const none = 'see_all_buying_options';
    expect(hours).toEqual([
      20,
      18,
      20,
      'unavailable',
      18,
      20,
      none,
      18,
      15,
      18,
      false,
      18,
      18,
      'ROBOT_CHECK',
      'none',
      18,
    ]);
    expect(market.truth(asin)).toMatchObject({ price: 18, sellerId: 'A2SECOND000', inStock: true, rank: 3, stock: 7 });
    const begin = market.clock.now() - 16 * HOUR;
    expect(market.truth(asin, begin)).toMatchObject({ price: 20, sellerId: 'A1FIRST0000', rank: 9 });
    expect(market.truth(asin, begin + 10 * HOUR)).toMatchObject({ isListed: false, price: undefined });
    expect(market.condition(asin, begin + 13 * HOUR)).toEqual({ blocked: 'ROBOT_CHECK', partial: false });
    expect(market.history(asin)).toHaveLength(12);
    expect(market.history()[0]).toMatchObject({
      at: begin + HOUR,
      change: 'price',
      before: { price: 20 },
      after: { price: 18 },
    });
  });

  it('is the same for the same seed, however often it is read, and another one for another seed', async () => {
    const run = async (seed: number, stepMs: number) => {
      const market = livingMarketplace({ seed, products: 5 });
      for (let time = 0; time < 72 * HOUR; time += stepMs) {
        market.truth('B0LIVE0002');
        await market.clock.advance(stepMs);
      }
      return market.history();
    };
    const history = await run(1, HOUR);
    expect(await run(1, 24 * HOUR)).toEqual(history);
    expect(await run(2, 24 * HOUR)).not.toEqual(history);
    const kinds = new Set(history.map(({ change }) => change));
    for (const kind of ['price', 'rotate', 'rank'] as const) expect(kinds).toContain(kind);
  });

  it('lets a repricer change its own price, and the Buy Box follows', async () => {
    const offers = [
      { sellerId: 'A1MINE00000', price: 30 },
      { sellerId: 'A2OTHER0000', price: 25 },
    ];
    const market = livingMarketplace({ products: [{ offers }], rates: {} });
    expect(market.truth('B0LIVE0001').sellerId).toBe('A2OTHER0000');
    market.change({ change: 'price', asin: 'B0LIVE0001', seller: 'A1MINE00000', price: 20 });
    expect(market.truth('B0LIVE0001')).toMatchObject({ sellerId: 'A1MINE00000', price: 20 });
  });

  it('names what is wrong in options, scripts and calls', () => {
    const withLine = (line: object) => () => livingMarketplace({ script: [line as never] });
    expect(withLine({ at: 0, change: 'pric', asin: 'B0LIVE0001' })).toThrow(
      'script[0].change: "pric" is not a change. Did you mean "price"?',
    );
    expect(withLine({ at: 0, change: 'vanish', asin: 'B0LIVE0099' })).toThrow('script[0].asin: "B0LIVE0099" is not a');
    expect(withLine({ at: -1, change: 'vanish', asin: 'B0LIVE0001' })).toThrow('script[0].at: -1 is not valid');
    expect(() => livingMarketplace({ rates: { price: -1 } })).toThrow('rates.price: -1 is not valid');
    expect(() => livingMarketplace({ products: [{ asin: 'B0TWICE001' }, { asin: 'B0TWICE001' }] })).toThrow(
      'two products have the ASIN B0TWICE001',
    );
    const late = livingMarketplace({
      script: [{ at: 0, change: 'price', asin: 'B0LIVE0001', seller: 'A0NOBODY000', price: 1 }],
    });
    expect(() => late.truth('B0LIVE0001')).toThrow('script[0].seller: "A0NOBODY000" has no offer of B0LIVE0001');
    const market = livingMarketplace({ rates: {} });
    expect(() => market.truth('B0LIVE0099')).toThrow('is not a product of this market');
    expect(() => market.change({ change: 'rank', asin: 'B0LIVE0001', rank: 0 })).toThrow('rank: 0 is not valid');
  });

  it.each([
    [null, 'products[0]: null is not valid: expected an object'],
    [{ asin: 'foo' }, 'products[0].asin: "foo" is not valid'],
    [{ rank: 0 }, 'products[0].rank: 0 is not valid'],
    [{ rating: 6 }, 'products[0].rating: 6 is not valid'],
    [{ price: 3 }, 'products[0].price: is not an option of products[0]'],
    [{ offers: 3 }, 'products[0].offers: 3 is not valid: expected a list'],
    [{ offers: [{ price: 'x' }] }, 'products[0].offers[0].price: "x" is not valid'],
    [{ offers: [{ sellerId: 'me' }] }, 'products[0].offers[0].sellerId: "me" is not valid'],
    [{ offers: [{ sellerId: 'A1MINE00000' }, { sellerId: 'A1MINE00000' }] }, 'have the seller A1MINE00000'],
  ])('refuses a product that no call could read: %j', (product, message) => {
    const make = () => livingMarketplace({ products: [product as never] });
    expect(make).toThrow(BadRequestError);
    expect(make).toThrow(message);
  });

  it.each([
    [{ change: 'vanish' }, 'script[0].asin: is not a product'],
    [{ change: 'price', asin: 'B0LIVE0001', price: 'x' }, 'script[0].price: "x" is not valid'],
    [{ change: 'stock', asin: 'B0LIVE0001' }, 'script[0].stock: null is not valid'],
    [{ change: 'rank', asin: 'B0LIVE0001', rank: 0.5 }, 'script[0].rank: 0.5 is not valid'],
    [{ change: 'join', asin: 'B0LIVE0001' }, 'script[0].offer: null is not valid: expected an object'],
    [
      { change: 'price', asin: 'B0LIVE0001', sellerId: 'A1', price: 3 },
      'script[0].sellerId: is not an option of the change "price". Did you mean "seller"?',
    ],
    [{ change: 'block', forMs: 9, until: 3 }, 'script[0].until: is not an option of the change "block"'],
    [{ change: 'join', asin: 'B0LIVE0001', offer: { price: 3 } }, 'script[0].offer: not complete'],
    [{ change: 'block', forMs: 0 }, 'script[0].forMs: 0 is not valid'],
    [{ change: 'block', forMs: 9, code: 'CAPTCH' }, 'script[0].code: "CAPTCH" is not valid'],
  ])('refuses a line of a script before the market starts: %j', (line, message) => {
    expect(() => livingMarketplace({ script: [{ at: HOUR, ...line } as never] })).toThrow(message);
  });

  it('stays cheap: a month of many products has its events, and its prices stay plausible', async () => {
    const products = isLong ? 200 : 10;
    const market = livingMarketplace({ products });
    const first = market.asins.map((asin) => market.truth(asin).rank);
    await market.clock.advance(30 * 24 * HOUR);
    expect(market.history().length).toBeGreaterThan(100 * products);
    expect(market.asins.map((asin) => market.truth(asin).rank)).not.toEqual(first);
    for (const asin of market.asins) expect(market.truth(asin).price ?? 1).toBeGreaterThanOrEqual(1);
  });
});

describe('startFixtureMarketplace with a living market', () => {
  it('serves its pages over HTTP, on its clock', async () => {
    const asin = 'B0LIVE0001';
    const market = livingMarketplace({ seed: 5, script: [{ at: HOUR, asin, change: 'price', price: 3.5 }] });
    const { now } = market.clock;
    await using site = await startFixtureMarketplace({ pages: market.pages });
    await using marketplace = createMarketplace({ pages: httpPages({ via: site.url }), now, ...noPace });
    const before = await marketplace.product({ asin });
    expect(before.data?.bb_price).toBe(market.truth(asin).price);
    await market.clock.advance(HOUR);
    const after = await marketplace.product({ asin });
    expect(after.data?.bb_price).toBe(3.5);
    expect(Date.parse(after.meta.timestamp) - Date.parse(before.meta.timestamp)).toBe(HOUR);
    expect(site.requests).toHaveLength(2);
  });

  it('reports a line of its script that is not possible, in every response', async () => {
    const asin = 'B0LIVE0001';
    const script = [{ at: HOUR, asin, change: 'leave' as const, seller: 'A0NOBODY000' }];
    const market = livingMarketplace({ script });
    await using site = await startFixtureMarketplace({ pages: market.pages });
    await market.clock.advance(HOUR);
    for (const _ of [1, 2]) {
      const [response] = await once(get(`${site.url}/dp/${asin}`, { headers: { host: 'www.amazon.com' } }), 'response');
      expect(response.statusCode).toBe(500);
      expect(await text(response)).toContain('script[0].seller: "A0NOBODY000" has no offer of B0LIVE0001');
    }
    expect(() => market.truth(asin)).toThrow('script[0].seller');
  });
});
