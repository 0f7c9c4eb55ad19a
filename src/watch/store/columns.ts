/** The columns of values in stores: derived from the table of values. */

import { KINDS, type ValueKind } from '../kinds.ts';
import { VALUE_ROWS } from '../values.ts';
import { type StoredAt, storedJson } from './damaged-row.ts';
import type { Cell } from './sql.ts';

/** The values with a column of their own. */
export const COLUMNS = VALUE_ROWS.filter(([, { isDetail }]) => isDetail !== true);

/** The columns that decide whether two looks are equal, except the seller and the details, which are numbers of other rows. */
export const COMPARED = ['found', 'none', ...COLUMNS.map(([name]) => name).filter((name) => name !== 'seller')];

/** Flags of values that the page shows not to exist. An absent value without its flag is unknown. */
export const NONE: Readonly<Record<string, number>> = Object.fromEntries(
  COLUMNS.filter(([, { hasNone }]) => hasNone === true).map(([name], index) => [name, 2 ** index]),
);

/** Returns a value as a cell. That there is none is in the column `none`. */
export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell);
}

/** Returns the value of a cell. `undefined`: unknown. @throws DamagedRow */
export function readCell(cell: Cell | undefined, kind: ValueKind, at: () => StoredAt): unknown {
  if (cell === null || cell === undefined) return undefined;
  if (kind === 'truth') return cell === 1;
  return kind === 'seller' || KINDS[kind].cell === 'json' ? storedJson<object>(String(cell), at) : cell;
}
