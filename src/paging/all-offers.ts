/** All offers of a product in one list. */
import type { OfferEntry, OffersData } from '../contract/data/offers.ts';
import type { ResponseMeta, Usage } from '../contract/envelope.ts';
import { BadRequestError } from '../contract/errors.ts';
import { fieldsOf } from '../contract/fields.ts';
import type { Gap } from '../contract/generated/gap.ts';
import type { EnvelopeOf, Marketplace, Params } from '../contract/marketplace.ts';
import { marketplaceWith } from '../options/checks.ts';
import { NewOffers } from './new-offers.ts';
import { countsOf, offerSteps } from './offer-pages.ts';
import { type PagingOptions, pagingOptions } from './options.ts';
import { countOf, gapsOf, type PagingLimit, usageOf } from './walk.ts';

/**
 * Why a list of offers is not complete. `max_pages`, `min_remaining`: the option ended it. `page_not_found`: a later page does not exist. `partial_page`: a
 * page was cut off. `fewer_offers`: the pages have fewer offers than the first one counts, for example because offers changed in between.
 */
export type IncompleteReason = 'max_pages' | 'min_remaining' | 'page_not_found' | 'partial_page' | 'fewer_offers';

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
 * Reads all pages of a product's offers, and returns the offers without duplicates.
 *
 * @param options `maxPages` and `minRemaining` limit the cost. The result then has only the offers of the pages read, and is not `complete`.
 * @throws BadRequestError for invalid options; otherwise what a call throws
 */
export async function allOffers(
  marketplace: Marketplace,
  params: Omit<Params<'offers'>, 'page'>,
  options: Omit<PagingOptions, 'from'> = {},
): Promise<AllOffers> {
  marketplaceWith({ name: 'marketplace', value: marketplace }, 'offers');
  pagingOptions('allOffers', options);
  if (fieldsOf(params) !== undefined) throw new BadRequestError(NO_FIELDS, { parameter: 'fields' });
  const sum = new OfferSum();
  for await (const { envelope, isRepeat, limit } of offerSteps(marketplace, params, { ...options, from: 1 })) {
    sum.bill(envelope.meta);
    sum.endAt(limit);
    if (!isRepeat) sum.add(envelope);
  }
  // A filter is applied to each page: the count of the first page is that of all conditions.
  return sum.result((params.condition ?? 'all') === 'all');
}

const NO_FIELDS =
  'fields: unknown parameter: allOffers returns whole offers. Leave it out, or call offerPages, which takes fields.';

/** Collects offers and counts from all pages. */
class OfferSum {
  readonly #total: AllOffers = {
    found: false,
    complete: true,
    gaps: [],
    offers: [],
    fba_count: 0,
    fbm_count: 0,
    sold_by_amazon: false,
    pages: 0,
    usage: { requests_consumed: 0, requests_remaining: 0 },
  };
  readonly #new = new NewOffers();
  /** Number of offers by the first page. */
  #counted: number | undefined;

  bill(meta: ResponseMeta): void {
    const { requests_consumed: before, requests_remaining: left } = this.#total.usage;
    const { requests_consumed = 1, requests_remaining = left } = usageOf(meta) ?? {};
    this.#total.usage = { requests_consumed: before + requests_consumed, requests_remaining };
  }

  /** Notes the option that ended the list before its last page. */
  endAt(limit: PagingLimit | undefined): void {
    if (limit !== undefined) this.#isIncomplete(limit);
  }

  /** Adds a page. */
  add({ found, data, meta }: EnvelopeOf<'offers'>): void {
    const isFirst = this.#total.pages++ === 0;
    this.#addGaps(gapsOf(meta));
    if (!found) {
      if (!isFirst) this.#isIncomplete('page_not_found');
      return;
    }
    if (isFirst) {
      const { asin, title } = data;
      Object.assign(this.#total, { found }, asin === undefined ? {} : { asin }, title === undefined ? {} : { title });
    }
    const dropped = this.#addOffers(data);
    // The list can repeat the featured offer, which is then counted twice.
    const counted = countOf(data.total_offers_count, 0);
    if (isFirst && counted !== undefined) this.#counted = counted - dropped;
  }

  /** @param isWhole Whether the pages have all offers that the first one counts. */
  result(isWhole: boolean): AllOffers {
    const { offers } = this.#total;
    if (isWhole && this.#counted !== undefined && offers.length < this.#counted) this.#isIncomplete('fewer_offers');
    return this.#total;
  }

  #isIncomplete(reason: IncompleteReason): void {
    this.#total.complete = false;
    this.#total.incomplete_reason ??= reason;
  }

  #addGaps(gaps: readonly Gap[]): void {
    const known = new Set(this.#total.gaps.map((gap) => JSON.stringify(gap)));
    this.#total.gaps.push(...gaps.filter((gap) => !known.has(JSON.stringify(gap))));
    if (gaps.some(({ kind }) => kind === 'partial')) this.#isIncomplete('partial_page');
  }

  /** Returns the number of offers that the list already has. The counts of the page include them: they are subtracted. */
  #addOffers(page: OffersData): number {
    const counts = countsOf(page);
    const offers = this.#new.of(page.product_sellers_info);
    const kept = new Set(offers);
    const dropped = page.product_sellers_info.filter((offer) => !kept.has(offer));
    const total = this.#total;
    total.offers.push(...offers);
    total.fba_count += counts.fba_count - dropped.filter(({ is_fba }) => is_fba === true).length;
    total.fbm_count += counts.fbm_count - dropped.filter(({ is_fba }) => is_fba === false).length;
    total.sold_by_amazon ||= counts.sold_by_amazon;
    return dropped.length;
  }
}
