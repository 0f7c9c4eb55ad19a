/** Reads the overview of a watch: a chunk of targets at a time, so that other work of the program and of the database goes on. */
import type { EndpointName } from '../../contract/endpoints.ts';
import { wholeNumber } from '../../options/checks.ts';
import { rowOf, storedJson } from '../history/damaged-row.ts';
import { periodOf } from '../history/history.ts';
import { sellerKey } from '../history/measures.ts';
import type { OverviewOf, WatchedProduct, WatchedSeller, WatchOverview } from '../history/overview.ts';
import type { SellerName } from '../types.ts';
import {
  changesOverTime,
  creditsIn,
  type LastRow,
  lastLooks,
  mostChanged,
  type SumRow,
  spanSums,
  type TargetStateRow,
  targetStates,
  waitingDeliveries,
} from './overview-rows.ts';
import type { Sql } from './sql.ts';
import type { TargetState } from './store.ts';

/** Targets that are read at once. */
const CHUNK = 100;
const MOST = 1_000;

/** Returns the overview. */
export async function readOverview(sql: Pick<Sql, 'read'>, query: OverviewOf): Promise<WatchOverview> {
  const top = wholeNumber({ name: 'top', value: query.top }, 1, MOST) ?? 20;
  const period = periodOf(query);
  const tally = new Tally(top);
  let no = 0;
  while (true) {
    const targets = await sql.read(() => targetStates(no, CHUNK));
    const numbers = { first: no + 1, last: targets.at(-1)?.no ?? no };
    const sums = await sql.read(() => spanSums(period, numbers));
    const [price, stock, seller] = [
      await sql.read(() => lastLooks(period, numbers, 'price')),
      await sql.read(() => lastLooks(period, numbers, 'in_stock')),
      await sql.read(() => lastLooks(period, numbers, 'seller')),
    ];
    tally.add(targets, sums, { price, stock, seller });
    if (targets.length < CHUNK) break;
    no = numbers.last;
  }
  const timeline = await sql.read(() => changesOverTime(period));
  const byType = new Map<WatchOverview['changes'][number]['type'], number>();
  for (const { type, changes } of timeline.steps) byType.set(type, (byType.get(type) ?? 0) + changes);
  return {
    ...tally.result(),
    credits: await sql.read(() => creditsIn(period)),
    changes: [...byType].map(([type, changes]) => ({ type, changes })).sort((a, b) => b.changes - a.changes),
    timeline,
    most_changed: await sql.read(() => mostChanged(period, top)),
    waiting: await sql.read(() => waitingDeliveries()),
  };
}

type Tallied = Omit<WatchOverview, 'credits' | 'changes' | 'timeline' | 'most_changed' | 'waiting'>;

/** The last looks at a target that showed these values. */
interface Last {
  price: LastRow | undefined;
  stock: LastRow | undefined;
  seller: LastRow | undefined;
}

/** Adds up targets, and keeps the first of each list. */
class Tally {
  readonly #top: number;
  readonly #endpoints = new Map<EndpointName, number>();
  readonly #sellers = new Map<string, { seller: SellerName | null; ms: number; targets: number; has_now: number }>();
  readonly #gaps = new Map<string, WatchOverview['gaps'][number]>();
  readonly #drops: First<WatchedProduct>;
  readonly #leastInStock: First<WatchedProduct>;
  readonly #failing: First<WatchOverview['failing'][number]>;
  readonly #stock = { in_stock: 0, out_of_stock: 0, unknown: 0 };
  #looks = 0;
  #failed = 0;
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

  /** Adds targets, with their rows in the order of the targets. */
  add(targets: readonly TargetStateRow[], sums: readonly SumRow[], last: Record<keyof Last, readonly LastRow[]>): void {
    const sumsOf = Map.groupBy(sums, ({ target }) => target);
    const byTarget = (rows: readonly LastRow[]) => new Map(rows.map((row) => [row.target, row]));
    const [price, stock, seller] = [byTarget(last.price), byTarget(last.stock), byTarget(last.seller)];
    for (const target of targets) {
      const { no, visits, active } = target;
      const at = () => ({ table: 'watch_targets', column: 'state', row: rowOf({ id: target.id }) });
      const state = target.state === null ? undefined : storedJson<TargetState>(target.state, at);
      this.#looks += visits;
      this.#failed += state?.failed ?? 0;
      const now = { price: price.get(no), stock: stock.get(no), seller: seller.get(no) };
      if (active === 1) this.addActive(target, state, sumsOf.get(no) ?? [], now);
    }
  }

