/** All pages of a call in one envelope. */
import type { PagedEndpointName } from '../contract/endpoints.ts';
import type { ResponseMeta } from '../contract/envelope.ts';
import { fieldsOf, withFields } from '../contract/fields.ts';
import type { OfferEntry, OffersData } from '../contract/generated/offers.ts';
import type { SearchData, SearchResultEntry } from '../contract/generated/search.ts';
import type { AnyMarketplace, EnvelopeOf, Params } from '../contract/marketplace.ts';
import { stepsOf } from './endpoint-pages.ts';
import { NewOffers } from './new-offers.ts';
import type { PagingOptions } from './options.ts';
import { PageSum, type PagesRead } from './page-sum.ts';
import { countOf } from './walk.ts';

/**
 * Reads all pages of a call. The envelope is that of the first page, with the entries of all pages, each once, and with the usage and the gaps of all.
 *
 * @param goesOn Called for each page. Returns whether the next one is read, if there is one.
 */
export async function allPages<Name extends PagedEndpointName>(
  marketplace: AnyMarketplace,
  endpoint: Name,
  params: Params<Name>,
  options: PagingOptions,
  goesOn: (meta: ResponseMeta, hasMore: boolean) => boolean = () => true,
): Promise<{ response: EnvelopeOf<Name>; pages: PagesRead }> {
  const sum = new PageSum();
  const list = endpoint === 'offers' ? new OfferList(params as Params<'offers'>) : new EntryList();
  let first: EnvelopeOf<Name> | undefined;
  for await (const step of stepsOf(marketplace, endpoint, params, { ...options, from: 1 })) {
    const { envelope, hasMore } = step;
    if (sum.add(step)) {
      first ??= envelope;
      if (envelope.found) list.add(envelope.data as never);
    }
    if (!goesOn(envelope.meta, hasMore) && hasMore) {
      sum.noteIncomplete('max_credits');
      break;
    }
  }
  if (list.isShort) sum.noteIncomplete('fewer_offers');
  const { data, ...facts } = first as EnvelopeOf<Name>;
  // A service can omit it.
  const { gaps: _, ...meta }: Partial<ResponseMeta> = facts.meta ?? {};
  const whole = {
    ...facts,
    data: data === null ? null : { ...data, ...list.merged },
    meta: { ...meta, ...(sum.gaps.length === 0 ? {} : { gaps: sum.gaps }), usage: sum.usage },
  };
  return { response: withFields(whole, fieldsOf(params)) as unknown as EnvelopeOf<Name>, pages: sum.read };
}

class OfferList {
  readonly merged = { product_sellers_info: [] as OfferEntry[], fba_count: 0, fbm_count: 0, sold_by_amazon: false };
  readonly #new = new NewOffers();
  /** Whether the pages have all offers that the first one counts. A filter is applied to each page: the count is that of all conditions. */
  readonly #isWhole: boolean;
  /** Number of offers by the first page. */
  #counted: number | undefined;

  constructor({ condition = 'all' }: Pick<Params<'offers'>, 'condition'>) {
    this.#isWhole = condition === 'all';
  }

  /** Whether the pages have fewer offers than the first one counts. */
  get isShort(): boolean {
    return this.#isWhole && this.merged.product_sellers_info.length < (this.#counted ?? 0);
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
    // The list can repeat the featured offer, which is then counted twice.
    this.#counted ??= (countOf(page.total_offers_count, 0) ?? 0) - dropped.length;
  }
}

/** Returns the counts of a page, counted from its offers if the page has none. */
function countsOf({ fba_count, fbm_count, sold_by_amazon, product_sellers_info }: OffersData) {
  const count = (isFba: boolean) => product_sellers_info.filter(({ is_fba }) => is_fba === isFba).length;
  return {
    fba_count: countOf(fba_count, 0) ?? count(true),
    fbm_count: countOf(fbm_count, 0) ?? count(false),
    sold_by_amazon: sold_by_amazon ?? product_sellers_info.some(({ is_amazon }) => is_amazon === true),
  };
}

class EntryList {
  readonly isShort = false;
  readonly merged: { shallow_parts: SearchResultEntry[]; sponsored_parts?: SearchResultEntry[] } = {
    shallow_parts: [],
  };
  readonly #known = new Set<string>();

  add({ shallow_parts = [], sponsored_parts }: Partial<Pick<SearchData, 'shallow_parts' | 'sponsored_parts'>>): void {
    for (const entry of shallow_parts) {
      if (!this.#known.has(entry.asin)) this.merged.shallow_parts.push(entry);
      this.#known.add(entry.asin);
    }
    if (sponsored_parts !== undefined)
      this.merged.sponsored_parts = [...(this.merged.sponsored_parts ?? []), ...sponsored_parts];
  }
}
