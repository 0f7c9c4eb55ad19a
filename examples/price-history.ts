/**
 * Stores every price in an SQLite file and prints lows and highs.
 *
 *   node examples/price-history.ts B0LANTERN1:us B0WASSERK1:de --db prices.db        looks up and stores prices; run it from cron
 *   node examples/price-history.ts --import results.ndjson --db prices.db            imports results of `buybox batch`
 *   node examples/price-history.ts --fixtures
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { batch, createMarketplace, type EnvelopeOf, type Marketplace, type Params } from 'buybox';

/** The price range of a product in one currency. */
export interface PriceRange {
  asin: string;
  marketplace: string;
  currency: string;
  readings: number;
  lowest: number;
  highest: number;
  /** The last price. */
  now: number;
  /** Time of the last reading, ISO 8601. */
  at: string;
}

/** Opens a history; `:memory:` for a temporary one. */
export function openHistory(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  // The timestamp identifies a reading, so importing a file twice stores it once.
  database.exec(`CREATE TABLE IF NOT EXISTS readings (
    asin TEXT NOT NULL, marketplace TEXT NOT NULL, at TEXT NOT NULL,
    price REAL, currency TEXT, seller TEXT, in_stock INTEGER,
    PRIMARY KEY (asin, marketplace, at)
  ) STRICT`);
  return database;
}

/** Stores a reading. A page without a Buy Box is stored without a price; products that are not found are skipped. */
export function storeReading(history: DatabaseSync, { found, data, meta }: EnvelopeOf<'product'>): void {
  if (!found) return;
  const { asin, bb_price = null, currency = null, seller, in_stock } = data;
  const stock = in_stock === undefined ? null : Number(in_stock);
  history
    .prepare('INSERT OR IGNORE INTO readings VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(asin, meta.marketplace, meta.timestamp, bb_price, currency, seller?.name ?? null, stock);
}

/** Looks up products, stores their prices, and returns the failed calls. */
export async function readPrices(
  marketplace: Marketplace,
  history: DatabaseSync,
  products: readonly Params<'product'>[],
): Promise<{ asin: string; error: Error }[]> {
  const failures: { asin: string; error: Error }[] = [];
  const requests = products.map((params) => ({ endpoint: 'product' as const, params }));
  for await (const { request, response, error } of batch(marketplace, requests)) {
    if (error === undefined) storeReading(history, response);
    else failures.push({ asin: request.params.asin, error });
  }
  return failures;
}

/** Imports the products of a results file of `buybox batch`: `{ request, response }` on each line. */
export async function importResults(history: DatabaseSync, lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) {
    if (line === '') continue;
    const { response }: { response: EnvelopeOf<'scrape'> } = JSON.parse(line);
    if (response.page_type === 'product') storeReading(history, response);
  }
}

/** Returns the price range of each product with a price. */
export function priceRanges(history: DatabaseSync): PriceRange[] {
  const rows = history
    .prepare(
      `SELECT r.asin, r.marketplace, r.currency, count(*) AS readings, min(r.price) AS lowest, max(r.price) AS highest,
         (SELECT l.price FROM readings l WHERE l.asin = r.asin AND l.marketplace = r.marketplace AND l.currency = r.currency
            AND l.price IS NOT NULL ORDER BY l.at DESC LIMIT 1) AS now, max(r.at) AS at
       FROM readings r WHERE r.price IS NOT NULL AND r.currency IS NOT NULL
       GROUP BY r.asin, r.marketplace, r.currency ORDER BY r.asin, r.marketplace`,
    )
    .all();
  return rows.map((row) => ({
    asin: String(row.asin),
    marketplace: String(row.marketplace),
    currency: String(row.currency),
    readings: Number(row.readings),
    lowest: Number(row.lowest),
    highest: Number(row.highest),
    now: Number(row.now),
    at: String(row.at),
  }));
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { db: { type: 'string' }, import: { type: 'string' }, fixtures: { type: 'boolean', default: false } },
  });
  const marketplace = values.fixtures
    ? await (await import('./fixtures.ts')).fixtureMarketplace()
    : createMarketplace();
  try {
    const history = openHistory(values.db ?? (values.fixtures ? ':memory:' : 'prices.db'));
    const words = values.fixtures ? ['B0LANTERN1:us', 'B0WASSERK1:de', 'B0HAMMOCK1:us'] : positionals;
    // The call checks the marketplace's code.
    const products = words.map((word) => {
      const [asin, code] = word.split(':');
      return { asin, marketplace: code } as Params<'product'>;
    });
    if (values.import !== undefined) await importResults(history, createInterface(createReadStream(values.import)));
    for (const { asin, error } of await readPrices(marketplace, history, products)) {
      console.error(`${asin}: ${error.message}`);
      process.exitCode = 1;
    }
    console.table(priceRanges(history));
    history.close();
  } finally {
    await marketplace.close();
  }
}
