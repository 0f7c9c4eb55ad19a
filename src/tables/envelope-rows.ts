/** The rows of envelopes: of the tables and the CSV of the command line, and of `toCsv`. */
import { MARKETPLACES } from '../contract/codes.ts';
import type { OffersData } from '../contract/data/offers.ts';
import { type EndpointName, endpoints, isEndpointName } from '../contract/endpoints.ts';
import { MarketplaceError } from '../contract/errors.ts';
import { isRecord } from '../contract/json.ts';
import { isPageType } from '../contract/page-types.ts';
import { absoluteUrl } from '../contract/sites.ts';
import type { BatchRequest } from '../paging/batch.ts';
import { NewOffers } from '../paging/new-offers.ts';
import { assertFields, columnsOf, fieldSource } from './fields.ts';
import { type CsvResult, type CsvSource, entriesOf, isCutOff, type Row, valueAt } from './rows.ts';

/** The field of the data that names what an endpoint was asked for. */
export const SUBJECT_FIELDS: Readonly<Record<EndpointName, string>> = {
  product: 'asin',
  offers: 'asin',
  search: 'keyword',
  seller: 'seller_id',
  category: 'node_id',
  scrape: 'url',
};

/**
 * Returns the columns of rows by their first envelope. Those of a result begin with its request and its outcome.
 *
 * @throws BadRequestError for fields that no page and no such request has
 */
export function columnsFor(
  envelope: CsvSource | WithRequest,
  fields: readonly string[] | undefined,
): readonly string[] {
  const request = 'request' in envelope ? envelope.request : undefined;
  if (request === undefined) {
    if (fields !== undefined) assertFields(fields);
    return fields ?? columnNames(envelope);
  }
  const ofRequest = Object.keys(request).map((name) => `request.${name}`);
  if (fields === undefined) return [...ofRequest, 'found', 'error', ...columnNames(envelope)];
  const { params, subject } = endpointOf(request.endpoint);
  assertFields(fields, undefined, [...ofRequest, ...Object.keys(params).map((name) => `request.${name}`), 'error']);
  const isNamed = fields.some((name) => name.startsWith('request.') || name === SUBJECT_FIELDS[request.endpoint]);
  return isNamed ? fields : [`request.${subject}`, 'found', ...fields.filter((name) => name !== 'found')];
}

/** Returns the columns of an envelope's page type. */
export function columnNames({ page_type }: CsvSource): string[] {
  return isPageType(page_type) ? columnsOf(page_type).map(({ name }) => name) : [];
}

/** A failed request can have any endpoint. */
const endpointOf = (name: unknown): { params: object; subject: string; responses: readonly string[] } =>
  isEndpointName(name) ? endpoints[name] : { params: {}, subject: 'endpoint', responses: [] };

/** An envelope with the request that it answers. */
type WithRequest = CsvSource & { request: { endpoint: EndpointName } };

/** Returns the envelope of a result with its request and the code of its error, and its rows: without entries, one with what was asked for. */
export function withRequest({ request, response, error }: CsvResult): { envelope: WithRequest; rows: Row[] } {
  // `pages` and `options` say how the call was made: they are no columns.
  const { endpoint, params, pages: _, options: __, ...own } = Object(request) as BatchRequest;
  const { responses, subject } = endpointOf(endpoint);
  const code = error instanceof MarketplaceError ? error.code : error === undefined ? undefined : 'INTERNAL';
  const asked = { endpoint, ...params, ...own };
  const envelope = { page_type: responses[0] ?? '', data: null, ...response, request: asked, error: code };
  const entries = entriesOf(envelope);
  return {
    envelope,
    rows: entries.length === 0 ? [{ [SUBJECT_FIELDS[endpoint]]: valueAt(params, subject) }] : entries,
  };
}

/** The entries of envelopes: of offers, those that are not on an earlier page; of searches and categories, with their rank over pages in a row. */
export class NewEntries {
  #newOffers: { asin?: unknown; offers: NewOffers } = { offers: new NewOffers() };
  /** The next page, and the number of entries before it; `undefined` after a page that was cut off, or without page 1. */
  #next: { page: number; before: number | undefined } = { page: 1, before: undefined };

  of(envelope: CsvSource): Row[] {
    const { page_type, data } = envelope;
    if (page_type !== 'offers' || !hasOffers(data)) return this.#ranked(envelope);
    const { asin } = data;
    // Another product can have offers that look the same.
    if (this.#newOffers.asin !== asin) this.#newOffers = { asin, offers: new NewOffers() };
    const product_sellers_info = this.#newOffers.offers.of(data.product_sellers_info);
    return entriesOf({ page_type, data: { ...data, product_sellers_info } });
  }

  #ranked(envelope: CsvSource): Row[] {
    const page = Number(isRecord(envelope.data) ? envelope.data.current_page : undefined);
    const before = page === 1 ? 0 : page === this.#next.page ? this.#next.before : undefined;
    const entries = entriesOf(envelope, before);
    const isKnown = before !== undefined && !isCutOff(envelope.meta);
    this.#next = { page: page + 1, before: isKnown ? before + entries.length : undefined };
    return entries;
  }
}

function hasOffers(data: unknown): data is OffersData {
  return isRecord(data) && Array.isArray(data.product_sellers_info) && data.product_sellers_info.every(isRecord);
}

/** Returns the cells of an entry: the values at these paths, with absolute URLs. */
export function cellsOf(envelope: CsvSource, entry: Row, columns: readonly string[]): unknown[] {
  const source = fieldSource(envelope, entry);
  return columns.map((name) => withSite(envelope, name, valueAt(source, name)));
}

/** Makes a URL absolute, if the envelope tells its marketplace. */
export function withSite({ meta }: CsvSource, name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !/(?:^|[._])url$/.test(name) || !isRecord(meta)) return value;
  const code = MARKETPLACES.find((known) => known === meta.marketplace);
  return code === undefined ? value : absoluteUrl(code, value);
}
