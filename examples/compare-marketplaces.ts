/**
 * Compares the price of a product in several marketplaces, cheapest first. Prices in different currencies are listed separately.
 *
 *   node examples/compare-marketplaces.ts B0LANTERN1 --in de,fr,it,es,uk
 *   node examples/compare-marketplaces.ts B0LANTERN1:us B0CXYZ1234:jp       the same product can have another ASIN in another marketplace
 *   node examples/compare-marketplaces.ts --fixtures
 */
import { parseArgs } from 'node:util';
import { batch, createMarketplace, type Marketplace, type MarketplaceCode, type Params } from 'buybox';

/** The price of a product in one marketplace. */
export interface LocalPrice {
  asin: string;
  marketplace: MarketplaceCode;
  price: number;
  /** Shipping price; absent when the page shows none. */
  shipping?: number;
  seller?: string;
  /** Condition of the featured offer. */
  condition?: string;
  deal?: string;
  title?: string;
}

/** The result of a comparison. */
export interface Comparison {
  /** Prices by currency, cheapest first. */
  prices: Map<string, LocalPrice[]>;
  /** Products without a price: not sold there, without a featured offer, or failed calls. */
  without: { asin: string; marketplace: string | undefined; why: string }[];
}

/** Looks up every product and groups the prices by currency. */
export async function comparePrices(
  marketplace: Marketplace,
  products: readonly Params<'product'>[],
): Promise<Comparison> {
  const comparison: Comparison = { prices: new Map(), without: [] };
  const requests = products.map((params) => ({ endpoint: 'product' as const, params }));
  for await (const { request, response, error } of batch(marketplace, requests)) {
    const { asin, marketplace: code } = request.params;
    if (error !== undefined) {
      comparison.without.push({ asin, marketplace: code, why: error.message });
      continue;
    }
    const { found, data, meta } = response;
    if (!found) comparison.without.push({ asin, marketplace: code, why: 'is not sold here' });
    else if (data.bb_price === undefined || data.currency === undefined) {
      comparison.without.push({ asin, marketplace: code, why: 'has no Buy Box price' });
    } else {
      const { bb_price: price, currency, shipping_price: shipping, seller, condition, promotion, title } = data;
      const known = comparison.prices.get(currency) ?? [];
      comparison.prices.set(currency, known);
      known.push({
        asin,
        marketplace: meta.marketplace,
        price,
        ...(shipping !== undefined && { shipping }),
        ...(seller && { seller: seller.name }),
        ...(condition !== undefined && { condition }),
        ...(promotion?.deal && { deal: promotion.deal.label }),
        ...(title !== undefined && { title }),
      });
    }
  }
  // A price whose shipping is not shown is last: nobody knows what it costs delivered.
  const landedPrice = ({ price, shipping = Number.MAX_VALUE }: LocalPrice) => price + shipping;
  for (const known of comparison.prices.values()) known.sort((one, other) => landedPrice(one) - landedPrice(other));
  return comparison;
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { in: { type: 'string', default: '' }, fixtures: { type: 'boolean', default: false } },
  });
  const marketplace = values.fixtures
    ? await (await import('./fixtures.ts')).fixtureMarketplace()
    : createMarketplace();
  try {
    const words = values.fixtures
      ? ['B0LANTERN1:us', 'B0WASSERK1:de', 'B0MOKAPOT1:it', 'B0MOCHILA1:es', 'B0NOTFOUND:us']
      : positionals.flatMap((word) =>
          word.includes(':') ? word : values.in.split(',').map((code) => `${word}:${code}`),
        );
    // The call checks the marketplace's code.
    const products = words.map((word) => {
      const [asin, code] = word.split(':');
      return { asin, marketplace: code || undefined } as Params<'product'>;
    });
    const { prices, without } = await comparePrices(marketplace, products);
    for (const [currency, known] of prices) {
      console.log(currency);
      console.table(known);
    }
    for (const { asin, marketplace: code, why } of without) console.error([asin, code, why].filter(Boolean).join(' '));
  } finally {
    await marketplace.close();
  }
}
