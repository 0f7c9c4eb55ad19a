/** Questions to the history of a watch, and their results. */
import type { MarketplaceCode } from '../../contract/codes.ts';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import type { Values } from '../values.ts';
import type { HistoryFieldName } from './fields.ts';
import type { Average, Extreme, HistoryPoint, HistoryStep, SellerShare } from './spans.ts';

/** The target and the time of a history. */
export interface HistoryOf {
  /** Id of the target. Not needed if one target only watches the product. */
  target?: string | undefined;
  /** The product. With the `target` of a list or a search: the entry. */
  asin?: string | undefined;
  /** Of a target for offers: the key of the offer. */
  offer?: string | undefined;
  /** Marketplace of the product. @default any, if the product is watched on one only */
  marketplace?: MarketplaceCode | undefined;
  /** From this time on: milliseconds since the epoch, a date, or ISO 8601. @default the first look */
  from?: number | Date | string | undefined;
  /** Before this time. @default the last look */
  to?: number | Date | string | undefined;
}

/** Which values of a field. */
export interface FieldHistoryOf extends HistoryOf {
  /** The field, as in the data of pages: `bb_price`, `seller`, `shallow_parts.price`. */
  field: HistoryFieldName;
  /** Only amounts in this currency [ISO 4217]. Needed for numbers over amounts in several ones. @default all */
  currency?: string | undefined;
}

/** Which steps. */
export interface StepHistoryOf extends FieldHistoryOf {
  /** Length of a step: milliseconds (60,000 or more), or a number and `m`, `h` or `d`, such as `1d`. */
  step: number | string;
}

/** Which observations. */
export interface ObservationsOf extends HistoryOf {
  /** Whether to return the envelopes. @default false */
  envelopes?: boolean | undefined;
}

/** Which rows to export. */
export interface ExportOf extends Pick<HistoryOf, 'target' | 'marketplace' | 'from' | 'to'> {
  /** The product: also as an entry of lists and searches. @default all */
  asin?: string | undefined;
}

/** Equal looks at a target, or at an entry of a list, or at an offer. */
export interface StoredObservation {
  /** First look [milliseconds since the epoch]. */
  first_at: number;
  /** Last look [milliseconds since the epoch]. */
  last_at: number;
  /** Number of looks. */
  looks: number;
  /** Whether the marketplace knew it. Of entries and offers: whether they were there. */
  found: boolean;
  /** The values. */
  values: Values;
  /** The envelopes of the first look, one for each page. Empty if the store does not have them. */
  envelopes?: readonly AnyEnvelope[];
}

/** A product in short. Members are absent if nothing is known. */
export interface HistorySummary {
  /** First look in the period [milliseconds since the epoch]. */
  first_at: number;
  /** Last look in the period [milliseconds since the epoch]. */
  last_at: number;
  /** Number of looks, of all rows that begin before the end of the period. */
  looks: number;
  /** Watched time [milliseconds]. */
  watched_ms: number;
  /** Prices of the featured offer, for each currency. */
  prices: readonly { currency?: string; lowest: Extreme; highest: Extreme; average: number; last: number }[];
  /** Share of the watched time in which it was in stock [0 to 1]. */
  in_stock?: number;
  /** Sellers of the featured offer. */
  sellers: readonly SellerShare[];
}

/**
 * The history of a watch. Time counts as watched between two looks, unless they are further apart than three intervals of the target. Unknown values do
 * not count. Methods throw `BadRequestError` `INVALID_PARAMETER` for a field without a history, a time that is not valid, an unknown target, several
 * targets that match, and numbers over amounts in several currencies.
 */
export interface WatchHistory {
  /** Returns a value for each step in which it was known. */
  history(query: StepHistoryOf): Promise<HistoryStep[]>;
  /** Returns each value and when it was first seen. */
  history(query: FieldHistoryOf): Promise<HistoryPoint[]>;
  /** Returns the lowest number, and when it was first seen. */
  lowest(query: FieldHistoryOf): Promise<Extreme | undefined>;
  /** Returns the highest number, and when it was first seen. */
  highest(query: FieldHistoryOf): Promise<Extreme | undefined>;
  /** Returns the average, weighted by watched time. */
  average(query: FieldHistoryOf): Promise<Average | undefined>;
  /** Returns the share of the watched time in which the product was in stock [0 to 1]. `undefined` if nothing is known. */
  timeInStock(query: HistoryOf): Promise<number | undefined>;
  /** Returns the share of the watched time in which each seller had the Buy Box, the largest first. */
  buyBoxShare(query: HistoryOf): Promise<SellerShare[]>;
  /** Returns what looks saw, equal looks together, in the order of time. */
  observations(query: ObservationsOf): AsyncIterable<StoredObservation>;
  /**
   * Writes all that looks saw into a table, CSV or Parquet by the ending of the file's name: a row for equal looks at a target, at an entry of a list or
   * at an offer. Returns the number of rows. An existing file is replaced when the new one is complete. Parquet needs the package `hyparquet-writer`.
   * Besides the errors of all methods, it throws `BadRequestError` for another ending, and for a file that cannot be written.
   */
  export(path: string, query?: ExportOf): Promise<number>;
  /** Returns a product in short. `undefined` if it was not looked at in the period. */
  summary(query: HistoryOf): Promise<HistorySummary | undefined>;
}
