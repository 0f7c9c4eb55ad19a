/** Writes the table of a results file: CSV or Parquet. Its columns follow from the requests and the schemas, not from what the responses contain. */
import { type EndpointName, endpoints, isEndpointName } from '../../../contract/endpoints.ts';
import { BadRequestError } from '../../../contract/errors.ts';
import { PAGE_TYPES } from '../../../contract/page-types.ts';
import type { NdjsonFile } from '../../../files/ndjson-file.ts';
import { parseResultLine, type StoredResult } from '../../../paging/result-line.ts';
import { withSite } from '../../../tables/envelope-rows.ts';
import { assertFields, columnsOf, fieldSource } from '../../../tables/fields.ts';
import type { CellType, TypedColumn } from '../../../tables/parquet.ts';
import { entriesOf, type Row, valueAt } from '../../../tables/rows.ts';
import { csvLines, replaceTable } from '../../../tables/table-file.ts';
import type { BatchSettings } from './settings.ts';

/**
 * Writes the table. An existing file is replaced when the new one is complete.
 *
 * @param print Prints a line, and adds its line feed. Used when the table goes to standard output.
 * @returns Messages about fields that no input and no response has: their columns are empty.
 * @throws Error when the table cannot be written
 */
export async function writeTable(
  file: NdjsonFile,
  { out, format, fields }: Pick<BatchSettings, 'out' | 'format' | 'fields'>,
  print: (line: string) => Promise<void>,
): Promise<readonly string[]> {
  const { columns, unknownFields } = await tableColumns(resultsIn(file), fields);
  const rows = () => tableRows(file, columns);
  if (out === undefined) for await (const line of csvLines(columns, rows())) await print(line.slice(0, -1));
  else if (format !== 'parquet') await replaceTable(out, { format: 'csv', columns }, rows());
  // Reads the rows twice: for the types of the columns, and for their cells.
  else await replaceTable(out, { format, columns: await typedColumns(columns, rows()) }, rows());
  return unknownFields;
}

/** The cells of each row: a row for each entry of a list, and one for a result without entries. */
async function* tableRows(file: NdjsonFile, columns: readonly TableColumn[]): AsyncGenerator<unknown[], void> {
  for await (const result of resultsIn(file)) {
    const entries = entriesOf(result.response);
    for (const entry of entries.length === 0 ? [{}] : entries) yield columns.map(({ cell }) => cell(result, entry));
  }
}

async function* resultsIn(file: NdjsonFile): AsyncGenerator<StoredResult, void> {
  for await (const { text } of file.lines()) {
    const result = parseResultLine(text);
    if (result !== undefined) yield result;
  }
}

/** A column of a table of results. */
interface TableColumn {
  name: string;
  /** By the schema; `undefined` for a column of the user's own. */
  type?: CellType | undefined;
  /** Returns the cell in the row of a list's entry. */
  cell: (result: StoredResult, entry: Row) => unknown;
}

const OUTCOME_COLUMNS: readonly TableColumn[] = [
  { name: 'page_type', type: 'string', cell: ({ response }) => response.page_type },
  { name: 'found', type: 'boolean', cell: ({ response }) => response.found },
  { name: 'meta.timestamp', type: 'string', cell: ({ response }) => valueAt(response, 'meta.timestamp') },
];

/**
 * Returns the columns of a table of results: the user's own, the request, the outcome, and the data in the order of the schemas.
 *
 * @param fields Only these columns, in this order.
 * @returns The columns, and messages about fields that no input and no response has.
 */
