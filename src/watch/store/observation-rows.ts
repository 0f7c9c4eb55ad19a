/** Observations as rows: equal looks share a row. */
import { isWatched } from '../history/watched-time.ts';
import type { Look } from '../look.ts';
import type { SellerName } from '../types.ts';
import { DRIFTING_COLUMNS } from './drifting.ts';
import { absentItem, type Observation, observationsOf, VALUE_COLUMNS } from './observation.ts';
import { all, type Cell, first, run, type Work } from './sql.ts';
import type { VisitedTarget } from './target-rows.ts';

/** The latest row of an item. */
interface LastRow extends Readonly<Record<(typeof VALUE_COLUMNS)[number], Cell>> {
  item: string;
  first_at: number;
  last_at: number;
  every_ms: number;
  seller: number | null;
  seller_identity: string | null;
  details: number | null;
  content: string | null;
}

/** The difference between a look and the last one: nothing, only numbers that drift, or more. */
export type News = 'none' | 'drift' | 'change';

/** Stores a look. Returns its time and what is new. A clock that goes backwards makes no difference to the order of looks. */
export function* storeLook(target: VisitedTarget, look: Look): Work<{ at: number; news: News }> {
  const last = yield* lastRows(target.no);
  const at = Math.max(look.at, (last.get('')?.last_at ?? Number.NEGATIVE_INFINITY) + 1);
  const seen = observationsOf(look);
  const found = new Set<News>();
  for (const observation of seen)
    found.add(yield* storeObservation(target, at, observation, last.get(observation.item)));
  const newest = () => (['change', 'drift'] as const).find((news) => found.has(news)) ?? 'none';
  if (look.is_complete !== true && look.found) return { at, news: newest() };
  const items = new Set(seen.map(({ item }) => item));
  const held = new Set(look.held);
  for (const [item, row] of last) {
    if (items.has(item) || held.has(`offers.${item}`) || held.has(`entries.${item}.rank`)) continue;
    yield* endRow(target.no, row);
    yield* insertRow(target, at, absentItem(item), { seller: null, details: null, isLast: 0 });
    found.add('change');
  }
  return { at, news: newest() };
}

function* storeObservation(
  target: VisitedTarget,
  at: number,
  observation: Observation,
  last: LastRow | undefined,
): Work<News> {
  const news =
    last !== undefined && isWatched(last, { first_at: at, ...target }) ? newsOf(observation, last) : 'change';
  if (last !== undefined && news === 'none') {
    yield* run(
      'UPDATE watch_observations SET last_at = ?, looks = looks + 1 WHERE target = ? AND item = ? AND first_at = ?',
      [at, target.no, last.item, last.first_at],
    );
    return news;
  }
  const seller =
    identityOf(observation.seller) === last?.seller_identity ? last.seller : yield* sellerNumber(observation.seller);
  const details =
    observation.content === last?.content ? last?.details : yield* detailsNumber(target.no, observation.content);
  if (last !== undefined) yield* endRow(target.no, last);
  yield* insertRow(target, at, observation, { seller: seller ?? null, details: details ?? null, isLast: 1 });
  return news;
}

function* lastRows(target: number): Work<Map<string, LastRow>> {
  const rows = yield* all<LastRow>(
    `SELECT o.item, o.first_at, o.last_at, o.every_ms, o.seller, s.identity AS seller_identity, o.details, d.content,
       ${VALUE_COLUMNS.map((name) => `o.${name}`).join(', ')}
     FROM watch_observations o LEFT JOIN watch_sellers s ON s.no = o.seller LEFT JOIN watch_details d ON d.no = o.details
     WHERE o.target = ? AND o.is_last = 1`,
    [target],
  );
  return new Map(rows.map((row) => [row.item, row]));
}

function newsOf({ cells, seller, content }: Observation, last: LastRow): News {
  const changed = VALUE_COLUMNS.filter((name, index) => cells[index] !== last[name]);
  if (identityOf(seller) !== last.seller_identity || (content ?? null) !== last.content) return 'change';
  if (changed.length === 0) return 'none';
  return changed.every((name) => DRIFTING_COLUMNS.has(name)) ? 'drift' : 'change';
}

function* endRow(target: number, { item, first_at }: LastRow): Work<void> {
  const sql = 'UPDATE watch_observations SET is_last = 0 WHERE target = ? AND item = ? AND first_at = ?';
  yield* run(sql, [target, item, first_at]);
}

const INSERT = `INSERT INTO watch_observations
  (target, item, first_at, last_at, looks, every_ms, is_last, seller, details, ${VALUE_COLUMNS.join(', ')})
  VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ${VALUE_COLUMNS.map(() => '?').join(', ')})`;

function* insertRow(
  target: VisitedTarget,
  at: number,
  { item, cells }: Observation,
  { seller, details, isLast }: { seller: number | null; details: number | null; isLast: 0 | 1 },
): Work<void> {
  yield* run(INSERT, [target.no, item, at, at, target.every_ms, isLast, seller, details, ...cells]);
}

/** Pages can lack the id, so the name is part of the identity. */
function identityOf(seller: SellerName | undefined): string | null {
  return seller === undefined ? null : JSON.stringify({ id: seller.id, name: seller.name });
}

function* sellerNumber(seller: SellerName | undefined): Work<number | null> {
  const identity = identityOf(seller);
  if (seller === undefined || identity === null) return null;
  yield* run(
    'INSERT INTO watch_sellers (identity, seller_id, name) VALUES (?, ?, ?) ON CONFLICT (identity) DO NOTHING',
    [identity, seller.id ?? null, seller.name ?? null],
  );
  const row = yield* first<{ no: number }>('SELECT no FROM watch_sellers WHERE identity = ?', [identity]);
  return row?.no ?? null;
}

function* detailsNumber(target: number, content: string | undefined): Work<number | null> {
  if (content === undefined) return null;
  const sql = 'INSERT INTO watch_details (target, content) VALUES (?, ?) RETURNING no';
  return (yield* first<{ no: number }>(sql, [target, content]))?.no ?? null;
}
