/** All offers of a product in one list. */
import type { OfferEntry } from '../contract/data/offers.ts';
import type { Usage } from '../contract/envelope.ts';
import { fieldsOf } from '../contract/fields.ts';
import type { Gap } from '../contract/generated/gap.ts';
import type { AnyMarketplace, Params } from '../contract/marketplace.ts';
import { marketplaceWith, wrongParameter } from '../options/checks.ts';
import { allPages } from './all-pages.ts';
import { type PagingOptions, pagingOptions } from './options.ts';
import type { IncompleteReason } from './page-sum.ts';

/** All offers of a product, from all its pages. */
export interface AllOffers {
  /** Whether the product exists. */
  found: boolean;
  /** ASIN of the product, as the first page states it. */
  asin?: string;
  /** Title of the product. */
  title?: string;
  /** Whether the list has all offers. `true` for a product that does not exist. */
  complete: boolean;
  /** Why the list is not complete. */
  incomplete_reason?: IncompleteReason;
  /** The gaps of all pages, each once. Empty if there are none, or if the service does not send them. */
  gaps: Gap[];
  /** Each offer once, in page order. The featured offer is first, if there is one. Empty for a product that does not exist. */
  offers: OfferEntry[];
  /** Number of offers that the marketplace operator fulfils. */
  fba_count: number;
  /** Number of offers that their sellers fulfil. */
  fbm_count: number;
  /** Whether the marketplace operator itself is one of the sellers. */
  sold_by_amazon: boolean;
  /** Number of pages read. */
  pages: number;
  /** Credits charged for all pages, and the remaining credits after the last page. */
  usage: Usage;
}

/**
 * Reads all pages of a product's offers, and returns the offers without duplicates. `batch` does it for many products: `pages: 'all'` of a request.
 *
 * @param options `maxPages` and `minRemaining` limit the cost. The result then has only the offers of the pages read, and is not `complete`.
 * @throws BadRequestError for invalid options; otherwise what a call throws
 */
export async function allOffers(
  marketplace: AnyMarketplace,
  params: Omit<Params<'offers'>, 'page'>,
  options: Omit<PagingOptions, 'from'> = {},
): Promise<AllOffers> {
  marketplaceWith({ name: 'marketplace', value: marketplace }, 'offers');
  pagingOptions('allOffers', options);
  if (fieldsOf(params) !== undefined) throw wrongParameter('fields', NO_FIELDS);
  const { response, pages } = await allPages(marketplace, 'offers', params, options);
  const { asin, title, product_sellers_info, fba_count, fbm_count, sold_by_amazon } = response.data ?? {};
  const { count, ...completeness } = pages;
  return {
    found: response.found,
    ...(asin === undefined ? {} : { asin }),
    ...(title === undefined ? {} : { title }),
    ...completeness,
    gaps: response.meta.gaps ?? [],
    offers: product_sellers_info ?? [],
    fba_count: fba_count ?? 0,
    fbm_count: fbm_count ?? 0,
    sold_by_amazon: sold_by_amazon ?? false,
    pages: count,
    usage: response.meta.usage,
  };
}

const NO_FIELDS =
  'unknown parameter: allOffers returns whole offers. Leave it out, or call offerPages, which takes fields.';
