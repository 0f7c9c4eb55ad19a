import { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import { createMarketplace, UnavailableError } from '../../src/entries/index.ts';
import { redisLedger, redisStore } from '../../src/entries/redis.ts';
import { createService } from '../../src/entries/service.ts';
import { productPage, sourceOf } from '../local/pages.ts';
import { freePort, hasRedis, type RedisServer, startRedis } from './server.ts';

const ASIN = 'B0LANTERN1';
const WAIT_MS = 2_000;
const PACK = { requests: 5, purchasedAt: new Date(0), validDays: 100_000, connections: 5 };

/** Servers that run and refuse commands, by the error that they reply with. */
const SERVERS: Readonly<Record<string, () => Promise<RedisServer>>> = {
  MASTERDOWN: async () =>
    startRedis({ settings: ['--replicaof', '127.0.0.1', `${await freePort()}`, '--replica-serve-stale-data', 'no'] }),
  CLUSTERDOWN: () => startRedis({ settings: ['--cluster-enabled', 'yes'] }),
  LOADING: async () => {
    // The server responds after each 1024 commands that it has loaded: every quarter of a second, for half a minute.
    const slowly = ['--key-load-delay', '250'];
    const server = await startRedis({ appendOnly: true, settings: slowly });
    const store = redisStore(server.url);
    for (let key = 0; key < 8_000; key += 100)
      await Promise.all(Array.from({ length: 100 }, (_, index) => store.ledger.addPack(`key-${key + index}`, PACK)));
    await store.close();
    await server.kill();
    await server.restart();
    return server;
  },
};

describe.skipIf(!hasRedis).each(Object.entries(SERVERS))('while Redis replies %s', (code, start) => {
  let server: RedisServer | undefined;
  afterAll(() => server?.stop());

  it('calls fail closed with an UnavailableError after the wait, and no page is requested', async () => {
    server = await start();
    const pages = sourceOf(productPage());
    const ledger = redisLedger(server.url, { waitMs: WAIT_MS });
    const marketplace = createMarketplace({ pages, ledger, packs: [PACK], retries: 0 });
    const before = performance.now();
    const store = redisStore(server.url, { waitMs: WAIT_MS });
    const failing = [
      expect(store.ledger.reserve('a', { leaseMs: 1_000 })).rejects.toThrow(UnavailableError),
      expect(store.findResponse('a', 'key')).rejects.toThrow(UnavailableError),
    ];
    const error = await marketplace.product({ asin: ASIN }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', retryable: true, billed: false });
    expect(String(error)).toMatch(new RegExp(`could not be used for ${WAIT_MS} ms: .*(?:${code}|loading)`, 'i'));
    expect(performance.now() - before).toBeGreaterThan(WAIT_MS - 100);
    expect(pages.requests).toEqual([]);
    await Promise.all(failing);
    await store.close();
    await marketplace.close();
  });
});

describe.skipIf(!hasRedis)('a service whose Redis', () => {
  it.each([
    ['is full', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['is a replica', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
  ])('%s is alive and not ready, until it takes writes again', async (_, refuse, take) => {
    const server = await startRedis();
    const client = new Redis(server.url);
    const store = redisStore(server.url, { waitMs: 500 });
    const service = createService({ marketplace: createMarketplace({ pages: sourceOf(productPage()) }), store });
    const status = async (path: string) => (await service(new Request(`http://localhost${path}`))).status;
    const statuses = () => Promise.all(['/livez', '/readyz', '/healthz'].map(status));
    expect(await statuses()).toEqual([200, 200, 200]);
    await client.call(...(refuse as [string]));
    expect(await statuses()).toEqual([200, 503, 503]);
    await client.call(...(take as [string]));
    expect(await statuses()).toEqual([200, 200, 200]);
    client.disconnect();
    await store.close();
    await server.stop();
  });
});
