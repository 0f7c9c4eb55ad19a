// Loaded before the clock of a test runs.
import '../../../src/watch/sqlite-store.ts';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { answer, livingMarketplace } from '../../../src/entries/testing.ts';
import {
  type ImportOptions,
  type InvalidLine,
  importResults,
  sqliteWatchStore,
  watch,
} from '../../../src/entries/watch.ts';
import { resultLine } from '../../../src/paging/result-line.ts';
import { fieldsOf } from '../../../src/watch/looks/look-at.ts';
import type { HistoryStore } from '../../../src/watch/sql-store.ts';
import type { Visit } from '../../../src/watch/store/store.ts';
import type { Change, WatchTarget } from '../../../src/watch/types.ts';
import { stores } from '../stores.ts';
import { DAY, HOUR, START } from '../visits.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function listed<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** All that a store has of a history: rows, changes, envelopes. */
async function historyOf(store: HistoryStore) {
  const path = join(folder, 'history.csv');
  await store.export(path);
  const rows = readFileSync(path, 'utf8').split('\r\n');
  const changes = (await listed(store.changes())).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const targets = [...new Set(rows.slice(1, -1).map((row) => row.split(',')[3] ?? ''))];
  const looks = await Promise.all(targets.map((target) => listed(store.observations({ target, envelopes: true }))));
  return { rows, changes, looks };
}

/** Watches a living market for a day. Returns the store, and a result for each look. */
async function watched(seed: number) {
  const market = livingMarketplace({
    ...{ seed, products: 4 },
    rates: { price: 5, buybox: 4, soldOut: 1, rank: 8, sellers: 2, vanish: 0.5, partial: 6 },
  });
  const [first = '', second = '', ...others] = market.asins;
  const targets = [
    ...[first, second, ...others].map((asin) => ({ endpoint: 'product', params: { asin } })),
    { endpoint: 'offers', params: { asin: first } },
    { endpoint: 'search', params: { keyword: 'model' } },
    { endpoint: 'scrape', params: { url: `https://www.amazon.com/dp/${second}` } },
  ] as WatchTarget[];
  const store = sqliteWatchStore();
  const lines: string[] = [];
  const record = async (visit: Visit) => {
    const target = await store.target(visit.target);
    if (target === undefined) throw new Error('a target that is watched');
    const { endpoint } = target;
    // The calls of a watch ask only for the fields that it reads.
    const params = { ...target.params, fields: fieldsOf(target) };
    for (const response of visit.envelopes ?? [])
      lines.push(resultLine({ request: { endpoint, params }, response } as never));
    return store.record(visit);
  };
  const { clock } = market;
  const recording = new Proxy(store, {
    get: (_, name) => {
      const value: unknown = name === 'record' ? record : Reflect.get(store, name);
      return typeof value === 'function' ? value.bind(store) : value;
    },
  });
  const options = { store: recording, now: clock.now, sleep: clock.sleep, confirm: 'never', jitter: 0 } as const;
  const changes: Change[] = [];
  const running = watch(market.marketplace(), targets, { ...options, deliver: (change) => void changes.push(change) });
  await clock.advance(DAY);
  await running.close();
  return { store, lines, market, targets, options, changes };
}

const SEED = 180_402;
let source: ReturnType<typeof watched> | undefined;

describe.each(Object.entries(stores))('an import into %s', (_, open) => {
  it(`has the history of the watch that made the results, once (seed ${SEED})`, async () => {
    source ??= watched(SEED);
    const { store, lines, market, targets, options, changes } = await source;
    const inOrder = changes.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const expected = { ...(await historyOf(store)), changes: inOrder };
    expect(lines.length).toBeGreaterThan(150);
    expect(expected.changes.length).toBeGreaterThan(40);
    const copy = open();
    const importing: ImportOptions = { every: '1h' };
    expect(await importResults(copy, lines, importing)).toEqual({
      ...{ imported: lines.length, targets: targets.length, skipped: 0, partial: 0, failed: 0, invalid: 0 },
    });
    expect(await historyOf(copy)).toEqual(expected);
    // Nobody watches it, and nothing is delivered.
    expect(await listed(copy.targets())).toEqual([]);
    expect(await copy.deliveries('function', 1)).toEqual([]);
    const again = await importResults(copy, lines, importing);
    expect(again).toMatchObject({ imported: 0, targets: 0, skipped: lines.length });
    expect(await historyOf(copy)).toEqual(expected);
    // A watch looks at all targets at once, and goes on with their histories.
    const visits = new Map((await listed(store.targets())).map(({ id, state }) => [id, state?.visits ?? 0]));
    const running = watch(market.marketplace(), targets, { ...options, store: copy, once: true });
    let isDone = false;
    const ended = running.done.then(() => {
      isDone = true;
    });
    // A server answers in its own time.
    while (!isDone) {
      await market.clock.advance(1_000);
      await new Promise((resolve) => void setImmediate(resolve));
    }
    await ended;
    const next = await listed(copy.targets());
    expect(next.map(({ id, state }) => [id, state?.visits])).toEqual([...visits].map(([id, count]) => [id, count + 1]));
    expect((await historyOf(copy)).changes).toEqual(expect.arrayContaining(expected.changes));
    await copy.close();
  });
});

