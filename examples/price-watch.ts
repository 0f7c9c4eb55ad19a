/**
 * Prints price changes of products in several marketplaces.
 *
 *   node examples/price-watch.ts B0LANTERN1:us B0WASSERK1:de --every 3600
 *   node examples/price-watch.ts --fixtures
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createMarketplace, type Marketplace, MarketplaceError, type Params } from 'buybox';

export async function* watchPrices(marketplace: Marketplace, products: Params<'product'>[]): AsyncGenerator<string> {
  const known = new Map<string, string>();
  for (;;) {
    for (const product of products) {
      const name = `${product.asin} on ${product.marketplace ?? 'us'}`;
      try {
        const { found, data } = await marketplace.product(product);
        const state = !found
          ? 'is not sold here'
          : data.bb_price === undefined
            ? 'has no Buy Box'
            : `costs ${data.bb_price} ${data.currency}`;
        const deal = data?.promotion?.deal ? ` (${data.promotion.deal.label})` : '';
        if (known.get(name) !== state + deal) yield `${name} ${state}${deal}`;
        known.set(name, state + deal);
      } catch (error) {
        // After a block or a timeout the price is unknown, not gone. The next round tries again.
        if (!(error instanceof MarketplaceError)) throw error;
        yield `${name}: ${error.message}`;
      }
    }
    yield '';
  }
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { every: { type: 'string', default: '3600' }, fixtures: { type: 'boolean', default: false } },
  });
  const marketplace = values.fixtures
    ? await (await import('./fixtures.ts')).fixtureMarketplace()
    : createMarketplace();
  try {
    const words = values.fixtures ? ['B0LANTERN1:us', 'B0WASSERK1:de', 'B0MOKAPOT1:it', 'B0HAMMOCK1:us'] : positionals;
    const products = words.map((word) => {
      const [asin = '', code = 'us'] = word.split(':');
      return { asin, marketplace: code } as Params<'product'>;
    });
    for await (const change of watchPrices(marketplace, products)) {
      if (change !== '') console.log(change);
      else if (values.fixtures) break;
      else await sleep(Number(values.every) * 1000);
    }
  } finally {
    await marketplace.close();
  }
}