async function tableColumns(
  results: AsyncIterable<StoredResult>,
  fields: readonly string[] | undefined,
): Promise<{ columns: TableColumn[]; unknownFields: string[] }> {
  const own = new Set<string>();
  const called = new Set<EndpointName>();
  const types = new Set<string>();
  for await (const { request, response } of results) {
    const { endpoint, params: _, ...members } = request;
    for (const name of Object.keys(members)) own.add(name);
    if (isEndpointName(endpoint)) called.add(endpoint);
    types.add(response.page_type);
  }
  for (const name of called) if (name !== 'scrape') for (const type of endpoints[name].responses) types.add(type);
  const common = [...requestColumns(called), ...OUTCOME_COLUMNS, ...dataColumns(types)];
  const taken = new Set(common.map(({ name }) => name));
  const ownColumns = [...own].map((name) => ({
    name: taken.has(name) ? `input.${name}` : name,
    cell: ({ request }: StoredResult) => request[name],
  }));
  const all = [...ownColumns, ...common];
  if (fields === undefined) return { columns: all, unknownFields: [] };
  const isKnown = (field: string) =>
    all.some(({ name }) => name === field) || own.has(field) || field.startsWith('request.');
  return {
    columns: fields.map((field) => all.find(({ name }) => name === field) ?? fieldColumn(field)),
    unknownFields: fields.flatMap((field) => (isKnown(field) ? [] : (problemOf(field) ?? []))),
  };
}

/** `request.endpoint`, and the parameters of all endpoints that were called: `request.asin`, ... */
function requestColumns(called: ReadonlySet<EndpointName>): TableColumn[] {
  const parameters = Object.entries(endpoints).flatMap(([name, { params }]) =>
    isEndpointName(name) && called.has(name) ? Object.keys(params) : [],
  );
  return [
    { name: 'request.endpoint', type: 'string', cell: ({ request }) => request.endpoint },
    ...[...new Set(parameters)].map((name) => ({
      name: `request.${name}`,
      cell: ({ request }: StoredResult) => valueAt(request.params, name),
    })),
  ];
}

/** The columns of all page types. A column that several of them have gets a type for all their values. */
function dataColumns(types: ReadonlySet<string>): TableColumn[] {
  const columns = new Map<string, CellType>();
  for (const type of PAGE_TYPES.filter((known) => types.has(known))) {
    for (const { name, type: own } of columnsOf(type)) columns.set(name, commonType([columns.get(name) ?? own, own]));
  }
  return [...columns].map(([name, type]) => ({
    name,
    type,
    cell: ({ response }, entry) => withSite(response, name, valueAt(entry, name)),
  }));
}

/** Returns the narrowest type that can hold values of all the given types. */
function commonType(types: readonly CellType[]): CellType {
  const [first = 'string'] = types;
  if (types.every((type) => type === first)) return first;
  if (types.every((type) => type === 'integer' || type === 'number')) return 'number';
  return types.includes('json') ? 'json' : 'string';
}

/** The columns with the types of the schema; where the cells do not match it, or there is no schema, with those of the cells. */
async function typedColumns(
  columns: readonly TableColumn[],
  rows: AsyncIterable<readonly unknown[]>,
): Promise<TypedColumn[]> {
  const found = columns.map(() => new Set<CellType>());
  for await (const row of rows) {
    for (const [index, cell] of row.entries()) {
      const type = cellType(cell);
      if (type !== undefined) found[index]?.add(type);
    }
  }
  return columns.map(({ name, type }, index) => {
    const types = [...(found[index] ?? [])];
    const isFitting = type !== undefined && types.every((own) => type === 'json' || commonType([type, own]) === type);
    return { name, type: isFitting ? type : commonType(types) };
  });
}

function cellType(value: unknown): CellType | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number';
  return typeof value === 'boolean' || typeof value === 'string' ? (typeof value as 'boolean' | 'string') : 'json';
}

/** A column for a field of the input, of an entry, of its page or of the envelope. */
function fieldColumn(field: string): TableColumn {
  return {
    name: field,
    cell: ({ request, response }, entry) => {
      const { endpoint, params } = request;
      const own = Object.hasOwn(request, field) ? request[field] : undefined;
      const source = { ...fieldSource(response, entry), request: { endpoint, ...params } };
      return own ?? withSite(response, field, valueAt(source, field));
    },
  };
}

function problemOf(field: string): string | undefined {
  try {
    assertFields([field]);
    return undefined;
  } catch (error) {
    if (error instanceof BadRequestError) return error.message;
    throw error;
  }
}