  result(): Tallied {
    const sellers = [...this.#sellers.values()].sort((a, b) => b.ms - a.ms);
    const ms = sellers.reduce((sum, seller) => sum + seller.ms, 0);
    return {
      ...(this.#first <= this.#last && { first_at: this.#first, last_at: this.#last }),
      targets: [...this.#endpoints].map(([endpoint, targets]) => ({ endpoint, targets })),
      looks: this.#looks,
      failed_looks: this.#failed,
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

  private addActive(
    { id, endpoint, asin, marketplace }: TargetStateRow,
    state: TargetState | undefined,
    sums: readonly SumRow[],
    last: Last,
  ): void {
    this.#endpoints.set(endpoint, (this.#endpoints.get(endpoint) ?? 0) + 1);
    if (state !== undefined && state.failures > 0)
      this.#failing.add({ target: id, failures: state.failures, next_at: state.next_at });
    this.addGaps(state);
    for (const { first_at, last_at } of sums) {
      this.#first = Math.min(this.#first, first_at);
      this.#last = Math.max(this.#last, last_at);
    }
    if (!sums.some((row) => row.price_rows > 0 || row.stock_rows > 0 || sellerOf(row) !== undefined)) return;
    this.addSellers(sums, last.seller);
    const title = state?.known?.values.title;
    const product: WatchedProduct = {
      target: id,
      ...(asin !== null && { asin }),
      ...(marketplace !== null && { marketplace }),
      ...(title !== undefined && { title }),
      ...this.stockOf(sums, last.stock),
      ...pricesOf(sums, last.price),
    };
    if ((product.stock_share ?? 1) < 1) this.#leastInStock.add(product);
    if (dropOf(product) < 0) this.#drops.add(product);
  }

  private addGaps(state: TargetState | undefined): void {
    const seen = new Set<string>();
    for (const { landmark, kind } of state?.known?.gaps ?? []) {
      const key = JSON.stringify([kind, landmark]);
      if (seen.has(key)) continue;
      seen.add(key);
      this.#gaps.set(key, { landmark, kind, targets: (this.#gaps.get(key)?.targets ?? 0) + 1 });
    }
  }

  private addSellers(sums: readonly SumRow[], last: LastRow | undefined): void {
    const now = last && sellerOf(last);
    const seen = new Set<string>();
    for (const row of sums) {
      const seller = sellerOf(row);
      if (seller === undefined) continue;
      const key = sellerKey(seller);
      const total = this.#sellers.get(key) ?? { seller, ms: 0, targets: 0, has_now: 0 };
      this.#sellers.set(key, total);
      total.ms += row.ms;
      if (seen.has(key)) continue;
      seen.add(key);
      total.targets++;
      if (now !== undefined && sellerKey(now) === key) total.has_now++;
    }
  }

  private stockOf(
    sums: readonly SumRow[],
    last: LastRow | undefined,
  ): Pick<WatchedProduct, 'in_stock' | 'stock_share'> {
    const known = last?.in_stock ?? undefined;
    this.#stock[known === undefined ? 'unknown' : known === 1 ? 'in_stock' : 'out_of_stock']++;
    const [ms, inStock] = [sumOf(sums, 'stock_ms'), sumOf(sums, 'in_stock_ms')];
    this.#stockMs += ms;
    this.#inStockMs += inStock;
    return { ...(known !== undefined && { in_stock: known === 1 }), ...(ms > 0 && { stock_share: inStock / ms }) };
  }
}

function pricesOf(sums: readonly SumRow[], last: LastRow | undefined): Partial<WatchedProduct> {
  const rows = sums.filter((row) => row.price_rows > 0 && row.currency === last?.currency);
  const price = last?.price ?? undefined;
  if (price === undefined || rows.length === 0) return {};
  const ms = sumOf(rows, 'price_ms');
  return {
    price,
    ...(last?.currency && { currency: last.currency }),
    lowest: Math.min(...rows.map(({ lowest }) => lowest ?? price)),
    highest: Math.max(...rows.map(({ highest }) => highest ?? price)),
    // Without watched time: of the looks.
    average: ms > 0 ? sumOf(rows, 'weighted') / ms : sumOf(rows, 'prices') / sumOf(rows, 'price_rows'),
  };
}

/** Sums of floating-point numbers are exact to this part. */
const EXACT = 1e-9;

/** The difference of the price from its average, as a share of the average: negative if it is lower. */
function dropOf({ price, average }: WatchedProduct): number {
  if (price === undefined || !average) return 0;
  const share = price / average - 1;
  return Math.abs(share) < EXACT ? 0 : share;
}

function sellerOf({ no_seller, identity }: Pick<SumRow, 'no_seller' | 'identity'>): SellerName | null | undefined {
  if (no_seller === 1) return null;
  const at = () => ({ table: 'watch_sellers', column: 'identity', row: rowOf({ identity: identity ?? '' }) });
  return identity === null ? undefined : storedJson<SellerName>(identity, at);
}

function sumOf(
  rows: readonly SumRow[],
  name: 'stock_ms' | 'in_stock_ms' | 'price_ms' | 'weighted' | 'prices' | 'price_rows',
): number {
  return rows.reduce((sum, row) => sum + (row[name] ?? 0), 0);
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
