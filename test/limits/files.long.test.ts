import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadConfig } from '../../src/entries/index.ts';
import { type PageRequest, savedPages } from '../../src/entries/local.ts';
import { linesOf } from '../../src/files/lines.ts';
import { readFileUpTo } from '../../src/files/read-file.ts';
import { bytesUpTo } from '../../src/http/byte-limit.ts';
import { program } from '../built/program.ts';
import { run, runOn } from '../cli/run.ts';
import { productPage } from '../local/pages.ts';
import { bombOf } from './endless.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-limits-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** Returns a file that is as large as given and occupies no space. */
function sparse(name: string, bytes: number): string {
  truncateSync(file(name, ''), bytes);
  return join(folder, name);
}

const bomb = bombOf(30_000_000);
const chunk = Buffer.alloc(1_000_000, 32);
const pipe = join(folder, 'pipe');
execFileSync('mkfifo', [pipe]);
const url = 'https://www.amazon.com/dp/B0TESTASIN';

const COMMANDS = [
  ['parse', '--url', url],
  ['explain', '--url', url],
] as const;

describe.each(COMMANDS)('buybox %s', (...command) => {
  it.each([
    ['a file of 5 GB', sparse('large.html', 5_000_000_000), /large\.html is larger than 20000000 bytes: expected/],
    ['a bomb', file('bomb.html.gz', bomb), /is larger than 20000000 bytes when decompressed: expected/],
    ['a damaged page', file('damaged.html.gz', gzipSync(productPage()).subarray(0, 50)), /is damaged: it cannot be/],
    ['a folder', folder, /is a folder: expected a file\./],
    ['a pipe', pipe, /is a pipe: expected a file\./],
    ['a device', '/dev/zero', /\/dev\/zero is a device: expected a file\./],
    [
      'a file that is not there',
      join(folder, 'none.html'),
      /none\.html cannot be read \(no such file or directory\)\./,
    ],
  ])('refuses %s', async (_, path, message) => {
    const [name, ...flags] = command;
    const { code, out, err } = await run(name, path, ...flags);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
    expect(err).toContain('[INVALID_PARAMETER]');
  });

  it('reads standard input up to the limit', async () => {
    const [name, ...flags] = command;
    let read = 0;
    const endless = async function* () {
      for (;;) {
        read += chunk.length;
        yield chunk;
      }
    };
    const { code, err } = await runOn({ input: endless }, name, '-', ...flags);
    expect(code).toBe(2);
    expect(err).toContain('file: standard input is larger than 20000000 bytes');
    expect(read).toBeLessThan(25_000_000);
    const compressed = await runOn({ input: bomb }, name, '-', ...flags);
    expect(compressed.err).toContain('file: standard input is larger than 20000000 bytes when decompressed');
  });
});

it('BUYBOX_MAX_BYTES is the limit of saved pages too', async () => {
  vi.stubEnv('BUYBOX_MAX_BYTES', '1000');
  onTestFinished(() => void vi.unstubAllEnvs());
  const page = file('page.html', productPage().padEnd(2_000));
  expect((await run('parse', page)).err).toContain('is larger than 1000 bytes: expected at most that.');
  vi.stubEnv('BUYBOX_MAX_BYTES', '2000');
  expect((await run('parse', page)).code).toBe(0);
});

describe('readFileUpTo', () => {
  it('reads a file of exactly the limit, and none that is longer', async () => {
    const path = file('ten.txt', '0123456789');
    expect(Buffer.from(await readFileUpTo(path, 10)).toString()).toBe('0123456789');
    await expect(readFileUpTo(path, 9)).rejects.toThrow('is larger than 9 bytes: expected at most that.');
  });

  it.runIf(process.platform === 'linux')('limits a file of the system that states no size', async () => {
    await expect(readFileUpTo('/proc/self/maps', 20)).rejects.toThrow('is larger than 20 bytes');
  });

  it('refuses a socket', async () => {
    const server = createServer().listen(join(folder, 'socket'));
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    await expect(readFileUpTo(join(folder, 'socket'))).rejects.toThrow('is a socket: expected a file.');
  });

  // With the test build: how a file is opened does not depend on the package.
  it('reads what a shell passes as an open file', async () => {
    const out = execFileSync(
      'bash',
      [
        '-c',
        `"$0" "$1" parse <(cat "$2") --fields asin`,
        process.execPath,
        program('cli'),
        file('open.html', productPage()),
      ],
      { encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } },
    );
    expect(JSON.parse(out)).toEqual({ asin: 'B0TESTASIN' });
  });

  it('collects chunks of one byte in one buffer, whose size the bytes decide', async () => {
    const bytes = await bytesUpTo(Readable.from(Array.from({ length: 100_000 }, () => Buffer.from('x'))));
    expect(Buffer.from(bytes).equals(Buffer.alloc(100_000, 'x'))).toBe(true);
    expect(bytes.buffer.byteLength).toBeLessThanOrEqual(200_000);
  });

  it('closes a stream that is too long', async () => {
    const stream = Readable.from([Buffer.alloc(10), Buffer.alloc(10), Buffer.alloc(10)]);
    await expect(bytesUpTo(stream, 15)).rejects.toThrow('is larger than 15 bytes');
    expect(stream.destroyed).toBe(true);
  });
});

