/** The tables of a watch store. The columns of values derive from the table of values. */
import { KINDS, type ValueKind } from '../kinds.ts';
import { VALUE_ROWS } from '../values.ts';
import { type StoredAt, storedJson } from './damaged-row.ts';
import type { Cell, ColumnTypes } from './sql.ts';

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
export function readCell(cell: Cell | undefined, kind: ValueKind, at: StoredAt): unknown {
  if (cell === null || cell === undefined) return undefined;
  if (kind === 'truth') return cell === 1;
  return kind === 'seller' || KINDS[kind].cell === 'json' ? storedJson<object>(String(cell), at) : cell;
}

/**
 * The steps that bring the tables from one version to the next. Released steps never change: a value that is added later has a column since a later
 * version, which is a step of its own.
 */
export function tableSteps(types: ColumnTypes, columns = COLUMNS): readonly string[] {
  const sinceOf = ([, { since = 1 }]: (typeof columns)[number]) => since;
  const definition = ([name, { kind }]: (typeof columns)[number]) => `${name} ${types[KINDS[kind].sql]}`;
  const versions = Array.from({ length: Math.max(...columns.map(sinceOf)) }, (_, index) => index + 1);
  return versions.map((version) => {
    const added = columns.filter((column) => sinceOf(column) === version).map(definition);
    if (version === 1) return firstTables(types, added);
    return added.map((column) => `ALTER TABLE watch_observations ADD COLUMN ${column};`).join(' ');
  });
}

function firstTables(
  { integer, text, bytes, counter, clustered, table }: ColumnTypes,
  columns: readonly string[],
): string {
  return `
    CREATE TABLE watch_targets (
      no ${counter}, id ${text} NOT NULL UNIQUE, endpoint ${text} NOT NULL, params ${text} NOT NULL,
      asin ${text}, marketplace ${text}, every_ms ${integer} NOT NULL, pages ${integer} NOT NULL, options ${text} NOT NULL,
      active ${integer} NOT NULL, visits ${integer} NOT NULL, state ${text}
    ) ${table};
    CREATE INDEX watch_targets_by_asin ON watch_targets (asin, marketplace);

    CREATE TABLE watch_sellers (
      no ${counter}, identity ${text} NOT NULL UNIQUE, seller_id ${text}, name ${text}
    ) ${table};

    CREATE TABLE watch_details (no ${counter}, target ${integer} NOT NULL, content ${text} NOT NULL) ${table};

    CREATE TABLE watch_observations (
      target ${integer} NOT NULL, item ${text} NOT NULL, first_at ${integer} NOT NULL, last_at ${integer} NOT NULL,
      looks ${integer} NOT NULL, every_ms ${integer} NOT NULL, is_last ${integer} NOT NULL, found ${integer} NOT NULL, none ${integer} NOT NULL,
      ${columns.join(', ')}, details ${integer},
      PRIMARY KEY (target, item, first_at)
    ) ${clustered};
    CREATE INDEX watch_last_observations ON watch_observations (target, item) WHERE is_last = 1;

    CREATE TABLE watch_envelopes (
      target ${integer} NOT NULL, page ${integer} NOT NULL, at ${integer} NOT NULL, whole_at ${integer}, body ${bytes} NOT NULL,
      PRIMARY KEY (target, page, at)
    ) ${clustered};
    CREATE INDEX watch_whole_envelopes ON watch_envelopes (target, page, at) WHERE whole_at IS NULL;

    CREATE TABLE watch_change_parts (no ${counter}, hash ${text} NOT NULL UNIQUE, content ${text} NOT NULL) ${table};

    CREATE TABLE watch_changes (
      position ${counter}, id ${text} NOT NULL UNIQUE, target ${integer} NOT NULL, asin ${text}, type ${text} NOT NULL,
      at ${integer} NOT NULL, part ${integer} NOT NULL, change ${text} NOT NULL
    ) ${table};
    CREATE INDEX watch_changes_by_target ON watch_changes (target, position);
    CREATE INDEX watch_changes_by_asin ON watch_changes (asin, position);
    CREATE INDEX watch_changes_by_time ON watch_changes (at, type, target, asin);

    CREATE TABLE watch_deliveries (
      receiver ${text} NOT NULL, position ${integer} NOT NULL, not_before ${integer} NOT NULL, PRIMARY KEY (receiver, position)
    ) ${clustered};
    CREATE INDEX watch_deliveries_by_position ON watch_deliveries (position);
    CREATE INDEX watch_deliveries_by_time ON watch_deliveries (receiver, not_before);

    CREATE TABLE watch_holder (name ${text} PRIMARY KEY, holder ${text} NOT NULL, since ${integer} NOT NULL) ${table};

    CREATE TABLE watch_spend (period ${text} PRIMARY KEY, credits ${integer} NOT NULL) ${table};
  `;
}
