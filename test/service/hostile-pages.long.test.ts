/** A page that hangs in a thread stops nothing else of the service. On loopback. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createMarketplace } from '../../src/entries/index.ts';
import { type PageSource, savedPages } from '../../src/entries/local.ts';
import { buyPack, createKey, createService, FREE_PACK, listen, memoryStore } from '../../src/entries/service.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { startBuilt } from '../built/program.ts';

vi.mock('../../src/local/workers/worker-pool.ts', async (original) => {
  const { WorkerPool } = await original<typeof import('../../src/local/workers/worker-pool.ts')>();
  return {
    WorkerPool: class extends WorkerPool {
      constructor() {
        super({ start: startBuilt('hostile-worker'), size: 2 });
      }
    },
  };
});

const saved = savedPages(FIXTURES_FOLDER);
/** The page of B0HAMMOCK1 hangs, and that of BHANGLATE1 when its thread has said how long it is: it has less time then. */
const pages: PageSource = async (request) => {
  if (!/B0HAMMOCK1|BHANGLATE1/.test(request.url)) return saved(request);
  return { url: request.url, status: 200, headers: {}, body: '<html>HANG</html>' };
};

const marketplace = createMarketplace({ pages, parseIn: 'workers', parseTimeoutMs: 3_000, retries: 0 });
const store = memoryStore();
const { id, key } = await createKey(store, 'first', Date.now());
await buyPack(store, id, FREE_PACK, Date.now());
const server = await listen(createService({ marketplace, store }), { port: 0 });
afterAll(async () => {
  await server.close();
  await marketplace.close();
});

const get = (path: string) => fetch(`${server.url}${path}`, { headers: { 'x-api-key': key } });

describe('a service that reads pages in workers', () => {
  it('answers health checks and other calls while a page hangs, and then ends the call of that page', async () => {
    const order: string[] = [];
    const hanging = get('/v1/product?asin=B0HAMMOCK1').then(async (response) => {
      order.push('hanging');
      return { status: response.status, body: await response.json() };
    });
    for (let round = 0; round < 3; round++) {
      expect((await get('/healthz')).status).toBe(200);
      expect((await get('/v1/product?asin=B0LANTERN1')).status).toBe(200);
      order.push('other');
    }
    expect(await hanging).toMatchObject({
      status: 500,
      body: { success: false, error: { code: 'PARSE_TIMEOUT' }, meta: { usage: { requests_consumed: 0 } } },
    });
    expect(order).toEqual(['other', 'other', 'other', 'hanging']);
    expect((await get('/v1/product?asin=B0LANTERN1')).status).toBe(200);
  });

  it('answers further calls after several pages hang at once', async () => {
    const hanging = ['BHANGLATE1', 'BHANGLATE1', 'BHANGLATE1'].map((asin) => get(`/v1/product?asin=${asin}`));
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/v1/product?asin=B0LANTERN1')).status).toBe(200);
    expect((await Promise.all(hanging)).map(({ status }) => status)).toEqual([500, 500, 500]);
  });
});
