/** The package in other runtimes than Node, each from npm: it calls a service and parses pages with the same results as on Node. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import index from '../../fixtures/index.json' with { type: 'json' };
import { createMarketplace, PAGE_TYPES } from '../../src/entries/index.ts';
import { detectPageType } from '../../src/entries/parse.ts';
import { buyPack, createKey, createService, listen, memoryStore, packOffer } from '../../src/entries/service.ts';
import { fixturePages } from '../../src/entries/testing.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { hasChromium, useChromium } from '../browser.ts';
import { installed } from '../package/packed.ts';
import { closedUrl, startCanned } from './canned.ts';
import { RUNTIMES as TESTED } from './tested.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'buybox-runtimes-'));
/** The first fixture of each page type. */
const PAGES = PAGE_TYPES.flatMap((type) => index.find(({ url }) => detectPageType(url)?.page_type === type) ?? []);

type Outcome = Record<string, unknown>;
type Results = Record<string, Outcome> & { parsed: unknown[] };

let input: Record<string, unknown>;
let onNode: Results;
let pagePort: number;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  cpSync(join(import.meta.dirname, 'programs'), folder, { recursive: true });
  const [service, canned, closed, project] = await Promise.all([
    startService(),
    startCanned(),
    closedUrl(),
    installed(),
  ]);
  closing.push(service.close, canned.close);
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  const pages = PAGES.map(({ file, url }) => ({
    url,
    html: readFileSync(join(FIXTURES_FOLDER, file), 'utf8'),
    requestedAt: '2026-11-20T12:00:00Z',
  }));
  input = { service: service.url, canned: canned.url, closed, apiKey: service.key, pages };
  writeFileSync(join(folder, 'input.json'), JSON.stringify(input));
  onNode = await resultsOf(process.execPath, ['main.js']);
  pagePort = await servePage();
});
afterAll(async () => {
  for (const close of closing) await close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the service of this package over the fixture pages. Pages of any loopback origin may call it. */
async function startService() {
  const store = memoryStore();
  const { id, key } = await createKey(store, 'runtimes', Date.now());
  await buyPack(store, id, packOffer('free', { requests: 1_000, connections: 50 }), Date.now());
  const marketplace = createMarketplace({ backend: 'local', pages: fixturePages(), retries: 0 });
  const { url, close } = await listen(createService({ marketplace, store, cors: [ORIGIN] }), { port: 0, graceMs: 100 });
  return { url, key, close: () => close().then(() => marketplace.close()) };
}

/** The origin of the page in the browser, which looks for it on loopback. */
const ORIGIN = 'http://page.localhost';

async function resultsOf(program: string, args: readonly string[]): Promise<Results> {
  const { stdout } = await run(program, args, { cwd: folder, timeout: 120_000, maxBuffer: 1 << 28 });
  return JSON.parse(stdout);
}

/** Bundles a program as the tools of a runtime do. */
async function bundleOf(program: string, conditions: readonly string[]): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, program)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions: [...conditions],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** Runs the check in workerd. */
async function inWorkerd(): Promise<Results> {
  const { Miniflare } = createRequire(join(folder, 'package.json'))('miniflare');
  const script = await bundleOf('worker.js', ['workerd', 'worker']);
  const workers = new Miniflare({ modules: true, script, compatibilityDate: '2026-04-01' });
  try {
    const response = await workers.dispatchFetch('http://worker.test/', {
      method: 'POST',
      body: JSON.stringify(input),
    });
    return await response.json();
  } finally {
    await workers.dispose();
  }
}

/** Serves the page for Chromium on loopback. Returns its port. */
async function servePage(): Promise<number> {
  const script = await bundleOf('page.js', []);
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    const page = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>';
    response.end(isScript ? script : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => server.close());
  return (server.address() as AddressInfo).port;
}

const openPage = useChromium(() => [`--host-resolver-rules=MAP page.localhost:80 127.0.0.1:${pagePort}`]);

/** Runs the check in a page of Chromium. */
async function inChromium(): Promise<Results> {
  // The browser logs each call that fails as it should.
  const page = await openPage(`${ORIGIN}/`, {
    within: 'http',
    allowed: /^(?:\d{3}|failed|console error: (?:Access to fetch|Failed to load)\b)/,
  });
  await page.waitForFunction('globalThis.check !== undefined');
  return (await page.evaluate(`globalThis.check(${JSON.stringify(input)})`)) as Results;
}

const RUNTIMES: Readonly<Record<Exclude<keyof typeof TESTED, 'Node'>, () => Promise<Results>>> = {
  Bun: () => resultsOf(join(folder, 'node_modules/.bin/bun'), ['main.js']),
  Deno: () => resultsOf(join(folder, 'node_modules/.bin/deno'), ['run', '--allow-all', '--no-remote', 'main.js']),
  workerd: inWorkerd,
  Chromium: inChromium,
};

/** Failures whose cause browsers and some runtimes do not tell: only their class and code are the same everywhere. */
const UNTOLD = ['cut', 'unreachable', 'redirect'];

it('on Node, where got sends the requests, every call ends as expected', () => {
  expect(onNode).toMatchObject({
    found: { found: true, data: { asin: 'B0LANTERN1', bb_price: 34.99 } },
    missing: { found: false, data: null },
    blocked: { name: 'BlockedError', code: 'CAPTCHA' },
    wrongKey: { name: 'AuthenticationError', status: 401 },
    wrongParameter: { name: 'BadRequestError', parameter: 'asin' },
    scraped: { found: true },
    retried: { found: true },
    unavailable: { name: 'UnavailableError', status: 503 },
    redirect: { code: 'INVALID_CONFIGURATION', parameter: 'baseUrl' },
    timedOut: { code: 'TIMEOUT' },
    aborted: { thrown: 'Error', message: 'the caller left' },
    endless: { name: 'TransportError', retryable: false },
    announced: { name: 'TransportError', retryable: false },
    bomb: { name: 'TransportError', retryable: false },
    cut: { name: 'TransportError', retryable: true },
    unreachable: { name: 'TransportError', retryable: true },
    budget: { name: 'BudgetExceededError' },
  });
  expect(onNode.parsed).toHaveLength(PAGE_TYPES.length);
});

it.each(['Bun', 'Deno'] as const)('%s has the version in the table of runtimes', async (name) => {
  const { stdout } = await run(join(folder, 'node_modules/.bin', name.toLowerCase()), ['--version']);
  expect(/\d+\.\d+\.\d+/.exec(stdout)?.[0]).toBe(TESTED[name].versions[0]);
});

describe.each(Object.entries(RUNTIMES))('%s', (name, results) => {
  it.skipIf(name === 'Chromium' && !hasChromium)('calls and parses as Node does', async () => {
    const { parsed, ...calls } = await results();
    expect(parsed).toEqual(onNode.parsed);
    for (const [call, outcome] of Object.entries(calls)) {
      const expected = onNode[call];
      const { message: _, ...facts } = expected ?? {};
      expect({ [call]: outcome }).toMatchObject({ [call]: UNTOLD.includes(call) ? facts : expected });
    }
    expect(Object.keys(calls)).toEqual(Object.keys(onNode).filter((call) => call !== 'parsed'));
  });
});
