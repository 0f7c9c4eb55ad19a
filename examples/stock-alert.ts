/**
 * Calls a webhook when products come back in stock, run low or sell out.
 *
 *   node examples/stock-alert.ts B0LANTERN1:us B0WASSERK1:de --low 5 --webhook https://hooks.example.com/stock --every 1800
 *   node examples/stock-alert.ts --fixtures
 *
 * A page without stock information, a block or a timeout changes nothing. A new state is reported after it was read twice in a row (`--confirm`).
 * `--state FILE` stores the reported states between runs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { batch, createMarketplace, type EnvelopeOf, type Marketplace, type Params } from 'buybox';
import got from 'got';

/** The stock state of a product. */
export type Stock = 'in stock' | 'low' | 'out of stock' | 'not listed';

/** The payload of the webhook. */
export interface StockAlert {
  /** Unique id; a repeated delivery has the same id. */
  id: string;
  product: string;
  from: Stock;
  to: Stock;
  title?: string;
  /** N of "Only N left", if the page shows it. */
  left?: number;
  price?: number;
  currency?: string;
  at: string;
}

/** The reported state of a product, and a newer state that is not confirmed yet. */
export interface Watched {
  reported: Stock;
  /** A new state, and how many times in a row it was read. */
  candidate?: { stock: Stock; times: number };
}

/** Options of {@link checkStock}. */
export interface StockOptions {
  /** A product is `low` with this many items or fewer. @default 0: never */
  low?: number;
  /** How many times in a row a new state is read before it is reported. @default 2 */
  confirm?: number;
  /** Delivers an alert. If it rejects, the next check tries again. */
  deliver: (alert: StockAlert) => Promise<void>;
}

/** Returns the stock state of a response; `undefined` when the page does not show it. */
export function stockOf({ found, data }: EnvelopeOf<'product'>, low = 0): Stock | undefined {
  if (!found) return 'not listed';
  if (data.in_stock === undefined) return undefined;
  if (!data.in_stock) return 'out of stock';
  return data.stock_qty !== undefined && data.stock_qty <= low ? 'low' : 'in stock';
}

/** Checks each product once, delivers alerts, and updates `known`. Returns failed calls and failed deliveries. */
export async function checkStock(
  marketplace: Marketplace,
  products: readonly Params<'product'>[],
  known: Map<string, Watched>,
  { low = 0, confirm = 2, deliver }: StockOptions,
): Promise<{ product: string; problem: string }[]> {
  const problems: { product: string; problem: string }[] = [];
  const requests = products.map((params) => ({ endpoint: 'product' as const, params }));
  for await (const { request, response, error } of batch(marketplace, requests)) {
    const product = [request.params.asin, request.params.marketplace].filter(Boolean).join(':');
    const stock = error === undefined ? stockOf(response, low) : undefined;
    if (error !== undefined) problems.push({ product, problem: error.message });
    else if (stock === undefined) problems.push({ product, problem: 'the page does not say whether it is in stock' });
    if (response === undefined || stock === undefined) continue;
    const watched = afterReading(known.get(product), stock);
    known.set(product, watched);
    if (watched.candidate === undefined || watched.candidate.times < confirm) continue;
    try {
      await deliver(alertOf(product, watched.reported, stock, response));
      known.set(product, { reported: stock });
    } catch (cause) {
      problems.push({ product, problem: `the alert could not be delivered: ${String(cause)}` });
    }
  }
  return problems;
}

/** Returns the state after a reading. The first reading is not reported. */
function afterReading(watched: Watched | undefined, stock: Stock): Watched {
  if (watched === undefined || watched.reported === stock) return { reported: stock };
  const times = watched.candidate?.stock === stock ? watched.candidate.times + 1 : 1;
  return { reported: watched.reported, candidate: { stock, times } };
}

function alertOf(product: string, from: Stock, to: Stock, { data, meta }: EnvelopeOf<'product'>): StockAlert {
  const { title, stock_qty: left, bb_price: price, currency } = data ?? {};
  const shown = Object.fromEntries(
    Object.entries({ title, left, price, currency }).filter(([, value]) => value !== undefined),
  );
  return { id: meta.request_id, product, from, to, ...shown, at: meta.timestamp };
}

/** Posts an alert as JSON. Retries five times with exponential back-off. */
export async function postAlert(webhook: string, alert: StockAlert): Promise<void> {
  await got.post(webhook, {
    json: alert,
    headers: { 'idempotency-key': alert.id },
    timeout: { request: 10_000 },
    retry: { limit: 5, methods: ['POST'] },
  });
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      webhook: { type: 'string' },
      low: { type: 'string', default: '0' },
      confirm: { type: 'string', default: '2' },
      every: { type: 'string', default: '1800' },
      state: { type: 'string' },
      fixtures: { type: 'boolean', default: false },
    },
  });
  const marketplace = values.fixtures
    ? await (await import('./fixtures.ts')).fixtureMarketplace()
    : createMarketplace();
  try {
    // The call checks the marketplace's code.
    const words = values.fixtures ? ['B0MOCHILA1:es', 'B0MOULINS1:fr', 'B0BOOTSET1'] : positionals;
    const products = words.map((word) => {
      const [asin, marketplace] = word.split(':');
      return { asin, marketplace } as Params<'product'>;
    });
    const { state, webhook } = values;
    const known = new Map<string, Watched>(
      state !== undefined && existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : [],
    );
    // Fixtures never change: the example starts with all products in stock.
    if (values.fixtures) for (const word of words) known.set(word, { reported: 'in stock' });
    const deliver = (alert: StockAlert) =>
      webhook === undefined ? Promise.resolve(console.log(JSON.stringify(alert))) : postAlert(webhook, alert);
    for (let looks = 1; ; looks++) {
      const options = { low: Number(values.fixtures ? 5 : values.low), confirm: Number(values.confirm), deliver };
      for (const { product, problem } of await checkStock(marketplace, products, known, options)) {
        console.error(`${product}: ${problem}`);
      }
      if (state !== undefined) writeFileSync(state, JSON.stringify([...known]));
      if (values.fixtures && looks === options.confirm) break;
      if (!values.fixtures) await sleep(Number(values.every) * 1000);
    }
  } finally {
    await marketplace.close();
  }
}
