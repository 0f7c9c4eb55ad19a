/** Rows for the overview of a watch: sums by target, so that their number does not grow with time. */
import type { EndpointName } from '../../contract/endpoints.ts';
import { periodOf } from '../../ledger/budget.ts';
import { NONE } from '../history/fields.ts';
import type { WatchOverview } from '../history/overview.ts';
import type { Period } from '../history/points.ts';
import { LONGEST_GAP } from '../history/watched-time.ts';
import type { ChangeType } from '../types.ts';
import { all, first, type Work } from './sql.ts';

/** A target with its state. */
export interface TargetStateRow {
  no: number;
  id: string;
  endpoint: EndpointName;
  asin: string | null;
  marketplace: string | null;
  active: number;
  visits: number;
  state: string | null;
}

/** Returns targets behind a number, also removed ones. */
export function* targetStates(no: number, limit: number): Work<readonly TargetStateRow[]> {
  const sql =
    'SELECT no, id, endpoint, asin, marketplace, active, visits, state FROM watch_targets WHERE no > ? ORDER BY no LIMIT ?';
  return yield* all<TargetStateRow>(sql, [no, limit]);
}

/** Targets by their numbers. */
export interface Numbers {
  first: number;
  last: number;
}

/** The watched time of a target in which one seller had the Buy Box, with prices in one currency. */
export interface SumRow {
  target: number;
  currency: string | null;
  /** Whether the page showed that there is no seller. */
  no_seller: number;
  identity: string | null;
  first_at: number;
  last_at: number;
  ms: number;
  /** Time in which the stock was known, and in which it was in stock; the same by rows. */
  stock_ms: number;
  in_stock_ms: number;
  stock_rows: number;
  in_stock_rows: number;
  /** Time in which there was a price, the sum of price by time; the same by rows. */
  price_ms: number;
  weighted: number | null;
  price_rows: number;
  prices: number | null;
  lowest: number | null;
  highest: number | null;
}

/**
 * Rows of targets within a period, with the row before and the one after it, as histories read them. SQLite reads the tables of a `CROSS JOIN` in this
 * order: the bounds are then found once for each target.
 */
const WITHIN = `watch_targets t CROSS JOIN watch_observations o
  WHERE t.no BETWEEN ? AND ? AND t.active = 1 AND o.target = t.no AND o.item = ''
  AND o.first_at >= coalesce((SELECT max(b.first_at) FROM watch_observations b WHERE b.target = t.no AND b.item = '' AND b.first_at <= ?), 0)
  AND o.first_at <= coalesce((SELECT min(b.first_at) FROM watch_observations b WHERE b.target = t.no AND b.item = '' AND b.first_at >= ?), ?)`;

const NO_SELLER = `CASE WHEN (none & ${NONE.seller}) <> 0 THEN 1 ELSE 0 END`;

const IS_WATCHED = `next_at - last_at <= ${LONGEST_GAP} * (CASE WHEN next_every_ms > every_ms THEN next_every_ms ELSE every_ms END)`;

/** Returns sums over the spans of targets: the same time counts as in histories. */
export function* spanSums({ from, to }: Period, { first: least, last: most }: Numbers): Work<readonly SumRow[]> {
  return yield* all<SumRow>(
    `WITH looked AS (
       SELECT o.target, o.first_at, o.last_at, o.every_ms, o.none, o.price, o.currency, o.in_stock, o.seller,
         lead(o.first_at) OVER later AS next_at, lead(o.every_ms) OVER later AS next_every_ms
       FROM ${WITHIN}
       WINDOW later AS (PARTITION BY o.target ORDER BY o.first_at)
     ), ended AS (
       SELECT looked.*, CASE WHEN next_at IS NOT NULL AND ${IS_WATCHED} THEN next_at ELSE last_at END AS end_at FROM looked
     ), clipped AS (
       SELECT ended.*, CASE WHEN first_at < ? THEN ? ELSE first_at END AS start_at, CASE WHEN end_at > ? THEN ? ELSE end_at END AS stop_at FROM ended
     ), spans AS (
       SELECT clipped.*, stop_at - start_at AS ms FROM clipped
       WHERE start_at < stop_at OR (start_at = stop_at AND first_at = end_at AND first_at < ?)
     ), sums AS (
       SELECT target, currency, seller, ${NO_SELLER} AS no_seller,
         min(start_at) AS first_at, max(stop_at) AS last_at, sum(ms) AS ms,
         sum(CASE WHEN in_stock IS NULL THEN 0 ELSE ms END) AS stock_ms, sum(in_stock * ms) AS in_stock_ms,
         count(in_stock) AS stock_rows, sum(in_stock) AS in_stock_rows,
         sum(CASE WHEN price IS NULL THEN 0 ELSE ms END) AS price_ms, sum(price * ms) AS weighted,
         count(price) AS price_rows, sum(price) AS prices, min(price) AS lowest, max(price) AS highest
       FROM spans GROUP BY target, currency, seller, no_seller
     )
     SELECT sums.*, s.identity FROM sums LEFT JOIN watch_sellers s ON s.no = sums.seller ORDER BY sums.target`,
    [least, most, from, to, to, from, from, to, to, to],
  );
}

