/** All pages of a call in one envelope, for batches. */
import { type EndpointName, isPaged, type PagedEndpointName } from '../contract/endpoints.ts';
import type { ResponseMeta } from '../contract/envelope.ts';
import { BadRequestError } from '../contract/errors.ts';
import { fieldsOf, withFields } from '../contract/fields.ts';
import type { SearchData, SearchResultEntry } from '../contract/generated/search.ts';
import type { AnyEnvelope, AnyMarketplace, EnvelopeOf, Params } from '../contract/marketplace.ts';
import { OfferList } from './all-offers.ts';
import { listSteps } from './list-pages.ts';
import { offerSteps } from './offer-pages.ts';
import type { PagingOptions } from './options.ts';
import { PageSum, type PagesRead } from './page-sum.ts';
import type { Step } from './walk.ts';

/** The request, and how its pages are read. */
export interface AllPagesCall {
  endpoint: EndpointName;
  params: object;
  options: PagingOptions;
  /** Called for each page. Returns whether the next one is read, if there is one. */
  goesOn: (meta: ResponseMeta, hasMore: boolean) => boolean;
}

/**
 * Reads all pages of a call. The envelope is that of the first page, with the entries of all pages, each once, and with the usage and the gaps of all.
 *
 * @throws BadRequestError for an endpoint without pages, or for the parameter `page`; otherwise what a call throws
 */
export async function allPages(
  marketplace: AnyMarketplace,
  { endpoint, params, options, goesOn }: AllPagesCall,
): Promise<{ response: AnyEnvelope; pages: PagesRead }> {
  if (!isPaged(endpoint)) throw invalid('pages', `${endpoint} has no pages: leave it out.`);
  if ('page' in params && params.page !== undefined)
    throw invalid('page', "the request has pages: 'all': leave one of them out.");
  const sum = new PageSum();
  const list = endpoint === 'offers' ? new OfferList(params) : new EntryList();
  let first: AnyEnvelope | undefined;
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
  const { data, ...facts } = first as AnyEnvelope;
  const { gaps: _, ...meta } = facts.meta;
  const whole = {
    ...facts,
    data: data === null ? null : { ...data, ...list.merged },
    meta: { ...meta, ...(sum.gaps.length === 0 ? {} : { gaps: sum.gaps }), usage: sum.usage },
  };
  return { response: withFields(whole, fieldsOf(params)) as AnyEnvelope, pages: sum.read };
}

const stepsOf = (
  marketplace: AnyMarketplace,
  endpoint: PagedEndpointName,
  params: object,
  options: PagingOptions,
): AsyncGenerator<Step<EnvelopeOf<PagedEndpointName>>, void, undefined> =>
  endpoint === 'offers'
    ? offerSteps(marketplace, params as Params<'offers'>, options)
    : listSteps(marketplace, endpoint, params as Params<'search' | 'category'>, options);

/** Collects the entries of searches and categories. */
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

const invalid = (parameter: string, problem: string): BadRequestError =>
  new BadRequestError(`${parameter}: ${problem}`, { parameter });
