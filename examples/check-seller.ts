/**
 * Looks a seller over before you buy from them or list beside them: who they are, how they are rated, what they sell, and what speaks against them.
 *
 *   node examples/check-seller.ts "https://www.amazon.de/sp?seller=A1B2C3D4E5F6G7" --products 5
 *   node examples/check-seller.ts --fixtures
 */
import { parseArgs } from 'node:util';
import {
  batch,
  createMarketplace,
  type Marketplace,
  type MarketplaceCode,
  type SearchResultEntry,
  type StorefrontInfoData,
} from 'buybox';
import { detectPageType } from 'buybox/parse';

/** Where the law asks sellers for an imprint. */
const IMPRINT: readonly MarketplaceCode[] = ['de', 'fr', 'it', 'es', 'nl', 'pl', 'se', 'be'];

/** What was found out. */
export interface SellerReport {
  profile: StorefrontInfoData;
  /** How many products the seller lists, as far as the storefront says. */
  listed: number | undefined;
  /** Some of them, with the seller's place among their offers. */
  products: ListedProduct[];
  /** What to look at twice, in words. */
  concerns: string[];
}

/** A product that the seller lists. */
export interface ListedProduct {
  asin: string;
  title: string | undefined;
  /** The seller's own price; absent when their offer is not on the first page of offers. */
  price?: number | undefined;
  currency?: string | undefined;
  hasBuyBox: boolean;
  sellers?: number | undefined;
  /** Why its offers are not known. */
  problem?: string;
}

/**
 * Reads a seller's profile and products, and the offers of some of these: 2 credits, and one a product.
 *
 * @param address Of the seller's profile or products, as a browser shows it.
 * @returns `undefined` for a seller whom the marketplace does not know
 */
export async function checkSeller(
  marketplace: Marketplace,
  address: string,
  { products: most = 3 }: { products?: number } = {},
): Promise<SellerReport | undefined> {
  const page = detectPageType(address);
  if (page?.seller_id === undefined) throw new Error(`${address} is not the address of a seller`);
  const { seller_id: sellerId, marketplace: code } = page;
  const profile = await marketplace.seller({ sellerId, marketplace: code });
  if (!profile.found) return undefined;
  const store = await marketplace.scrape({ url: new URL(`/s?me=${sellerId}`, address).href });
  const goods = store.page_type === 'storefront' && store.data?.kind === 'seller' ? store.data : undefined;
  const products = await placesOf(marketplace, sellerId, code, goods?.shallow_parts.slice(0, most) ?? []);
  return {
    profile: profile.data,
    listed: goods?.total_results_count,
    products,
    concerns: concernsOf(profile.data, code),
  };
}

async function placesOf(
  marketplace: Marketplace,
  sellerId: string,
  code: MarketplaceCode,
  entries: readonly SearchResultEntry[],
): Promise<ListedProduct[]> {
  const products = entries.map(({ asin, title }): ListedProduct => ({ asin, title, hasBuyBox: false }));
  const requests = products.map((product) => ({
    endpoint: 'offers' as const,
    params: { asin: product.asin, marketplace: code },
    product,
  }));
  for await (const { request, response, error } of batch(marketplace, requests)) {
    if (error !== undefined) request.product.problem = error.message;
    else if (!response.found) request.product.problem = 'is not sold here';
    else {
      const { product_sellers_info: offers, total_offers_count: sellers } = response.data;
      const own = offers.filter(({ seller_id }) => seller_id === sellerId);
      const { price, currency } = own[0] ?? {};
      Object.assign(request.product, { sellers, price, currency, hasBuyBox: own.some(({ is_pinned }) => is_pinned) });
    }
  }
  return products;
}

/** What a careful buyer would ask about. Only what the profile says: what it does not show is a concern where it should. */
export function concernsOf(profile: StorefrontInfoData, code: MarketplaceCode): string[] {
  const { business_name, business_address, vat_number, positive_percent, ratings_count, feedback } = profile;
  const recent = feedback?.days_30?.positive_percent;
  const concerns: [boolean, string][] = [
    [profile.is_just_launched === true, 'has just been launched, and nobody has rated it'],
    [IMPRINT.includes(code) && !business_name, 'publishes no legal name, which this country asks for'],
    [IMPRINT.includes(code) && business_address.length === 0, 'publishes no address, which this country asks for'],
    [IMPRINT.includes(code) && vat_number === undefined, 'shows no VAT number'],
    [(ratings_count ?? 0) < 50 && !profile.is_just_launched, `has ${ratings_count ?? 'no'} ratings in twelve months`],
    [
      typeof positive_percent === 'number' && positive_percent < 90,
      `only ${positive_percent} % of its ratings are positive`,
    ],
    [
      recent !== undefined && typeof positive_percent === 'number' && recent < positive_percent - 5,
      `its last 30 days are worse than its year: ${recent} % positive after ${positive_percent} %`,
    ],
  ];
  return concerns.filter(([applies]) => applies).map(([, words]) => words);
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { products: { type: 'string', default: '3' }, fixtures: { type: 'boolean', default: false } },
  });
  await using marketplace = values.fixtures
    ? await (await import('./fixtures.ts')).fixtureMarketplace()
    : createMarketplace();
  const [address] = values.fixtures ? ['https://www.amazon.com/sp?seller=A1LARKMOOR0US'] : positionals;
  if (address === undefined) throw new Error("give the address of a seller's profile");
  const report = await checkSeller(marketplace, address, { products: Number(values.products) });
  if (report === undefined) console.log('The marketplace knows no such seller.');
  else {
    const { profile, listed, products, concerns } = report;
    console.log(`${profile.name}${profile.business_name ? ` (${profile.business_name})` : ''}`);
    console.log(`${profile.positive_percent ?? '?'} % positive of ${profile.ratings_count ?? '?'} ratings in a year`);
    console.log(`${listed ?? 'An unknown number of'} products, among them`);
    console.table(products);
    for (const concern of concerns) console.log(`- ${concern}`);
  }
}
