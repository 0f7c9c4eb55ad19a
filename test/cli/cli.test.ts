import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { hintFor } from '../../src/cli/terminal/hints.ts';
import { noteEvent } from '../../src/cli/watched.ts';
import { UnavailableError } from '../../src/entries/index.ts';
import { startFixtureMarketplace } from '../../src/entries/testing.ts';
import type { Change } from '../../src/entries/watch.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { redisError } from '../../src/redis/errors.ts';
import { CAPTCHA_PAGE, NOT_FOUND_PAGE } from '../local/pages.ts';
import { run, runOn } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const lantern = join(FIXTURES_FOLDER, 'product/us-lantern.html');
const url = 'https://www.amazon.com/dp/B0LANTERN1';

describe('the command line', () => {
  it('prints the envelope as JSON on standard output, and nothing else', async () => {
    const { code, out, err } = await run('product', 'B0LANTERN1', '--folder', FIXTURES_FOLDER);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({ success: true, found: true, data: { asin: 'B0LANTERN1' } });
  });

  it('calls every endpoint, with its parameters as arguments and flags', async () => {
    await using site = await startFixtureMarketplace();
    const via = ['--via', site.url];
    const calls = [
      [
        ['search', 'wasserkocher', '--marketplace', 'de', '--language', 'native', ...via],
        { page_type: 'search', meta: { language: 'native' } },
      ],
      [['offers', 'B0LANTERN1', '--page', '2', ...via], { page_type: 'offers', data: { page_index: 1 } }],
      [['offers', 'B0LANTERN1', '--condition', 'new', ...via], { page_type: 'offers', found: true }],
      [['seller', 'A1LARKMOOR0US', ...via], { page_type: 'seller', found: true }],
      [['category', '7000004', ...via], { page_type: 'category', found: true }],
      [['scrape', 'https://www.amazon.com/product-reviews/B0LANTERN1', ...via], { page_type: 'reviews', found: true }],
    ] as const;
    for (const [args, expected] of calls) {
      const { code, out, err } = await run(...args);
      expect({ args, code }).toEqual({ args, code: 0 });
      expect(err).toMatch(/^(gap: .*\n?)*$/);
      expect(JSON.parse(out)).toMatchObject(expected);
    }
  });

  it('exits with 3 when nothing is found', async () => {
    const { code, out } = await run('product', 'B0NOTFOUND', '--folder', FIXTURES_FOLDER);
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({ found: false, data: null });
  });

  it.each([
    [
      ['product', 'B0'],
      2,
      /^error: asin: "B0" is not a valid ASIN: expected 10 upper-case letters or digits\. It is in .*\/dp\/\. \[INVALID_PARAMETER\]$/,
    ],
    [
      ['product', 'B0LANTERN1', '--marketplace', 'xx'],
      2,
      /marketplace: "xx" is not a marketplace: expected one of us, uk/,
    ],
    [['product', 'B0LANTERN1', '--marketplace', 'jp', '--language', 'native'], 2, /\[NATIVE_LANGUAGE_NOT_SUPPORTED\]$/],
    [['offers', 'B0LANTERN1', '--page', 'two'], 2, /page: "two" is not a whole number/],
    [['scrape', 'https://www.example.com/'], 2, /\[UNSUPPORTED_URL\]$/],
    [['scrape', 'https://www.amazon.com/'], 2, /is the home page, which is not supported: .*\[UNSUPPORTED_URL\]$/],
    [
      ['product', 'B0CAPTCHA1', '--folder', FIXTURES_FOLDER, '--retries', '0'],
      1,
      /captcha .* \[CAPTCHA\]\nhint: .*\ndocs: npx buybox docs CAPTCHA$/,
    ],
    [['product', 'B0LANTERN1', '--folder', '/nowhere'], 2, /pages: .*index\.json cannot be read/],
    [['product', 'B0ELSEWHER', '--folder', FIXTURES_FOLDER], 1, /has no page for/],
    [['product', 'B0LANTERN1', '--via', 'http://example.com'], 2, /via: .* is not a loopback URL/],
  ])('reports %j with exit code %i and one line', async (args, exit, message) => {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: exit, out: '' });
    expect(err).toMatch(message);
    expect(err.split('\n').filter((line) => !/^(?:hint|docs): /.test(line))).toHaveLength(1);
  });

  it('names the command that prints the page about a failed call, unless notes are off', async () => {
    const args = ['product', 'B0CAPTCHA1', '--folder', FIXTURES_FOLDER, '--retries', '0'];
    const { err } = await run(...args);
    const [, command = ''] = /^docs: npx buybox (.+)$/m.exec(err) ?? [];
    const { code, out } = await run(...command.split(' '));
    expect(code).toBe(0);
    expect(out).toMatch(/^# CAPTCHA\n\n`BlockedError`.*\n## What to do\n/s);
    expect(out).not.toContain('<!--');
    expect((await run(...args, '--quiet')).err).not.toContain('docs: ');
  });

  it('says once why a change was not delivered, and when it is delivered again', () => {
    const notes: string[] = [];
    const error = new UnavailableError(
      'https://hooks.example.com/*** returned the status 500 for a change: expected 2xx.',
    );
    const change = { id: 'c1' } as Change;
    noteEvent(
      { type: 'undelivered', receiver: 'webhook', change, error, wait_ms: 2_000 },
      { note: (text) => void notes.push(text) },
    );
    expect(notes).toEqual([
      'undelivered: https://hooks.example.com/*** returned the status 500 for a change: expected 2xx. [UNAVAILABLE] Change c1 goes to webhook again in 2 seconds',
    ]);
  });

  it('says what to do about a Redis server that refuses connections', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6379'), { code: 'ECONNREFUSED' });
    const error = redisError(refused, 'redis://127.0.0.1:6379');
    expect(hintFor(error, ['--redis'])).toBe(
      'Start the Redis server, or correct its URL: --redis or BUYBOX_REDIS_URL.',
    );
  });

  it('prints any page of the documentation, and the list of them', async () => {
    expect((await run('docs')).out).toMatch(/^# Documentation\n.*\(getting-started\.md\)/s);
    expect((await run('docs', 'Retries')).out).toMatch(/^# Retries/);
    expect((await run('docs', 'buybox/docs/errors/TIMEOUT.md')).out).toMatch(/^# TIMEOUT\n/);
    expect((await runOn({ hasColors: true }, 'docs', 'TIMEOUT')).out).toContain('\u001b[1m# TIMEOUT\u001b[22m\n');
    const { code, err } = await run('docs', 'CAPTHCA');
    expect(code).toBe(2);
    expect(err).toContain('page: "CAPTHCA" does not exist. Did you mean "CAPTCHA"?');
    const none = await run('docs', 'nope');
    expect(none.code).toBe(2);
    expect(none.err).toMatch(/^(?:[\w-]+\n)+error: page: "nope" does not exist: expected one of the names above/);
    expect(none.err.split('\n')).toEqual(expect.arrayContaining(['troubleshooting', 'CAPTCHA']));
    expect((await run('docs', 'cache')).err).toMatch(
      /"cache" does not exist\. These pages have a section about it: .*how-to/,
    );
  });

  it.each([
    [['product'], /missing required argument 'asin'\n\(see buybox product --help\)$/],
    [['nothing'], /unknown command 'nothing'\n\(see buybox --help\)$/],
    [['product', 'B0LANTERN1', '--marketplce', 'de'], /unknown option '--marketplce'/],
    [['queue', 'show'], /unknown command 'show'\n\(Did you mean status, pause, .*, repeats, help\?\)\n/],
    [['queue', 'statsu'], /unknown command 'statsu'\n\(Did you mean status\?\)\n/],
    [['serve', '--store', 'x'], /unknown option '--store'\n\(Did you mean --data\?\)\n/],
    [['keys', 'revoke'], /missing required argument 'id'\n\(see buybox keys revoke --help\)$/],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await run(...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it('lists all commands in its help, and parameters with their defaults', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    for (const name of ['product', 'search', 'offers', 'seller', 'scrape', 'category', 'parse', 'explain'])
      expect(out).toContain(name);
    expect((await run('offers', '--help')).out).toMatch(/--condition <code> .*default\s+all/s);
  });

  it('records pages and reads them again', async () => {
    const site = await startFixtureMarketplace();
    const saved = join(folder, 'saved');
    const live = await run('product', 'B0LANTERN1', '--via', site.url, '--record', saved);
    await site.close();
    const again = await run('product', 'B0LANTERN1', '--folder', saved);
    expect(JSON.parse(again.out).data).toEqual(JSON.parse(live.out).data);
  });
});

describe('buybox parse', () => {
  it('prints the data of a page', async () => {
    const { code, out } = await run('parse', lantern, '--url', url, '--requested-at', '2026-11-20T12:00:00Z');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ asin: 'B0LANTERN1', bb_price: 34.99 });
  });

  it('reads a compressed page, with the canonical link as its URL', async () => {
    const html = `<html><head><link rel="canonical" href="${url}"></head><body><div id="dp"><span id="productTitle">Lamp</span></div></body></html>`;
    const { code, out } = await run('parse', file('page.html.gz', gzipSync(html)));
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ asin: 'B0LANTERN1', title: 'Lamp' });
  });

  it.each([
    ['a captcha page', CAPTCHA_PAGE, 1, /\[CAPTCHA\]$/m],
    ['a file without HTML', 'hello', 1, /is not a product page.*\[PARSER_ERROR\]$/m],
    ['an empty file', '', 1, /is empty: .* \[PARSER_ERROR\]$/m],
    ['a page not found', NOT_FOUND_PAGE, 3, /^$/],
  ])('returns the exit code for %s', async (name, content, exit, message) => {
    const { code, err } = await run('parse', file(`${name}.html`, content), '--url', url);
    expect(code).toBe(exit);
    expect(err).toMatch(message);
  });

  it.each([
    [['parse', '/nowhere.html', '--url', url], /cannot be read \(no such file or directory\)/],
    [
      ['explain', lantern, '--url', url, '--html', join(folder, 'none', 'page.html')],
      /html: .* cannot be written \(the folder .*none does not exist; create it\)\./,
    ],
    [['parse', lantern, '--url', 'nowhere'], /\[UNSUPPORTED_URL\]/],
    [['parse', lantern, '--url', url, '--requested-at', 'noon'], /requested-at: "noon" is not a timestamp/],
    [
      ['parse', lantern, '--url', url, '--language', 'de'],
      /language: "de" is not valid: expected one of en, native\. Did you mean "native"\?/,
    ],
    [['parse', lantern, '--url', url, '--status', 'ok'], /status: "ok" is not an HTTP status/],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await run(...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});

describe('buybox explain', () => {
  it('prints a row for each field, with the place it was read from', async () => {
    const { code, out } = await run('explain', lantern, '--url', url, '--table');
    expect(code).toBe(0);
    expect(out).toMatch(/^title\s+"Larkmoor Camping Lantern.*selector #(?:productT|t)itle/m);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  it('writes one self-contained page with the fields marked', async () => {
    const out = join(folder, 'explained.html');
    const { code, err } = await run('explain', lantern, '--url', url, '--html', out);
    expect({ code, err }).toEqual({ code: 0, err: `written to ${out}` });
    const html = readFileSync(out, 'utf8');
    expect(html).toMatch(/<tr data-number="\d+" data-path="title"/);
    expect(html).not.toMatch(/<script [^>]*src|href="(?!data:|#)|url\(/);
  });

  it('prints JSON', async () => {
    const { out } = await run('explain', lantern, '--url', url, '--json');
    const { fields } = JSON.parse(out);
    expect(fields).toContainEqual(
      expect.objectContaining({ path: 'bb_price', value: 34.99, source: expect.any(String), text: expect.any(String) }),
    );
  });
});
