import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqliteWatchStore } from '../../src/watch.ts';
import { HOUR, look, START, target, visit } from '../watch/visits.ts';
import { run, runOn } from './run.ts';

let folder = '';
const at = (name: string) => join(folder, name);
const history = (...flags: string[]) => ['history', 'b0lantern1', '--db', at('w.db'), ...flags];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'buybox-history-'));
  const store = sqliteWatchStore(at('w.db'));
  await store.add([target('lamp')]);
  const seen = [
    [20, true],
    [10, true],
    [30, false],
    [30, false],
  ] as const;
  for (const [index, [price, stock]] of seen.entries()) {
    const values = { price, currency: 'USD', in_stock: stock };
    await store.record(visit('lamp', index + 1, look(START + index * HOUR, values)));
  }
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('prints each value as JSON in a pipe, and the summary as notes', async () => {
  const { code, out, err } = await run(...history());
  expect(code, err).toBe(0);
  expect(JSON.parse(out)).toEqual([
    { at: '2026-01-01T00:00:00.000Z', value: 20, currency: 'USD' },
    { at: '2026-01-01T01:00:00.000Z', value: 10, currency: 'USD' },
    { at: '2026-01-01T02:00:00.000Z', value: 30, currency: 'USD' },
  ]);
  expect(err).toContain('price: lowest 10 (2026-01-01), highest 30 (2026-01-01), average 20 USD');
  expect(err).toContain('looks: 4 from 2026-01-01 to 2026-01-01, watched for 3 hours, in stock 66.67 % of the time');
});

it('prints a table in a terminal, and the summary below', async () => {
  const { out, err } = await runOn({ isInteractive: true }, ...history('--field', 'in_stock'));
  expect(
    out
      .split('\n')
      .slice(0, 3)
      .map((line) => line.split(/ +/).slice(0, 2)),
  ).toEqual([
    ['at', 'value'],
    ['2026-01-01T00:00:00.000Z', 'true'],
    ['2026-01-01T02:00:00.000Z', 'false'],
  ]);
  expect(out).toContain('looks: 4');
  expect(err).toBe('');
});

it('prints steps as CSV, and writes the same into a file', async () => {
  const flags = history('--step', '2h', '--format', 'csv');
  const { out } = await run(...flags);
  const rows = out.split('\r\n');
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatch(/^at,first,last,lowest,highest,average/);
  expect(rows[1]).toMatch(/^2026-01-01T00:00:00.000Z,20,10,10,20,15/);
  await run(...flags, '--out', at('steps.csv'));
  expect(readFileSync(at('steps.csv'), 'utf8')).toBe(`${out}\n`);
});

it('draws the numbers in the terminal and as SVG', async () => {
  const { out } = await runOn({ columns: 9 }, ...history('--chart'));
  expect(out).toBe('▅▅▅▁▁▁███\n10 to 30, 2026-01-01 00:00 to 2026-01-01 03:00');
  expect((await run(...history('--out', at('price.svg')))).code).toBe(0);
  const svg = readFileSync(at('price.svg'), 'utf8');
  expect(svg).toContain('<title>b0lantern1 bb_price</title>');
  expect(svg.match(/<path d="M[\d.,]+H[\d.]+L[\d.,]+H[\d.]+L[\d.,]+H[\d.]+"/)).not.toBeNull();
});

it.each([
  ['a file that does not exist', ['history', 'B0LANTERN1', '--db', 'none.db'], 'db: none.db does not exist'],
  ['a field without a history', ['history', 'B0LANTERN1', '--field', 'bb_prize'], 'Did you mean "bb_price"?'],
])('refuses %s, and creates nothing', async (_, args, message) => {
  const { code, err } = await run(...args);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  expect(existsSync('none.db')).toBe(false);
});

it.each([
  ['another product', ['history', 'B0WASSERK1', '--db'], 'is not in this store'],
  ['a chart of texts', ['history', 'B0LANTERN1', '--chart', '--field', 'currency', '--db'], 'has no numbers to draw'],
  ['another form of file', ['history', 'B0LANTERN1', '--out', 'x.png', '--db'], 'expected a name that ends with .svg'],
])('refuses %s', async (_, args, message) => {
  const { code, err } = await run(...args, at('w.db'));
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});
