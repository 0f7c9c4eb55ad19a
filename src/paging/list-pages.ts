/** Iterates over pages of search results and of categories. */
import type { AllFields, FieldChoice, FieldsAsked } from '../contract/field-types.ts';
import type { AnyMarketplace, EnvelopeOf, Params } from '../contract/marketplace.ts';
import { sharedCallOptions } from '../options/call-options.ts';
import { marketplaceWith } from '../options/checks.ts';
import { type PagingOptions, pagingOptions } from './options.ts';
import { LIST_NEEDS, pagesOf, withNeeds } from './page-fields.ts';
import { countOf, rowsOf, type Step, type Verdict, walkPages } from './walk.ts';

/** Last pages of searches and categories, if the page does not name one. */
const CEILINGS = { search: 20, category: 400 } as const;

interface ListEnvelope {
  found: boolean;
  data: { last_page_number?: number; shallow_parts?: readonly { asin: string }[] } | null;
}

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
  marketplaceWith({ name: 'marketplace', value: marketplace }, 'search');
  const steps = listSteps(marketplace, 'search', params, pagingOptions('searchPages', options));
  return pagesOf(steps, params);
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
  marketplaceWith({ name: 'marketplace', value: marketplace }, 'category');
  const steps = listSteps(marketplace, 'category', params, pagingOptions('categoryPages', options));
  return pagesOf(steps, params);
}

/** The steps of {@link searchPages} and {@link categoryPages}, including repeated pages, which are billed. */
export function listSteps<Name extends 'search' | 'category'>(
  marketplace: AnyMarketplace,
  name: Name,
  params: Params<Name>,
  options: PagingOptions,
): AsyncGenerator<Step<EnvelopeOf<Name>>, void, undefined> {
  const { from: first = params.page ?? 1 } = options;
  const shared = sharedCallOptions(options);
  const fetch = (page: number) =>
    marketplace[name]({ ...withNeeds(name, params, LIST_NEEDS), page } as never, shared) as Promise<EnvelopeOf<Name>>;
  return walkPages<EnvelopeOf<Name>>({ first, fetch, judge: listJudge(CEILINGS[name]) }, options);
}

/** Returns a function that decides after each page whether another one follows. */
function listJudge(ceiling: number): (envelope: ListEnvelope, page: number) => Verdict {
  const contents = new Set<string>();
  const known = new Set<string>();
  return ({ found, data }, page) => {
    if (!found || data === null) return 'last';
    const asins = rowsOf('shallow_parts', data.shallow_parts ?? []).map(({ asin }) => asin);
    const content = asins.length === 0 ? '' : JSON.stringify(asins);
    const lastNumber = countOf(data.last_page_number, 1);
    const last = lastNumber ?? (content === '' ? page : ceiling);
    // Without a last page number, a page without new entries is after the end of the list.
    const isSame = lastNumber === undefined ? asins.every((asin) => known.has(asin)) : contents.has(content);
    // After the last page the marketplace repeats an earlier one.
    const isRepeat = contents.size === 0 ? page > last : content !== '' && isSame;
    contents.add(content);
    for (const asin of asins) known.add(asin);
    if (isRepeat) return 'repeat';
    return page >= last ? 'last' : 'more';
  };
}
