/** Iterates over pages of offers. */
import type { OfferEntry, OffersData } from '../contract/data/offers.ts';
import type { AllFields, FieldChoice, FieldsAsked } from '../contract/field-types.ts';
import type { AnyMarketplace, EnvelopeOf, Params } from '../contract/marketplace.ts';
import { sharedCallOptions } from '../options/call-options.ts';
import { marketplaceWith } from '../options/checks.ts';
import { type PagingOptions, pagingOptions } from './options.ts';
import { OFFER_NEEDS, pagesOf, withNeeds } from './page-fields.ts';
import { canAfford, countOf, rowsOf, type Step, type Verdict, walkPages } from './walk.ts';

type OffersEnvelope = EnvelopeOf<'offers'>;

/** Offers of a full page, without the featured offer. */
const OFFERS_PER_PAGE = 10;

/**
 * Returns the pages of a product's offers, one after the other. Only page 1 has a correct `total_pages`: an iteration that starts later fetches page 1
 * first, for one credit, and does not return it. A page that the site repeats after the last one is not returned either.
 *
 * @throws BadRequestError for invalid options, before anything is fetched. The iteration throws the errors of the calls.
 */
export function offerPages<const Field extends FieldsAsked = AllFields>(
  marketplace: AnyMarketplace,
  params: Params<'offers'> & FieldChoice<'offers', Field>,
  options: PagingOptions = {},
): AsyncGenerator<EnvelopeOf<'offers', Field>, void, undefined> {
  marketplaceWith({ name: 'marketplace', value: marketplace }, 'offers');
  const steps = offerSteps(marketplace, params, pagingOptions('offerPages', options));
  return pagesOf(steps, params);
}

/** The steps of {@link offerPages}, including repeated pages, which are billed. */
export async function* offerSteps(
  marketplace: AnyMarketplace,
  params: Params<'offers'>,
  options: PagingOptions,
): AsyncGenerator<Step<OffersEnvelope>, void, undefined> {
  const { from: first = params.page ?? 1, minRemaining } = options;
  const fetch = (page: number) =>
    marketplace.offers({ ...withNeeds('offers', params, OFFER_NEEDS), page }, sharedCallOptions(options));
  let totalPages: number | undefined;
  if (first > 1) {
    const start = await fetch(1);
    totalPages = countOf(start.data?.total_pages, 1);
    if (!start.found || (totalPages !== undefined && first > totalPages) || !canAfford(start, minRemaining)) return;
  }
  const judge = offersJudge(totalPages, params.condition ?? 'all');
  yield* walkPages({ first, fetch, judge }, options);
}

/** Returns a function that decides after each page whether another one follows. */
function offersJudge(
  knownTotal: number | undefined,
  condition: string,
): (envelope: OffersEnvelope, page: number) => Verdict {
  let totalPages = knownTotal;
  const contents = new Set<string>();
  return ({ found, data }, page) => {
    if (!found) return 'last';
    if (page === 1) totalPages = countOf(data.total_pages, 1);
    const offers = rowsOf('product_sellers_info', data.product_sellers_info).filter(
      ({ is_pinned }) => is_pinned !== true,
    );
    const content = JSON.stringify(offers.map(offerKey));
    const isRepeat = offers.length > 0 && contents.has(content);
    contents.add(content);
    if (isRepeat) return 'repeat';
    return page >= (totalPages ?? guessedTotal(page, offers, condition)) ? 'last' : 'more';
  };
}

/** Without a total, a page that is not full is the last one. With a condition each page is filtered, so only an empty page is the last one. */
function guessedTotal(page: number, offers: readonly OfferEntry[], condition: string): number {
  const full = condition === 'all' ? OFFERS_PER_PAGE : 1;
  return offers.length < full ? page : page + 1;
}

/** Returns a key that identifies an offer of a product. */
export function offerKey(offer: OfferEntry): string {
  if (offer.offer_id !== undefined) return offer.offer_id;
  const { seller_id, name, price, shipping_price, is_fba, condition, condition_text, condition_comments } = offer;
  const shown = [seller_id, name, price, shipping_price, is_fba, condition, condition_text, condition_comments];
  return JSON.stringify(shown);
}

/** Returns the counts of a page, counted from its offers if the page has none. */
export function countsOf({ fba_count, fbm_count, sold_by_amazon, product_sellers_info }: OffersData) {
  const count = (isFba: boolean) => product_sellers_info.filter(({ is_fba }) => is_fba === isFba).length;
  return {
    fba_count: countOf(fba_count, 0) ?? count(true),
    fbm_count: countOf(fbm_count, 0) ?? count(false),
    sold_by_amazon: sold_by_amazon ?? product_sellers_info.some(({ is_amazon }) => is_amazon === true),
  };
}
