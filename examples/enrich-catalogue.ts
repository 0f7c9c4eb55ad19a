/**
 * Adds what the marketplace knows to a catalogue of yours: reads a CSV file, keeps its columns and rows as they are, and puts columns behind them.
 *
 *   node examples/enrich-catalogue.ts catalogue.csv enriched.csv --fields title,brand.name,bb_price,currency,rating,in_stock
 *   node examples/enrich-catalogue.ts examples/catalogue.csv enriched.csv --fixtures
 *
 * Every answer is kept in `enriched.csv.ndjson`, in the form of `buybox batch`, as soon as it is there. Run the same command again after a kill, or
 * when calls failed: what was paid for is not asked for again. Delete that file for fresh data; other `--fields` cost nothing while it is there.
 */
import { appendFileSync, createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import {
  batch,
  createMarketplace,
  type EnvelopeOf,
  MARKETPLACES,
  type Marketplace,
  type MarketplaceCode,
  MarketplaceError,
  type Params,
} from 'buybox';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify';

/** What is enriched, and how. */
export interface Enrichment {
  input: string;
  output: string;
  /** Where answers are kept. @default the output with `.ndjson` behind */
  results?: string;
  /** Where to look products up. @default 'us' */
  place?: MarketplaceCode | undefined;
  /** The heading of the column with ASINs, in whatever case. @default 'asin' */
  column?: string;
  /** Fields of a product: `title`, `brand.name`, `bsr_ranks.0.category`. */
  fields: readonly string[];
  /** Credits to spend at most; rows beyond are `not asked`. @default no limit */
  maxCredits?: number;
}

/** How many rows ended how: `found`, `not found`, `failed`, `no ASIN`, `not asked`. */
export type Summary = Record<string, number>;

const ASIN = /^[A-Z0-9]{10}$/;

/** Asks for every product once, and writes the enriched file. */
export async function enrichCatalogue(marketplace: Marketplace, enrichment: Enrichment): Promise<Summary> {
  const { input, output, fields, place = 'us', results = `${output}.ndjson`, column = 'asin', maxCredits } = enrichment;
  const table = { input, delimiter: await delimiterOf(input), column };
  const cells = await cellsOfResults(results, place, fields);
  const failures = new Map<string, string>();
  const requests = unknownProducts(table, place, cells);
  for await (const { request, response, error } of batch(marketplace, requests, { maxCredits })) {
    const { asin } = request.params;
    if (error === undefined) {
      appendFileSync(results, `${JSON.stringify({ request, response })}\n`);
      cells.set(asin, cellsOf(response, fields));
    } else failures.set(asin, error instanceof MarketplaceError ? `${error.code}: ${error.message}` : error.message);
  }
  const summary: Summary = {};
  const rows = async function* () {
    for await (const { row, asin, isHeading } of rowsOf(table)) {
      if (isHeading) yield [...row, 'buybox_status', ...fields.map((field) => `buybox_${field}`)];
      else {
        const { status, kind = status, values } = outcome(asin, cells, failures);
        summary[kind] = (summary[kind] ?? 0) + 1;
        yield [...row, status, ...fields.map((_, index) => values[index] ?? '')];
      }
    }
  };
  // Beside, then in its place: a reader never sees half a file.
  const partial = `${output}.partial`;
  await pipeline(rows, stringify({ delimiter: table.delimiter }), createWriteStream(partial));
  await rename(partial, output);
  return summary;
}

interface Outcome {
  status: string;
  kind?: string;
  values: readonly string[];
}

function outcome(asin: string, cells: ReadonlyMap<string, string[]>, failures: ReadonlyMap<string, string>): Outcome {
  const [status, ...values] = cells.get(asin) ?? [];
  if (status !== undefined) return { status, values };
  if (!ASIN.test(asin)) return { status: 'no ASIN', values: [] };
  const failure = failures.get(asin);
  return failure === undefined
    ? { status: 'not asked', values: [] }
    : { status: `failed, ${failure}`, kind: 'failed', values: [] };
}

/** Every product that no answer is there for, once. */
async function* unknownProducts(table: Table, marketplace: MarketplaceCode, cells: ReadonlyMap<string, string[]>) {
  const asked = new Set(cells.keys());
  for await (const { asin } of rowsOf(table)) {
    if (!ASIN.test(asin) || asked.has(asin)) continue;
    asked.add(asin);
    yield { endpoint: 'product' as const, params: { asin, marketplace } };
  }
}

interface Table {
  input: string;
  delimiter: string;
  column: string;
}

/** The rows as they stand, the heading first; a row that is too short is filled up, so that what comes behind stands in its column. */
async function* rowsOf({ input, delimiter, column }: Table) {
  let place = -1;
  let width = 0;
  const options = { delimiter, bom: true, relax_column_count: true, skip_empty_lines: true };
  const records: AsyncIterable<string[]> = createReadStream(input).pipe(parse(options));
  for await (const record of records) {
    const isHeading = width === 0;
    if (isHeading) {
      width = record.length;
      place = record.findIndex((name) => name.trim().toLowerCase() === column.toLowerCase());
      if (place === -1) throw new Error(`${input} has no column "${column}"; it has ${record.join(', ')}`);
    }
    const row = [...record, ...Array<string>(Math.max(0, width - record.length)).fill('')];
    yield { row, isHeading, asin: isHeading ? '' : (record[place] ?? '').trim().toUpperCase() };
  }
}

/** Spreadsheets of many countries write semicolons: what the heading has most of. */
async function delimiterOf(input: string): Promise<string> {
  await using file = await open(input);
  for await (const heading of file.readLines()) {
    const count = (delimiter: string) => heading.split(delimiter).length;
    return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
  }
  throw new Error(`${input} is empty`);
}

/** What earlier runs were answered. */
async function cellsOfResults(results: string, place: MarketplaceCode, fields: readonly string[]) {
  const cells = new Map<string, string[]>();
  if (!existsSync(results)) return cells;
  await using file = await open(results);
  let isCutOff = false;
  for await (const line of file.readLines()) {
    const answered = answeredIn(line);
    isCutOff = answered === undefined;
    const { asin, marketplace } = answered?.request.params ?? {};
    if (answered !== undefined && asin !== undefined && marketplace === place) {
      cells.set(asin, cellsOf(answered.response, fields));
    }
  }
  // A kill left half a line: it is asked for again, and what is written next must not stand behind it.
  if (isCutOff) appendFileSync(results, '\n');
  return cells;
}

function answeredIn(
  line: string,
): { request: { params: Params<'product'> }; response: EnvelopeOf<'product'> } | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The status and the fields of an answer, as text. */
function cellsOf({ found, data }: EnvelopeOf<'product'>, fields: readonly string[]): string[] {
  return [found ? 'found' : 'not found', ...fields.map((field) => cellOf(valueAt(data, field)))];
}

/** What stands at a path of names and places; nothing where there is no such place. */
function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => Object(value)[name], data);
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(cellOf).join(' | ');
  if (typeof value === 'object') return JSON.stringify(value);
  // Titles are written by sellers: a spreadsheet must not take them for formulas.
  return typeof value === 'string' ? value.replace(/^(?=[=+\-@\t\r])/, "'") : String(value);
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      marketplace: { type: 'string', default: process.env.BUYBOX_MARKETPLACE ?? 'us' },
      column: { type: 'string', default: 'asin' },
      fields: { type: 'string', default: 'title,brand.name,bb_price,currency,in_stock,rating,reviews,bsr,image_url' },
      'max-credits': { type: 'string' },
      fixtures: { type: 'boolean', default: false },
    },
  });
  const [input, output] = positionals;
  if (input === undefined || output === undefined) throw new Error('give two files: the catalogue, and where to write');
  const place = MARKETPLACES.find((code) => code === values.marketplace);
  if (place === undefined) throw new Error(`--marketplace: give one of ${MARKETPLACES.join(', ')}`);
  await using marketplace = values.fixtures
    ? await (await import('./fixtures.ts')).fixtureMarketplace({ retries: 0 })
    : createMarketplace();
  const maxCredits = values['max-credits'];
  const summary = await enrichCatalogue(marketplace, {
    input,
    output,
    place,
    column: values.column,
    fields: values.fields.split(','),
    ...(maxCredits !== undefined && { maxCredits: Number(maxCredits) }),
  });
  for (const [kind, count] of Object.entries(summary)) console.log(`${kind}: ${count}`);
  if (summary.failed !== undefined || summary['not asked'] !== undefined) {
    console.error('Run the same command again for the rest.');
    process.exitCode = 1;
  }
}
