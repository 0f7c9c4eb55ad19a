/** Questions to the history of a watch, and their results. */
import type { MarketplaceCode } from '../../contract/codes.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { AnyEnvelope, Duration } from '../../contract/marketplace.ts';
import type { ChangeType } from '../types.ts';
import type { Values } from '../values.ts';
import type { HistoryPoint, HistoryStep, NumberRange, SellerShare } from './measures.ts';

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
  /**
   * The field, as in the data of pages: the `field` of a change, for example. Those of searches and categories start with `shallow_parts.`, those of
   * best-seller lists with `entries.`, those of offers with `product_sellers_info.`. `shallow_parts.index_on_page` counts the entries of all pages.
   */
  field: string;
  /** Only amounts in this currency [ISO 4217]. Needed for numbers over amounts in several ones. @default all */
  currency?: string | undefined;
}

/** Which steps. */
export interface StepHistoryOf extends FieldHistoryOf {
  /** Length of a step: milliseconds (60,000 or more), or a text such as `1d`. */
  step: Duration;
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
  prices: readonly NumberRange[];
  /** Share of the watched time in which it was in stock [0 to 1]. */
  in_stock?: number;
  /** The share of the watched time in which each seller had the Buy Box, the largest first. */
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
  /** Returns the lowest, the highest, the average and the last number. `undefined` if none is known. */
  range(query: FieldHistoryOf): Promise<NumberRange | undefined>;
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

/** The time of an overview, and the length of its lists. */
export interface OverviewOf extends Pick<HistoryOf, 'from' | 'to'> {
  /** Most entries of each list [1 to 1000]. @default 20 */
  top?: number | undefined;
}

/** A target whose page has a price, a stock or a Buy Box: products, offers. "Now" is what the watch knows now. */
export interface WatchedProduct {
  /** Id of the target. */
  target: string;
  /** The product. */
  asin?: string;
  /** Its marketplace. */
  marketplace?: string;
  /** Title, as last seen. */
  title?: string;
  /** Whether it is in stock now. Absent: unknown. */
  in_stock?: boolean;
  /** Share of the watched time in which it was in stock [0 to 1]. */
  stock_share?: number;
  /** Currency of the price [ISO 4217]. */
  currency?: string;
  /** Price of the featured offer now [major currency units]. Absent: unknown or none. The following numbers are those of its currency. */
  price?: number;
  /** Lowest price. */
  lowest?: number;
  /** Highest price. */
  highest?: number;
  /** Average price, weighted by watched time. */
  average?: number;
}

/** A seller over all targets. */
export interface WatchedSeller extends SellerShare {
  /** Number of targets where it had the Buy Box. */
  targets: number;
  /** Number of targets where it has it now. */
  has_now: number;
}

/** An overview of all targets of a watch. Products and sellers are those of active targets. */
export interface WatchOverview {
  /** First look of the period [milliseconds since the epoch]. Absent if there was none. */
  first_at?: number;
  /** Last look of the period [milliseconds since the epoch]. */
  last_at?: number;
  /** Number of active targets by endpoint. */
  targets: readonly { endpoint: EndpointName; targets: number }[];
  /** Number of looks since the start of the watch, also outside the period, and of removed targets. */
  looks: number;
  /** Number of those that failed. */
  failed_looks: number;
  /** Credits that looks of the period have cost. Hours in which it starts or ends count as a whole. */
  credits: number;
  /** Number of changes by type, the most frequent first. */
  changes: readonly { type: ChangeType; changes: number }[];
  /** Number of changes over time. */
  timeline: {
    /** Length of a step [milliseconds]. */
    step_ms: number;
    /** Steps with changes: their start [milliseconds since the epoch], a type, and the number of its changes. */
    steps: readonly { at: number; type: ChangeType; changes: number }[];
  };
  /** The products with the most changes. `asin` is absent for sellers. */
  most_changed: readonly { target: string; asin?: string; changes: number; last_at: number }[];
  /** Number of products now. */
  stock: { in_stock: number; out_of_stock: number; unknown: number };
  /** Share of the watched time of all products in which they were in stock [0 to 1]. */
  stock_share?: number;
  /** The products that were in stock the least, of those that were not always. */
  least_in_stock: readonly WatchedProduct[];
  /** Number of products whose price is below its average. */
  cheaper: number;
  /** The products whose price is the furthest below its average. */
  price_drops: readonly WatchedProduct[];
  /** Sellers of the Buy Box, the one with the most time first. */
  sellers: readonly WatchedSeller[];
  /** Number of sellers. */
  sellers_total: number;
  /** Number of active targets whose last look failed. */
  failing_total: number;
  /** Those with the most failures in a row. */
  failing: readonly { target: string; failures: number; next_at: number }[];
  /** Parts that pages lacked at the last look, and at how many active targets. */
  gaps: readonly { landmark: string; kind: string; targets: number }[];
  /** Changes that wait for their delivery, by receiver. */
  waiting: readonly { receiver: string; changes: number; oldest_at: number }[];
}
