/** The rows of envelopes: of the tables and the CSV of the command line, and of `toCsv`. */
import { MARKETPLACES } from '../contract/codes.ts';
import type { OffersData } from '../contract/data/offers.ts';
import { isRecord } from '../contract/json.ts';
import { isPageType } from '../contract/page-types.ts';
import { absoluteUrl } from '../contract/sites.ts';
import { NewOffers } from '../paging/new-offers.ts';
import { columnsOf, fieldSource } from './fields.ts';
import { entriesOf, isCutOff, type Row, valueAt } from './rows.ts';
import type { CsvSource } from './to-csv.ts';

/** Returns the columns of an envelope without chosen fields. */
export function columnNames({ page_type }: CsvSource): string[] {
  return isPageType(page_type) ? columnsOf(page_type).map(({ name }) => name) : [];
}

/** The entries of envelopes: of offers, those that are not on an earlier page; of searches and categories, with their rank over pages in a row. */
export class NewEntries {
  readonly #newOffers = new NewOffers();
  /** The next page, and the number of entries before it; `undefined` after a page that was cut off, or without page 1. */
  #next: { page: number; before: number | undefined } = { page: 1, before: undefined };

  of(envelope: CsvSource): Row[] {
    const { page_type, data } = envelope;
    if (page_type !== 'offers' || !hasOffers(data)) return this.#ranked(envelope);
    const product_sellers_info = this.#newOffers.of(data.product_sellers_info);
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
