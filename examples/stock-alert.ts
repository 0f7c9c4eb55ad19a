/**
 * Tells a webhook when products come into stock, run low or sell out.
 *
 *   node examples/stock-alert.ts B08N5WRWNW:us B08N5WRWNW:de --low 5 --webhook https://hooks.example.com/stock --every 1800
 *   node examples/stock-alert.ts --fixtures
 *
 * Only a sure sign counts: a page that does not say whether it is in stock, a block or a time-out change nothing. A new state is told when it was
 * read twice in a row (`--confirm`), so that a flickering page does not cry wolf. `--state FILE` keeps what was told between runs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { batch, createMarketplace, type EnvelopeOf, type Marketplace, type Params } from 'buybox';
import got from 'got';

/** What is known of a product's stock. */
export type Stock = 'in stock' | 'low' | 'out of stock' | 'not listed';

/** What is told. */
export interface StockAlert {
  /** The same when a delivery is repeated. */
  id: string;
  product: string;
  from: Stock;
  to: Stock;
  title?: string;
  /** "Only N left", when the page says so. */
  left?: number;
  price?: number;
  currency?: string;
  at: string;
}

/** What was told of a product, and what was read since. */
export interface Watched {
  told: Stock;
  /** Another state, and how many times in a row it was read. */
  candidate?: { stock: Stock; times: number };
}

/** Options of {@link checkStock}. */
export interface StockOptions {
  /** So many or fewer left is `low`. @default 0: never */
  low?: number;
  /** How many times in a row a new state is read before it is told. @default 2 */
  confirm?: number;
  /** Tells it; when that fails, the next look tries again. */
  deliver: (alert: StockAlert) => Promise<void>;
}

/** What an answer says for sure; `undefined` when the page says neither: a field that is absent is not `false`. */
export function stockOf({ found, data }: EnvelopeOf<'product'>, low = 0): Stock | undefined {
  if (!found) return 'not listed';
  if (data.in_stock === undefined) return undefined;
  if (!data.in_stock) return 'out of stock';
  return data.stock_qty !== undefined && data.stock_qty <= low ? 'low' : 'in stock';
}

/** Looks at each product once and tells what is new. `known` is brought up to date; what could not be read or told is given back. */
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
      await deliver(alertOf(product, watched.told, stock, response));
      known.set(product, { told: stock });
    } catch (cause) {
      problems.push({ product, problem: `the alert could not be delivered: ${String(cause)}` });
    }
  }
  return problems;
}

/** The first reading is where the watch begins; it is no news. */
function afterReading(watched: Watched | undefined, stock: Stock): Watched {
  if (watched === undefined || watched.told === stock) return { told: stock };
  const times = watched.candidate?.stock === stock ? watched.candidate.times + 1 : 1;
  return { told: watched.told, candidate: { stock, times } };
}

function alertOf(product: string, from: Stock, to: Stock, { data, meta }: EnvelopeOf<'product'>): StockAlert {
  const { title, stock_qty: left, bb_price: price, currency } = data ?? {};
  const shown = Object.fromEntries(
    Object.entries({ title, left, price, currency }).filter(([, value]) => value !== undefined),
  );
  return { id: meta.request_id, product, from, to, ...shown, at: meta.timestamp };
}

/** Posts an alert as JSON; a webhook that is down or busy is tried again, five times, with growing pauses. */
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
  await using marketplace = values.fixtures
    ? await (await import('./fixtures.ts')).fixtureMarketplace()
    : createMarketplace();
  // A marketplace that there is not is refused by the call.
  const words = values.fixtures ? ['B0MOCHILA1:es', 'B0MOULINS1:fr', 'B0BOOTSET1'] : positionals;
  const products = words.map((word) => {
    const [asin, marketplace] = word.split(':');
    return { asin, marketplace } as Params<'product'>;
  });
  const { state, webhook } = values;
  const known = new Map<string, Watched>(
    state !== undefined && existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : [],
  );
  // On the fixtures nothing ever changes: as if yesterday all had been well.
  if (values.fixtures) for (const word of words) known.set(word, { told: 'in stock' });
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
}
