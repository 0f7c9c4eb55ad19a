/** Writes what a watch saw as a table: a row for equal looks at a target, an entry of a list or an offer. */
import { extname } from 'node:path';
import { BadRequestError, MarketplaceError } from '../../contract/errors.ts';
import { loadParquetWriter, type TypedColumn, writeParquet } from '../../tables/parquet.ts';
import { replaceTable, writeCsv } from '../../tables/table-file.ts';
import { KINDS } from '../kinds.ts';
import { subjectOf } from '../looks/look-at.ts';
import { COLUMNS, NONE, readCell } from '../store/columns.ts';
import { rowOf } from '../store/damaged-row.ts';
import type { Sql } from '../store/sql.ts';
import { type ExportTarget, rowsBehind, type StoredRow, targetsBehind } from './rows.ts';
import { invalidParameter, type Period } from './spans.ts';

/** Which rows. */
export interface ExportedRows {
  target?: string | undefined;
  asin?: string | undefined;
  marketplace?: string | undefined;
}

/** Targets and rows that are read at once. */
const CHUNK = 1_000;

/** Comes before the first row of a target. */
const BEFORE_ALL = { item: '', first_at: Number.MIN_SAFE_INTEGER };

/** A row with what its target says about it. */
interface ExportRow {
  row: StoredRow;
  target: ExportTarget;
  asin: string | undefined;
  marketplace: string | undefined;
  offer: string | undefined;
}

type Column = TypedColumn & { cell: (row: ExportRow) => unknown };

const EXPORTED: readonly Column[] = [
  { name: 'first_at', type: 'time', cell: ({ row }) => new Date(row.first_at) },
  { name: 'last_at', type: 'time', cell: ({ row }) => new Date(Number(row.last_at)) },
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
    const at =
      ({ row: { item, first_at }, target }: ExportRow) =>
      () => {
        return { table: 'watch_observations', column: name, row: rowOf({ target: target.no, item, first_at }) };
      };
    return [{ name, type: KINDS[kind].cell, cell: (row) => readCell(row.row[name], kind, at(row)) }];
  }),
  { name: 'none', type: 'json', cell: ({ row }) => namesOf(Number(row.none)) },
];

/** The values of which the page shows that there is none. */
function namesOf(none: number): string[] | undefined {
  const names = Object.entries(NONE).flatMap(([name, flag]) => ((none & flag) === 0 ? [] : [name]));
  return names.length === 0 ? undefined : names;
}

/** Writes the rows. Returns their number. @throws BadRequestError */
export async function exportRows(path: string, query: ExportedRows, period: Period, sql: Sql): Promise<number> {
  const format = formatOf(path);
  if (format === '.parquet') await loadParquetWriter('path');
  if (query.target !== undefined && (await sql.read(() => targetsBehind('', query.target, 1))).length === 0)
    throw invalidParameter('target', query.target, 'is not in this store: expected one that was watched.');
  let rows = 0;
  const counted = async function* () {
    for await (const row of rowsOf(query, period, sql)) {
      rows++;
      yield EXPORTED.map(({ cell }) => cell(row));
    }
  };
  try {
    await replaceTable(path, (part) =>
      format === '.parquet'
        ? writeParquet(part, EXPORTED, counted())
        : writeCsv(
            part,
            EXPORTED.map(({ name }) => name),
            counted(),
          ),
    );
  } catch (cause) {
    if (cause instanceof MarketplaceError || !(cause instanceof Error)) throw cause;
    throw new BadRequestError(`path: ${cause.message}`, { parameter: 'path', cause });
  }
  return rows;
}

/** Returns the ending of a file name that says how it is written. */
function formatOf(path: unknown): '.csv' | '.parquet' {
  const ending = typeof path === 'string' ? extname(path).toLowerCase() : undefined;
  if (ending === '.csv' || ending === '.parquet') return ending;
  throw invalidParameter('path', path, 'is not valid: expected a name that ends with .csv or .parquet.');
}

async function* rowsOf(query: ExportedRows, period: Period, sql: Sql): AsyncGenerator<ExportRow, void> {
  for await (const target of targetsOf(query, sql)) {
    const subject = subjectOf(target);
    const isOffers = target.endpoint === 'offers' || subject.page_type === 'offers';
    // Of a list, only the entry.
    const item = query.asin === undefined || subject.asin !== undefined ? undefined : query.asin;
    for await (const row of storedRows(target, period, item, sql)) {
      const asin = subject.asin ?? (row.item === '' ? undefined : row.item);
      const offer = isOffers && row.item !== '' ? row.item : undefined;
      yield { row, target, marketplace: subject.marketplace, asin, offer };
    }
  }
}

async function* targetsOf(
  { target: id, asin, marketplace }: ExportedRows,
  sql: Sql,
): AsyncGenerator<ExportTarget, void> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const behind: string = last;
    const chunk = await sql.read(() => targetsBehind(behind, id, CHUNK));
    for (const target of chunk) {
      const subject = subjectOf(target);
      if (asin !== undefined && subject.asin !== undefined && subject.asin !== asin) continue;
      if (marketplace === undefined || subject.marketplace === marketplace) yield target;
    }
    last = chunk.length < CHUNK ? undefined : chunk.at(-1)?.id;
  }
}

async function* storedRows(
  { no }: ExportTarget,
  period: Period,
  item: string | undefined,
  sql: Sql,
): AsyncGenerator<StoredRow, void> {
  for (let last: Pick<StoredRow, 'item' | 'first_at'> | undefined = BEFORE_ALL; last !== undefined; ) {
    const behind: Pick<StoredRow, 'item' | 'first_at'> = last;
    const chunk = await sql.read(() => rowsBehind(no, behind, period, item, CHUNK));
    yield* chunk;
    last = chunk.length < CHUNK ? undefined : chunk.at(-1);
  }
}
