/** An overview of all targets of a watch. */
import type { EndpointName } from '../../contract/endpoints.ts';
import type { ChangeType } from '../types.ts';
import type { HistoryOf } from './history-types.ts';
import type { SellerShare } from './measures.ts';

/** Which time, and how much of it. */
export interface OverviewOf extends Pick<HistoryOf, 'from' | 'to'> {
  /** Most entries of each list [1 to 1000]. @default 20 */
  top?: number | undefined;
}

/** A target whose page has a price, a stock or a Buy Box: products, offers. "Now" is the last value that was seen in the period or before. */
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
