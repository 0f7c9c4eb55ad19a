/** All offers of a product in one list. */
import type { OfferEntry, OffersData } from '../contract/data/offers.ts';
import type { ResponseMeta, Usage } from '../contract/envelope.ts';
import type { Marketplace, Params } from '../contract/marketplace.ts';
import { NewOffers } from './new-offers.ts';
import { countsOf, offerSteps } from './offer-pages.ts';
import { assertMarketplace, type PagingOptions, pagingOptions } from './options.ts';
import { usageOf } from './walk.ts';

/** All offers of a product, from all its pages. */
export interface AllOffers {
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
 * @param options `maxPages` and `minRemaining` limit the cost. The result then has only the offers of the pages read.
 * @throws BadRequestError for invalid options; otherwise what a call throws
 */
export async function allOffers(
  marketplace: Marketplace,
  params: Omit<Params<'offers'>, 'page'>,
  options: Omit<PagingOptions, 'from'> = {},
): Promise<AllOffers> {
  assertMarketplace(marketplace, 'offers');
  pagingOptions('allOffers', options);
  const sum = new OfferSum();
  for await (const { envelope, isRepeat } of offerSteps(marketplace, params, { ...options, from: 1 })) {
    sum.bill(envelope.meta);
    if (!isRepeat && envelope.found) sum.add(envelope.data);
    if (!isRepeat) sum.total.pages++;
  }
  return sum.total;
}

/** Collects offers and counts from all pages. */
class OfferSum {
  readonly total: AllOffers = {
    offers: [],
    fba_count: 0,
    fbm_count: 0,
    sold_by_amazon: false,
    pages: 0,
    usage: { requests_consumed: 0, requests_remaining: 0 },
  };
  readonly #new = new NewOffers();

  bill(meta: ResponseMeta): void {
    const { requests_consumed: before, requests_remaining: left } = this.total.usage;
    const { requests_consumed = 1, requests_remaining = left } = usageOf(meta) ?? {};
    this.total.usage = { requests_consumed: before + requests_consumed, requests_remaining };
  }

  /** Adds a page. Its counts include offers that an earlier page already had: these are subtracted. */
  add(page: OffersData): void {
    const counts = countsOf(page);
    const offers = this.#new.of(page.product_sellers_info);
    const dropped = page.product_sellers_info.filter((offer) => !offers.includes(offer));
    const { total } = this;
    total.offers.push(...offers);
    total.fba_count += counts.fba_count - dropped.filter(({ is_fba }) => is_fba === true).length;
    total.fbm_count += counts.fbm_count - dropped.filter(({ is_fba }) => is_fba === false).length;
    total.sold_by_amazon ||= counts.sold_by_amazon;
  }
}
