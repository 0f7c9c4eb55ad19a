/** All offers of a product in one list. */
import type { OfferEntry, OffersData } from '../contract/data/offers.ts';
import type { ResponseMeta, Usage } from '../contract/envelope.ts';
import type { Marketplace, Params } from '../contract/marketplace.ts';
import { NewOffers } from './new-offers.ts';
import { countsOf, offerSteps } from './offer-pages.ts';
import { assertPagingOptions, type PagingOptions } from './options.ts';
import { usageOf } from './walk.ts';

/** All offers of a product, over its pages. */
export interface AllOffers {
  /** Each offer once, in the order of the pages; the featured one first where there is one. Empty also for a product that does not exist. */
  offers: OfferEntry[];
  /** Offers that the operator fulfils. */
  fba_count: number;
  /** Offers that their sellers fulfil. */
  fbm_count: number;
  /** Whether the operator sells on any page. */
  sold_by_amazon: boolean;
  /** How many pages were read. */
  pages: number;
  /** Credits of all pages, and what the last answer said to be left. */
  usage: Usage;
}

/**
 * Reads all pages of a product's offers, and puts them together without duplicates.
 *
 * @param options `maxPages` and `minRemaining` bound the cost: what was read until then is the result.
 * @throws BadRequestError for wrong options; else what a call throws
 */
export async function allOffers(
  marketplace: Marketplace,
  params: Omit<Params<'offers'>, 'page'>,
  options: Omit<PagingOptions, 'from'> = {},
): Promise<AllOffers> {
  assertPagingOptions(options);
  const sum = new OfferSum();
  for await (const { envelope, isRepeat } of offerSteps(marketplace, params, { ...options, from: 1 })) {
    sum.bill(envelope.meta);
    if (!isRepeat && envelope.found) sum.add(envelope.data);
    if (!isRepeat) sum.total.pages++;
  }
  return sum.total;
}

/** Adds pages up. */
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

  /** A page's counts are of all its offers: those that an earlier page had are taken off again. */
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