describe('saved pages', () => {
  const request = (compressed: boolean): PageRequest => ({
    url,
    marketplace: 'us',
    language: 'en',
    attempt: 1,
    session: 's',
    signal: new AbortController().signal,
    compressed,
  });

  const savedAs = (name: string, body: string | Uint8Array): string => {
    const place = join(folder, `saved-${name}`);
    mkdirSync(place);
    writeFileSync(join(place, name), body);
    writeFileSync(join(place, 'index.json'), JSON.stringify([{ url, file: name }]));
    return place;
  };

  it('are refused over maxBytes, compressed or not', async () => {
    const plain = savedAs('page.html', productPage().padEnd(5_000));
    const compressed = savedAs('page.html.gz', bombOf(5_000));
    for (const place of [plain, compressed]) {
      const failure = { code: 'TRANSPORT_ERROR', retryable: false, message: expect.stringContaining('4999 bytes') };
      await expect(savedPages(place, { maxBytes: 4_999 })(request(false))).rejects.toMatchObject(failure);
      expect((await savedPages(place, { maxBytes: 5_000 })(request(false))).body).toHaveLength(5_000);
    }
    // A worker decompresses it, with the same limit.
    const { compression } = await savedPages(compressed, { maxBytes: 4_999 })(request(true));
    expect(compression).toMatchObject({ encoding: 'gzip', maxBytes: 4_999 });
  });

  it('have an index that is a file', async () => {
    const place = join(folder, 'no-index');
    mkdirSync(join(place, 'index.json'), { recursive: true });
    await expect(savedPages(place)(request(false))).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      message: expect.stringContaining('is a folder: expected a file.'),
    });
  });
});

describe('the configuration file', () => {
  it.each([
    ['a device', '/dev/zero', /unknown file extension/],
    ['a folder', join(folder, 'folder.json'), /is a folder: expected a file\./],
    ['a large file', sparse('large.json', 2_000_000), /is larger than 1000000 bytes: expected at most that\./],
  ])('cannot be %s', async (_, path, message) => {
    mkdirSync(join(folder, 'folder.json'), { recursive: true });
    await expect(loadConfig(path)).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION' });
    await expect(loadConfig(path)).rejects.toThrow(message);
  });
});

describe('lines', () => {
  const all = async (chunks: string[], longest?: number) => {
    const lines = [];
    const limit = longest === undefined ? {} : { longest, parameter: 'out' };
    for await (const line of linesOf(Readable.from(chunks), limit)) lines.push(line);
    return lines;
  };

  it('are split wherever the chunks end', async () => {
    expect(await all(['a', 'b\nc', '\n', '\nd\ne', 'f'])).toEqual([
      { text: 'ab', isComplete: true },
      { text: 'c', isComplete: true },
      { text: '', isComplete: true },
      { text: 'd', isComplete: true },
      { text: 'ef', isComplete: false },
    ]);
    expect(await all(['a\n'])).toEqual([{ text: 'a', isComplete: true }]);
    expect(await all([])).toEqual([]);
  });

  it('are refused over the limit, before the line ends', async () => {
    let read = 0;
    const endless = async function* () {
      for (;;) {
        read++;
        yield 'x'.repeat(100);
      }
    };
    const lines = linesOf(endless(), { longest: 1_000, parameter: 'out' });
    await expect(lines.next()).rejects.toMatchObject({
      parameter: 'out',
      message: 'out: a line has more than 1000 characters: expected a text file with shorter lines.',
    });
    expect(read).toBe(11);
  });

  it.each([
    ['lines', 'asins.txt', 'B'.repeat(2_000_000)],
    ['ndjson', 'asins.ndjson', `{"asin":"${'B'.repeat(2_000_000)}"}`],
    ['csv', 'asins.csv', `asin\n"${'B'.repeat(2_000_000)}`],
    ['a compressed file', 'asins.txt.gz', bomb],
  ])('of a batch input (%s) that never end are refused', async (_, name, content) => {
    const { code, err } = await run(
      'batch',
      file(name, content),
      '--fixtures',
      '--out',
      join(folder, `${name}.out.ndjson`),
    );
    expect(code).toBe(2);
    expect(err).toMatch(/file: .*1000000/);
    expect(err.length).toBeLessThan(1_000);
  });

  it('of earlier results that are too long are refused, and the file stays as it is', async () => {
    const out = file('results.ndjson', Buffer.alloc(70_000_000, 'x'));
    const input = file('one.txt', 'B0LANTERN1\n');
    const { code, err } = await run('batch', input, '--fixtures', '--out', out, '--resume');
    expect(code).toBe(2);
    expect(err).toMatch(/out: a line has more than 67108864 characters/);
    const report = await run('report', out);
    expect(report.code).toBe(2);
    expect(report.err).toMatch(/files: a line has more than 67108864 characters/);
  });
});
