import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isNightly } from '../../../checks/is-nightly.ts';
import { envelope, type Reply, serviceOf } from '../../remote/service.ts';
import { LOOPBACK_ONLY, startNode } from '../programs.ts';
import { type App, installApp } from './app.ts';

const ASIN = 'B0LANTERN1';
let app: App;
beforeAll(async () => {
  app = await installApp('express-app');
});
afterAll(() => app[Symbol.dispose]());

/** Starts the server; `get` sends a request to it. */
async function start(words: string[], env: NodeJS.ProcessEnv = {}) {
  const server = startNode([...LOOPBACK_ONLY, 'src/server.ts', ...words], {
    cwd: app.folder,
    env: { PORT: '0', ...env },
  });
  const [url] = await server.printed(/http:\/\/localhost:\d+/);
  const get = async (path: string) => {
    const response = await fetch(url + path);
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return { server, get, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** The same with a hosted service that sends these replies. */
async function startHosted(replies: Reply | Reply[]) {
  const hosted = await serviceOf(replies);
  const env = { BUYBOX_BACKEND: 'remote', BUYBOX_BASE_URL: hosted.baseUrl, BUYBOX_API_KEY: 'sk-secret' };
  const { server, get } = await start([], env);
  const close = async () => {
    await server[Symbol.asyncDispose]();
    await hosted[Symbol.asyncDispose]();
  };
  return { server, get, asked: hosted.asked, [Symbol.asyncDispose]: close };
}

/** An error body of a service. */
const failed = (status: number, code: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: { success: false, error: { code, message: `what the service says of ${code}` }, meta: {} },
});

/** A delayed reply. */
const slow =
  (milliseconds: number): Reply =>
  async (_, response) => {
    await sleep(milliseconds);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(envelope()));
  };

describe.runIf(isNightly)('the Express application', () => {
  it('type-checks', async () => {
    expect(await app.script('typecheck')).not.toContain('error');
  });

  it('serves the routes of its README from the fixture marketplace', async () => {
    await using app = await start(['--fixtures']);
    const product = await app.get(`/products/${ASIN}`);
    expect(product).toMatchObject({ status: 200, body: { data: { asin: ASIN, bb_price: 34.99 } } });
    expect(product.body.as_of).toMatch(/^2026-11-20T12:/);
    expect(await app.get('/products/B0WASSERK1?marketplace=de')).toMatchObject({ body: { data: { currency: 'EUR' } } });
    const second = await app.get(`/products/${ASIN}/offers?page=2`);
    expect(second.body.data.product_sellers_info).toHaveLength(4);
    expect((await app.get('/search?q=camping+lantern')).body.data.shallow_parts).toHaveLength(5);
    expect(await app.get('/healthz')).toMatchObject({ status: 200, body: { ok: true } });
  });

  it.each([
    ['/products/B0NOTFOUND', 404, 'NOT_FOUND'],
    ['/products/short', 400, 'INVALID_PARAMETER'],
    [`/products/${ASIN}?marketplace=xx`, 400, 'INVALID_PARAMETER'],
    [`/products/${ASIN}/offers?page=two`, 400, 'INVALID_PARAMETER'],
    ['/search', 400, 'INVALID_PARAMETER'],
    ['/nothing', 404, 'NOT_FOUND'],
  ])('responds to %s with %i', async (path, status, code) => {
    await using app = await start(['--fixtures']);
    expect(await app.get(path)).toMatchObject({ status, body: { error: { code } } });
  });

  it('sends Retry-After after a block, and logs the block', async () => {
    await using app = await start(['--fixtures']);
    const { status, headers, body } = await app.get('/products/B0CAPTCHA1');
    expect([status, headers.get('retry-after'), body.error.code]).toEqual([503, '30', 'CAPTCHA']);
    await app.server.printed(/BlockedError/);
  });

  it.each([
    ['UNAUTHORIZED', 401, {}, 503, 'UNAVAILABLE', null],
    ['QUOTA_EXCEEDED', 429, {}, 503, 'UNAVAILABLE', null],
    ['UNAVAILABLE', 503, { 'retry-after': '1' }, 503, 'UNAVAILABLE', '1'],
    ['PARSER_ERROR', 500, {}, 502, 'PARSER_ERROR', null],
    ['SIGN_IN_REQUIRED', 503, {}, 502, 'SIGN_IN_REQUIRED', null],
  ])(
    'maps %s of the service to a response for its own callers',
    async (given, from, header, status, code, retryAfter) => {
      await using app = await startHosted(failed(from, given, header));
      const response = await app.get(`/products/${ASIN}`);
      expect([response.status, response.body.error.code, response.headers.get('retry-after')]).toEqual([
        status,
        code,
        retryAfter,
      ]);
      if (status === 503 && retryAfter === null) expect(response.body.error.message).not.toContain('the service says');
    },
  );

  it('caches envelopes, shares running calls, and caches no errors', async () => {
    await using app = await startHosted([failed(500, 'PARSER_ERROR'), slow(300)]);
    expect((await app.get(`/products/${ASIN}`)).status).toBe(502);
    const together = await Promise.all([1, 2, 3].map(() => app.get(`/products/${ASIN}`)));
    expect(together.map(({ status }) => status)).toEqual([200, 200, 200]);
    const later = await app.get(`/products/${ASIN}`);
    expect(later.headers.get('x-cache')).toBe('hit');
    expect(app.asked).toHaveLength(2);
    await app.get(`/products/${ASIN}?marketplace=de`);
    expect(app.asked).toHaveLength(3);
  });

  it('finishes running requests before it exits', async () => {
    await using app = await startHosted(slow(1_000));
    const running = app.get(`/products/${ASIN}`);
    while (app.asked.length === 0) await sleep(10);
    app.server.stop('SIGTERM');
    await vi.waitFor(() => expect(app.get('/healthz')).rejects.toThrow(), { timeout: 10_000 });
    expect((await running).status).toBe(200);
    expect((await app.server.ended).code).toBe(0);
  });
});
