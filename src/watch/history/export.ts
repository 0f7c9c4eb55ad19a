/** Writes what a watch saw as a table: a row for equal looks at a target, an entry of a list or an offer. */
import { extname } from 'node:path';
import type { EndpointName } from '../../contract/endpoints.ts';
import { BadRequestError, MarketplaceError } from '../../contract/errors.ts';
import { loadParquetWriter, type TypedColumn, writeParquet } from '../../tables/parquet.ts';
import { replaceTable, writeCsv } from '../../tables/table-file.ts';
import { subjectOf } from '../subject.ts';
import { rowOf, storedJson } from './damaged-row.ts';
import { NONE } from './fields.ts';
import { invalidParameter, type Period } from './points.ts';

/** A target whose rows are exported. */
export interface ExportTarget {
  no: number;
  id: string;
  endpoint: EndpointName;
  params: Readonly<Record<string, unknown>>;
}

/** A row as stored. */
export interface StoredRow {
  item: string;
  first_at: number;
  last_at: number;
  looks: number;
  found: number;
  none: number;
  price: number | null;
  currency: string | null;
  shipping_price: number | null;
  list_price: number | null;
  new_from_price: number | null;
  seller_id: string | null;
  seller_name: string | null;
  is_suppressed: number | null;
  in_stock: number | null;
  stock_qty: number | null;
  sellers_all: number | null;
  rank: number | null;
  rating: number | null;
  reviews: number | null;
  deal: string | null;
  coupon: string | null;
}

/** The rows of a store for exports. */
export interface ExportSource {
  /** Returns the target with an id, or all behind another id, in the order of their ids, also removed ones. */
  targetsBehind(behind: string, id: string | undefined, limit: number): Promise<readonly ExportTarget[]>;
  /** Returns rows of a target in a period, in the order of items and times, behind a row. */
  rowsBehind(
    target: number,
    behind: { item: string; first_at: number },
    period: Period & { item?: string | undefined },
    limit: number,
  ): Promise<readonly StoredRow[]>;
}

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
interface ExportRow extends StoredRow {
  target: ExportTarget;
  asin: string | undefined;
  marketplace: string | undefined;
  offer: string | undefined;
}

type Column = TypedColumn & { cell: (row: ExportRow) => unknown };

const COLUMNS: readonly Column[] = [
  { name: 'first_at', type: 'time', cell: (row) => new Date(row.first_at) },
  { name: 'last_at', type: 'time', cell: (row) => new Date(row.last_at) },
  { name: 'looks', type: 'integer', cell: (row) => row.looks },
  { name: 'target', type: 'string', cell: (row) => row.target.id },
  { name: 'endpoint', type: 'string', cell: (row) => row.target.endpoint },
  ...columns('string', 'marketplace', 'asin', 'offer'),
  ...columns('boolean', 'found'),
  ...columns('number', 'price'),
  ...columns('string', 'currency'),
  ...columns('number', 'shipping_price', 'list_price', 'new_from_price'),
  ...columns('string', 'seller_id', 'seller_name'),
  ...columns('boolean', 'is_suppressed', 'in_stock'),
  ...columns('integer', 'stock_qty', 'sellers_all', 'rank'),
  ...columns('number', 'rating'),
  ...columns('integer', 'reviews'),
  ...columns('json', 'deal', 'coupon'),
  { name: 'none', type: 'json', cell: ({ none }) => namesOf(none) },
];

function columns(type: Column['type'], ...names: (keyof ExportRow)[]): Column[] {
  return names.map((name) => ({ name, type, cell: (row) => cellOf(type, name, row) }));
}

function cellOf(type: Column['type'], column: keyof ExportRow, row: ExportRow): unknown {
  const value = row[column];
  if (value === undefined || value === null) return undefined;
  if (type === 'boolean') return value === 1;
  if (type !== 'json') return value;
  const { target, item, first_at } = row;
  const at = { table: 'watch_observations', column, row: rowOf({ target: target.no, item, first_at }) };
  return storedJson(String(value), () => at);
}

/** The values of which the page shows that there is none. */
function namesOf(none: number): string[] | undefined {
  const names = Object.entries(NONE).flatMap(([name, flag]) => ((none & flag) === 0 ? [] : [name]));
  return names.length === 0 ? undefined : names;
}

/** Writes the rows. Returns their number. @throws BadRequestError */
export async function exportRows(
  path: string,
  query: ExportedRows,
  period: Period,
  source: ExportSource,
): Promise<number> {
  const format = formatOf(path);
  if (format === '.parquet') await loadParquetWriter('path');
  if (query.target !== undefined && (await source.targetsBehind('', query.target, 1)).length === 0)
    throw invalidParameter('target', query.target, 'is not in this store: expected one that was watched.');
  let rows = 0;
  const counted = async function* () {
    for await (const row of rowsOf(query, period, source)) {
      rows++;
      yield COLUMNS.map(({ cell }) => cell(row));
    }
  };
  try {
    await replaceTable(path, (part) =>
      format === '.parquet'
        ? writeParquet(part, COLUMNS, counted())
        : writeCsv(
            part,
            COLUMNS.map(({ name }) => name),
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

async function* rowsOf(query: ExportedRows, period: Period, source: ExportSource): AsyncGenerator<ExportRow, void> {
  for await (const target of targetsOf(query, source)) {
    const subject = subjectOf(target);
    const isOffers = target.endpoint === 'offers' || subject.page_type === 'offers';
    // Of a list, only the entry.
    const item = query.asin === undefined || subject.asin !== undefined ? undefined : query.asin;
    for await (const row of storedRows(target, { ...period, item }, source)) {
      const asin = subject.asin ?? (row.item === '' ? undefined : row.item);
      const offer = isOffers && row.item !== '' ? row.item : undefined;
      yield { ...row, target, marketplace: subject.marketplace, asin, offer };
    }
  }
}

async function* targetsOf(
  { target: id, asin, marketplace }: ExportedRows,
  source: ExportSource,
): AsyncGenerator<ExportTarget, void> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const chunk = await source.targetsBehind(last, id, CHUNK);
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
  period: Period & { item?: string | undefined },
  source: ExportSource,
): AsyncGenerator<StoredRow, void> {
  for (let last: Pick<StoredRow, 'item' | 'first_at'> | undefined = BEFORE_ALL; last !== undefined; ) {
    const chunk = await source.rowsBehind(no, last, period, CHUNK);
    yield* chunk;
    last = chunk.length < CHUNK ? undefined : chunk.at(-1);
  }
}