/** A result of a product. */
function line(price: number, hours: number, own: { params?: object; data?: object; response?: object } = {}): string {
  const asin = 'B0LANTERN1';
  const response = answer('product', { asin, bb_price: price, currency: 'USD' });
  const meta = { ...response.meta, timestamp: new Date(START + hours * HOUR).toISOString() };
  const params = { asin, marketplace: 'us', language: 'en', ...own.params };
  return resultLine({
    request: { endpoint: 'product', params, sku: 'mine' },
    response: { ...response, data: { ...response.data, ...own.data }, meta, ...own.response },
  } as never);
}

const changesIn = async (store: HistoryStore) =>
  (await listed(store.changes())).map((one: Change) => `${one.type} ${one.before} ${one.after}`);

describe('an import', () => {
  async function imported(lines: readonly string[], options: ImportOptions = {}, store = sqliteWatchStore()) {
    const invalid: InvalidLine[] = [];
    const counts = await importResults(store, lines, { onInvalid: (one) => invalid.push(one), ...options });
    return { store, counts, invalid };
  }

  it('reports lines that are not results with their numbers, and goes on', async () => {
    const failed = JSON.stringify({ request: { endpoint: 'product', params: {} }, error: { code: 'BLOCKED' } });
    const { counts, invalid, store } = await imported([
      ...[line(20, 0), '', 'no JSON', '{"a": 1}', failed, line(21, 24)],
      ...[line(5, 48, { data: { bb_price: 'cheap' } }), line(5, 48, { params: { asin: 'x' } })],
      ...[line(5, 48, { response: { meta: {} } }), line(5, 48, { response: { page_type: 'seller' } })],
      ...[line(5, 48, { response: { found: 1 } }), line(22, 72).slice(0, -9)],
    ]);
    expect(counts).toEqual({ imported: 3, targets: 1, skipped: 0, partial: 0, failed: 1, invalid: 7 });
    expect(invalid.map(({ line }) => line)).toEqual([3, 4, 8, 9, 10, 11, 12]);
    expect(invalid.map(({ message }) => message)).toEqual([
      ...[expect.stringContaining('is not JSON'), expect.stringContaining('has no request and response')],
      ...[expect.stringMatching(/^asin: "x" is not a valid ASIN/), expect.stringMatching(/^meta.timestamp: /)],
      ...[expect.stringContaining('has the page_type "seller"'), expect.stringMatching(/^found: 1 is not valid/)],
      expect.stringContaining('is not JSON'),
    ]);
    // A value of another type is unknown, as in a look.
    expect((await changesIn(store)).filter((change) => change.startsWith('price'))).toEqual(['price_changed 20 21']);
    await store.close();
  });

  it.each([5, '5', '2026', '2026-01-01 00:00'])('refuses the time %j: it would be another one', async (timestamp) => {
    const { meta } = JSON.parse(line(20, 0)).response;
    const { counts, store } = await imported([line(20, 0, { response: { meta: { ...meta, timestamp } } })]);
    expect(counts).toMatchObject({ imported: 0, invalid: 1 });
    await store.close();
  });

  it('takes no look that is not later than the last one, also of several imports', async () => {
    const { store } = await imported([line(20, 0), line(21, 24), line(21, 24)]);
    const { counts } = await imported([line(30, 12), line(22, 48), line(20, 0)], {}, store);
    expect(counts).toMatchObject({ imported: 1, skipped: 2, targets: 1 });
    expect((await store.history({ asin: 'B0LANTERN1', field: 'bb_price' })).map(({ value }) => value)).toEqual([
      20, 21, 22,
    ]);
    await store.close();
  });

  it('takes only first pages, and results with all that a watch reads', async () => {
    const some = { fields: ['bb_price', 'currency'] };
    const { counts, store } = await imported(
      [
        ...[
          line(20, 0, { params: some }),
          line(21, 24, { params: { page: 2 } }),
          line(22, 48, { params: { page: 1 } }),
        ],
      ].filter((text) => !text.includes('"page"')),
    );
    expect(counts).toEqual({ imported: 0, targets: 0, skipped: 0, partial: 1, failed: 0, invalid: 0 });
    const search = (page: number) => {
      const response = answer('search', { shallow_parts: [] });
      return resultLine({
        request: { endpoint: 'search', params: { keyword: 'lamp', marketplace: 'us', page } },
        response,
      } as never);
    };
    expect((await imported([search(1), search(2)], {}, store)).counts).toMatchObject({ imported: 1, partial: 1 });
    await store.close();
  });

  it('counts the time between results as watched, as `every` says', async () => {
    const lines = [line(20, 0), line(10, 24), line(10, 48)];
    const watchedTime = async (every?: ImportOptions['every']) => {
      const { store } = await imported(lines, { every });
      const range = await store.range({ asin: 'B0LANTERN1', field: 'bb_price' });
      await store.close();
      return range?.watched_ms;
    };
    expect([await watchedTime(), await watchedTime('1h')]).toEqual([2 * DAY, 0]);
  });

  it('leaves the rules, the cooldowns and the next look of a watched target as they are', async () => {
    const store = sqliteWatchStore();
    const [first, second] = [line(20, 0), line(15, 24)];
    await imported([first], {}, store);
    const target = (await store.anyTarget('product:B0LANTERN1:us')) ?? { id: '' };
    const { state, ...given } = target as Required<Awaited<ReturnType<HistoryStore['anyTarget']>>> & object;
    await store.add([{ ...given, every_ms: 5_000, when: { price_below: { below: 18 } } }] as never);
    await store.record({
      ...{ target: given.id, number: 2, at: START, credits: 0, changes: [], deliveries: [] },
      state: { ...state, visits: 2, failures: 3, next_at: START + 9, reported_at: { price_below: 7 } } as never,
    });
    const { counts } = await imported([first, second], {}, store);
    expect(counts).toMatchObject({ imported: 1, skipped: 1 });
    expect(await store.target(given.id)).toMatchObject({
      every_ms: 5_000,
      state: { visits: 3, failures: 3, next_at: START + 9, reported_at: { price_below: 7 } },
    });
    expect(await changesIn(store)).toEqual(['price_changed 20 15', 'price_below 20 15']);
    await store.close();
  });

  it('reads files, plain and gzipped', async () => {
    const text = `${[line(20, 0), line(21, 24)].join('\n')}\n`;
    const [plain, gzip] = [join(folder, 'r.ndjson'), join(folder, 'r.ndjson.gz')];
    writeFileSync(plain, text);
    writeFileSync(gzip, gzipSync(text));
    for (const path of [plain, gzip]) {
      const store = sqliteWatchStore();
      expect(await importResults(store, path)).toMatchObject({ imported: 2 });
      await store.close();
    }
  });

  it('refuses options and sources that are not valid, and ends with its signal', async () => {
    const store = sqliteWatchStore();
    const wrong = { code: 'INVALID_CONFIGURATION' };
    for (const every of ['1y', 'often', '', 0])
      await expect(importResults(store, [line(20, 0)], { every: every as never })).rejects.toMatchObject({
        ...wrong,
        parameter: 'every',
      });
    expect(await listed(store.changes())).toEqual([]);
    expect(await store.overview()).toMatchObject({ looks: 0 });
    await expect(importResults(store, 5 as never)).rejects.toMatchObject({ ...wrong, parameter: 'source' });
    for (const one of [5, undefined, Buffer.from(line(20, 0))])
      await expect(importResults(store, [one] as never)).rejects.toMatchObject({ ...wrong, parameter: 'source' });
    await expect(importResults(store, join(folder, 'none'))).rejects.toMatchObject({
      ...wrong,
      message: expect.stringMatching(/^source: .*none cannot be read \(no such file or directory\)\.$/),
    });
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(importResults(store, [line(20, 0)], { signal })).rejects.toThrow('enough');
    expect(await store.export(join(folder, 'nothing.csv'))).toBe(0);
    await store.close();
  });
});
