import { rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, it, vi } from 'vitest';
import { GET, POST } from '../../examples/next-app/app/v1/[...path]/route.ts';
import { application as honoApplication } from '../../examples/serve-hono.ts';
import { application as nodeApplication } from '../../examples/serve-node-http.ts';
import { buyPack, createKey, packOffer, sqliteStore } from '../../src/entries/service.ts';
import { dataFolder } from './serve-process.ts';
import { setUpService } from './setup.ts';

const PRODUCT = '/v1/product?asin=B0LANTERN1';

/** Starts a server with a listener, and calls it: a GET, a POST, a wrong key and a path of the application itself. */
async function tryListener(listener: RequestListener, key: string, prefix = '') {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const body = JSON.stringify({ url: 'https://www.amazon.com/dp/B0LANTERN1' });
  const product = await fetch(`${url}${prefix}${PRODUCT}`, { headers });
  const scrape = await fetch(`${url}${prefix}/v1/scrape`, { method: 'POST', headers, body });
  const refused = await fetch(`${url}${prefix}${PRODUCT}`, { headers: { 'x-api-key': 'wrong' } });
  const limited = await fetch(`${url}${prefix}${PRODUCT}`, { headers: { 'x-api-key': 'wrong' } });
  const own = await fetch(url);
  const bodies = [await product.json(), await scrape.json(), await refused.json(), await own.text()] as const;
  server.closeAllConnections();
  server.close();
  return { url, bodies, statuses: [product, scrape, refused, limited, own].map(({ status }) => status) };
}

describe('the service mounts', () => {
  it('in a bare node:http server', async () => {
    const { service, key } = await setUpService({ wrongKeysPerMinute: 1 });
    const { statuses, bodies, url } = await tryListener(
      (...pair) => nodeApplication(service).emit('request', ...pair),
      key,
    );
    expect(statuses).toEqual([200, 200, 401, 429, 200]);
    expect(bodies[0].meta.request_url).toBe(`${url}${PRODUCT}`);
    expect(bodies[1]).toMatchObject({ found: true, page_type: 'product' });
  });

  it('in Hono, below a path', async () => {
    const { service, key } = await setUpService({ wrongKeysPerMinute: 1, baseUrl: 'https://example.test/data' });
    const app = honoApplication(service);
    const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
    const { statuses, bodies } = await tryListener((...pair) => void listener(...pair), key, '/data');
    expect(statuses).toEqual([200, 200, 401, 429, 200]);
    expect(bodies[0].meta.request_url).toBe(`https://example.test/data${PRODUCT}`);
  });

  it('as a route handler of Next.js', async () => {
    const data = dataFolder();
    const store = sqliteStore(join(data, 'buybox.db'));
    const { id, key } = await createKey(store, 'next', Date.now());
    await buyPack(store, id, packOffer('10000'), Date.now());
    await store.close();
    vi.stubEnv('BUYBOX_DATA', data);
    const origin = 'https://shop.example.test';
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    // These requests are refused before anything is fetched, which shows that the handler is the service.
    const get = await GET(new Request(`${origin}/v1/product?asin=short`, { headers }));
    expect(await get.json()).toMatchObject({
      error: { code: 'INVALID_PARAMETER' },
      meta: { request_url: `${origin}/v1/product?asin=short`, usage: { requests_remaining: 10_000 } },
    });
    const body = JSON.stringify({ url: 'https://www.example.com/' });
    const post = await POST(new Request(`${origin}/v1/scrape`, { method: 'POST', headers, body }));
    expect(await post.json()).toMatchObject({ error: { code: 'UNSUPPORTED_URL' } });
    vi.unstubAllEnvs();
    rmSync(data, { recursive: true });
  });
});
