/**
 * Finds the deals among the results of a search. Its tests (test/examples/deal-finder.test.ts) run offline with the msw handlers of
 * `buybox/testing`.
 *
 *   node examples/deal-finder.ts "camping lantern"
 *   node examples/deal-finder.ts --fixtures
 */
import { parseArgs } from 'node:util';
import { batch, createMarketplace, type DealBadge, type Marketplace, searchPages } from 'buybox';

/** A live deal. */
export interface Deal {
  asin: string;
  title: string;
  price: number;
  /** Percent below the reference price; 0 when the page shows none. */
  savings: number;
  badge: DealBadge;
}

/** Options of {@link findDeals}. */
export interface DealSearch {
  keyword: string;
  /** Pages of results to read. */
  pages?: number;
  /** Most credits for product pages. */
  credits?: number;
}

/** Returns the deals of a search, confirmed on their product pages, largest saving first. */
export async function findDeals(
  marketplace: Marketplace,
  { keyword, pages = 2, credits = 20 }: DealSearch,
): Promise<Deal[]> {
  const badged = new Set<string>();
  for await (const { data } of searchPages(marketplace, { keyword }, { maxPages: pages })) {
    for (const { asin, promotion } of data?.shallow_parts ?? []) if (promotion?.deal) badged.add(asin);
  }
  const requests = [...badged].map((asin) => ({ endpoint: 'product' as const, params: { asin } }));
  const deals: Deal[] = [];
  for await (const { response, error } of batch(marketplace, requests, { maxCredits: credits })) {
    if (error !== undefined) throw error;
    const { asin, title = asin, bb_price: price, promotion } = response.data ?? { asin: '' };
    // A tile can be older than the product page.
    if (price === undefined || !promotion?.deal) continue;
    deals.push({ asin, title, price, savings: promotion.list_price?.savings_percent ?? 0, badge: promotion.deal });
  }
  return deals.toSorted((one, other) => other.savings - one.savings);
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { fixtures: { type: 'boolean', default: false } },
  });
  const [keyword = 'camping lantern'] = positionals;
  const marketplace = values.fixtures
    ? await (await import('./fixtures.ts')).fixtureMarketplace()
    : createMarketplace();
  try {
    for (const { asin, title, price, savings, badge } of await findDeals(marketplace, { keyword })) {
      console.log(`${asin} ${price} (${savings} % off, ${badge.label}) ${title}`);
    }
  } finally {
    await marketplace.close();
  }
}
