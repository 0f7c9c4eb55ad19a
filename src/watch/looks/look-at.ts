/** From the envelopes of a target to what they show. */
import { endpoints } from '../../contract/endpoints.ts';
import { canonicalFields } from '../../contract/fields.ts';
import type { Gap } from '../../contract/gap.ts';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import type { PageType } from '../../contract/page-types.ts';
import type { PageDataByType } from '../../contract/types/endpoints.ts';
import type { BestsellerEntry } from '../../contract/types/lists.ts';
import type { SearchResultEntry } from '../../contract/types/search.ts';
import type { Look, Values } from '../look.ts';
import type { StoredTarget } from '../store/store.ts';
import { bestsellerRows, type ListPage, listOf, resultRows } from './lists.ts';
import { firstPage, OFFER_FIELDS, offersOf, offersRows } from './offers.ts';
import { type Part, unclearParts } from './parts.ts';
import { productRows, reviewsRows } from './product.ts';
import { fieldNamesOf, fieldsIn, type Rows, readRows } from './rows.ts';
import { sellerRows } from './seller.ts';

/** What the pages of a target show. */
type Shown = Pick<Look, 'values' | 'offers' | 'entries' | 'is_complete'>;

/** How the pages of a type are read. */
interface PageLook<Data> {
  /** The fields that are needed. */
  fields: readonly string[];
  /** The field of each value of the page, for changes. */
  names: Partial<Record<keyof Values, string>>;
  /** The field of each value of an entry. */
  entryNames?: Partial<Record<keyof Values, string>>;
  read: (pages: readonly Data[], target: StoredTarget, unclear: ReadonlySet<Part>) => Shown;
}

const LIST_FIELDS = ['last_page_number', 'current_page'];

/** One page, whose values are those of the product or the seller. */
function single<Data>(rows: Rows<Data>): PageLook<Data> {
  return {
    fields: fieldsIn(rows),
    names: fieldNamesOf(rows),
    read: ([data], _, unclear) => ({ values: data === undefined ? {} : readRows(rows, data, unclear) }),
  };
}

/** A list of results. A landing page and a brand's store have none. */
function results<
  Data extends { shallow_parts?: SearchResultEntry[]; current_page?: number; last_page_number?: number },
>(): PageLook<Data> {
  return {
    fields: [...fieldsIn(resultRows), ...LIST_FIELDS],
    names: {},
    entryNames: fieldNamesOf(resultRows),
    read: (pages, { pages: wanted, asins }, unclear) => {
      const lists = pages.flatMap(({ shallow_parts, current_page = 1, last_page_number }) =>
        shallow_parts === undefined ? [] : [{ page: current_page, last: last_page_number, entries: shallow_parts }],
      );
      return lists.length === 0
        ? { values: {} }
        : { values: {}, ...listOf(resultRows, lists, { pages: wanted, asins, unclear }) };
    },
  };
}

const PAGES: { readonly [Type in PageType]: PageLook<PageDataByType[Type]> } = {
  product: single(productRows),
  reviews: single(reviewsRows),
  seller: single(sellerRows),
  search: results(),
  category: results(),
  storefront: results() as PageLook<PageDataByType['storefront']>,
  offers: {
    fields: [...fieldsIn(offersRows), ...OFFER_FIELDS],
    names: fieldNamesOf(offersRows),
    read: (pages, { params }, unclear) => {
      const isFiltered = (params.condition ?? 'all') !== 'all';
      const first = firstPage(pages);
      const pinned = first?.product_sellers_info.find(({ is_pinned }) => is_pinned === true);
      const offers = offersOf(pages, isFiltered, unclear);
      return { values: readRows(offersRows, { first, pinned, isFiltered }, unclear), ...offers };
    },
  },
  bestseller: {
    fields: [...fieldsIn(bestsellerRows), ...LIST_FIELDS, 'sections.title'],
    names: {},
    entryNames: fieldNamesOf(bestsellerRows),
    read: (pages, { pages: wanted, asins }, unclear) => {
      // An overview has the first entries of several lists, with a rank in each.
      if (pages.some(({ sections }) => sections !== undefined)) return { values: {} };
      const lists = pages.map(
        ({ current_page, last_page_number, entries }): ListPage<BestsellerEntry> => ({
          page: current_page,
          last: last_page_number,
          entries,
        }),
      );
      return { values: {}, ...listOf(bestsellerRows, lists, { pages: wanted, asins, unclear }, ({ rank }) => rank) };
    },
  },
};

/**
 * Returns what the pages of a target show.
 *
 * @param envelopes One for each page of the target, at least one, in any order. Pages that could not be read are left out.
 */
export function lookAt(target: StoredTarget, envelopes: readonly AnyEnvelope[]): Look {
  const [first] = envelopes;
  if (first === undefined) throw new TypeError('envelopes: the list is empty: expected at least one envelope.');
  const gaps = distinct(envelopes.flatMap(({ meta }) => meta.gaps ?? []));
  const url = first.meta.source?.url;
  return {
    at: Math.max(...envelopes.map(timeOf)),
    page_type: first.page_type,
    found: first.found,
    gaps,
    ...(url === undefined ? {} : { url }),
    request_ids: envelopes.map(({ meta }) => meta.request_id),
    ...shownBy(target, envelopes, gaps),
  };
}

/** A page for another product or seller than requested says nothing about the target. */
function shownBy(target: StoredTarget, envelopes: readonly AnyEnvelope[], gaps: readonly Gap[]): Shown {
  const [{ page_type, found }] = envelopes as readonly [AnyEnvelope];
  if (!found || !Object.hasOwn(PAGES, page_type) || gaps.some(({ kind }) => kind === 'identity')) return { values: {} };
  const pages = envelopes.flatMap((envelope) => (envelope.page_type === page_type ? (envelope.data ?? []) : []));
  const { read } = PAGES[page_type] as PageLook<unknown>;
  return read(pages, target, unclearParts(gaps));
}

/** Returns when a page was read [milliseconds since the epoch]. A saved page shows what was when it was saved. */
export function timeOf({ meta }: AnyEnvelope): number {
  return Date.parse(meta.source?.fetched_at ?? meta.timestamp);
}

function distinct(gaps: readonly Gap[]): Gap[] {
  return [...new Map(gaps.map((gap) => [JSON.stringify([gap.landmark, gap.kind, gap.detail]), gap])).values()];
}

/** Returns the smallest list of fields that {@link lookAt} needs, for the parameter `fields` of the calls. */
export function fieldsOf({ endpoint }: Pick<StoredTarget, 'endpoint'>): string[] {
  return canonicalFields(endpoints[endpoint].responses.flatMap(fieldsOfPage));
}

/** Returns the fields that {@link lookAt} needs of a type of page. */
export function fieldsOfPage(type: PageType): readonly string[] {
  return PAGES[type].fields;
}

/** Returns the path in the data that a value is read from, for changes. */
export function fieldOf(type: PageType, value: keyof Values, isEntry: boolean): string {
  const { names, entryNames } = PAGES[type];
  return (isEntry ? entryNames : names)?.[value] ?? value;
}
