/** The examples that watch: each is a program that runs when it is imported. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import { sqliteWatchStore } from '../../src/entries/watch.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-examples-'));
const argv = [...process.argv];
let runs = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  process.argv = argv;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Runs an example with arguments, and returns the lines that it prints. */
async function run(name: string, ...words: string[]): Promise<{ out: string[]; err: string[] }> {
  const out = vi.spyOn(console, 'log').mockReset().mockReturnValue();
  const err = vi.spyOn(console, 'error').mockReset().mockReturnValue();
  process.argv = ['node', name, ...words];
  // Another query is another module: the example runs again, and the library is loaded once.
  await import(/* @vite-ignore */ `../../examples/${name}.ts?run=${++runs}`);
  const lines = ({ mock }: typeof out) => mock.calls.map((values) => values.map(textOf).join(' '));
  return { out: lines(out), err: lines(err) };
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const [ONE, TWO] = ['product:B0LIVE0001:us', 'product:B0LIVE0002:us'];
const LARKMOOR = '{"id":"A1LARKMOOR0US","name":"Larkmoor Outdoors"}';
const NORTHPINE = '{"id":"A7NORTHPINE00","name":"Northpine"}';

/** The effect of the market of `livingFixtures` on prices. */
const PRICES = [
  `2026-11-20T17:00:00.000Z price_changed ${ONE} 34.99 -> 29.99 USD`,
  `2026-11-21T18:00:00.000Z price_changed ${TWO} 34.99 -> null USD`,
  `2026-11-22T14:00:00.000Z price_changed ${ONE} 29.99 -> 27.5 USD`,
  `2026-11-23T00:00:00.000Z price_changed ${TWO} null -> 34.99 USD`,
];

describe('with --fixtures, three days of', () => {
  it('price-watch', async () => {
    const below = `2026-11-20T17:00:00.000Z price_below ${ONE} 34.99 -> 29.99 USD`;
    const out = PRICES.toSpliced(1, 0, below);
    expect(await run('price-watch', '--fixtures', '--below', '30')).toEqual({ out, err: [] });
  });

  it.runIf(isNightly)('price-watch, without a limit', async () => {
    expect(await run('price-watch', '--fixtures')).toEqual({ out: PRICES, err: [] });
  });

  it('buy-box-monitor, as a seller', async () => {
    const { out, err } = await run('buy-box-monitor', '--fixtures', '--seller', 'A1LARKMOOR0US');
    expect(err).toEqual([]);
    expect(out.filter((line) => line.includes('price_changed'))).toEqual(PRICES);
    expect(out.filter((line) => line.includes('buybox')).map((line) => line.trim())).toEqual([
      `2026-11-20T17:00:00.000Z buybox_lost ${ONE} ${LARKMOOR} -> ${NORTHPINE}`,
      `2026-11-21T18:00:00.000Z buybox_lost ${TWO} ${LARKMOOR} -> null`,
      `2026-11-22T14:00:00.000Z buybox_won ${ONE} ${NORTHPINE} -> ${LARKMOOR}`,
      `2026-11-23T00:00:00.000Z buybox_won ${TWO} null -> ${LARKMOOR}`,
    ]);
  });

  it.runIf(isNightly)('buy-box-monitor, without a seller', async () => {
    const { out } = await run('buy-box-monitor', '--fixtures');
    expect(out.filter((line) => line.includes('buybox')).map((line) => line.split(' ').slice(0, 3))).toEqual([
      ['2026-11-20T17:00:00.000Z', 'buybox_won', ONE],
      ['2026-11-22T14:00:00.000Z', 'buybox_won', ONE],
      ['2026-11-23T00:00:00.000Z', 'buybox_won', TWO],
    ]);
  });

  it('stock-alert', async () => {
    const alerts = async (...words: string[]) =>
      (await run('stock-alert', '--fixtures', ...words)).out.map((line) => {
        const { type, target, after } = JSON.parse(line);
        return `${type} ${target.id} ${after}`;
      });
    const sold = [`out_of_stock ${TWO} false`, `back_in_stock ${TWO} true`];
    expect(await alerts()).toEqual([`stock_low ${TWO} 3`, ...sold]);
    expect(await alerts('--low', '2', '--confirm', '1')).toEqual(sold);
  });

  it('stock-alert needs a secret for a webhook', async () => {
    vi.stubEnv('BUYBOX_WEBHOOK_SECRET', '');
    await expect(run('stock-alert', '--fixtures', '--webhook', 'https://hooks.example.com/')).rejects.toThrow(
      'secret:',
    );
  });

  it('keyword-ranks', async () => {
    expect(await run('keyword-ranks', '--fixtures')).toEqual({
      out: [
        '2026-11-21T03:00:00.000Z camping lantern B0LIVE0002 2 -> 1',
        '2026-11-21T03:00:00.000Z camping lantern B0LIVE0001 1 -> 2',
      ],
      err: [],
    });
  });
});

describe('with targets, a file and fixture pages', () => {
  beforeEach(() => vi.stubEnv('BUYBOX_FIXTURES', 'true'));

  it('buy-box-monitor looks once, and says what failed', async () => {
    const file = join(folder, 'buy-box.db');
    const words = ['B0LANTERN1:us', 'B0WASSERK1:de', 'B0SIGNIN01', '--once', '--state', file];
    const { out, err } = await run('buy-box-monitor', ...words);
    expect(out).toEqual([]);
    expect(err).toEqual([
      expect.stringMatching(/^product:B0SIGNIN01:us: BadRequestError: fixtures: .* is not a fixture page/),
    ]);
    const store = sqliteWatchStore(file, { readOnly: true });
    const price = async (asin: string) => (await store.range({ asin, field: 'bb_price' }))?.lowest.value;
    expect([await price('B0LANTERN1'), await price('B0WASSERK1')]).toEqual([34.99, 39.99]);
    await store.close();
  });

  it('keyword-ranks keeps the positions', async () => {
    const file = join(folder, 'ranks.db');
    const words = ['--pages', '2', '--history', file, 'B0SOLARLN1', 'B0HAMMOCK1'];
    expect(await run('keyword-ranks', ...words)).toEqual({ out: [], err: [] });
    const store = sqliteWatchStore(file, { readOnly: true });
    const positions: unknown[] = [];
    for await (const { id } of store.targets())
      for (const asin of ['B0SOLARLN1', 'B0HAMMOCK1']) {
        const points = await store.history({ target: id, asin, field: 'shallow_parts.index_on_page' });
        positions.push(...points.map(({ value }) => value));
      }
    expect(positions).toEqual([5, 9]);
    await store.close();
  });
});
