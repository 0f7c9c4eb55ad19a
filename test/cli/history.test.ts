import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { safeText } from '../../src/contract/safe-text.ts';
import { sqliteWatchStore } from '../../src/entries/watch.ts';
import { change, HOUR, look, START, target, visit } from '../watch/visits.ts';
import { readReport } from './report/lines.ts';
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
    await store.record(
      visit('lamp', index + 1, look(START + index * HOUR, values), {
        changes:
          index === 1 || index === 2 ? [change(`c${index}`, START + index * HOUR, { target: target('lamp') })] : [],
      }),
    );
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
  expect(err).toContain('looks: 4 from 2026-01-01 to 2026-01-01, watched for 3 hours, in stock 67% of the time');
});

it('takes the name of a form as a flag, as other commands do', async () => {
  const terminal = { isInteractive: true };
  for (const form of ['json', 'ndjson', 'csv', 'table']) {
    const [named, short] = [history('--format', form), history(`--${form}`)];
    expect((await runOn(terminal, ...short)).out).toBe((await runOn(terminal, ...named)).out);
  }
  const { out } = await runOn(terminal, ...history('--json'));
  expect(JSON.parse(out.slice(0, out.indexOf('\n]') + 2))).toHaveLength(3);
  expect(await run(...history('--json', '--format', 'csv'))).toMatchObject({
    code: 2,
    err: expect.stringContaining("cannot be used with option '--format <name>'"),
  });
});

it('prints a table in a terminal, and the summary below', async () => {
  const { out, err } = await runOn({ isInteractive: true }, ...history('--field', 'in_stock'));
  expect(
    out
      .split('\n')
      .slice(0, 3)
      .map((line) => line.split(/ +/).slice(0, 2)),
  ).toEqual([
    ['AT', 'VALUE'],
    ['2026-01-01T00:00:00.000Z', 'true'],
    ['2026-01-01T02:00:00.000Z', 'false'],
  ]);
  expect(out).toContain('looks: 4');
  expect(err).toBe('');
});

it('prints steps as CSV', async () => {
  const flags = history('--step', '2h', '--format', 'csv');
  const { out } = await run(...flags);
  const rows = out.split('\r\n');
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatch(/^at,first,last,lowest,highest,average/);
  expect(rows[1]).toMatch(/^2026-01-01T00:00:00.000Z,20,10,10,20,15/);
  const { code, err } = await run(...flags, '--out', at('steps.csv'));
  expect([code, err]).toEqual([2, expect.stringContaining('step: cannot be used with')]);
});

it('writes all that the watch saw as CSV and as Parquet, of one product or of all', async () => {
  const { code, err } = await run(...history('--out', at('all.csv')));
  expect([code, err]).toEqual([0, `3 rows in ${at('all.csv')}`]);
  const lines = readFileSync(at('all.csv'), 'utf8').split('\r\n');
  expect(lines[0]).toMatch(/^first_at,last_at,looks,target,endpoint,marketplace,asin,offer,found,price,currency,/);
  expect(lines[3]).toMatch(
    /^2026-01-01T02:00:00\.000Z,2026-01-01T03:00:00\.000Z,2,lamp,product,us,B0LANTERN1,,true,30,USD,/,
  );
  const all = ['history', '--db', at('w.db'), '--from', '2026-01-01T02:00Z', '--out', at('all.parquet')];
  expect((await run(...all)).err).toBe(`1 row in ${at('all.parquet')}`);
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(at('all.parquet')) });
  expect(rows).toMatchObject([{ asin: 'B0LANTERN1', price: 30, looks: 2n }]);
  expect(await run(...all, '--step', '1d')).toMatchObject({ code: 2, err: expect.stringMatching(/^error: step: /) });
});

it('writes nothing that acts on a terminal into a page', async () => {
  const store = sqliteWatchStore(at('acting.db'));
  const name = 'shop \u009b31m\u202egpj.exe \u001b]0;title\u0007';
  await store.add([target('lamp')]);
  await store.record(visit('lamp', 1, look(START, { seller: { id: 'A1', name } })));
  await store.close();
  const file = at('acting.html');
  await run('history', '--db', at('acting.db'), '--target', 'lamp', '--field', 'seller', '--out', file);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('shop');
  expect(safeText(text)).toBe(text);
});

it('imports results of a batch, once, and shows what they say', async () => {
  writeFileSync(at('asins.txt'), 'B0LANTERN1\nB0WASSERK1:de\n');
  const results = at('results.ndjson');
  await run('batch', at('asins.txt'), '--fixtures', '--out', results);
  const importing = ['history', '--import', results, '--db', at('imported.db')];
  const done = await run(...importing);
  expect(done).toEqual({ code: 0, out: '', err: `${results}: 2 results of 2 targets imported` });
  const { out, err } = await run('history', 'B0LANTERN1', ...importing.slice(1));
  expect(err).toContain(`${results}: 0 results of 0 targets imported, 2 known before`);
  expect(JSON.parse(out)).toMatchObject([{ value: 34.99, currency: 'USD' }]);
  const lines = ['no result', readFileSync(results, 'utf8').split('\n')[0]].join('\n');
  writeFileSync(at('other.ndjson'), '{"asin": "B0LANTERN1"}\n');
  const wrong = await run('history', '--import', at('other.ndjson'), '--db', at('imported.db'));
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain('other.ndjson has no results: expected the output of `buybox batch`');
  const piped = await runOn({ input: lines }, 'history', '--import', '-', '--db', at('piped.db'), '--every', '2h');
  expect(piped).toMatchObject({
    code: 0,
    err: 'line 1 of standard input: the line is not JSON: expected a line of `buybox batch`.\nstandard input: 1 result of 1 target imported, 1 invalid',
  });
});

