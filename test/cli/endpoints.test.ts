import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { createLocalMarketplace, savedPages } from '../../src/entries/local.ts';
import {
  buyPack,
  createKey,
  createService,
  type Listening,
  listen,
  memoryStore,
  packOffer,
} from '../../src/entries/service.ts';
import { startFixtureMarketplace } from '../../src/entries/testing.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { run, runOn } from './run.ts';

describe('a command of an endpoint', () => {
  it.each(Object.keys(endpoints))('%s has the parameters of the contract and examples in its help', async (name) => {
    const { code, out } = await run(name, '--help');
    expect(code).toBe(0);
    const { params, summary } = endpoints[name as keyof typeof endpoints];
    expect(out).toContain(summary);
    for (const parameter of Object.keys(params))
      expect(out).toMatch(new RegExp(`${parameter.replaceAll('_', '-')}\\b`));
    expect(out).toContain(`Examples:\n  buybox ${name} `);
    expect(out).toMatch(/BUYBOX_API_KEY(?:.|\n)*There is no flag for it/);
    expect(out).not.toContain('--api-key');
  });

  it.each(['product', 'seller', 'scrape'])('%s has no paging flags', async (name) => {
    expect((await run(name, '--help')).out).not.toContain('--all-pages');
  });

  it('prints an envelope per page', async () => {
    const { out } = await run('search', 'camping lantern', '--max-pages', '2', '--folder', FIXTURES_FOLDER);
    expect(JSON.parse(out)).toMatchObject([{ data: { current_page: 1 } }, { data: { current_page: 2 } }]);
  });

  it('prints the pages before a failure', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'buybox-pages-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(join(FIXTURES_FOLDER, 'search/us-camping-lantern.html'), join(folder, '1.html'));
    const first = {
      url: 'https://www.amazon.com/s?k=camping+lantern',
      file: '1.html',
      fetched_at: '2026-11-20T12:00:00Z',
    };
    writeFileSync(join(folder, 'index.json'), JSON.stringify([first]));
    const { code, out, err } = await run('search', 'camping lantern', '--all-pages', '--folder', folder);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject([{ data: { current_page: 1 } }]);
    expect(err).toMatch(/^error: .*page=2\. \[UNAVAILABLE\]/m);
  });

  it('rejects --min-remaining without a paging flag', async () => {
    const { code, err } = await run('search', 'x', '--min-remaining', '5', '--folder', FIXTURES_FOLDER);
    expect(code).toBe(2);
    expect(err).toContain('min-remaining: needs --all-pages or --max-pages');
  });

  it('prints notes about retries and gaps, but not with --quiet', async () => {
    const args = ['product', 'B0CAPTCHA1', '--retries', '1', '--folder', FIXTURES_FOLDER];
    expect((await run(...args)).err).toMatch(
      /^retry: in \d\.\d s, after: .*captcha.* \[CAPTCHA\]\nerror: .*\nhint: Wait some minutes/,
    );
    expect((await run(...args, '--quiet')).err).toMatch(/^error: .*\nhint: .*$/);
    const seller = ['seller', 'A1KUECHENKIST', '--marketplace', 'de', '--folder', FIXTURES_FOLDER];
    expect((await run(...seller)).err).toBe('gap: html: the page is in "de", not in "en"');
    expect((await run(...seller, '-q')).err).toBe('');
  });

  it('ends when its signal is aborted', async () => {
    const ending = new AbortController();
    await using site = await startFixtureMarketplace();
    const running = runOn({ signal: ending.signal }, 'product', 'B0LANTERN1', '--via', site.url);
    ending.abort(new DOMException('enough', 'AbortError'));
    expect(await running).toMatchObject({ code: 1, out: '' });
  });

  it('reads pages with a module of the user', async () => {
    const module = `${import.meta.dirname}/../conformance/serve-pages.ts`;
    expect((await run('product', 'B0LANTERN1', '--pages', module)).code).toBe(0);
  });
});

