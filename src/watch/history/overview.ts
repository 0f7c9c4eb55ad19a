/** An overview of all targets of a watch: a chunk of targets at a time, so that other work of the program and of the database goes on. */
import type { EndpointName } from '../../contract/endpoints.ts';
import { periodOf as budgetPeriod } from '../../ledger/budget.ts';
import { wholeNumber } from '../../options/checks.ts';
import { storedJson } from '../store/damaged-row.ts';
import { isWatched } from '../store/look-rows.ts';
import { all, first, inChunks, type Sql, type Work } from '../store/sql.ts';
import type { TargetState } from '../store/store.ts';
import type { Values } from '../values.ts';
import { historyField } from './fields.ts';
import type { OverviewOf, WatchedProduct, WatchedSeller, WatchOverview } from './history-types.ts';
import { durationOf, numberSpans, rangeOf, sellerKey, sellerShares } from './measures.ts';
import { pointRows } from './rows.ts';
import { type HistoryField, type Period, periodOf, type Span, type StoredPoint, spansOf } from './spans.ts';

/** Targets that are read at once, with all their rows. */
const CHUNK = 5;
const MOST = 1_000;

const PRICE = historyField('bb_price');
const STOCK = historyField('in_stock');
const SELLER = historyField('seller');

/** Returns the overview. */
export async function readOverview(sql: Pick<Sql, 'read'>, query: OverviewOf): Promise<WatchOverview> {
  const top = wholeNumber({ name: 'top', value: query.top }, 1, MOST) ?? 20;
  const period = periodOf(query);
  const tally = new Tally(period);
  for await (const target of inChunks<TargetRow>(sql, CHUNK, (last) => targetsBehind(last?.no ?? 0, period)))
    tally.add(target);
  const timeline = await sql.read(() => timelineOf(period));
  const byType = [...Map.groupBy(timeline.steps, ({ type }) => type)].map(([type, steps]) => {
    return { type, changes: steps.reduce((sum, { changes }) => sum + changes, 0) };
  });
  return {
    ...tally.result(top),
    credits: await sql.read(() => creditsIn(period)),
    changes: byType.sort((a, b) => b.changes - a.changes),
    timeline,
    most_changed: await sql.read(() => mostChanged(period, top)),
    waiting: await sql.read(() => waitingDeliveries()),
  };
}

/** A target with its state, and its rows of a period. */
interface TargetRow {
  no: number;
  id: string;
  endpoint: EndpointName;
  asin: string | null;
  marketplace: string | null;
  active: number;
  visits: number;
  state: string | null;
  rows: readonly StoredPoint[];
}

function* targetsBehind(no: number, period: Period): Work<TargetRow[]> {
  const targets = yield* all<Omit<TargetRow, 'rows'>>(
    'SELECT no, id, endpoint, asin, marketplace, active, visits, state FROM watch_targets WHERE no > ? ORDER BY no LIMIT ?',
    [no, CHUNK],
  );
  const numbers = [no + 1, targets.at(-1)?.no ?? no] as const;
  const columns = [PRICE, STOCK, SELLER].map(({ column }) => column);
  const rows = Map.groupBy(yield* pointRows(numbers, '', columns, period), ({ target }) => target);
  return targets.map((target) => ({ ...target, rows: joined(rows.get(target.no) ?? []) }));
}

/** The latest time of a `Date` [milliseconds since the epoch]. */
const LATEST = 8.64e15;

/** Returns the credits of the hours of a period. */
function* creditsIn({ from, to }: Period): Work<number> {
  const last = to >= LATEST ? 'hour:~' : budgetPeriod('hour', to - 1).name;
  const sql = 'SELECT coalesce(sum(credits), 0) AS credits FROM watch_spend WHERE period >= ? AND period <= ?';
  return (yield* first<{ credits: number }>(sql, [budgetPeriod('hour', from).name, last]))?.credits ?? 0;
}

const HOUR_MS = 3_600_000;

/** Steps of a timeline [milliseconds]: an hour, six hours, a day, a week, four weeks. */
const STEPS = [1, 6, 24, 168, 672].map((hours) => hours * HOUR_MS);
const MOST_STEPS = 60;

