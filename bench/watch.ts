/** Measures the store of a watch: bytes for each look, visits recorded in a second, and queries over a year of one product. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalMarketplace } from '../src/entries/local.ts';
import { fixturePages } from '../src/entries/testing.ts';
import { compare } from '../src/watch/compare/compare.ts';
import type { Known } from '../src/watch/look.ts';
import { sqliteWatchStore } from '../src/watch/sqlite-store.ts';
import type { Visit } from '../src/watch/store/store.ts';
import type { Values } from '../src/watch/values.ts';
import { median, type Print } from './figures.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);
const YEAR_LOOKS = 365 * 24;

/** How often each value changes: times a day and product. An assumption; ranks of popular products change most often. */
const CHANGES_A_DAY = { rank: 8, price: 1, seller: 0.5, stock_qty: 1, reviews: 1 } as const;

const SIZES = { products: 30, days: 60, yearProducts: 10_000 } as const;

export interface WatchResult {
  /** Looks with a change, for each product and day. */
  changedADay: number;
  /** Bytes for each look, and for each look with a change. */
  bytes: { withEnvelopes: Sizes; withoutEnvelopes: Sizes };
  /** Visits recorded in a second of processor time. */
  recordsASecond: number;
  /** Medians over a year of one product, looked at every hour [milliseconds]. */
  queries: Record<string, number>;
}

interface Sizes {
  look: number;
  changedLook: number;
  /** 10,000 products, every hour, for a year [GB]. */
  yearGb: number;
}

