/** Writes the table of a results file: CSV or Parquet. Its columns follow from the requests and the schemas, not from what the responses contain. */
import { ENDPOINT_NAMES, type EndpointName, endpoints, isEndpointName } from '../../../contract/endpoints.ts';
import { PAGE_TYPES, type PageType } from '../../../contract/page-types.ts';
import type { NdjsonFile } from '../../../files/ndjson-file.ts';
import type { Input } from '../../../inputs/requests.ts';
import { type FileRequest, parseResultLine, type StoredResult } from '../../../paging/result-line.ts';
import { SUBJECT_FIELDS, withSite } from '../../../tables/envelope-rows.ts';
import { assertFields, columnsOf, fieldSource } from '../../../tables/fields.ts';
import type { CellType, TypedColumn } from '../../../tables/parquet.ts';
import { entriesOf, type Row, valueAt } from '../../../tables/rows.ts';
import { csvLines, replaceTable } from '../../../tables/table-file.ts';
import type { BatchSettings } from './settings.ts';

/** The names of the user's own columns in the inputs of a batch, and its endpoints. */
class Asked {
  readonly own = new Set<string>();
  readonly called = new Set<EndpointName>();

  add({ endpoint, params: _, pages: __, ...own }: FileRequest): void {
    for (const name of Object.keys(own)) this.own.add(name);
    if (isEndpointName(endpoint)) this.called.add(endpoint);
  }
}

/** Refuses fields that no result of these inputs can have. @throws BadRequestError */
export async function assertColumns(fields: readonly string[], inputs: AsyncIterable<Input>): Promise<void> {
  const asked = new Asked();
  for await (const { request } of inputs) if (request !== undefined) asked.add(request);
  assertAsked(fields, asked);
}

/**
 * Returns inputs that can be read only once. The first one has the user's own columns.
 *
 * @throws BadRequestError at the first input, for fields that no result can have
 */
export async function* withKnownColumns(
  fields: readonly string[],
  as: EndpointName | undefined,
  inputs: AsyncIterable<Input>,
): AsyncGenerator<Input, void> {
  const asked = new Asked();
  for (const name of as === undefined ? ENDPOINT_NAMES : [as]) asked.called.add(name);
  let isChecked = false;
  for await (const input of inputs) {
    if (!isChecked && input.request !== undefined) {
      asked.add(input.request);
      assertAsked(fields, asked);
      isChecked = true;
    }
    yield input;
  }
}

function assertAsked(fields: readonly string[], { own, called }: Asked): void {
  const types = PAGE_TYPES.filter((type) => [...called].some((name) => isResponse(name, type)));
  const names = [...own].flatMap((name) => [name, `input.${name}`]);
  if (called.size > 0) assertFields(fields, types, [...names, ...requestColumns(called).map(({ name }) => name)]);
}

function isResponse(name: EndpointName, type: PageType): boolean {
  return endpoints[name].responses.some((one: PageType) => one === type);
}

/**
 * Writes the table. An existing file is replaced when the new one is complete.
 *
 * @param print Prints a line, and adds its line feed. Used when the table goes to standard output.
 * @throws Error when the table cannot be written
 */
export async function writeTable(
  file: NdjsonFile,
  { out, format, fields }: Pick<BatchSettings, 'out' | 'format' | 'fields'>,
  print: (line: string) => Promise<void>,
): Promise<void> {
  const columns = await tableColumns(resultsIn(file), fields);
  const rows = () => tableRows(file, columns);
  if (out === undefined) for await (const line of csvLines(columns, rows())) await print(line.slice(0, -1));
  else if (format !== 'parquet') await replaceTable(out, { format: 'csv', columns }, rows());
  // Reads the rows twice: for the types of the columns, and for their cells.
  else await replaceTable(out, { format, columns: await typedColumns(columns, rows()) }, rows());
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
 * @param fields Only these columns, in this order. If none of them names the input, what was asked for and `found` come first.
 */
async function tableColumns(
  results: AsyncIterable<StoredResult>,
  fields: readonly string[] | undefined,
): Promise<TableColumn[]> {
  const asked = new Asked();
  const types = new Set<string>();
  for await (const { request, response } of results) {
    asked.add(request);
    types.add(response.page_type);
  }
  const { own, called } = asked;
  for (const name of called) if (name !== 'scrape') for (const type of endpoints[name].responses) types.add(type);
  const common = [...requestColumns(called), ...OUTCOME_COLUMNS, ...dataColumns(types)];
  const taken = new Set(common.map(({ name }) => name));
  const ownColumns = [...own].map((name) => ({
    name: taken.has(name) ? `input.${name}` : name,
    cell: ({ request }: StoredResult) => request[name],
  }));
  const all = [...ownColumns, ...common];
  if (fields === undefined) return all;
  const subjectFields = Object.values(SUBJECT_FIELDS);
  const subjects = [...called].map((name) => endpoints[name].subject);
  const naming = [...ownColumns.map(({ name }) => name), ...own, ...subjects.map((name) => `request.${name}`)];
  const isNamed =
    fields.some((field) => naming.includes(field)) ||
    [...called].every((name) => fields.includes(SUBJECT_FIELDS[name]));
  const first = isNamed ? [] : all.filter(({ name }) => naming.includes(name) || name === 'found');
  const columnOf = (field: string) =>
    (subjectFields.includes(field) ? undefined : all.find(({ name }) => name === field)) ?? fieldColumn(field);
  return [...first.filter(({ name }) => !fields.includes(name)), ...fields.map(columnOf)];
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
      const asked = SUBJECT_FIELDS[endpoint] === field ? valueAt(params, endpoints[endpoint].subject) : undefined;
      return own ?? withSite(response, field, valueAt(source, field)) ?? asked;
    },
  };
}
