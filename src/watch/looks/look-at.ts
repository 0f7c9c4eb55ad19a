/** From the envelopes of a target to what they show. */
import { endpoints } from '../../contract/endpoints.ts';
import { ParseError } from '../../contract/errors.ts';
import { canonicalFields } from '../../contract/fields.ts';
import type { Gap } from '../../contract/generated/gap.ts';
import type { OffersData } from '../../contract/generated/offers.ts';
import type { ProductData } from '../../contract/generated/product.ts';
import { isRecord } from '../../contract/json.ts';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import type { PageType } from '../../contract/page-types.ts';
import { shown } from '../../contract/shown.ts';
import { detectPageType } from '../../pages/urls/detect.ts';
import { gapsOf } from '../../paging/walk.ts';
import type { Look } from '../look.ts';
import type { StoredTarget } from '../store/store.ts';
import type { TargetName } from '../types.ts';
import type { PageKind, Values } from '../values.ts';
import { entriesOf, LIST_FIELDS, type ListData } from './lists.ts';
import { firstPage, isReadable, OFFER_FIELDS, offersOf } from './offers.ts';
import { fieldOfValue, fieldsOfKind, Reading, readValues } from './reading.ts';

const KINDS: { readonly [Type in PageType]: PageKind } = {
  product: 'product',
  reviews: 'reviews',
  seller: 'seller',
  search: 'result',
  category: 'result',
  storefront: 'result',
  offers: 'offers',
  bestseller: 'bestseller',
};

/** The fields that say which offers or entries a page has. */
const FURTHER_FIELDS: { readonly [Kind in PageKind]?: readonly string[] } = {
  offers: OFFER_FIELDS,
  result: LIST_FIELDS,
  bestseller: [...LIST_FIELDS, 'sections.title'],
};

/** The values of the pages of a target. */
type Shown = Pick<Look, 'values' | 'offers' | 'entries' | 'is_complete'>;

function offered(given: readonly OffersData[], { params }: StoredTarget, reading: Reading): Shown {
  const isFiltered = (params.condition ?? 'all') !== 'all';
  const pages = given.filter((page) => isReadable(page, reading));
  const first = firstPage(pages);
  const offers = offersOf(pages, isFiltered, reading);
  const pinned = first?.product_sellers_info.find(({ is_pinned }) => is_pinned === true);
  return { values: readValues('offers', { first, pinned, isFiltered }, reading), ...offers };
}

/** Returns the data without what depends on the Buy Box, if what says whether there is a featured offer has another type. */
function withReadableState(data: ProductData, reading: Reading): ProductData {
  const { buybox_state, buybox, bb_price: _, in_stock: _inStock, ...others } = data;
  const isState = reading.accepts('text', buybox_state, 'buybox_state');
  return reading.accepts('truth', buybox, 'buybox') && isState ? data : others;
}

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
export function assertFrame(envelope: AnyEnvelope): void {
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
  if (!found || !Object.hasOwn(KINDS, page_type) || gaps.some(({ kind }) => kind === 'identity')) return { values: {} };
  const pages = envelopes
    .filter((envelope) => envelope.page_type === page_type)
    .flatMap(({ data }) => (data !== null && reading.accepts('data', data, 'data') ? [data] : []));
  const kind = KINDS[page_type];
  if (kind === 'result' || kind === 'bestseller')
    return { values: {}, ...entriesOf(kind, pages as ListData[], target, reading) };
  if (kind === 'offers') return offered(pages as OffersData[], target, reading);
  const [data] = pages;
  if (data === undefined) return { values: {} };
  const readable = kind === 'product' ? withReadableState(data as ProductData, reading) : data;
  return { values: readValues(kind, readable, reading) };
}

/** ISO 8601 with a time zone. `Date.parse` takes other texts too, and makes other times of them. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** Returns when a page was read [milliseconds since the epoch]. A saved page shows what was when it was saved. */
export function timeOf({ meta }: AnyEnvelope): number {
  const time: unknown = meta.source?.fetched_at ?? meta.timestamp;
  return typeof time === 'string' && TIMESTAMP.test(time) ? Date.parse(time) : Number.NaN;
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
  return [...fieldsOfKind(KINDS[type]), ...(FURTHER_FIELDS[KINDS[type]] ?? [])];
}

/** Returns the path in the data that a value is read from, for changes. Of a list, it is that of an entry. */
export function fieldOf(type: PageType, value: keyof Values): string {
  return fieldOfValue(KINDS[type], value) ?? value;
}

/** The subject of a target, as its parameters or its URL say. */
interface Subject {
  /** The product. Lists and sellers have none. */
  asin?: string;
  /** The marketplace. */
  marketplace?: string;
  /** Of a URL: the type of its page. */
  page_type?: string;
}

/** Returns what a target is about. */
export function subjectOf({ params }: Pick<TargetName, 'params'>): Subject {
  const { asin, marketplace, url } = params;
  const page = typeof url === 'string' ? detectPageType(url) : undefined;
  const [product, site] = [asin ?? page?.asin, marketplace ?? page?.marketplace];
  return {
    ...(typeof product === 'string' && { asin: product }),
    ...(typeof site === 'string' && { marketplace: site }),
    ...(page && { page_type: page.page_type }),
  };
}
