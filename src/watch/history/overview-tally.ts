/** The parts of an overview, and the sums over all targets. */
import type { EndpointName } from '../../contract/endpoints.ts';
import type { TargetState } from '../store/store.ts';
import type { ChangeType, SellerName } from '../types.ts';
import type { HistoryOf } from './history-types.ts';
import { durationOf, type SellerShare, sellerKey } from './measures.ts';
import type { Span } from './spans.ts';

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

/** Adds up targets, and keeps the first of each list. */
export class Tally {
  readonly #top: number;
  readonly #endpoints = new Map<EndpointName, number>();
  readonly #sellers = new Map<string, { seller: SellerName | null; ms: number; targets: number; has_now: number }>();
  readonly #gaps = new Map<string, WatchOverview['gaps'][number]>();
  readonly #drops: First<WatchedProduct>;
  readonly #leastInStock: First<WatchedProduct>;
  readonly #failing: First<WatchOverview['failing'][number]>;
  readonly #stock = { in_stock: 0, out_of_stock: 0, unknown: 0 };
  looks = 0;
  failed = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  #stockMs = 0;
  #inStockMs = 0;

  constructor(top: number) {
    this.#top = top;
    this.#drops = new First(top, (one, other) => dropOf(one) - dropOf(other));
    this.#leastInStock = new First(top, (one, other) => (one.stock_share ?? 1) - (other.stock_share ?? 1));
    this.#failing = new First(top, (one, other) => other.failures - one.failures);
  }

  addActive(target: string, endpoint: EndpointName, state: TargetState | undefined): void {
    this.#endpoints.set(endpoint, (this.#endpoints.get(endpoint) ?? 0) + 1);
    if (state !== undefined && state.failures > 0)
      this.#failing.add({ target, failures: state.failures, next_at: state.next_at });
    const gaps = new Map(state?.known?.gaps?.map((gap) => [JSON.stringify([gap.kind, gap.landmark]), gap]));
    for (const [key, { landmark, kind }] of gaps)
      this.#gaps.set(key, { landmark, kind, targets: (this.#gaps.get(key)?.targets ?? 0) + 1 });
  }

  addTime(from: number, to: number): void {
    this.#first = Math.min(this.#first, from);
    this.#last = Math.max(this.#last, to);
  }

  addSellers(shares: readonly SellerShare[], now: SellerName | null | undefined): void {
    for (const { seller, ms } of shares) {
      const key = sellerKey(seller);
      const total = this.#sellers.get(key) ?? { seller, ms: 0, targets: 0, has_now: 0 };
      this.#sellers.set(key, total);
      total.ms += ms;
      total.targets++;
      if (now !== undefined && sellerKey(now) === key) total.has_now++;
    }
  }

  stockOf(spans: readonly Span[], now: boolean | undefined): Pick<WatchedProduct, 'in_stock' | 'stock_share'> {
    this.#stock[now === undefined ? 'unknown' : now ? 'in_stock' : 'out_of_stock']++;
    const ms = durationOf(spans.filter(({ value }) => value !== undefined));
    const inStock = durationOf(spans.filter(({ value }) => value === true));
    this.#stockMs += ms;
    this.#inStockMs += inStock;
    return { ...(now !== undefined && { in_stock: now }), ...(ms > 0 && { stock_share: inStock / ms }) };
  }

  addProduct(product: WatchedProduct): void {
    if ((product.stock_share ?? 1) < 1) this.#leastInStock.add(product);
    if (dropOf(product) < 0) this.#drops.add(product);
  }

  result(): Omit<WatchOverview, 'credits' | 'changes' | 'timeline' | 'most_changed' | 'waiting'> {
    const sellers = [...this.#sellers.values()].sort((a, b) => b.ms - a.ms);
    const ms = sellers.reduce((sum, seller) => sum + seller.ms, 0);
    return {
      ...(this.#first <= this.#last && { first_at: this.#first, last_at: this.#last }),
      targets: [...this.#endpoints].map(([endpoint, targets]) => ({ endpoint, targets })),
      looks: this.looks,
      failed_looks: this.failed,
      stock: this.#stock,
      ...(this.#stockMs > 0 && { stock_share: this.#inStockMs / this.#stockMs }),
      least_in_stock: this.#leastInStock.items(),
      cheaper: this.#drops.total,
      price_drops: this.#drops.items(),
      sellers: sellers
        .slice(0, this.#top)
        .map((seller): WatchedSeller => ({ ...seller, share: ms === 0 ? 0 : seller.ms / ms })),
      sellers_total: sellers.filter(({ seller }) => seller !== null).length,
      failing_total: this.#failing.total,
      failing: this.#failing.items(),
      gaps: [...this.#gaps.values()].sort((a, b) => b.targets - a.targets).slice(0, this.#top),
    };
  }
}

/** Sums of floating-point numbers are exact to this part. */
const EXACT = 1e-9;

/** The difference of the price from its average, as a share of the average: negative if it is lower. */
function dropOf({ price, average }: WatchedProduct): number {
  if (price === undefined || !average) return 0;
  const share = price / average - 1;
  return Math.abs(share) < EXACT ? 0 : share;
}

/** Keeps the first items of an order, and counts all. */
class First<Item> {
  readonly #most: number;
  readonly #order: (one: Item, other: Item) => number;
  #items: Item[] = [];
  total = 0;

  constructor(most: number, order: (one: Item, other: Item) => number) {
    this.#most = most;
    this.#order = order;
  }

  add(item: Item): void {
    this.total++;
    if (this.#items.push(item) >= 2 * this.#most) this.#items = this.items();
  }

  items(): Item[] {
    return this.#items.toSorted(this.#order).slice(0, this.#most);
  }
}
