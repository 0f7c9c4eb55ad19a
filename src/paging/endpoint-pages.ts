/** Iterates over the pages of endpoints. */
import type { PagedEndpointName } from '../contract/endpoints.ts';
import type { AllFields, FieldChoice, FieldsAsked } from '../contract/field-types.ts';
import type { AnyMarketplace, EnvelopeOf, Params } from '../contract/marketplace.ts';
import { sharedCallOptions } from '../options/call-options.ts';
import { marketplaceWith } from '../options/checks.ts';
import { listJudge } from './list-judge.ts';
import { offersJudge } from './offers-judge.ts';
import { type PagingOptions, pagingOptions } from './options.ts';
import { LIST_NEEDS, OFFER_NEEDS, pagesOf, withNeeds } from './page-fields.ts';
import { canAfford, countOf, type Step, type Verdict, walkPages } from './walk.ts';

/**
 * Returns the pages of a keyword search, one after the other, up to `last_page_number`, which every page can change.
 *
 * @throws BadRequestError for invalid options, before anything is fetched. The iteration throws the errors of the calls.
 * @example
 * for await (const { found, data } of searchPages(marketplace, { keyword: 'kettle' }, { maxPages: 3 })) {
 *   if (found) for (const { asin, price } of data.shallow_parts) console.log(asin, price);
 * }
 */
export function searchPages<const Field extends FieldsAsked = AllFields>(
  marketplace: AnyMarketplace,
  params: Params<'search'> & FieldChoice<'search', Field>,
  options: PagingOptions = {},
): AsyncGenerator<EnvelopeOf<'search', Field>, void, undefined> {
  return endpointPages<'search', Field>(marketplace, 'search', params, options);
}

/**
 * Returns the pages of a category, one after the other, like {@link searchPages}. A landing page without products is the only page.
 *
 * @throws BadRequestError for invalid options, before anything is fetched. The iteration throws the errors of the calls.
 */
export function categoryPages<const Field extends FieldsAsked = AllFields>(
  marketplace: AnyMarketplace,
  params: Params<'category'> & FieldChoice<'category', Field>,
  options: PagingOptions = {},
): AsyncGenerator<EnvelopeOf<'category', Field>, void, undefined> {
  return endpointPages<'category', Field>(marketplace, 'category', params, options);
}

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
  return endpointPages<'offers', Field>(marketplace, 'offers', params, options);
}

/** Returns the pages of any endpoint that has pages. */
export function endpointPages<Name extends PagedEndpointName, Field extends FieldsAsked = AllFields>(
  marketplace: AnyMarketplace,
  name: Name,
  params: Params<Name>,
  options: PagingOptions,
): AsyncGenerator<EnvelopeOf<Name, Field>, void, undefined> {
  marketplaceWith({ name: 'marketplace', value: marketplace }, name);
  const checked = pagingOptions(`${name.replace(/s$/, '')}Pages`, options);
  return pagesOf(stepsOf(marketplace, name, params, checked), params);
}

/** Decides after each page whether another one follows. */
type Judge<Name extends PagedEndpointName> = (envelope: EnvelopeOf<Name>, page: number) => Verdict;

/** How the pages of an endpoint are read: the fields that this needs, and a judge of one iteration. */
const READING: {
  readonly [Name in PagedEndpointName]: {
    needs: readonly string[];
    judge: (params: Params<Name>, totalPages: number | undefined) => Judge<Name>;
  };
} = {
  search: { needs: LIST_NEEDS, judge: () => listJudge(20) },
  category: { needs: LIST_NEEDS, judge: () => listJudge(400) },
  offers: { needs: OFFER_NEEDS, judge: ({ condition }, totalPages) => offersJudge(condition, totalPages) },
};

/** Returns all pages that are read, including repeated ones, which are billed. */
export async function* stepsOf<Name extends PagedEndpointName>(
  marketplace: AnyMarketplace,
  name: Name,
  params: Params<Name>,
  options: PagingOptions,
): AsyncGenerator<Step<EnvelopeOf<Name>>, void, undefined> {
  const { from: first = params.page ?? 1, minRemaining } = options;
  const { needs, judge } = READING[name];
  const fetch = (page: number) =>
    marketplace[name](
      { ...withNeeds(name, params, needs), page } as never,
      sharedCallOptions(options),
    ) as unknown as Promise<EnvelopeOf<Name>>;
  let totalPages: number | undefined;
  if (name === 'offers' && first > 1) {
    const start = (await fetch(1)) as EnvelopeOf<'offers'>;
    totalPages = countOf(start.data?.total_pages, 1);
    if (!start.found || (totalPages !== undefined && first > totalPages) || !canAfford(start, minRemaining)) return;
  }
  yield* walkPages({ first, fetch, judge: judge(params, totalPages) }, options);
}
