/** Observations, restored from their rows. */
import { rowOf, storedJson } from '../history/damaged-row.ts';
import { NONE } from '../history/fields.ts';
import type { StoredObservation } from '../history/history-types.ts';
import type { Values } from '../look.ts';
import { envelopesAt } from './envelope-rows.ts';
import { VALUE_COLUMNS } from './observation.ts';
import { all, type Cell, type Work } from './sql.ts';

interface Row extends Readonly<Record<(typeof VALUE_COLUMNS)[number], Cell>> {
  first_at: number;
  last_at: number;
  looks: number;
  found: number;
  none: number;
  identity: string | null;
  content: string | null;
}

const [TRUTHS, TEXTS] = [
  ['is_suppressed', 'in_stock'],
  ['deal', 'coupon'],
];

/** Returns observations of an item in a period, in the order of time. */
export function* storedObservations(
  target: number,
  item: string,
  { from, to }: { from: number; to: number },
  { envelopes, limit }: { envelopes: boolean; limit: number },
): Work<StoredObservation[]> {
  const rows = yield* all<Row>(
    `SELECT o.first_at, o.last_at, o.looks, s.identity, d.content, ${VALUE_COLUMNS.map((name) => `o.${name}`).join(', ')}
     FROM watch_observations o LEFT JOIN watch_sellers s ON s.no = o.seller LEFT JOIN watch_details d ON d.no = o.details
     WHERE o.target = ? AND o.item = ? AND o.last_at >= ? AND o.first_at < ? ORDER BY o.first_at LIMIT ?`,
    [target, item, from, to, limit],
  );
  const observations: StoredObservation[] = [];
  for (const row of rows) {
    const { first_at, last_at, looks } = row;
    const own = { first_at, last_at, looks, found: row.found === 1, values: valuesOf(row, target, item) };
    observations.push(envelopes ? { ...own, envelopes: yield* envelopesAt(target, first_at) } : own);
  }
  return observations;
}

function valuesOf(row: Row, target: number, item: string): Values {
  const at = (column: string) => () => {
    return { table: 'watch_observations', column, row: rowOf({ target, item, first_at: row.first_at }) };
  };
  const values: Record<string, unknown> = {};
  for (const name of VALUE_COLUMNS) {
    const cell = row[name];
    if (name === 'found' || name === 'none' || cell === null) continue;
    if (TRUTHS.includes(name)) values[name] = cell === 1;
    else values[name] = TEXTS.includes(name) ? storedJson(String(cell), at(name)) : cell;
  }
  for (const [name, flag] of Object.entries(NONE)) if ((row.none & flag) !== 0) values[name] = null;
  if (row.identity !== null) values.seller = storedJson(row.identity, at('seller'));
  const {
    page_type: _,
    is_complete: __,
    ...content
  } = storedJson<Record<string, unknown>>(row.content ?? '{}', at('details'));
  return { ...values, ...content };
}
