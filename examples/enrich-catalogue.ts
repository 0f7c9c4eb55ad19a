/**
 * Adds product data to your CSV file: keeps its columns and rows, and appends columns.
 *
 *   node examples/enrich-catalogue.ts catalogue.csv enriched.csv --fields title,brand.name,bb_price,currency,rating,in_stock
 *   node examples/enrich-catalogue.ts examples/catalogue.csv enriched.csv --fixtures
 *
 * Every response is saved in `enriched.csv.ndjson`, in the format of `buybox batch`. After a kill or failed calls, run the same command again: saved
 * responses are not requested again. Delete the file to get fresh data. Other `--fields` are read from the saved responses.
 */
import { appendFileSync, createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import {
  type AnyMarketplace,
  batch,
  createMarketplace,
  type EnvelopeOf,
  MARKETPLACES,
  type MarketplaceCode,
  MarketplaceError,
  type Params,
} from 'buybox';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify';

/** Options of {@link enrichCatalogue}. */
export interface Enrichment {
  input: string;
  output: string;
  /** File of saved responses. @default the output's name with `.ndjson` appended */
  results?: string;
  /** The marketplace. @default 'us' */
  place?: MarketplaceCode | undefined;
  /** Heading of the column with ASINs, case-insensitive. @default 'asin' */
  column?: string;
  /** Fields of a product: `title`, `brand.name`, `bsr_ranks.0.category`. */
  fields: readonly string[];
  /** Most credits; further rows are `not asked`. @default unlimited */
  maxCredits?: number;
}

/** Number of rows by status: `found`, `not found`, `failed`, `no ASIN`, `not asked`. */
export type Summary = Record<string, number>;

const ASIN = /^[A-Z0-9]{10}$/;

/** Looks up every product once and writes the enriched file. */
export async function enrichCatalogue(marketplace: AnyMarketplace, enrichment: Enrichment): Promise<Summary> {
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
  // Renamed when it is complete: a reader never sees half a file.
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

/** Yields a request for every product without a saved response, once. */
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

/** Yields the rows, heading first. Short rows are padded, so that appended columns are aligned. */
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

/** Returns the most frequent delimiter of the heading: spreadsheets in many countries write semicolons. */
async function delimiterOf(input: string): Promise<string> {
  const file = await open(input);
  try {
    for await (const heading of file.readLines()) {
      const count = (delimiter: string) => heading.split(delimiter).length;
      return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
    }
    throw new Error(`${input} is empty`);
  } finally {
    await file.close();
  }
}

/** Reads the responses of earlier runs. */
async function cellsOfResults(results: string, place: MarketplaceCode, fields: readonly string[]) {
  const cells = new Map<string, string[]>();
  if (!existsSync(results)) return cells;
  const file = await open(results);
  try {
    let isCutOff = false;
    for await (const line of file.readLines()) {
      const saved = savedResult(line);
      isCutOff = saved === undefined;
      const { asin, marketplace } = saved?.request.params ?? {};
      if (saved !== undefined && asin !== undefined && marketplace === place) {
        cells.set(asin, cellsOf(saved.response, fields));
      }
    }
    // A kill left half a line: its product is requested again, and the next result starts on a new line.
    if (isCutOff) appendFileSync(results, '\n');
    return cells;
  } finally {
    await file.close();
  }
}

function savedResult(
  line: string,
): { request: { params: Params<'product'> }; response: EnvelopeOf<'product'> } | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Returns the status and the fields of a response as cells. */
function cellsOf({ found, data }: EnvelopeOf<'product'>, fields: readonly string[]): string[] {
  return [found ? 'found' : 'not found', ...fields.map((field) => cellOf(valueAt(data, field)))];
}

/** Returns the value at a path of names and indexes; `undefined` if there is none. */
function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => Object(value)[name], data);
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(cellOf).join(' | ');
  if (typeof value === 'object') return JSON.stringify(value);
  // Sellers write titles: a spreadsheet must not run them as formulas.
  return typeof value === 'string' ? value.replace(/^(?=[=+\-@\t\r])/, "'") : String(value);
}

if (process.argv[1] === import.meta.filename) {
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
  if (input === undefined || output === undefined)
    throw new Error('missing arguments: the catalogue and the output file');
  const place = MARKETPLACES.find((code) => code === values.marketplace);
  if (place === undefined) throw new Error(`--marketplace: expected one of ${MARKETPLACES.join(', ')}`);
  const marketplace = values.fixtures
    ? await (await import('./fixtures.ts')).fixtureMarketplace({ retries: 0 })
    : createMarketplace();
  try {
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
  } finally {
    await marketplace.close();
  }
}
