/** All offers of a product in one list. */
import type { OfferEntry, OffersData } from '../contract/data/offers.ts';
import type { Usage } from '../contract/envelope.ts';
import { BadRequestError } from '../contract/errors.ts';
import { fieldsOf } from '../contract/fields.ts';
import type { Gap } from '../contract/generated/gap.ts';
import type { AnyMarketplace, Params } from '../contract/marketplace.ts';
import { marketplaceWith } from '../options/checks.ts';
import { NewOffers } from './new-offers.ts';
import { countsOf, offerSteps } from './offer-pages.ts';
import { type PagingOptions, pagingOptions } from './options.ts';
import { type IncompleteReason, PageSum } from './page-sum.ts';
import { countOf } from './walk.ts';

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
  if (fieldsOf(params) !== undefined) throw new BadRequestError(NO_FIELDS, { parameter: 'fields' });
  const sum = new PageSum();
  const list = new OfferList(params);
  for await (const step of offerSteps(marketplace, params, { ...options, from: 1 }))
    if (sum.add(step) && step.envelope.found) list.add(step.envelope.data);
  if (list.isShort) sum.noteIncomplete('fewer_offers');
  const { asin, title } = list.first ?? {};
  const { product_sellers_info: offers, ...counts } = list.merged;
  const { count, ...completeness } = sum.read;
  return {
    found: list.first !== undefined,
    ...(asin === undefined ? {} : { asin }),
    ...(title === undefined ? {} : { title }),
    ...completeness,
    gaps: sum.gaps,
    offers,
    ...counts,
    pages: count,
    usage: sum.usage,
  };
}

const NO_FIELDS =
  'fields: unknown parameter: allOffers returns whole offers. Leave it out, or call offerPages, which takes fields.';

/** Collects offers and counts from all pages. */
export class OfferList {
  /** The data of the first page. */
  first: OffersData | undefined;
  /** The sums of the pages. */
  readonly merged = { product_sellers_info: [] as OfferEntry[], fba_count: 0, fbm_count: 0, sold_by_amazon: false };
  readonly #new = new NewOffers();
  /** Whether the pages have all offers that the first one counts. A filter is applied to each page: the count is that of all conditions. */
  readonly #isWhole: boolean;
  /** Number of offers by the first page. */
  #counted = 0;

  constructor({ condition = 'all' }: Pick<Params<'offers'>, 'condition'>) {
    this.#isWhole = condition === 'all';
  }

  /** Whether the pages have fewer offers than the first one counts. */
  get isShort(): boolean {
    return this.#isWhole && this.merged.product_sellers_info.length < this.#counted;
  }

  /** Adds the offers of a page. The counts of the page include offers that the list already has: they are subtracted. */
  add(page: OffersData): void {
    const counts = countsOf(page);
    const offers = this.#new.of(page.product_sellers_info);
    const kept = new Set(offers);
    const dropped = page.product_sellers_info.filter((offer) => !kept.has(offer));
    this.merged.product_sellers_info.push(...offers);
    this.merged.fba_count += counts.fba_count - dropped.filter(({ is_fba }) => is_fba === true).length;
    this.merged.fbm_count += counts.fbm_count - dropped.filter(({ is_fba }) => is_fba === false).length;
    this.merged.sold_by_amazon ||= counts.sold_by_amazon;
    if (this.first !== undefined) return;
    this.first = page;
    // The list can repeat the featured offer, which is then counted twice.
    this.#counted = (countOf(page.total_offers_count, 0) ?? 0) - dropped.length;
  }
}