/** Runs the benchmark and prints its results. */
export async function benchWatch(print: Print): Promise<WatchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'buybox-bench-watch-'));
  try {
    const shop = await productSource();
    const kept = await fill(join(folder, 'kept.db'), 'changes', shop);
    const bare = await fill(join(folder, 'bare.db'), 'none', shop);
    const queries = await queryYear(join(folder, 'year.db'), shop);
    const changedADay = kept.changed / (SIZES.products * SIZES.days);
    const recordsASecond = kept.looks / kept.seconds;
    print(`\nwatch: ${changedADay.toFixed(1)} of 24 looks a day show a change (${JSON.stringify(CHANGES_A_DAY)})`);
    print(`envelopes kept: ${described(kept.sizes)}`);
    print(`values only:    ${described(bare.sizes)}`);
    print(`${recordsASecond.toFixed(0)} visits recorded in a second of processor time`);
    for (const [name, ms] of Object.entries(queries)) print(`${name}: ${ms.toFixed(1)} ms over a year`);
    return { changedADay, bytes: { withEnvelopes: kept.sizes, withoutEnvelopes: bare.sizes }, recordsASecond, queries };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Source = Awaited<ReturnType<typeof productSource>>;

/** Visits of products that change by chance, always the same, with the envelope of a fixture page. */
async function productSource() {
  await using marketplace = createLocalMarketplace({ pages: fixturePages() });
  const envelope = await marketplace.product({ asin: 'B0LANTERN1' });
  if (envelope.data === null) throw new Error('B0LANTERN1 is a fixture page.');
  const { data } = envelope;
  return (product: number) => {
    const random = randomFrom(product + 1);
    const values: Record<keyof typeof CHANGES_A_DAY, number> = {
      ...{ rank: 1_000, price: 30, seller: 0, stock_qty: 9, reviews: 800 },
    };
    let known: Known | undefined;
    return (look: number): Visit & { isChanged: boolean } => {
      let isChanged = look === 0;
      for (const [name, often] of Object.entries(CHANGES_A_DAY) as [keyof typeof values, number][]) {
        if (random() >= often / 24) continue;
        isChanged = true;
        values[name] =
          name === 'reviews' ? values[name] + 1 : Math.round(random() * (name === 'seller' ? 5 : 3_000)) + 1;
      }
      const at = START + look * HOUR;
      const seller = { id: `A${values.seller}SELLER00000`, name: `Seller ${values.seller}` };
      const price = values.price / 100;
      const { rank, stock_qty, reviews } = values;
      const seen: Values = {
        ...{ price, currency: 'USD', seller, rank, stock_qty, reviews, in_stock: stock_qty > 0, rating: 4.5 },
        ...{ title: data.title ?? '', feature_bullets: data.feature_bullets ?? [], image_url: data.image_url ?? '' },
      };
      const request_id = crypto.randomUUID();
      const sent = {
        ...envelope,
        data: { ...data, bb_price: price, bsr: rank, stock_qty, reviews, seller: { ...seller, is_amazon: false } },
        meta: { ...envelope.meta, request_id, timestamp: new Date(at).toISOString() },
      };
      const url = 'https://www.amazon.com/dp/B0LANTERN1?language=en_US&th=1&psc=1';
      const found = { page_type: 'product', found: true, values: seen, gaps: [], url } as const;
      const shown = { at, ...found, request_ids: [request_id] };
      const { drafts: changes, ...after } = compare(known, shown, { target: targetOf(product), visit: look + 1 });
      known = after.known;
      const rate = { changes: 0, watched_ms: 0 };
      return {
        ...{ target: `p${product}`, number: look + 1, at, credits: 1, changes, deliveries: [], isChanged },
        state: { visits: look + 1, known, rate, next_at: at + HOUR, failures: 0 },
        look: shown,
        envelopes: [sent],
      };
    };
  };
}

async function fill(path: string, envelopes: 'changes' | 'none', source: Source) {
  const store = sqliteWatchStore(path, { envelopes });
  await store.add(Array.from({ length: SIZES.products }, (_, index) => targetOf(index)));
  const products = Array.from({ length: SIZES.products }, (_, index) => source(index));
  for (const product of products) await store.record(product(0));
  const empty = await sizeOf(store, path);
  let [looks, changed, used] = [0, 0, 0];
  for (let look = 1; look <= SIZES.days * 24; look++) {
    for (const product of products) {
      const { isChanged, ...visit } = product(look);
      const before = process.cpuUsage();
      await store.record(visit);
      const { user, system } = process.cpuUsage(before);
      used += user + system;
      looks++;
      if (isChanged) changed++;
    }
  }
  const grown = (await sizeOf(store, path)) - empty;
  await store.close();
  const yearLooks = SIZES.yearProducts * YEAR_LOOKS;
  const sizes = { look: grown / looks, changedLook: grown / changed, yearGb: ((grown / looks) * yearLooks) / 1e9 };
  return { looks, changed, seconds: used / 1e6, sizes };
}

async function queryYear(path: string, source: Source): Promise<Record<string, number>> {
  const store = sqliteWatchStore(path);
  await store.add([targetOf(0)]);
  const product = source(0);
  for (let look = 0; look < YEAR_LOOKS; look++) {
    const { isChanged: _, ...visit } = product(look);
    await store.record(visit);
  }
  const query = { asin: 'B0LANTERN1', field: 'bb_price' } as const;
  const queries = {
    "history, step '1d'": () => store.history({ ...query, step: '1d' }),
    range: () => store.range(query),
    summary: () => store.summary(query),
  };
  const times: Record<string, number> = {};
  for (const [name, ask] of Object.entries(queries)) {
    const taken: number[] = [];
    for (let turn = 0; turn < 15; turn++) {
      const start = performance.now();
      await ask();
      taken.push(performance.now() - start);
    }
    times[name] = median(taken);
  }
  await store.close();
  return times;
}

async function sizeOf(store: ReturnType<typeof sqliteWatchStore>, path: string): Promise<number> {
  await store.compact();
  return statSync(path).size;
}

function targetOf(product: number) {
  const params = { asin: product === 0 ? 'B0LANTERN1' : `B0PRODUC${10 + product}`, marketplace: 'us' };
  return { id: `p${product}`, endpoint: 'product', params, every_ms: HOUR, pages: 1 } as const;
}

function described({ look, changedLook, yearGb }: Sizes): string {
  return `${look.toFixed(1)} bytes a look, ${changedLook.toFixed(0)} a changed look, ${yearGb.toFixed(2)} GB for ${SIZES.yearProducts} products every hour for a year`;
}

/** Park and Miller's generator: the same numbers in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