/** The last look at a target that showed a value, or that the marketplace does not know the target. */
export interface LastRow {
  target: number;
  price: number | null;
  currency: string | null;
  in_stock: number | null;
  no_seller: number;
  identity: string | null;
}

/** Whether a row shows a value, also if it shows that there is none. */
const SHOWS = {
  price: `(b.price IS NOT NULL OR (b.none & ${NONE.price}) <> 0)`,
  in_stock: 'b.in_stock IS NOT NULL',
  seller: `(b.seller IS NOT NULL OR (b.none & ${NONE.seller}) <> 0)`,
} as const;

/** Returns the last look at each target before the end of a period that showed a value. */
export function* lastLooks(
  { to }: Period,
  { first: least, last: most }: Numbers,
  value: keyof typeof SHOWS,
): Work<readonly LastRow[]> {
  return yield* all<LastRow>(
    `SELECT o.target, o.price, o.currency, o.in_stock, ${NO_SELLER} AS no_seller, s.identity
     FROM watch_targets t CROSS JOIN watch_observations o LEFT JOIN watch_sellers s ON s.no = o.seller
     WHERE t.no BETWEEN ? AND ? AND t.active = 1 AND o.target = t.no AND o.item = '' AND o.first_at =
       (SELECT max(b.first_at) FROM watch_observations b
        WHERE b.target = t.no AND b.item = '' AND b.first_at < ? AND (b.found = 0 OR ${SHOWS[value]}))`,
    [least, most, to],
  );
}

/** Returns the credits of the hours of a period. */
export function* creditsIn({ from, to }: Period): Work<number> {
  const last = to >= LATEST ? 'hour:~' : periodOf('hour', to - 1).name;
  const sql = 'SELECT coalesce(sum(credits), 0) AS credits FROM watch_spend WHERE period >= ? AND period <= ?';
  return (yield* first<{ credits: number }>(sql, [periodOf('hour', from).name, last]))?.credits ?? 0;
}

/** The latest time of a `Date` [milliseconds since the epoch]. */
const LATEST = 8.64e15;

/** Steps of a timeline [milliseconds]: an hour, six hours, a day, a week, four weeks. */
const STEPS = [1, 6, 24, 168, 672].map((hours) => hours * 3_600_000);
const MOST_STEPS = 60;

/** Returns the numbers of changes by type over time. */
export function* changesOverTime({ from, to }: Period): Work<WatchOverview['timeline']> {
  const within = 'watch_changes WHERE at >= ? AND at < ?';
  const range = yield* first<{ least: number | null; most: number | null }>(
    `SELECT min(at) AS least, max(at) AS most FROM ${within}`,
    [from, to],
  );
  const span = (range?.most ?? 0) - (range?.least ?? 0);
  const step_ms = STEPS.find((step) => span / step < MOST_STEPS) ?? STEPS.at(-1) ?? span;
  const steps = yield* all<{ at: number; type: ChangeType; changes: number }>(
    `SELECT at - at % ${step_ms} AS at, type, count(*) AS changes FROM ${within} GROUP BY 1, 2 ORDER BY 1, 2`,
    [from, to],
  );
  return { step_ms, steps };
}

/** Returns the products with the most changes. */
export function* mostChanged({ from, to }: Period, top: number): Work<WatchOverview['most_changed']> {
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
export function* waitingDeliveries(): Work<WatchOverview['waiting']> {
  return yield* all<WatchOverview['waiting'][number]>(
    `SELECT d.receiver, count(*) AS changes, min(c.at) AS oldest_at
     FROM watch_deliveries d JOIN watch_changes c ON c.position = d.position GROUP BY d.receiver ORDER BY d.receiver`,
  );
}
