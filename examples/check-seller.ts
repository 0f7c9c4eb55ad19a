/**
 * Reports on a seller: profile, ratings, products and concerns.
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

/** Countries that require an imprint by law. */
const IMPRINT: readonly MarketplaceCode[] = ['de', 'fr', 'it', 'es', 'nl', 'pl', 'se', 'be'];

/** A report on a seller. */
export interface SellerReport {
  profile: StorefrontInfoData;
  /** Number of products that the seller lists, if the storefront shows it. */
  listed: number | undefined;
  /** Some of these products, with the seller's offer. */
  products: ListedProduct[];
  /** Possible problems, as sentences. */
  concerns: string[];
}

/** A product that the seller lists. */
export interface ListedProduct {
  asin: string;
  title: string | undefined;
  /** The seller's price; absent when the first page of offers does not contain their offer. */
  price?: number | undefined;
  currency?: string | undefined;
  hasBuyBox: boolean;
  sellers?: number | undefined;
  /** The reason why the offers are unknown. */
  problem?: string;
}

/**
 * Reads a seller's profile and products, and the offers of some of them. Costs 2 credits, and one for each product.
 *
 * @param sellerUrl URL of the seller's profile or products.
 * @returns `undefined` for an unknown seller
 */
export async function checkSeller(
  marketplace: Marketplace,
  sellerUrl: string,
  { products: most = 3 }: { products?: number } = {},
): Promise<SellerReport | undefined> {
  const page = detectPageType(sellerUrl);
  if (page?.seller_id === undefined) throw new Error(`${sellerUrl} is not the URL of a seller`);
  const { seller_id: sellerId, marketplace: code } = page;
  const profile = await marketplace.seller({ sellerId, marketplace: code });
  if (!profile.found) return undefined;
  const store = await marketplace.scrape({ url: new URL(`/s?me=${sellerId}`, sellerUrl).href });
  const storefront = store.page_type === 'storefront' && store.data?.kind === 'seller' ? store.data : undefined;
  const products = await offersOf(marketplace, sellerId, code, storefront?.shallow_parts.slice(0, most) ?? []);
  return {
    profile: profile.data,
    listed: storefront?.total_results_count,
    products,
    concerns: concernsOf(profile.data, code),
  };
}

async function offersOf(
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

/** Returns the concerns about a profile. In countries that require an imprint, a missing imprint is a concern. */
export function concernsOf(profile: StorefrontInfoData, code: MarketplaceCode): string[] {
  const { business_name, business_address, vat_number, positive_percent, ratings_count, feedback } = profile;
  const recent = feedback?.days_30?.positive_percent;
  const concerns: [boolean, string][] = [
    [profile.is_just_launched === true, 'has just launched and has no ratings'],
    [IMPRINT.includes(code) && !business_name, 'publishes no legal name, which this country requires'],
    [IMPRINT.includes(code) && business_address.length === 0, 'publishes no address, which this country requires'],
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

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { products: { type: 'string', default: '3' }, fixtures: { type: 'boolean', default: false } },
  });
  const marketplace = values.fixtures
    ? await (await import('./fixtures.ts')).fixtureMarketplace()
    : createMarketplace();
  try {
    const [sellerUrl] = values.fixtures ? ['https://www.amazon.com/sp?seller=A1LARKMOOR0US'] : positionals;
    if (sellerUrl === undefined) throw new Error("missing argument: the URL of a seller's profile");
    const report = await checkSeller(marketplace, sellerUrl, { products: Number(values.products) });
    if (report === undefined) console.log('The marketplace does not know this seller.');
    else {
      const { profile, listed, products, concerns } = report;
      console.log(`${profile.name}${profile.business_name ? ` (${profile.business_name})` : ''}`);
      console.log(`${profile.positive_percent ?? '?'} % positive of ${profile.ratings_count ?? '?'} ratings in a year`);
      console.log(`${listed ?? 'An unknown number of'} products, among them`);
      console.table(products);
      for (const concern of concerns) console.log(`- ${concern}`);
    }
  } finally {
    await marketplace.close();
  }
}
