import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readResultLines } from '../../../src/cli/commands/report/result-line.ts';
import { type NdjsonResultsOptions, ndjsonResults, resultLine } from '../../../src/queue/results/ndjson-results.ts';
import { failureOf, NEVER, resultOf, TestFolder } from './results.ts';

const FAST = { firstRetryMs: 1, longestRetryMs: 5 };
const host = hostname().replace(/[^\w.]/g, '_');
const keysIn = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line): string => JSON.parse(line).key);
const allKeys = (folder: string) => readdirSync(folder).flatMap((name) => keysIn(join(folder, name)));
const deliverAll = (sink: ReturnType<typeof ndjsonResults>, keys: readonly string[]) =>
  Promise.all(keys.map((key) => sink.deliver(resultOf(key), NEVER)));

describe('ndjsonResults', () => {
  it.each([true, false])('has each result in a file when its delivery ends (fsync %s)', async (fsync) => {
    using folder = new TestFolder();
    const sink = ndjsonResults({ folder: folder.path, fsync });
    const keys = Array.from({ length: 50 }, (_, index) => `k${index}`);
    await deliverAll(sink, keys);
    const [name = ''] = readdirSync(folder.path);
    expect(name).toMatch(new RegExp(`^${host}-${process.pid}-\\d{8}T\\d{9}Z\\.ndjson\\.part$`));
    expect(allKeys(folder.path)).toEqual(keys);
    await sink.close?.();
    expect(readdirSync(folder.path)).toEqual([name.replace('.part', '')]);
  });

  it('writes lines as `buybox batch` does, with what identifies the job', async () => {
    using folder = new TestFolder();
    const file = join(folder.path, 'r.ndjson');
    const sink = ndjsonResults({ file });
    await sink.deliver(resultOf('a', { extra: { sku: 7 } }), NEVER);
    await sink.deliver(failureOf('b'), NEVER);
    await sink.close?.();
    const [one, two] = readFileSync(file, 'utf8').trim().split('\n');
    const { envelope, params } = resultOf('a');
    expect(one?.startsWith('{"request":{"endpoint":"product"')).toBe(true);
    expect(JSON.parse(one ?? '')).toEqual({
      request: { endpoint: 'product', params, sku: 7 },
      response: envelope,
      ...{ id: 'id-a', key: 'a', marketplace: 'us', attempts: 1, at: '2026-11-23T02:00:00.000Z' },
    });
    expect(JSON.parse(two ?? '')).toMatchObject({ key: 'b', error: { code: 'PARSER_ERROR' } });
  });

  it('writes lines that reports read', () => {
    const at = Date.parse('2026-11-23T02:00:00.000Z');
    expect(readResultLines(resultLine(resultOf('a')))).toMatchObject([
      { outcome: 'found', page: 'product', marketplace: 'us' },
    ]);
    expect(readResultLines(resultLine(failureOf('a')))).toMatchObject([
      { outcome: 'failed', page: 'product', code: 'PARSER_ERROR', marketplace: 'us', at },
    ]);
  });

  it('begins a new file after maxFileBytes, and loses no result', async () => {
    using folder = new TestFolder();
    const sink = ndjsonResults({ folder: folder.path, maxFileBytes: 2_000 });
    const keys = Array.from({ length: 40 }, (_, index) => `k${index}`);
    for (const key of keys) await sink.deliver(resultOf(key), NEVER);
    await deliverAll(
      sink,
      keys.map((key) => `late-${key}`),
    );
    await sink.close?.();
    expect(readdirSync(folder.path).length).toBeGreaterThan(5);
    expect(readdirSync(folder.path).every((name) => name.endsWith('.ndjson'))).toBe(true);
    expect(allKeys(folder.path).sort()).toEqual([...keys, ...keys.map((key) => `late-${key}`)].sort());
  });

  it('completes a file after maxFileMs, also without further results', async () => {
    using folder = new TestFolder();
    const sink = ndjsonResults({ folder: folder.path, maxFileMs: 20 });
    await sink.deliver(resultOf('a'), NEVER);
    await expect.poll(() => readdirSync(folder.path).every((name) => name.endsWith('.ndjson'))).toBe(true);
    await sink.deliver(resultOf('b'), NEVER);
    await sink.close?.();
    expect(allKeys(folder.path)).toEqual(['a', 'b']);
  });

  it('repairs the files of dead processes, and leaves those of running ones and of other machines', async () => {
    using folder = new TestFolder();
    const whole = JSON.stringify({ key: 'whole' });
    const part = (owner: string, text: string) => {
      const path = join(folder.path, `${owner}-20261123T020000000Z.ndjson.part`);
      writeFileSync(path, text);
      utimesSync(path, new Date(), new Date());
      return path;
    };
    const dead = part(`${host}-2147483646`, `${whole}\n{"key":"to`);
    const earlier = part(`${host}-${process.pid}`, whole);
    const empty = part(`${host}-2147483645`, '');
    const old = part('elsewhere-7', `${whole}\n\0\0\0`);
    const running = part(`${host}-${process.ppid}`, '{"key":"in wor');
    const other = part('elsewhere-8', '{"key":"in wor');
    utimesSync(old, new Date(), new Date(Date.now() - 3 * 3_600_000));
    const sink = ndjsonResults({ folder: folder.path });
    await sink.deliver(resultOf('new'), NEVER);
    const completed = (path: string) => readFileSync(path.replace('.part', ''), 'utf8');
    for (const path of [dead, earlier, old]) expect(completed(path)).toBe(`${whole}\n`);
    for (const path of [running, other]) expect(readFileSync(path, 'utf8')).toBe('{"key":"in wor');
    expect(existsSync(empty)).toBe(false);
    await sink.close?.();
  });

  it('continues a single file, and repairs its last line first', async () => {
    using folder = new TestFolder();
    const file = join(folder.path, 'all.ndjson');
    for (const rest of ['{"key":"torn é'.repeat(20_000), JSON.stringify({ key: 'whole' })]) {
      writeFileSync(file, `${JSON.stringify({ key: 'first' })}\n${rest}`);
      const sink = ndjsonResults({ file });
      await sink.deliver(resultOf('next'), NEVER);
      await sink.close?.();
      expect(keysIn(file)).toEqual(['first', ...(rest.endsWith('}') ? ['whole'] : []), 'next']);
    }
  });

  it('never shares a file between two sinks', async () => {
    using folder = new TestFolder();
    const sinks = [1, 2, 3].map(() => ndjsonResults({ folder: folder.path }));
    await Promise.all(sinks.map((sink, index) => deliverAll(sink, [`a${index}`, `b${index}`])));
    expect(readdirSync(folder.path)).toHaveLength(3);
    await Promise.all(sinks.map((sink) => sink.close?.()));
    expect(allKeys(folder.path)).toHaveLength(6);
  });

  it('writes into a new file when the current one was deleted', async () => {
    using folder = new TestFolder();
    const sink = ndjsonResults({ folder: folder.path, ...FAST });
    await sink.deliver(resultOf('a'), NEVER);
    for (const name of readdirSync(folder.path)) rmSync(join(folder.path, name));
    await sink.deliver(resultOf('b'), NEVER);
    await sink.close?.();
    expect(allKeys(folder.path)).toEqual(['b']);
  });

  it('holds results while the folder cannot be used, and writes them later', async () => {
    using folder = new TestFolder();
    const path = join(folder.path, 'results');
    writeFileSync(path, 'a file is in the way');
    const messages: string[] = [];
    const sink = ndjsonResults({
      folder: path,
      ...FAST,
      onHold({ error, failures }) {
        messages.push(error.message);
        if (failures === 3) rmSync(path);
      },
    });
    await deliverAll(sink, ['a', 'b']);
    await sink.close?.();
    expect(messages[0]).toMatch(/^results: EEXIST/);
    expect(messages.length).toBeGreaterThanOrEqual(3);
    expect(allKeys(path).sort()).toEqual(['a', 'b']);
  });

  it.skipIf(!existsSync('/dev/full'))(
    'holds results while the disk is full, until the job is handed back',
    async () => {
      const stop = new AbortController();
      const messages: string[] = [];
      const sink = ndjsonResults({
        file: '/dev/full',
        ...FAST,
        onHold({ error, failures }) {
          messages.push(error.message);
          if (failures === 2) stop.abort(new Error('handed back'));
        },
      });
      await expect(sink.deliver(resultOf('a'), stop.signal)).rejects.toThrow('handed back');
      expect(messages[0]).toBe('results: /dev/full cannot be written: no space left on device');
    },
  );

  it.skipIf(process.getuid?.() === 0)('holds results for a folder without write permission', async () => {
    using folder = new TestFolder();
    const path = join(folder.path, 'locked');
    mkdirSync(path, { mode: 0o500 });
    const sink = ndjsonResults({ folder: path, ...FAST, onHold: () => chmodSync(path, 0o700) });
    await sink.deliver(resultOf('a'), NEVER);
    await sink.close?.();
    expect(allKeys(path)).toEqual(['a']);
  });

  it('does not write through a planted link', async () => {
    using folder = new TestFolder();
    const target = join(folder.path, 'target');
    const link = join(folder.path, 'link.ndjson');
    writeFileSync(target, 'private');
    symlinkSync(target, link);
    const stop = new AbortController();
    const sink = ndjsonResults({ file: link, ...FAST, onHold: ({ error }) => stop.abort(error) });
    await expect(sink.deliver(resultOf('a'), stop.signal)).rejects.toThrow(/is a link to another file/);
    expect(readFileSync(target, 'utf8')).toBe('private');
  });

  it.each<[NdjsonResultsOptions, string]>([
    [{}, 'folder: or file: expected one of them.'],
    [{ folder: 'a', file: 'b' }, 'folder: or file: expected one of them.'],
    [{ file: 'b', maxFileMs: 5 }, 'maxFileMs: works with folder only'],
    [{ folder: 's3://bucket' }, 'folder: "s3://bucket" is a URL: expected a path.'],
  ])('refuses the options %j', (options, message) => {
    expect(() => ndjsonResults(options)).toThrow(message);
  });
});