it('draws the numbers on the page', async () => {
  expect((await run(...history('--out', at('price.html')))).code).toBe(0);
  const page = readFileSync(at('price.html'), 'utf8');
  expect(page).toContain('>b0lantern1 bb_price</title>');
  expect(page.match(/ d="M[\d.,]+H[\d.]+L[\d.,]+H[\d.]+L[\d.,]+H[\d.]+"/)).not.toBeNull();
});

it.each([
  ['a file that does not exist', ['history', 'B0LANTERN1', '--db', 'none.db'], 'db: none.db does not exist'],
  [
    'results that do not exist',
    ['history', '--import', 'no.ndjson', '--db', 'none.db'],
    'import: no.ndjson cannot be read',
  ],
  ['a field without a history', ['history', 'B0LANTERN1', '--field', 'bb_prize'], 'Did you mean "bb_price"?'],
])('refuses %s, and creates nothing', async (_, args, message) => {
  const { code, err } = await run(...args);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  expect(existsSync('none.db')).toBe(false);
});

it.each([
  ['another product', ['history', 'B0WASSERK1', '--db'], 'is not in this store'],
  ['another form of file', ['history', 'B0LANTERN1', '--out', 'x.svg', '--db'], 'expected a name that ends with .html'],
])('refuses %s', async (_, args, message) => {
  const { code, err } = await run(...args, at('w.db'));
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});

it('writes a page with the chart, the key figures and the changes', async () => {
  const { code, err } = await run(...history('--out', at('price.html')));
  expect(code, err).toBe(0);
  const { all, figures, rows } = readReport(readFileSync(at('price.html'), 'utf8'));
  expect(figures).toMatchObject({
    'Price now': '$30.00',
    Lowest: '$10.00 2026-01-01 01:00',
    'In stock': '67% of the time',
  });
  expect(all('#values svg.plot path')[0]?.attribs.d).toMatch(/^M/);
  expect(
    all('#values svg.plot text').map((text) =>
      text.children.map((child) => ('data' in child ? child.data : '')).join(''),
    ),
  ).toContain('USD');
  expect(rows('Values: b0lantern1 bb_price').map((cells) => cells[1])).toEqual(['20', '10', '30']);
  expect(rows('Changes')).toEqual([
    ['2026-01-01 02:00', 'price changed', 'B0LANTERN1 in lamp us', '20 -> 19 USD'],
    ['2026-01-01 01:00', 'price changed', 'B0LANTERN1 in lamp us', '20 -> 19 USD'],
  ]);
  await run(...history('--out', at('late.html'), '--from', '2026-01-01T01:30Z', '--field', 'currency'));
  const late = readReport(readFileSync(at('late.html'), 'utf8'));
  expect(late.rows('Changes')).toHaveLength(1);
  expect(late.all('svg.plot')).toHaveLength(0);
  expect(late.rows('Values: b0lantern1 currency')).toEqual([['2026-01-01T01:30:00.000Z', 'USD']]);
});

it('shows hostile text on the page as text', async () => {
  const hostile = '"><img src=x onerror=alert(1)></title><script>alert(1)</script>\u202E';
  const store = sqliteWatchStore(at('hostile.db'));
  const target_ = { id: hostile, endpoint: 'product', params: { asin: 'B0LANTERN1', marketplace: hostile } } as const;
  const values = { price: 3, currency: 'EUR', seller: { id: hostile, name: hostile } };
  await store.add([{ ...target_, every_ms: HOUR, pages: 1 }]);
  const changes = [{ ...change('h', START, { target: target_ }), field: hostile, before: hostile, after: hostile }];
  await store.record(visit(hostile, 1, look(START, values), { changes: changes as never }));
  await store.record(visit(hostile, 2, look(START + HOUR, values)));
  await store.close();
  const args = ['history', '--target', hostile, '--db', at('hostile.db'), '--out', at('hostile.html')];
  expect((await run(...args)).code).toBe(0);
  const { all, text } = readReport(readFileSync(at('hostile.html'), 'utf8'));
  expect(all('script, img')).toHaveLength(0);
  expect(text('#buy-box')).toContain('100%');
  for (const part of ['h1', '#buy-box', '#changes']) expect(text(part)).toContain('<img src=x onerror=alert(1)>');
});

it('reads a file that a watch writes to, and changes no byte of it', async () => {
  const watching = sqliteWatchStore(at('open.db'));
  await watching.add([target('lamp')]);
  await watching.record(visit('lamp', 1, look(START, { price: 5, currency: 'USD' })));
  const before = readFileSync(at('open.db'));
  const { out } = await run('history', 'B0LANTERN1', '--db', at('open.db'));
  expect(JSON.parse(out)).toEqual([{ at: '2026-01-01T00:00:00.000Z', value: 5, currency: 'USD' }]);
  expect(readFileSync(at('open.db')).equals(before)).toBe(true);
  expect(await watching.record(visit('lamp', 2, look(START + HOUR, { price: 5 })))).toBe(true);
  await watching.close();
  const reader = sqliteWatchStore(at('open.db'), { readOnly: true });
  await expect(reader.add([target('other')])).rejects.toThrow('open.db');
  await reader.close();
});

it.each([
  ['an empty file', '', 'the file is empty: expected a file with watch tables. Use another path'],
  [
    'a text',
    'a text that is not a database, and longer than a header of SQLite has to be: 100 bytes at the very least',
    'is not a database',
  ],
])('refuses %s, and leaves it as it is', async (_, text, message) => {
  writeFileSync(at('text.db'), text);
  const { code, err } = await run('history', 'B0LANTERN1', '--db', at('text.db'));
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  expect(readFileSync(at('text.db'), 'utf8')).toBe(text);
});
