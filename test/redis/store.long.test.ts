import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../src/entries/index.ts';
import type { NewResponse, ServiceStore, StoreOptions } from '../../src/entries/service.ts';
import { monotonicMs } from '../../src/options/runtime.ts';
import { redisConnection } from '../../src/redis/connection.ts';
import { buyPack, createFirstKey, createKey, packOffer } from '../../src/service/keys.ts';
import { storeInRedis } from '../../src/service/redis/redis-store.ts';
import { NOW, recordOf } from '../service/records.ts';
import { describeStore } from '../service/store-suite.ts';
import { type CuttableProxy, cuttableProxy, hasRedis, type RedisServer, startRedis } from './server.ts';

const LEASE = { leaseMs: 60_000 };

describe.skipIf(!hasRedis)('a store in Redis', () => {
  let server: RedisServer;
  let network: CuttableProxy;
  let prefixes = 0;
  const open: ServiceStore[] = [];

  beforeAll(async () => {
    server = await startRedis();
    network = await cuttableProxy(server.port);
  });
  afterAll(async () => {
    for (const store of open) await store.close();
    await network.close();
    await server.stop();
  });

  function storeOn(url: string, prefix: string, options: StoreOptions = {}, waitMs = 5_000): ServiceStore {
    const store = storeInRedis(redisConnection(url, { prefix, waitMs }), options);
    open.push(store);
    return store;
  }
  const newPrefix = () => `test-${prefixes++}`;

  describeStore('redisStore', (options) => {
    const redis = redisConnection(server.url, { prefix: newPrefix() });
    const store = storeInRedis(redis, { ...options, leaseNow: () => Math.floor(monotonicMs()) });
    open.push(store);
    return store;
  });

  function responseOf(keyId: string, changes: Partial<NewResponse> = {}): NewResponse {
    const bodyFor: NewResponse['bodyFor'] = (usage) => JSON.stringify({ page: 'x'.repeat(100), usage });
    const given = { keyId, idempotencyKey: 'key', fingerprint: 'call', requestId: 'a', found: true, bodyFor };
    return { ...given, keepMs: 60_000, ...changes };
  }

  /** Returns a store behind the network that can fail, one beside it, and a key with 5 credits. */
  async function setUp(waitMs = 5_000) {
    const prefix = newPrefix();
    const [far, near] = [storeOn(network.url, prefix, {}, waitMs), storeOn(server.url, prefix)];
    const { id } = await createKey(near, 'first', Date.now());
    await buyPack(near, id, packOffer('free', { requests: 5 }), Date.now());
    const reservation = await far.ledger.reserve(id, LEASE);
    return { far, near, id, reservation };
  }

  it('adds one first key for several processes that start at once', async () => {
    const prefix = newPrefix();
    const stores = Array.from({ length: 4 }, () => storeOn(server.url, prefix));
    const made = await Promise.all(stores.map((store) => createFirstKey(store, 'first', NOW)));
    expect(made.filter((key) => key !== undefined)).toHaveLength(1);
    expect(await stores[0]?.listKeys()).toHaveLength(1);
  });

  it('charges and stores once if the response of Redis is lost and the script is sent again', async () => {
    const { far, near, id, reservation } = await setUp();
    network.mute();
    const committing = far.commitResponse(reservation, responseOf(id));
    await expect.poll(() => near.ledger.remaining(id)).toBe(4);
    network.heal();
    const committed = await committing;
    expect(committed.usage).toEqual({ requests_consumed: 1, requests_remaining: 4 });
    expect(JSON.parse(committed.body)).toMatchObject({ usage: { requests_consumed: 1, requests_remaining: 4 } });
    expect(await near.findResponse(id, 'key')).toMatchObject({ body: committed.body });
    expect(await near.ledger.remaining(id)).toBe(4);
  });

  it('takes back a charge and its response if it is never known whether both are there', async () => {
    const { far, near, id, reservation } = await setUp(1_500);
    network.mute();
    await expect(far.commitResponse(reservation, responseOf(id))).rejects.toThrow(UnavailableError);
    expect(await near.ledger.remaining(id)).toBe(4);
    network.heal();
    await expect.poll(() => far.ledger.release(reservation)).toMatchObject({ requests_remaining: 5 });
    expect(await near.findResponse(id, 'key')).toBeUndefined();
  });

  it('keeps such a charge if another process has returned its response meanwhile', async () => {
    const { far, near, id, reservation } = await setUp(1_500);
    network.mute();
    await expect(far.commitResponse(reservation, responseOf(id))).rejects.toThrow(UnavailableError);
    expect(await near.findResponse(id, 'key')).toMatchObject({ requestId: 'a' });
    network.heal();
    await expect.poll(() => far.ledger.release(reservation)).toMatchObject({ requests_remaining: 4 });
    expect(await near.findResponse(id, 'key')).toMatchObject({ requestId: 'a' });
  });

  it('adds a request once if it is sent again', async () => {
    const { far, near, id } = await setUp();
    network.mute();
    const recording = far.record(recordOf(id));
    await expect.poll(async () => (await near.recentRequests({ limit: 9 })).requests).toHaveLength(1);
    network.heal();
    await recording;
    expect((await near.recentRequests({ limit: 9 })).requests).toHaveLength(1);
    expect(await near.counts({ since: NOW, until: NOW })).toMatchObject([{ found: 1 }]);
  });

  it('fails closed while the network is cut, and works again after that', async () => {
    const { far, near, id } = await setUp(1_500);
    network.cut();
    await expect(far.ledger.reserve(id, LEASE)).rejects.toThrow(UnavailableError);
    await expect(far.listKeys({ id })).rejects.toThrow(UnavailableError);
    network.heal();
    await expect.poll(async () => (await far.listKeys({ id }).catch(() => []))[0]?.id).toBe(id);
    expect(await near.ledger.remaining(id)).toBe(5);
  });

  it('keeps the last 10,000 requests, finds old ones of a key, and counts all', async () => {
    const store = storeOn(server.url, newPrefix());
    await store.record(recordOf('dropped'));
    await store.record(recordOf('rare', { requestId: 'rare' }));
    for (let batch = 0; batch < 10; batch++)
      await Promise.all(Array.from({ length: 1_000 - Number(batch === 9) }, () => store.record(recordOf('a'))));
    const { requests, next } = await store.recentRequests({ limit: 20_000 });
    expect(requests).toHaveLength(10_000);
    expect(next).toBeUndefined();
    expect((await store.recentRequests({ keyId: 'rare', limit: 1 })).requests).toMatchObject([{ requestId: 'rare' }]);
    const found = async (keyId?: string) => (await store.counts({ since: NOW, until: NOW, keyId }))[0]?.found;
    expect(await Promise.all([undefined, 'a', 'dropped', 'rare'].map(found))).toEqual([10_001, 9_999, 1, 1]);
  });

  it('forgets responses by the clock of the server, and limits their bytes for each key', async () => {
    const prefix = newPrefix();
    const store = storeOn(server.url, prefix, { responseBytes: 10_000 });
    const keys = [await createKey(store, 'quiet', NOW), await createKey(store, 'busy', NOW)];
    const [quiet = '', busy = ''] = keys.map(({ id }) => id);
    for (const id of [quiet, busy]) await buyPack(store, id, packOffer('free', { requests: 100 }), Date.now());
    const commit = async (id: string, idempotencyKey: string, keepMs: number) => {
      const body = randomBytes(500).toString('hex');
      const response = responseOf(id, { idempotencyKey, keepMs, bodyFor: () => body });
      await store.commitResponse(await store.ledger.reserve(id, LEASE), response);
    };
    await commit(quiet, 'short', 300);
    await commit(quiet, 'long', 60_000);
    for (let call = 0; call < 40; call++) await commit(busy, `key-${call}`, 60_000 + call);
    expect(await store.findResponse(busy, 'key-0')).toBeUndefined();
    expect(await store.findResponse(busy, 'key-39')).toBeDefined();
    expect(await store.findResponse(quiet, 'long')).toBeDefined();
    await expect.poll(() => store.findResponse(quiet, 'short')).toBeUndefined();
    const redis = redisConnection(server.url, { prefix });
    const names = await redis.command<string[]>('KEYS', `${prefix}:*:response:*`);
    expect(names.length).toBeLessThan(15);
    await redis.close();
  });
});
