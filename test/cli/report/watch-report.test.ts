import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { livingMarketplace } from '../../../src/entries/testing.ts';
import {
  type Change,
  sqliteWatchStore,
  type WatchOverview,
  type WatchStore,
  watch,
} from '../../../src/entries/watch.ts';
import { change, HOUR, look, START, state, target, visit } from '../../watch/visits.ts';
import { run, runOn } from '../run.ts';
import { readReport } from './lines.ts';

const SEED = 6;
const ASINS = ['B0LIVE0001', 'B0LIVE0002', 'B0LIVE0003'];
const HOURS = 40;

const folder = mkdtempSync(join(tmpdir(), 'buybox-watch-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);

/** The deliveries of the watch, and the looks that failed. */
const seen: { changes: Change[]; looked: number; failed: number; credits: number } = {
  changes: [],
  looked: 0,
  failed: 0,
  credits: 0,
};

/** Watches three products for forty hours: prices fall, a product is sold out for ten hours, pages lack a part, and for two hours all are blocked. */
async function watchLiving(store: WatchStore): Promise<void> {
  const offers = (price: number) => [
    { sellerId: 'A1LAMPS0000', price },
    { sellerId: 'A2TENTS0000', price: price + 2 },
  ];
  const living = livingMarketplace({
    seed: SEED,
    products: ASINS.map((asin, index) => ({ asin, offers: offers(20 + index) })),
    script: [
      { at: 9.5 * HOUR, asin: 'B0LIVE0001', change: 'price', price: 12 },
      { at: 12.5 * HOUR, asin: 'B0LIVE0003', change: 'stock', stock: 0 },
      { at: 22.5 * HOUR, asin: 'B0LIVE0003', change: 'stock', stock: 9 },
      { at: 25.5 * HOUR, change: 'block', forMs: 2 * HOUR },
      { at: 30.5 * HOUR, asin: 'B0LIVE0002', change: 'price', price: 19, seller: 'A2TENTS0000' },
      { at: 38.5 * HOUR, change: 'partial', forMs: 4 * HOUR },
    ],
  });
  const { clock } = living;
  const watching = watch(
    living.marketplace(),
    ASINS.map((asin) => ({ endpoint: 'product' as const, params: { asin } })),
    {
      ...{ store, jitter: 0, now: clock.now, sleep: clock.sleep },
      deliver: (change) => void seen.changes.push(change),
      onEvent: (event) => {
        if (event.type === 'looked' || event.type === 'doubtful') seen.looked += Number(event.type === 'looked');
        if (event.type === 'failed') seen.failed++;
      },
    },
  );
  await clock.advance(HOURS * HOUR);
  await watching.close();
  seen.credits = await store.spent('total');
}

describe(`the report of a watch over a living marketplace (seed ${SEED})`, () => {
  let overview: WatchOverview;
  beforeAll(async () => {
    const store = sqliteWatchStore(at('watch.db'));
    await watchLiving(store);
    await store.close();
    const { code, out, err } = await run('report', '--db', at('watch.db'), '--json');
    expect(code, err).toBe(0);
    overview = JSON.parse(out) as WatchOverview;
  });

  it('counts what the watch delivered, its looks and its credits', () => {
    const types = Object.fromEntries(overview.changes.map(({ type, changes }) => [type, changes]));
    const delivered = Object.groupBy(seen.changes, ({ type }) => type);
    expect(types).toEqual(Object.fromEntries(Object.entries(delivered).map(([type, all]) => [type, all.length])));
    expect(types).toMatchObject({
      price_changed: expect.any(Number),
      out_of_stock: 1,
      back_in_stock: 1,
      data_degraded: 3,
    });
    const steps = overview.timeline.steps.reduce((sum, { changes }) => sum + changes, 0);
    expect(steps).toBe(seen.changes.length);
    for (const { asin, changes } of overview.most_changed)
      expect(changes).toBe(seen.changes.filter((one) => one.asin === asin).length);
    expect(seen.failed).toBeGreaterThan(0);
    expect(overview).toMatchObject({
      ...{ looks: seen.looked + seen.failed, failed_looks: seen.failed, credits: seen.credits },
      targets: [{ endpoint: 'product', targets: 3 }],
      gaps: [{ landmark: '#buybox', kind: 'missing', targets: 3 }],
    });
  });

  it('has the numbers of the histories', async () => {
    const store = sqliteWatchStore(at('watch.db'), { readOnly: true });
    const [drop] = overview.price_drops;
    const range = await store.range({ asin: 'B0LIVE0001', field: 'bb_price' });
    expect(drop).toMatchObject({ asin: 'B0LIVE0001', marketplace: 'us', lowest: 12, highest: 20, currency: 'USD' });
    expect(drop?.average).toBeCloseTo(range?.average ?? Number.NaN, 9);
    expect(overview.least_in_stock.map(({ asin }) => asin)).toEqual(['B0LIVE0003']);
    const least = await store.summary({ asin: 'B0LIVE0003' });
    expect(overview.least_in_stock[0]?.stock_share).toBeCloseTo(least?.in_stock ?? Number.NaN, 9);
    const times = new Map<string | undefined | null, number>();
    for (const asin of ASINS)
      for (const { seller, ms } of (await store.summary({ asin }))?.sellers ?? [])
        times.set(seller?.id, (times.get(seller?.id) ?? 0) + ms);
    expect(new Map(overview.sellers.map(({ seller, ms }) => [seller?.id, ms]))).toEqual(times);
    await store.close();
  });

  it('is a page with something for sellers, shoppers and planners', async () => {
    const { code, err } = await run('report', '--db', at('watch.db'), '--out', at('watch.html'), '--title', 'My shop');
    expect([code, err]).toEqual([0, expect.stringContaining('written to')]);
    const { all, text, figures, rows } = readReport(readFileSync(at('watch.html'), 'utf8'));
    expect(text('h1')).toBe('My shop');
    expect(figures).toMatchObject({
      Targets: '3 product 3; none fails now',
      Looks: `${seen.looked + seen.failed} ${seen.failed} failed`,
      Changes: String(seen.changes.length),
    });
    expect(rows('Price drops')[0]?.[0]).toMatch(/^B0LIVE0001 us/);
    expect(rows('Sellers of the Buy Box').map((cells) => cells.at(-1))).toContain('A2TENTS0000');
    expect(rows('Least in stock')).toHaveLength(1);
    expect(rows('Changes by type')).toHaveLength(overview.changes.length);
    expect(all('#changes svg.plot rect').length).toBeGreaterThan(0);
    expect(text('#missing')).toContain('#buybox');
    expect(text('footer p:first-child')).toBe('Left out: Failures (no target fails, and no change waits).');
    expect(all('script, link[rel=stylesheet], img')).toHaveLength(0);
  });

  it('is a page in a pipe, and a short text in a terminal', async () => {
    const { out: page } = await run('report', '--db', at('watch.db'));
    expect(page).toMatch(/^<!doctype html>/);
    const { out } = await runOn({ isInteractive: true }, 'report', '--db', at('watch.db'));
    expect(out).toMatch(/Targets +3 {2}product 3; none fails now/);
    expect(out).toMatch(/Price drops\nproduct .*\nB0LIVE0001 us/);
    expect(out).toMatch(/Changes by type/);
  });

  it('is limited to a period', async () => {
    const start = Date.parse(seen.changes[0]?.at ?? '');
    const [from, to] = [start + HOUR, start + 14 * HOUR];
    const flags = ['--from', new Date(from).toISOString(), '--to', new Date(to).toISOString()];
    const { out } = await run('report', '--db', at('watch.db'), '--json', ...flags);
    const { changes } = JSON.parse(out) as WatchOverview;
    const within = seen.changes.filter((one) => Date.parse(one.at) >= from && Date.parse(one.at) < to);
    expect(within.length).toBeLessThan(seen.changes.length);
    expect(changes.reduce((sum, one) => sum + one.changes, 0)).toBe(within.length);
  });

  it('reads while a watch writes, and changes no byte', async () => {
    const store = sqliteWatchStore(at('watch.db'));
    await store.add([target('extra')]);
    const before = readFileSync(at('watch.db'));
    const { out } = await run('report', '--db', at('watch.db'), '--json');
    expect((JSON.parse(out) as WatchOverview).targets).toEqual([{ endpoint: 'product', targets: 4 }]);
    expect(readFileSync(at('watch.db')).equals(before)).toBe(true);
    await store.remove(['extra']);
    await store.close();
  });
});

const HOSTILE = [
  '</title></style></script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '\u202Egnirts desrever\u0000\uD800',
];

it.each(HOSTILE)('shows %j as text', async (hostile) => {
  const file = at(`hostile-${HOSTILE.indexOf(hostile)}.db`);
  const store = sqliteWatchStore(file);
  await store.add([target(hostile, { params: { asin: hostile, marketplace: hostile } })]);
  const values = {
    price: 9,
    currency: hostile.toWellFormed(),
    seller: { id: hostile, name: hostile },
    in_stock: true,
    title: hostile,
  };
  const own = change('h', START, { asin: hostile, target: target(hostile) });
  const gaps = [{ landmark: hostile, kind: hostile, detail: hostile }] as never;
  await store.record(
    visit(hostile, 1, look(START, values), { changes: [own], deliveries: [{ change: 'h', receiver: hostile }] }),
  );
  const known = { ...look(START, { ...values, price: 3 }), gaps };
  const failing = state(2, { failures: 1, failed: 1, known });
  await store.record(
    visit(hostile, 2, look(START + HOUR, { ...values, price: 3, in_stock: false }), { state: failing }),
  );
  await store.record(
    visit(hostile, 3, look(START + 2 * HOUR, { ...values, price: 3 }), { state: { ...failing, visits: 3 } }),
  );
  await store.close();
  const { code, out, err } = await run('report', '--db', file, '--title', hostile);
  expect(code, err).toBe(0);
  const { all, text } = readReport(out);
  expect(all('script, img, iframe')).toHaveLength(0);
  const attributes = all('*').flatMap(({ attribs }) => Object.keys(attribs));
  expect(attributes.filter((name) => /^on|^style$|^src/.test(name))).toEqual([]);
  const shown = [...hostile.replace(/[\0\uD800\u202E]/g, ' ').trim()].slice(0, 30).join('');
  for (const part of ['h1', '#prices', '#buy-box', '#stock', '#changes', '#missing', '#failures'])
    expect(text(part)).toContain(shown);
  expect(all('style')).toHaveLength(1);
});

it.each([
  ['a file that does not exist', ['--db', 'none.db'], 'db: none.db does not exist'],
  ['no source', [], 'files: missing. Name files with results, or the file of a watch with --db watch.db'],
  ['two sources', ['x.ndjson', '--db', 'none.db'], 'not both'],
  ['a flag of the other source', ['x.ndjson', '--json'], 'json: works with --db only'],
])('refuses %s, and creates nothing', async (_, flags, message) => {
  const { code, err } = await run('report', ...flags);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  expect(existsSync('none.db')).toBe(false);
});

it('refuses a time that is not valid', async () => {
  const store = sqliteWatchStore(at('empty.db'));
  await store.close();
  const { code, err } = await run('report', '--db', at('empty.db'), '--from', 'soon');
  expect([code, err]).toEqual([2, expect.stringContaining('from: "soon" is not a time')]);
  expect((await run('report', '--db', at('empty.db'))).out).toContain('No look in this period');
});
