/** An overview of all targets of a watch: a chunk of targets at a time, so that other work of the program and of the database goes on. */
import type { EndpointName } from '../../contract/endpoints.ts';
import { periodOf as budgetPeriod } from '../../ledger/budget.ts';
import { wholeNumber } from '../../options/checks.ts';
import { rowOf, storedJson } from '../store/damaged-row.ts';
import { isWatched } from '../store/look-rows.ts';
import { all, first, type Sql, type Work } from '../store/sql.ts';
import type { TargetState } from '../store/store.ts';
import type { ChangeType, SellerName } from '../types.ts';
import { historyField } from './fields.ts';
import { averageOf, extremeOf, numberSpans, sellerShares } from './measures.ts';
import { type OverviewOf, Tally, type WatchedProduct, type WatchOverview } from './overview-tally.ts';
import { lastPoint, pointRows, type TargetPoint } from './rows.ts';
import { type HistoryField, type Period, periodOf, pointValue, type Span, spansOf } from './spans.ts';

/** Targets that are read at once, with all their rows. */
const CHUNK = 5;
const MOST = 1_000;

const [PRICE, STOCK, SELLER] = (['bb_price', 'in_stock', 'seller'] as const).map(historyField) as [
  HistoryField,
  HistoryField,
  HistoryField,
];

/** Returns the overview. */
export async function readOverview(sql: Pick<Sql, 'read'>, query: OverviewOf): Promise<WatchOverview> {
  const top = wholeNumber({ name: 'top', value: query.top }, 1, MOST) ?? 20;
  const period = periodOf(query);
  const tally = new Tally(top);
  for (let no: number | undefined = 0; no !== undefined; ) {
    const after: number = no;
    const targets = await sql.read(() => targetStates(after, CHUNK));
    const last = targets.at(-1)?.no ?? after;
    const names = [PRICE, STOCK, SELLER].map(({ column }) => column);
    const rows = await sql.read(() => pointRows({ first: after + 1, last }, '', names, period));
    const rowsOf = Map.groupBy(rows, ({ target }) => target);
    for (const target of targets) await addTarget(tally, target, joined(rowsOf.get(target.no) ?? []), period, sql);
    no = targets.length < CHUNK ? undefined : last;
  }
  const hours = await sql.read(() => changesByHour(period));
  const byType = Map.groupBy(hours, ({ type }) => type);
  return {
    ...tally.result(),
    credits: await sql.read(() => creditsIn(period)),
    changes: [...byType].map(([type, of]) => ({ type, changes: sumOf(of) })).sort((a, b) => b.changes - a.changes),
    timeline: timelineOf(hours),
    most_changed: await sql.read(() => mostChanged(period, top)),
    waiting: await sql.read(() => waitingDeliveries()),
  };
}

/** A target with its state. */
interface TargetStateRow {
  no: number;
  id: string;
  endpoint: EndpointName;
  asin: string | null;
  marketplace: string | null;
  active: number;
  visits: number;
  state: string | null;
}

function* targetStates(no: number, limit: number): Work<readonly TargetStateRow[]> {
  const sql =
    'SELECT no, id, endpoint, asin, marketplace, active, visits, state FROM watch_targets WHERE no > ? ORDER BY no LIMIT ?';
  return yield* all<TargetStateRow>(sql, [no, limit]);
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

type Step = WatchOverview['timeline']['steps'][number];

function* changesByHour({ from, to }: Period): Work<readonly Step[]> {
  return yield* all<Step>(
    `SELECT at - at % ${HOUR_MS} AS at, type, count(*) AS changes FROM watch_changes WHERE at >= ? AND at < ?
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [from, to],
  );
}

/** Steps of a timeline [milliseconds]: an hour, six hours, a day, a week, four weeks. */
const STEPS = [1, 6, 24, 168, 672].map((hours) => hours * HOUR_MS);
const MOST_STEPS = 60;

function timelineOf(hours: readonly Step[]): WatchOverview['timeline'] {
  const span = (hours.at(-1)?.at ?? 0) - (hours[0]?.at ?? 0);
  const step_ms = STEPS.find((step) => span / step < MOST_STEPS) ?? STEPS.at(-1) ?? span;
  const steps = Map.groupBy(hours, ({ at, type }) => JSON.stringify([at - (at % step_ms), type]));
  return {
    step_ms,
    steps: [...steps].map(([key, of]) => {
      const [at, type] = JSON.parse(key) as [number, ChangeType];
      return { at, type, changes: sumOf(of) };
    }),
  };
}

function sumOf(counts: readonly { changes: number }[]): number {
  return counts.reduce((sum, { changes }) => sum + changes, 0);
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
function joined(rows: readonly TargetPoint[]): TargetPoint[] {
  const found: TargetPoint[] = [];
  for (const row of rows) {
    const last = found.at(-1);
    const isSame = last !== undefined && JOINED.every((name) => last[name] === row[name]) && isWatched(last, row);
    if (isSame) last.last_at = row.last_at;
    else found.push({ ...row });
  }
  return found;
}

const JOINED = ['price', 'in_stock', 'seller', 'currency', 'none', 'found', 'every_ms'];

/** Adds a target, with its rows of a period. */
async function addTarget(
  tally: Tally,
  row: TargetStateRow,
  rows: readonly TargetPoint[],
  period: Period,
  sql: Pick<Sql, 'read'>,
): Promise<void> {
  const { no, id, endpoint, asin, marketplace, active, visits } = row;
  const at = () => ({ table: 'watch_targets', column: 'state', row: rowOf({ id }) });
  const state = row.state === null ? undefined : storedJson<TargetState>(row.state, at);
  tally.looks += visits;
  tally.failed += state?.failed ?? 0;
  if (active !== 1) return;
  tally.addActive(id, endpoint, state);
  const [prices, stock, sellers] = [PRICE, STOCK, SELLER].map((field) => spansOf(rows, field, period)) as [
    Span[],
    Span[],
    Span[],
  ];
  for (const { from, to } of prices) tally.addTime(from, to);
  if (![...prices, ...stock, ...sellers].some(({ value }) => value !== undefined)) return;
  /** The last row before the end of the period that shows a field. */
  const now = async (field: HistoryField) =>
    rows.findLast((one) => one.first_at < period.to && (one.found === 0 || pointValue(one, field) !== undefined)) ??
    (await sql.read(() => lastPoint(no, field, period.from)));
  const [price, inStock, seller] = [await now(PRICE), await now(STOCK), await now(SELLER)];
  const title = state?.known?.values.title;
  tally.addSellers(sellerShares(sellers), seller && (pointValue(seller, SELLER) as SellerName | null | undefined));
  tally.addProduct({
    target: id,
    ...(asin !== null && { asin }),
    ...(marketplace !== null && { marketplace }),
    ...(title !== undefined && { title }),
    ...tally.stockOf(stock, inStock && (pointValue(inStock, STOCK) as boolean | undefined)),
    ...(price && pricesOf(prices, price)),
  });
}

function pricesOf(spans: readonly Span[], last: TargetPoint): Partial<WatchedProduct> {
  const currency = last.currency ?? undefined;
  const price = pointValue(last, PRICE);
  const numbers = numberSpans(
    spans.filter((span) => span.currency === currency),
    currency,
  );
  const [lowest, highest, average] = [extremeOf(numbers, 1), extremeOf(numbers, -1), averageOf(numbers)];
  if (typeof price !== 'number' || !lowest || !highest || !average) return {};
  return { price, ...(currency && { currency }), lowest: lowest.value, highest: highest.value, average: average.value };
}
