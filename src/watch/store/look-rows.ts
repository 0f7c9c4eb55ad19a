/** Looks as rows: equal looks at a target, an offer or an entry of a list share a row. */
import type { Look } from '../look.ts';
import type { SellerName } from '../types.ts';
import { VALUES, type Values } from '../values.ts';
import { add, all, type Cell, first, numberOf, type Row, run, type Work } from './sql.ts';
import { COLUMNS, COMPARED, cellOf, NONE } from './tables.ts';
import type { VisitedTarget } from './target-rows.ts';

/** The values of one item in a look. */
interface Observation {
  /** Empty for the target itself, else the key of an offer or the ASIN of an entry. */
  item: string;
  /** The cells of the compared columns. */
  cells: Row;
  seller: SellerName | undefined;
  /** All other values, as JSON. */
  content: string | null;
}

/** The latest row of an item. */
interface LastRow extends Readonly<Record<string, Cell>> {
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
  if (look.is_complete === true || !look.found) {
    const items = new Set(seen.map(({ item }) => item));
    const held = new Set(look.held);
    for (const [item, row] of last) {
      if (items.has(item) || held.has(`offers.${item}`) || held.has(`entries.${item}.rank`)) continue;
      yield* endRow(target.no, row);
      yield* add('watch_observations', { ...newRow(target, item, at), found: 0, none: 0, is_last: 0 });
      found.add('change');
    }
  }
  return { at, news: (['change', 'drift'] as const).find((news) => found.has(news)) ?? 'none' };
}

/** Returns what a look shows: first of the target itself, then of its offers and entries. */
function observationsOf({ page_type, is_complete, found, values, offers = {}, entries = {} }: Look): Observation[] {
  return [
    observationOf('', found, values, { page_type, is_complete }),
    ...Object.entries(offers).map(([key, { condition, is_fba, is_pinned, ...offer }]) =>
      observationOf(key, true, offer, { condition, is_fba, is_pinned }),
    ),
    ...Object.entries(entries).map(([asin, entry]) => observationOf(asin, true, entry)),
  ];
}

function observationOf(item: string, found: boolean, values: Values, others: object = {}): Observation {
  const names = Object.keys(values) as (keyof Values)[];
  const none = names.reduce((flags, name) => (values[name] === null ? flags | (NONE[name] ?? 0) : flags), 0);
  const cells = Object.fromEntries(COLUMNS.map(([name]) => [name, cellOf(values[name])]));
  const details = names.filter((name) => VALUES[name].isDetail === true).map((name) => [name, values[name]]);
  const content = JSON.stringify({ ...others, ...Object.fromEntries(details) });
  return {
    item,
    cells: { ...cells, found: Number(found), none },
    seller: values.seller ?? undefined,
    content: content === '{}' ? null : content,
  };
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
    observation.content === last?.content ? last.details : yield* detailsNumber(target.no, observation.content);
  if (last !== undefined) yield* endRow(target.no, last);
  const row = { ...newRow(target, observation.item, at), ...observation.cells, seller, details, is_last: 1 };
  yield* add('watch_observations', row);
  return news;
}

function newRow({ no, every_ms }: VisitedTarget, item: string, at: number): Row {
  return { target: no, item, first_at: at, last_at: at, looks: 1, every_ms };
}

function* lastRows(target: number): Work<Map<string, LastRow>> {
  const rows = yield* all<LastRow>(
    `SELECT o.item, o.first_at, o.last_at, o.every_ms, o.seller, s.identity AS seller_identity, o.details, d.content,
       ${COMPARED.map((name) => `o.${name}`).join(', ')}
     FROM watch_observations o LEFT JOIN watch_sellers s ON s.no = o.seller LEFT JOIN watch_details d ON d.no = o.details
     WHERE o.target = ? AND o.is_last = 1`,
    [target],
  );
  return new Map(rows.map((row) => [row.item, row]));
}

function newsOf({ cells, seller, content }: Observation, last: LastRow): News {
  if (identityOf(seller) !== last.seller_identity || content !== last.content) return 'change';
  const changed = COMPARED.filter((name) => cells[name] !== last[name]);
  if (changed.length === 0) return 'none';
  return changed.every((name) => Object.hasOwn(VALUES, name) && VALUES[name as keyof Values].drifts === true)
    ? 'drift'
    : 'change';
}

function* endRow(target: number, { item, first_at }: LastRow): Work<void> {
  const sql = 'UPDATE watch_observations SET is_last = 0 WHERE target = ? AND item = ? AND first_at = ?';
  yield* run(sql, [target, item, first_at]);
}

/** Pages can lack the id, so the name is part of the identity. */
function identityOf(seller: SellerName | undefined): string | null {
  return seller === undefined ? null : JSON.stringify({ id: seller.id, name: seller.name });
}

function* sellerNumber(seller: SellerName | undefined): Work<number | null> {
  const identity = identityOf(seller);
  const row = { identity, seller_id: seller?.id ?? null, name: seller?.name ?? null };
  return identity === null ? null : yield* numberOf('watch_sellers', row);
}

function* detailsNumber(target: number, content: string | null): Work<number | null> {
  if (content === null) return null;
  const sql = 'INSERT INTO watch_details (target, content) VALUES (?, ?) RETURNING no';
  return (yield* first<{ no: number }>(sql, [target, content]))?.no ?? null;
}

/**
 * Looks that are further apart than this many times the interval of their target do not continue each other: a program was not running, or calls failed.
 * Nobody knows what happened in between.
 */
const LONGEST_GAP = 3;

/** Whether the time from the last look of a row to a later look counts as watched. @param before.every_ms Longest time between two looks at that time */
export function isWatched(
  before: { last_at: number; every_ms: number },
  after: { first_at: number; every_ms: number },
): boolean {
  return after.first_at - before.last_at <= LONGEST_GAP * Math.max(before.every_ms, after.every_ms);
}
