/** Marketplaces that let examples run offline: one of fixture pages, and one in which things change. */
import { createMarketplace, type Marketplace, type MarketplaceOptions } from 'buybox';
import { httpPages } from 'buybox/local';
import { livingMarketplace, startFixtureMarketplace } from 'buybox/testing';

/** Returns a marketplace that fetches fixture pages on loopback. Closing it stops the server. */
export async function fixtureMarketplace(options: MarketplaceOptions = {}): Promise<Marketplace> {
  const site = await startFixtureMarketplace();
  const marketplace = createMarketplace({
    backend: 'local',
    pages: httpPages({ via: site.url }),
    now: site.now,
    ...options,
  });
  const close = async () => {
    await marketplace.close();
    await site.close();
  };
  return { ...marketplace, close, [Symbol.asyncDispose]: close };
}

const HOUR = 3_600_000;

/** Returns a marketplace that lives on a clock of its own, and options of a watch over it. Three days take a moment; then the watch ends. */
export function livingFixtures() {
  const offers = [
    { sellerId: 'A1LARKMOOR0US', sellerName: 'Larkmoor Outdoors', price: 34.99, stock: 12 },
    { sellerId: 'A7NORTHPINE00', sellerName: 'Northpine', price: 36, stock: 40 },
  ];
  const { clock, ...market } = livingMarketplace({
    products: [
      { asin: 'B0LIVE0001', title: 'Camping Lantern', rank: 300, offers },
      { asin: 'B0LIVE0002', title: 'Camping Lantern, folding', rank: 800, offers },
    ],
    script: [
      { at: 5 * HOUR, asin: 'B0LIVE0001', change: 'price', seller: 'A7NORTHPINE00', price: 29.99 },
      { at: 15 * HOUR, asin: 'B0LIVE0002', change: 'rank', rank: 120 },
      { at: 20 * HOUR, asin: 'B0LIVE0002', change: 'stock', stock: 3 },
      { at: 30 * HOUR, asin: 'B0LIVE0002', change: 'stock', stock: 0 },
      { at: 50 * HOUR, asin: 'B0LIVE0001', change: 'price', seller: 'A1LARKMOOR0US', price: 27.5 },
      { at: 60 * HOUR, asin: 'B0LIVE0002', change: 'stock', stock: 20 },
    ],
  });
  const end = new AbortController();
  let hasBegun = false;
  const sleep = (ms: number, signal?: AbortSignal) => {
    if (!hasBegun) void clock.advance(72 * HOUR).then(() => end.abort());
    hasBegun = true;
    return clock.sleep(ms, signal);
  };
  return {
    marketplace: market.marketplace(),
    asins: market.asins,
    options: { now: clock.now, sleep, signal: end.signal, jitter: 0, once: false, db: undefined },
  };
}
