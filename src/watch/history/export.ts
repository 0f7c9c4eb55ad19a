/** Writes what a watch saw as a table: a row for equal looks at a target, an entry of a list or an offer. */
import { extname } from 'node:path';
import { BadRequestError, MarketplaceError } from '../../contract/errors.ts';
import { loadParquetWriter, type TypedColumn } from '../../tables/parquet.ts';
import { replaceTable } from '../../tables/table-file.ts';
import { KINDS } from '../kinds.ts';
import { subjectOf } from '../looks/look-at.ts';
import { storedJson } from '../store/damaged-row.ts';
import { inChunks, type Sql } from '../store/sql.ts';
import { COLUMNS, NONE } from '../store/tables.ts';
import type { ExportOf } from './history-types.ts';
import { findTargets, type HistoryTarget, rowsBehind, type StoredRow, storedValue } from './rows.ts';
import { invalidParameter, type Period, periodOf } from './spans.ts';

/** Targets and rows that are read at once. */
const CHUNK = 1_000;

/** Comes before the first row of a target. */
const BEFORE_ALL = { item: '', first_at: Number.MIN_SAFE_INTEGER };

/** A row with what its target says about it. */
interface ExportRow {
  row: StoredRow;
  target: Omit<HistoryTarget, 'params'>;
  asin: string | undefined;
  marketplace: string | undefined;
  offer: string | undefined;
}

type Column = TypedColumn & { cell: (row: ExportRow) => unknown };

const EXPORTED: readonly Column[] = [
  { name: 'first_at', type: 'time', cell: ({ row }) => new Date(row.first_at) },
  { name: 'last_at', type: 'time', cell: ({ row }) => new Date(row.last_at) },
  { name: 'looks', type: 'integer', cell: ({ row }) => row.looks },
  { name: 'target', type: 'string', cell: ({ target }) => target.id },
  { name: 'endpoint', type: 'string', cell: ({ target }) => target.endpoint },
  { name: 'marketplace', type: 'string', cell: ({ marketplace }) => marketplace },
  { name: 'asin', type: 'string', cell: ({ asin }) => asin },
  { name: 'offer', type: 'string', cell: ({ offer }) => offer },
  { name: 'found', type: 'boolean', cell: ({ row }) => row.found === 1 },
  ...COLUMNS.flatMap(([name, { kind }]): Column[] => {
    if (kind === 'seller')
      return ['seller_id', 'seller_name'].map((part) => ({ name: part, type: 'string', cell: ({ row }) => row[part] }));
    return [{ name, type: KINDS[kind].cell, cell: ({ row }) => storedValue(row, name, kind) }];
  }),
  { name: 'none', type: 'json', cell: ({ row }) => namesOf(row.none) },
];

/** The values of which the page shows that there is none. */
function namesOf(none: number): string[] | undefined {
  const names = Object.entries(NONE).flatMap(([name, flag]) => ((none & flag) === 0 ? [] : [name]));
  return names.length === 0 ? undefined : names;
}

/** Writes the rows. Returns their number. @throws BadRequestError */
export async function exportRows(path: string, query: ExportOf, sql: Sql): Promise<number> {
  const period = periodOf(query);
  const format = formatOf(path);
  if (format === 'parquet') await loadParquetWriter('path');
  if (query.target !== undefined && (await sql.read(() => findTargets({ id: query.target }, 1))).length === 0)
    throw invalidParameter('target', query.target, 'is not in this store: expected one that was watched.');
  let rows = 0;
  const counted = async function* () {
    for await (const row of rowsOf(query, period, sql)) {
      rows++;
      yield EXPORTED.map(({ cell }) => cell(row));
    }
  };
  try {
    await replaceTable(path, { format, columns: EXPORTED }, counted());
  } catch (cause) {
    if (cause instanceof MarketplaceError || !(cause instanceof Error)) throw cause;
    throw new BadRequestError(`path: ${cause.message}`, { parameter: 'path', cause });
  }
  return rows;
}

function formatOf(path: unknown): 'csv' | 'parquet' {
  const ending = typeof path === 'string' ? extname(path).toLowerCase() : undefined;
  if (ending === '.csv' || ending === '.parquet') return ending === '.csv' ? 'csv' : 'parquet';
  throw invalidParameter('path', path, 'is not valid: expected a name that ends with .csv or .parquet.');
}

async function* rowsOf(query: ExportOf, period: Period, sql: Sql): AsyncGenerator<ExportRow, void> {
  const { target: id, asin, marketplace } = query;
  const targets = inChunks<HistoryTarget>(sql, CHUNK, (last) => findTargets({ id }, CHUNK, last?.id));
  for await (const { params, ...target } of targets) {
    const at = { table: 'watch_targets', column: 'params', id: target.id };
    const subject = subjectOf({ params: storedJson(params, at) });
    if (asin !== undefined && subject.asin !== undefined && subject.asin !== asin) continue;
    if (marketplace !== undefined && subject.marketplace !== marketplace) continue;
    const isOffers = target.endpoint === 'offers' || subject.page_type === 'offers';
    // Of a list, only the entry.
    const item = subject.asin === undefined ? asin : undefined;
    const rows = inChunks<StoredRow>(sql, CHUNK, (last) =>
      rowsBehind(target.no, last ?? BEFORE_ALL, period, item, CHUNK),
    );
    for await (const row of rows)
      yield {
        row,
        target,
        marketplace: subject.marketplace,
        asin: subject.asin ?? (row.item === '' ? undefined : row.item),
        offer: isOffers && row.item !== '' ? row.item : undefined,
      };
  }
}
