/** From the envelopes of a target to what they show. */
import { endpoints } from '../../contract/endpoints.ts';
import { ParseError } from '../../contract/errors.ts';
import { canonicalFields } from '../../contract/fields.ts';
import type { PageDataByType } from '../../contract/generated/endpoints.ts';
import type { Gap } from '../../contract/generated/gap.ts';
import type { BestsellerEntry } from '../../contract/generated/lists.ts';
import type { SearchResultEntry } from '../../contract/generated/search.ts';
import { isRecord } from '../../contract/json.ts';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import type { PageType } from '../../contract/page-types.ts';
import { shown } from '../../contract/shown.ts';
import { gapsOf } from '../../paging/walk.ts';
import type { Look, Values } from '../look.ts';
import type { StoredTarget } from '../store/store.ts';
import { bestsellerRows, type ListPage, listOf, resultRows } from './lists.ts';
import { firstPage, isReadable, OFFER_FIELDS, offersOf, offersRows } from './offers.ts';
import { productRows, reviewsRows, withReadableState } from './product.ts';
import { Reading, unlessNull } from './reading.ts';
import { fieldNamesOf, fieldsIn, type Rows, readRows } from './rows.ts';
import { sellerRows } from './seller.ts';

/** The values of the pages of a target. */
type Shown = Pick<Look, 'values' | 'offers' | 'entries' | 'is_complete'>;

/** How the pages of a type are read. */
interface PageLook<Data> {
  /** The fields that are needed. */
  fields: readonly string[];
  /** The field of each value of the page, for changes. */
  names: Partial<Record<keyof Values, string>>;
  /** The field of each value of an entry. */
  entryNames?: Partial<Record<keyof Values, string>>;
  read: (pages: readonly Data[], target: StoredTarget, reading: Reading) => Shown;
}

const LIST_FIELDS = ['last_page_number', 'current_page'];

/** One page, whose values are those of the product or the seller. @param readable Leaves out what cannot be read */
function single<Data>(rows: Rows<Data>, readable = (data: Data, _: Reading) => data): PageLook<Data> {
  return {
    fields: fieldsIn(rows),
    names: fieldNamesOf(rows),
    read: ([data], _, reading) => {
      return { values: data === undefined ? {} : readRows(rows, readable(data, reading), reading) };
    },
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
    read: (pages, { pages: wanted, asins }, reading) => {
      const lists = pages.flatMap((page) => listPage({ current_page: 1, ...page }, 'shallow_parts', reading));
      return lists.length === 0
        ? { values: {} }
        : { values: {}, ...listOf(resultRows, lists, { pages: wanted, asins, reading }) };
    },
  };
}

/** Returns a page of a list; none if it has no list, or if its list or its number cannot be read. */
function listPage<Name extends string, Entry>(
  page: { current_page: number; last_page_number?: number } & { readonly [List in Name]?: readonly Entry[] },
  name: Name,
  reading: Reading,
): ListPage<Entry>[] {
  const { [name]: entries, current_page, last_page_number: last } = page;
  const isList = reading.accepts('entries', entries, name) && reading.accepts('count', current_page, 'current_page');
  const hasLast = reading.accepts('count', last, 'last_page_number');
  return entries === undefined || !isList ? [] : [{ page: current_page, last: hasLast ? last : undefined, entries }];
}

const PAGES: { readonly [Type in PageType]: PageLook<PageDataByType[Type]> } = {
  product: single(productRows, withReadableState),
  reviews: single(reviewsRows),
  seller: single(sellerRows),
  search: results(),
  category: results(),
  storefront: results() as PageLook<PageDataByType['storefront']>,
  offers: {
    fields: [...fieldsIn(offersRows), ...OFFER_FIELDS],
    names: fieldNamesOf(offersRows),
    read: (given, { params }, reading) => {
      const isFiltered = (params.condition ?? 'all') !== 'all';
      const pages = given.filter((page) => isReadable(page, reading));
      const first = firstPage(pages);
      const offers = offersOf(pages, isFiltered, reading);
      const pinned = first?.product_sellers_info.find(({ is_pinned }) => is_pinned === true);
      return { values: readRows(offersRows, { first, pinned, isFiltered }, reading), ...offers };
    },
  },
  bestseller: {
    fields: [...fieldsIn(bestsellerRows), ...LIST_FIELDS, 'sections.title'],
    names: {},
    entryNames: fieldNamesOf(bestsellerRows),
    read: (pages, { pages: wanted, asins }, reading) => {
      // An overview has the first entries of several lists, with a rank in each.
      if (pages.some(({ sections }) => sections !== undefined)) return { values: {} };
      const lists = pages.flatMap((page) => listPage<'entries', BestsellerEntry>(page, 'entries', reading));
      return {
        values: {},
        ...listOf(bestsellerRows, lists, { pages: wanted, asins, reading }, ({ rank }) => unlessNull(rank)),
      };
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
  for (const envelope of envelopes) assertFrame(envelope);
  const told = distinct(envelopes.flatMap(({ meta }) => gapsOf(meta)));
  const reading = new Reading(told);
  const values = shownBy(target, envelopes, told, reading);
  const url: unknown = first.meta.source?.url;
  return {
    at: Math.max(...envelopes.map(timeOf)),
    page_type: first.page_type,
    found: first.found,
    gaps: [...told, ...reading.gaps],
    ...(typeof url === 'string' && { url }),
    request_ids: envelopes.map(({ meta }) => meta.request_id).filter((id) => typeof id === 'string'),
    ...values,
  };
}

/** @throws ParseError without what each look needs */
function assertFrame(envelope: AnyEnvelope): void {
  const { page_type, found, meta } = envelope;
  if (typeof found !== 'boolean') throw unreadable('found', found, 'true or false');
  if (typeof page_type !== 'string') throw unreadable('page_type', page_type, 'the name of a page type');
  if (!isRecord(meta)) throw unreadable('meta', meta, 'an object');
  if (Number.isNaN(timeOf(envelope))) throw unreadable('meta.timestamp', meta.timestamp, 'a time [ISO 8601]');
}

function unreadable(member: string, value: unknown, expected: string): ParseError {
  return new ParseError(`${member}: ${shown(value)} is not valid: expected ${expected}.`);
}

/** A page for another product or seller than requested says nothing about the target. */
function shownBy(
  target: StoredTarget,
  envelopes: readonly AnyEnvelope[],
  gaps: readonly Gap[],
  reading: Reading,
): Shown {
  const [{ page_type, found }] = envelopes as readonly [AnyEnvelope];
  if (!found || !Object.hasOwn(PAGES, page_type) || gaps.some(({ kind }) => kind === 'identity')) return { values: {} };
  const pages = envelopes
    .filter((envelope) => envelope.page_type === page_type)
    .flatMap(({ data }) => (data !== null && reading.accepts('data', data, 'data') ? [data] : []));
  const { read } = PAGES[page_type] as PageLook<unknown>;
  return read(pages, target, reading);
}

/** Returns when a page was read [milliseconds since the epoch]. A saved page shows what was when it was saved. */
export function timeOf({ meta }: AnyEnvelope): number {
  const time: unknown = meta.source?.fetched_at ?? meta.timestamp;
  return typeof time === 'string' ? Date.parse(time) : Number.NaN;
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
