/** The columns of a table of results: known from the requests and the schemas, whatever the answers lack. */
import { PAGE_TYPES, type PageType } from '../../../contract/codes.ts';
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import { BadRequestError } from '../../../contract/errors.ts';
import { type Column, columnsOf, hasColumns } from '../../output/columns.ts';
import { assertFields, fieldSource } from '../../output/fields.ts';
import { entriesOf, type Row, valueAt } from '../../output/rows.ts';
import type { StoredResult } from '../../results/result-file.ts';
import { isEndpoint } from '../inputs/index.ts';

/** A column of a table of results. */
export interface TableColumn {
  name: string;
  /** By the schema; nothing for a column of the user's own. */
  kind: Column['kind'] | undefined;
  /** Its cell in the row of an entry. */
  cell: (result: StoredResult, entry: Row) => unknown;
}

/** What a file of results is made of. */
export class Contents {
  readonly #own = new Set<string>();
  readonly #endpoints = new Set<EndpointName>();
  readonly #types = new Set<string>();

  /** Looks at a result. */
  add({ request: { endpoint, params: _, ...own }, response }: StoredResult): void {
    for (const name of Object.keys(own)) this.#own.add(name);
    if (isEndpoint(endpoint)) this.#endpoints.add(endpoint);
    this.#types.add(response.page_type);
  }

  /**
   * The columns: the user's own, what was asked, what became of it, and the data's in the order of the schemas.
   *
   * @param fields Only these, in this order.
   */
  columns(fields: readonly string[] | undefined): TableColumn[] {
    const asked = [...askedColumns(this.#endpoints), ...OUTCOME];
    const data = dataColumns(this.types());
    const taken = new Set([...asked, ...data].map(({ name }) => name));
    const own = [...this.#own].map((name) => ownColumn(name, taken.has(name) ? `input.${name}` : name));
    const all = [...own, ...asked, ...data];
    return fields === undefined ? all : fields.map((field) => fieldColumn(field, all));
  }

  /** Why fields are columns without a cell: no input and no answer has them. */
  strangers(fields: readonly string[] = []): string[] {
    const known = new Set(this.columns(undefined).map(({ name }) => name));
    return fields.flatMap((field) => {
      if (known.has(field) || this.#own.has(field) || field.startsWith('request.')) return [];
      return refusalOf(field) ?? [];
    });
  }

  /** The page types that can come: those of the endpoints, and of addresses those that came. */
  private types(): PageType[] {
    const named = [...this.#endpoints].flatMap((name) =>
      name === 'scrape' ? [] : Object.keys(endpoints[name].responses),
    );
    const types = new Set([...named, ...this.#types]);
    return PAGE_TYPES.filter((type) => types.has(type) && hasColumns(type));
  }
}

/** The entries of a result, a row each; a result without any has a row too, so that no input is missing. */
export function rowEntries({ response }: StoredResult): Row[] {
  const entries = entriesOf(response);
  return entries.length === 0 ? [{}] : entries;
}

const OUTCOME: readonly TableColumn[] = [
  { name: 'page_type', kind: 'string', cell: ({ response }) => response.page_type },
  { name: 'found', kind: 'boolean', cell: ({ response }) => response.found },
  { name: 'meta.timestamp', kind: 'string', cell: ({ response }) => valueAt(response, 'meta.timestamp') },
];

function ownColumn(own: string, name: string): TableColumn {
  return { name, kind: undefined, cell: ({ request }) => request[own] };
}

/** What was asked: `request.endpoint`, `request.asin`, ... of all endpoints that were. */
function askedColumns(asked: ReadonlySet<EndpointName>): TableColumn[] {
  const names = Object.keys(endpoints)
    .filter((name) => isEndpoint(name) && asked.has(name))
    .flatMap((name) => (isEndpoint(name) ? Object.keys(endpoints[name].params.shape) : []));
  return [
    { name: 'request.endpoint', kind: 'string', cell: ({ request }) => request.endpoint },
    ...[...new Set(names)].map(
      (name): TableColumn => ({
        name: `request.${name}`,
        kind: undefined,
        cell: ({ request }) => valueAt(request.params, name),
      }),
    ),
  ];
}

function dataColumns(types: readonly PageType[]): TableColumn[] {
  const kinds = new Map<string, Column['kind']>();
  for (const { name, kind } of types.flatMap((type) => columnsOf(type))) kinds.set(name, widest(kinds.get(name), kind));
  return [...kinds].map(([name, kind]) => ({ name, kind, cell: (_, entry) => valueAt(entry, name) }));
}

/** What holds the values of both. */
function widest(one: Column['kind'] | undefined, other: Column['kind']): Column['kind'] {
  if (one === undefined || one === other) return other;
  const isNumber = [one, other].every((kind) => kind === 'integer' || kind === 'number');
  return isNumber ? 'number' : 'json';
}

/** What is wrong with a field that should be one of the answers'. */
function refusalOf(field: string): string | undefined {
  try {
    assertFields([field]);
    return undefined;
  } catch (error) {
    if (error instanceof BadRequestError) return error.message;
    throw error;
  }
}

/** A column by the name that it has, or by a field of the answer. */
function fieldColumn(field: string, columns: readonly TableColumn[]): TableColumn {
  const column = columns.find(({ name }) => name === field);
  if (column !== undefined) return column;
  return {
    name: field,
    kind: undefined,
    cell: ({ request, response }, entry) => {
      const { endpoint, params } = request;
      const own = Object.hasOwn(request, field) ? request[field] : undefined;
      return own ?? valueAt({ ...fieldSource(response, entry), request: { endpoint, ...params } }, field);
    },
  };
}
