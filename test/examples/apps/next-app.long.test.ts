import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../../checks/is-nightly.ts';
import { freePort, LOOPBACK_ONLY, type Program, startNode } from '../programs.ts';
import { type App, installApp } from './app.ts';

const run = promisify(execFile);

let app: App;
let server: Program;
let url: string;
let key: string;

/** Runs the installed command line. */
async function buybox(...words: string[]): Promise<Record<string, string>> {
  const cli = join(app.folder, 'node_modules/buybox/dist/cli.js');
  const { stdout } = await run(process.execPath, [cli, ...words, '--data', 'data'], { cwd: app.folder });
  return JSON.parse(stdout);
}

beforeAll(async () => {
  app = await installApp('next-app');
  // The build also checks the types.
  await app.script('build');
  const created = await buybox('keys', 'create', 'example');
  key = String(created.key);
  await buybox('packs', 'add', String(created.id), '10000');
  const port = await freePort();
  const guard = [...LOOPBACK_ONLY].join(' ');
  server = startNode(['node_modules/next/dist/bin/next', 'start', '-p', port], {
    cwd: app.folder,
    env: { BUYBOX_FIXTURES: '1', NEXT_TELEMETRY_DISABLED: '1', NODE_OPTIONS: guard },
  });
  await server.printed(/Ready in/);
  url = `http://localhost:${port}`;
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  app[Symbol.dispose]();
});

async function page(path: string) {
  const response = await fetch(url + path);
  const html = await response.text();
  return {
    status: response.status,
    cache: response.headers.get('x-nextjs-cache'),
    html,
    text: html.replaceAll(/<!-- -->/g, ''),
  };
}

describe.runIf(isNightly)('the pages of the Next.js application', () => {
  it('render a product once and cache it', async () => {
    const first = await page('/products/us/B0LANTERN1');
    expect(first).toMatchObject({ status: 200, cache: 'MISS' });
    expect(first.text).toContain('<h1>Larkmoor Camping Lantern, 1000 Lumens, USB-C (Forest Green)</h1>');
    expect(first.text).toContain('34.99 USD');
    expect(first.text).toContain('<title>Larkmoor Camping Lantern, 1000 Lumens, USB-C (Forest Green)</title>');
    expect(await page('/products/us/B0LANTERN1')).toMatchObject({ status: 200, cache: 'HIT' });
    expect((await page('/products/de/B0WASSERK1')).text).toContain('39.99 EUR');
    expect((await page('/products/us/B0HAMMOCK1')).text).toContain('No featured offer');
  });

  it.each(['/products/us/B0NOTFOUND', '/products/us/short', '/products/xx/B0LANTERN1', '/nothing'])(
    'know nothing of %s',
    async (path) => {
      const { status, text } = await page(path);
      expect(status).toBe(404);
      expect(text).toContain('This marketplace has no such product');
    },
  );

  it('do not cache errors, and do not render them as 404', async () => {
    for (const _ of [1, 2]) expect(await page('/products/us/B0CAPTCHA1')).toMatchObject({ status: 500, cache: null });
  });

  it('search', async () => {
    const { status, text } = await page('/search?q=camping+lantern');
    expect(status).toBe(200);
    expect(text).toContain('3000 results');
    expect(text).toContain('href="/products/us/B0HEADLMP1"');
    expect((await page('/search')).text).toContain('Enter a search term.');
    expect((await page('/')).text).toContain('Look a product up');
  });
});

describe.runIf(isNightly)('the service in the Next.js application', () => {
  /** Sends a request with an API key. */
  async function call(path: string, init: RequestInit = {}) {
    const headers = { 'x-api-key': key, 'content-type': 'application/json', ...init.headers };
    const response = await fetch(url + path, { ...init, headers });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  it('serves calls and counts their credits', async () => {
    const { status, headers, body } = await call('/v1/product?asin=B0LANTERN1');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      page_type: 'product',
      data: { asin: 'B0LANTERN1', bb_price: 34.99 },
      meta: { request_url: `${url}/v1/product?asin=B0LANTERN1`, usage: { requests_consumed: 1 } },
    });
    expect(headers.get('x-request-id')).toBe(body.meta.request_id);
    const scrape = await call('/v1/scrape', {
      method: 'POST',
      body: JSON.stringify({ url: 'https://www.amazon.de/dp/B0WASSERK1' }),
    });
    expect(scrape.body).toMatchObject({ page_type: 'product', data: { currency: 'EUR' } });
    const left = body.meta.usage.requests_remaining;
    expect(scrape.body.meta.usage.requests_remaining).toBe(left - 1);
    const missing = await call('/v1/product?asin=B0NOTFOUND');
    expect(missing).toMatchObject({ status: 200, body: { found: false, data: null } });
  });

  it('rejects invalid requests', async () => {
    expect(await call('/v1/product?asin=short')).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_PARAMETER', details: { parameter: 'asin' } } },
    });
    expect(await call('/v1/product?asin=B0CAPTCHA1')).toMatchObject({
      status: 503,
      body: { error: { code: 'CAPTCHA' }, meta: { usage: { requests_consumed: 0 } } },
    });
    expect(await call('/v1/product?asin=B0LANTERN1', { headers: { 'x-api-key': 'wrong' } })).toMatchObject({
      status: 401,
    });
    expect(await call('/v1/product?asin=B0LANTERN1', { method: 'DELETE' })).toMatchObject({ status: 405 });
    expect(await call('/v1/nothing')).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
  });

  it('limits concurrent calls to those of the pack', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => call('/v1/product?asin=B0BOTTLE01')));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const left = new Set(responses.map(({ body }) => body.meta.usage.requests_remaining));
    expect(Math.max(...left) - Math.min(...left)).toBe(9);
  });
});