describe('the remote backend', () => {
  let server: Listening;
  let key = '';
  beforeAll(async () => {
    const store = memoryStore();
    const made = await createKey(store, 'test', Date.now());
    key = made.key;
    await buyPack(store, made.id, packOffer('free', { requests: 5 }), Date.now());
    const marketplace = createLocalMarketplace({ pages: savedPages(FIXTURES_FOLDER) });
    server = await listen(createService({ marketplace, store }), { port: 0 });
  });
  afterAll(() => server[Symbol.asyncDispose]());
  afterEach(() => vi.unstubAllEnvs());

  const product = ['product', 'B0LANTERN1', '--no-config'];

  it('is selected by flags, reads its key from the environment, and prints credits', async () => {
    vi.stubEnv('BUYBOX_API_KEY', key);
    const { code, out, err } = await run(...product, '--backend', 'remote', '--base-url', server.url);
    expect({ code, err }).toEqual({ code: 0, err: 'credits: 1 used, 4 left' });
    expect(JSON.parse(out)).toMatchObject({ data: { asin: 'B0LANTERN1' }, meta: { usage: { requests_remaining: 4 } } });
    const pages = await run(
      'search',
      'camping lantern',
      '--max-pages',
      '2',
      '--backend',
      'remote',
      '--base-url',
      server.url,
    );
    expect(pages.err).toBe('credits: 2 used, 2 left');
  });

  it('is chosen by the environment, unless a flag overrides it', async () => {
    vi.stubEnv('BUYBOX_BACKEND', 'remote');
    vi.stubEnv('BUYBOX_BASE_URL', server.url);
    vi.stubEnv('BUYBOX_API_KEY', key);
    expect(JSON.parse((await run(...product)).out)).toMatchObject({ meta: { usage: { requests_remaining: 1 } } });
    const local = await run(...product, '--backend', 'local', '--folder', FIXTURES_FOLDER);
    expect(JSON.parse(local.out)).toMatchObject({ meta: { usage: { requests_remaining: Number.MAX_SAFE_INTEGER } } });
  });

  it.each([
    [
      ['--backend', 'remote'],
      2,
      /^error: baseUrl: .*\nhint: Pass --base-url, set BUYBOX_BASE_URL, or write baseUrl in buybox\.config/,
    ],
    [['--backend', 'remote', '--base-url', 'http://127.0.0.1:1'], 2, /^error: apiKey: .*\nhint: Set BUYBOX_API_KEY/],
    [
      ['--backend', 'remote', '--folder', 'x'],
      2,
      /^error: folder: works with the local backend only\. Add --backend local/,
    ],
    [['--marketplace', 'gb'], 2, /Did you mean "uk"\? \[INVALID_PARAMETER\]$/],
    [
      ['--backend', 'cloud'],
      2,
      /^error: backend: "cloud" is not valid: expected one of local, remote\. \[INVALID_CONFIGURATION\]/,
    ],
  ])('%j prints what to do next', async (args, exit, message) => {
    vi.stubEnv('BUYBOX_API_KEY', '');
    const { code, out, err } = await run(...product, ...args);
    expect({ code, out }).toEqual({ code: exit, out: '' });
    expect(err).toMatch(message);
  });

  it('prints the gaps that the service sends', async () => {
    vi.stubEnv('BUYBOX_API_KEY', key);
    const seller = ['seller', 'A1KUECHENKIST', '--marketplace', 'de', '--base-url', server.url];
    expect((await run(...seller, '--backend', 'remote')).err).toContain('gap: html: the page is in "de", not in "en"');
  });

  it('prints what to do about an unknown key', async () => {
    vi.stubEnv('BUYBOX_API_KEY', 'bb_000000000000_wrong');
    const { code, err } = await run(...product, '--backend', 'remote', '--base-url', server.url);
    expect(code).toBe(1);
    expect(err).toMatch(/\[UNAUTHORIZED\]\nhint: The service does not know this key/);
    expect(err).not.toContain('bb_000000000000_wrong');
  });
});

describe('wrong usage', () => {
  it.each([
    [['serch', 'kettle'], /unknown command 'serch'\n\(Did you mean search\?\)/],
    [['search', 'kettle', '--max-page', '3'], /unknown option '--max-page'\n\(Did you mean --max-pages\?\)/],
    [['product', 'B0LANTERN1', '--country', 'de'], /unknown option '--country'\n\(Did you mean --marketplace\?\)/],
    [['product', 'B0LANTERN1', '--site=de'], /unknown option '--site=de'\n\(Did you mean --marketplace\?\)/],
    [['offers', 'B0LANTERN1', '--region', 'de'], /unknown option '--region'\n\(Did you mean --marketplace\?\)/],
    [['search', 'kettle', '--domain', 'de'], /unknown option '--domain'\n\(Did you mean --marketplace\?\)/],
    [['search', 'kettle', '--limit', '3'], /unknown option '--limit'\n\(Did you mean --max-pages\?\)/],
    [['search', 'kettle', '--xyzzy'], /unknown option '--xyzzy'\n\(see buybox search --help\)$/],
    [['search', 'kettle', '--format', 'jsonn'], /format: "jsonn" is not valid: .*Did you mean "json"\?/],
    [['search', 'kettle', '--json', '--csv'], /'--json' cannot be used with option '--csv'/],
    [['search', 'kettle', '--max-pages', '0'], /max-pages: 0 is not valid: expected a whole number of 1 or more/],
    [['category', '123', '--min-price', 'cheap'], /min_price: "cheap" is not a number/],
    [['search', 'lamp', '--page', '01'], /page: "01" is not a whole number\. Did you mean 1\?/],
    [['search', 'lamp', '--page', '1.0'], /page: "1\.0" is not a whole number/],
    [['category', '123', '--min-price', '20', '--max-price', '10'], /min_price: 20 is above max_price/],
  ])('%j prints what is wrong, and a suggestion', async (args, message) => {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });
});