/** Returns the number of changes over time, in as few steps as a chart can show. */
function* timelineOf({ from, to }: Period): Work<WatchOverview['timeline']> {
  const hour = (order: 'ASC' | 'DESC') =>
    `(SELECT at - at % ${HOUR_MS} FROM watch_changes WHERE at >= ? AND at < ? ORDER BY at ${order} LIMIT 1)`;
  const sql = `SELECT ${hour('DESC')} - ${hour('ASC')} AS span`;
  const span = (yield* first<{ span: number | null }>(sql, [from, to, from, to]))?.span ?? 0;
  const step_ms = STEPS.find((step) => span / step < MOST_STEPS) ?? STEPS.at(-1) ?? span;
  const steps = yield* all<WatchOverview['timeline']['steps'][number]>(
    `SELECT at - at % ${step_ms} AS at, type, count(*) AS changes FROM watch_changes WHERE at >= ? AND at < ?
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [from, to],
  );
  return { step_ms, steps };
}

/** Returns the products with the most changes. */
function* mostChanged({ from, to }: Period, top: number): Work<WatchOverview['most_changed']> {
  const rows = yield* all<{ target: string; asin: string | null; changes: number; last_at: number }>(
    `SELECT t.id AS target, c.asin, c.changes, c.last_at
     FROM (SELECT target, asin, count(*) AS changes, max(at) AS last_at FROM watch_changes WHERE at >= ? AND at < ? GROUP BY target, asin) c
       JOIN watch_targets t ON t.no = c.target
     ORDER BY c.changes DESC, t.id, c.asin LIMIT ?`,
    [from, to, top],
  );
  return rows.map(({ asin, ...row }) => ({ ...row, ...(asin !== null && { asin }) }));
}

/** Returns how many changes wait for each receiver. */
function* waitingDeliveries(): Work<WatchOverview['waiting']> {
  return yield* all<WatchOverview['waiting'][number]>(
    `SELECT d.receiver, count(*) AS changes, min(c.at) AS oldest_at
     FROM watch_deliveries d JOIN watch_changes c ON c.position = d.position GROUP BY d.receiver ORDER BY d.receiver`,
  );
}

/** Joins rows that follow each other with the same values: most rows differ by a rank only. */
function joined(rows: readonly StoredPoint[]): StoredPoint[] {
  const found: StoredPoint[] = [];
  for (const row of rows) {
    const last = found.at(-1);
    const isSame = last !== undefined && JOINED.every((name) => last[name] === row[name]) && isWatched(last, row);
    if (isSame) last.last_at = row.last_at;
    else found.push({ ...row });
  }
  return found;
}

const JOINED = ['price', 'in_stock', 'seller', 'currency', 'none', 'found', 'every_ms'];

/** Adds up targets. */
class Tally {
  readonly #period: Period;
  readonly #endpoints = new Map<EndpointName, number>();
  readonly #sellers = new Map<string, Omit<WatchedSeller, 'share'>>();
  readonly #gaps = new Map<string, WatchOverview['gaps'][number]>();
  readonly #drops: WatchedProduct[] = [];
  readonly #leastInStock: WatchedProduct[] = [];
  readonly #failing: WatchOverview['failing'][number][] = [];
  readonly #stock = { in_stock: 0, out_of_stock: 0, unknown: 0 };
  #looks = 0;
  #failed = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  #stockMs = 0;
  #inStockMs = 0;

  constructor(period: Period) {
    this.#period = period;
  }

  add({ id, endpoint, active, visits, asin, marketplace, rows, ...target }: TargetRow): void {
    const at = { table: 'watch_targets', column: 'state', id };
    const state = target.state === null ? undefined : storedJson<TargetState>(target.state, at);
    this.#looks += visits;
    this.#failed += state?.failed ?? 0;
    if (active !== 1) return;
    this.#endpoints.set(endpoint, (this.#endpoints.get(endpoint) ?? 0) + 1);
    if (state !== undefined && state.failures > 0)
      this.#failing.push({ target: id, failures: state.failures, next_at: state.next_at });
    const gaps = new Map(state?.known?.gaps?.map((gap) => [JSON.stringify([gap.kind, gap.landmark]), gap]));
    for (const [key, { landmark, kind }] of gaps)
      this.#gaps.set(key, { landmark, kind, targets: (this.#gaps.get(key)?.targets ?? 0) + 1 });
    const spans = (field: HistoryField) => spansOf(rows, field, this.#period);
    const [prices, stock, sellers] = [spans(PRICE), spans(STOCK), spans(SELLER)];
    for (const { from, to } of prices) {
      this.#first = Math.min(this.#first, from);
      this.#last = Math.max(this.#last, to);
    }
    if (![...prices, ...stock, ...sellers].some(({ value }) => value !== undefined)) return;
    const now: Values = state?.known?.found === true ? state.known.values : {};
    for (const share of sellerShares(sellers)) {
      const key = sellerKey(share.seller);
      const total = this.#sellers.get(key) ?? { seller: share.seller, ms: 0, targets: 0, has_now: 0 };
      this.#sellers.set(key, total);
      total.ms += share.ms;
      total.targets++;
      if (now.seller !== undefined && sellerKey(now.seller) === key) total.has_now++;
    }
    const title = state?.known?.values.title;
    const isIn = now.in_stock;
    this.#stock[isIn === undefined ? 'unknown' : isIn ? 'in_stock' : 'out_of_stock']++;
    const stockMs = durationOf(stock.filter(({ value }) => value !== undefined));
    const inStockMs = durationOf(stock.filter(({ value }) => value === true));
    this.#stockMs += stockMs;
    this.#inStockMs += inStockMs;
    const product: WatchedProduct = {
      target: id,
      ...(asin !== null && { asin }),
      ...(marketplace !== null && { marketplace }),
      ...(title !== undefined && { title }),
      ...(isIn !== undefined && { in_stock: isIn }),
      ...(stockMs > 0 && { stock_share: inStockMs / stockMs }),
      ...(typeof now.price === 'number' && pricesOf(prices, now.price, now.currency)),
    };
    if ((product.stock_share ?? 1) < 1) this.#leastInStock.push(product);
    if (dropOf(product) < 0) this.#drops.push(product);
  }

  result(top: number): Omit<WatchOverview, 'credits' | 'changes' | 'timeline' | 'most_changed' | 'waiting'> {
    const sellers = [...this.#sellers.values()].sort((a, b) => b.ms - a.ms);
    const ms = sellers.reduce((sum, seller) => sum + seller.ms, 0);
    return {
      ...(this.#first <= this.#last && { first_at: this.#first, last_at: this.#last }),
      targets: [...this.#endpoints].map(([endpoint, targets]) => ({ endpoint, targets })),
      looks: this.#looks,
      failed_looks: this.#failed,
      stock: this.#stock,
      ...(this.#stockMs > 0 && { stock_share: this.#inStockMs / this.#stockMs }),
      least_in_stock: this.#leastInStock.sort((a, b) => (a.stock_share ?? 1) - (b.stock_share ?? 1)).slice(0, top),
      cheaper: this.#drops.length,
      price_drops: this.#drops.sort((a, b) => dropOf(a) - dropOf(b)).slice(0, top),
      sellers: sellers.slice(0, top).map((seller) => ({ ...seller, share: ms === 0 ? 0 : seller.ms / ms })),
      sellers_total: sellers.filter(({ seller }) => seller !== null).length,
      failing_total: this.#failing.length,
      failing: this.#failing.sort((a, b) => b.failures - a.failures).slice(0, top),
      gaps: [...this.#gaps.values()].sort((a, b) => b.targets - a.targets).slice(0, top),
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

function pricesOf(spans: readonly Span[], price: number, currency: string | undefined): Partial<WatchedProduct> {
  const ofCurrency = spans.filter((span) => span.currency === currency);
  const range = rangeOf(numberSpans(ofCurrency, currency));
  if (range === undefined) return {};
  const { lowest, highest, average } = range;
  return { price, ...(currency && { currency }), lowest: lowest.value, highest: highest.value, average };
}
