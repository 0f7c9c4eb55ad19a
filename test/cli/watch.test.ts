import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { run, runOn } from './run.ts';

let folder = '';
const at = (name: string) => join(folder, name);
const write = (name: string, text: string) => {
  writeFileSync(at(name), text);
  return at(name);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'buybox-watch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const once = (file: string, ...flags: string[]) => [
  'watch',
  file,
  '--fixtures',
  '--once',
  '--db',
  at('w.db'),
  ...flags,
];

it('prints the changes of one round as NDJSON, appends them to a file, and repeats none in the next round', async () => {
  const file = write('t.txt', 'B0LANTERN1\nhttps://www.amazon.de/dp/B0WASSERK1\n');
  const flags = ['--when', 'price_below=1000', '--out', at('c.ndjson')];
  const first = await run(...once(file, ...flags));
  expect(first.code, first.err).toBe(0);
  const changes = first.out.split('\n').map((line) => JSON.parse(line));
  expect(changes.map(({ type, target }) => [type, target.id]).sort()).toEqual([
    ['price_below', 'product:B0LANTERN1:us'],
    ['price_below', 'product:B0WASSERK1:de'],
  ]);
  expect(readFileSync(at('c.ndjson'), 'utf8').trim().split('\n').sort()).toEqual(first.out.split('\n').sort());
  expect((await run(...once(file, ...flags))).out).toBe('');
  // Shares of no time say nothing.
  const shown = await run('history', 'B0LANTERN1', '--db', at('w.db'));
  expect(shown.err.split('\n').at(-1)).toBe('Buy Box: Larkmoor Outdoors');
});

it('fails only if no look of the round succeeds', async () => {
  const one = write('one.txt', 'B0LANTERN1\nled lantern\n');
  expect((await run(...once(one))).code).toBe(0);
  // Nothing is due: no look has failed.
  const second = await run(...once(one));
  expect(second.code).toBe(0);
  expect(second.err).toMatch(
    /no target is due: the next one is product:B0LANTERN1:us at \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
  );
  const none = await run(...once(write('none.txt', 'led lantern\nfolding lantern\n')), '--db', at('none.db'));
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('failed: search:folding-lantern:us:')]);
});

it('prints the error that ends it once', async () => {
  const { code, err } = await run(...once(write('t.txt', 'B0LANTERN1')), '--db', write('text.db', 'no database'));
  expect([code, err.match(/is not a database \(/g)]).toEqual([2, ['is not a database (']]);
});

it('prints a line for each change in a terminal', async () => {
  const flags = once(write('t.txt', 'B0LANTERN1'), '--when', 'price_below=1000');
  const { out } = await runOn({ isInteractive: true }, ...flags);
  expect(out).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d {2}price_below +product:B0LANTERN1:us {2}none -> [\d.]+ USD \(below 1000\)$/,
  );
});

it('reads the options of targets from NDJSON and CSV; other members are in each change', async () => {
  const when = { price_below: 1000 };
  const json = write(
    't.ndjson',
    JSON.stringify({ endpoint: 'product', params: { asin: 'B0LANTERN1' }, id: 'lamp', when, sku: 'L1' }),
  );
  const csv = write('t.csv', 'asin,id,when,sku\nB0LANTERN1,lamp,price_below=1000,L1\n');
  for (const [file, db] of [
    [json, 'json.db'],
    [csv, 'csv.db'],
  ] as const) {
    const { out, err } = await run('watch', file, '--fixtures', '--once', '--db', at(db));
    expect(JSON.parse(out || err)).toMatchObject({ type: 'price_below', target: { id: 'lamp', extra: { sku: 'L1' } } });
  }
});

it('says how many targets another list no longer has', async () => {
  const first = await run(...once(write('two.txt', 'B0LANTERN1\nB0WASSERK1:de\n')), '--db', at('lists.db'));
  expect(first.err).not.toContain('dropped');
  const { err } = await run(...once(write('one.txt', 'B0WASSERK1:de')), '--db', at('lists.db'));
  expect(err).toContain('dropped: 1 target of the database not in the list: no longer watched, the history stays');
});

it('prints a plan without a call and without a file', async () => {
  const file = write('t.txt', 'B0LANTERN1\nB0WASSERK1:de\n');
  const { code, out } = await run('watch', file, '--plan', '--every', '30m', '--budget', '48/day', '--db', at('w.db'));
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^targets +2, none with a known rate[\s\S]*budget +48 per day: not enough/),
  ]);
  expect(existsSync(at('w.db'))).toBe(false);
});

it.each([
  ['an unknown type', ['--when', 'price_belo=3'], 'Did you mean "price_below"?'],
  ['a limit that is no number', ['--when', 'price_below=cheap'], 'price_below'],
  ['a value that a type does not have', ['--when', 'out_of_stock=3'], 'out_of_stock has no value'],
  ['two rules for a type', ['--when', 'price_below=3', '--when', 'price_below=4'], 'second rule for price_below'],
  ['quiet hours', ['--quiet-hours', 'night'], '22:00-07:00'],
  ['an interval', ['--every', 'often'], 'every: "often" is not valid'],
  [
    'a webhook without a secret',
    ['--webhook', 'https://example.com/'],
    'Set BUYBOX_WEBHOOK_SECRET or --webhook-secret.',
  ],
])('refuses %s before anything is sent', async (_, flags, message) => {
  const { code, err } = await run(...once(write('t.txt', 'B0LANTERN1'), ...flags));
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(existsSync(at('w.db'))).toBe(false);
});

it('names the line of an invalid target', async () => {
  const file = write('t.ndjson', '{"asin":"B0LANTERN1"}\n{"asin":"B0WASSERK1","every":"xx"}\n');
  const { code, err } = await run(...once(file));
  expect([code, err]).toEqual([2, expect.stringContaining('t.ndjson, line 2: every: "xx" is not valid')]);
});

it('ends with the exit code of the signal', async () => {
  const { Interruption } = await import('../../src/cli/terminal/exit.ts');
  const ended = new AbortController();
  const flags = ['watch', write('t.txt', 'B0LANTERN1'), '--fixtures', '--db', at('w.db'), '--when', 'price_below=1000'];
  const lines: string[] = [];
  const { terminalOf } = await import('./run.ts');
  const { runCommandLine } = await import('../../src/cli/program.ts');
  const { terminal } = terminalOf({ signal: ended.signal });
  terminal.out = (text) => {
    lines.push(text);
    ended.abort(new Interruption('SIGINT'));
  };
  expect(await runCommandLine(flags, terminal)).toBe(130);
  expect(lines).toHaveLength(1);
});

it('lets workers make the calls only if nothing says how this process would', async () => {
  const file = write('t.txt', 'B0LANTERN1');
  const line = ['watch', file, '--once', '--db', at('w.db'), '--queue', 'calls'];
  const both = await run(...line, '--fixtures', '--redis', 'redis://127.0.0.1:1');
  expect(both.code).toBe(2);
  expect(both.err).toMatch(/'--queue <name>' cannot be used with option '--fixtures'/);
  const robots = await run(...line, '--robots', 'obey', '--redis', 'redis://127.0.0.1:1');
  expect(robots.err).toMatch(/'--queue <name>' cannot be used with option '--robots <mode>'/);
  const missing = await run(...line);
  expect(missing.code).toBe(2);
  expect(missing.err).toContain('redis: missing');
  expect((await run(...line, '--redis', 'redis://127.0.0.1:1', '--stream', 'a b')).err).toContain('stream: "a b"');
});
