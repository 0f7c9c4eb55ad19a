import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import { redisStore } from '../../src/entries/redis.ts';
import { buyPack, createKey, packOffer, type ServiceStore } from '../../src/entries/service.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { run } from '../cli/run.ts';
import { cuttableProxy, hasRedis, type RedisServer, startRedis } from '../redis/server.ts';
import { type ServeProcess, startServe } from './serve-process.ts';
import { slowPages } from './slow-pages.ts';

const PRODUCT = '/v1/product?asin=B0LANTERN1';
const KILLS = isNightly ? 6 : 3;
const TOKEN = { BUYBOX_OPERATOR_TOKEN: 'a-token-of-the-operator' };

describe.skipIf(!hasRedis)('two processes of buybox serve on one Redis', () => {
  let redis: RedisServer;
  let store: ServiceStore;
  let prefixes = 0;
  beforeAll(async () => {
    redis = await startRedis({ appendOnly: true });
  });
  afterAll(async () => {
    await redis.stop();
  });

  const processes: ServeProcess[] = [];

  /** Starts both at once, on an empty part of Redis. */
  async function startBoth(flags: readonly string[] = ['--folder', FIXTURES_FOLDER], urls = [redis.url, redis.url]) {
    const prefix = `serve-${prefixes++}`;
    store = redisStore(redis.url, { prefix });
    const start = (url: string) =>
      startServe(['--redis', url, '--redis-prefix', prefix, ...flags], { data: '/nowhere', env: TOKEN });
    const [a, b] = await Promise.all(urls.map(start));
    if (a === undefined || b === undefined) throw new Error('two URLs are needed');
    processes.push(a, b);
    const restart = async () => {
      const again = await start(redis.url);
      processes.push(again);
      return again;
    };
    const cli = (...args: string[]) => run(...args, '--redis', redis.url, '--redis-prefix', prefix);
    return { a, b, restart, cli };
  }

  async function stopAll() {
    const codes = await Promise.all(processes.splice(0).map((each) => each.stop()));
    await store.close();
    return codes;
  }

  const get = async (url: string, key: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${PRODUCT}`, { headers: { 'x-api-key': key, ...headers } });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };

  it('share keys, packs, stored responses, the log and the sessions of the operator', async () => {
    const { a, b, cli } = await startBoth();
    const [first = '', ...others] = [a.key, b.key].filter((key) => key !== undefined);
    expect(others).toEqual([]);
    expect(a.err()).toContain(`store      ${redis.url}, prefix serve-`);
    const made = JSON.parse((await cli('keys', 'create', 'shop')).out) as { id: string; key: string };
    expect((await cli('packs', 'add', made.id, '5')).code).toBe(0);
    const same = { 'idempotency-key': 'one' };
    const sent = await get(a.url, made.key, same);
    const repeated = await get(b.url, made.key, same);
    expect([sent.status, repeated.status]).toEqual([200, 200]);
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
    expect(repeated.body).toEqual(sent.body);
    expect(sent.body.meta.usage).toEqual({ requests_consumed: 1, requests_remaining: 4 });
    expect((await get(b.url, made.key)).body.meta.usage.requests_remaining).toBe(3);
    expect((await get(b.url, first)).body.meta.usage.requests_remaining).toBe(999);

    expect((await cli('keys', 'revoke', made.id)).code).toBe(0);
    expect([(await get(a.url, made.key)).status, (await get(b.url, made.key)).status]).toEqual([401, 401]);
    expect(JSON.parse((await cli('keys', 'list')).out)).toHaveLength(2);
    const { requests } = await store.recentRequests({ keyId: made.id, limit: 9 });
    expect(requests.map(({ replayed, consumed }) => [replayed, consumed])).toEqual([
      [false, 1],
      [true, 0],
      [false, 1],
    ]);

    const signedIn = await fetch(`${a.url}/dashboard/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ token: TOKEN.BUYBOX_OPERATOR_TOKEN }),
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const pages = await Promise.all([a, b].map(({ url }) => fetch(`${url}/dashboard`, { headers: { cookie } })));
    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stopAll()).toEqual([0, 0]);
  });

  it('allow as many calls of a key at once as its packs do, together', async () => {
    const pages = slowPages({ isGated: true });
    const { a, b } = await startBoth(['--pages', pages.path, '--parse-in', 'process']);
    const { id, key } = await createKey(store, 'two', Date.now());
    await buyPack(store, id, packOffer('free', { connections: 2 }), Date.now());
    const urls = [a.url, b.url, a.url, b.url, a.url, b.url];
    const statuses: number[] = [];
    const calls = urls.map(async (url) => void statuses.push((await get(url, key)).status));
    await expect.poll(() => statuses.length).toBe(4);
    pages.open();
    await Promise.all(calls);
    rmSync(pages.folder, { recursive: true });
    expect(statuses.sort()).toEqual([200, 200, 429, 429, 429, 429]);
    expect(await store.ledger.remaining(id)).toBe(998);
    expect(await stopAll()).toEqual([0, 0]);
  });

  it('keep one pace for the pages of a site', async () => {
    const pages = slowPages({ pace: { concurrency: 2, minGapMs: 400, jitterMs: 0 } });
    const { a, b } = await startBoth(['--pages', pages.path, '--parse-in', 'process']);
    const key = a.key ?? b.key ?? '';
    const both = [a, b, a, b, a, b, a, b];
    const statuses = (await Promise.all(both.map(({ url }) => get(url, key)))).map(({ status }) => status);
    expect(statuses).toEqual(both.map(() => 200));
    const starts = pages.starts().sort();
    // Eight requests need seven gaps, 2.8 s. Each process alone would need three, 1.2 s. A busy machine can delay the first request.
    expect((starts.at(-1) ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(2_000);
    rmSync(pages.folder, { recursive: true });
    expect(await stopAll()).toEqual([0, 0]);
  });

  it('charge two requests with one idempotency key once, also at the same moment, and both get the response', async () => {
    const pages = slowPages({ isGated: true });
    const { a, b } = await startBoth(['--pages', pages.path, '--parse-in', 'process']);
    const { id, key } = await createKey(store, 'same', Date.now());
    await buyPack(store, id, packOffer('free', { requests: 10, connections: 5 }), Date.now());
    const same = { 'idempotency-key': 'one' };
    const calls = [get(a.url, key, same), get(b.url, key, same)];
    // Both processes make the call: neither has a stored response yet.
    await expect.poll(() => pages.starts().length).toBe(2);
    pages.open();
    const [first, second] = await Promise.all(calls);
    expect([first?.status, second?.status]).toEqual([200, 200]);
    expect(second?.body).toEqual(first?.body);
    expect(first?.body.meta.usage).toEqual({ requests_consumed: 1, requests_remaining: 9 });
    expect((await store.ledger.listPacks(id)).map(({ charged }) => charged)).toEqual([1]);
    // Both reservations are gone.
    const left = Array.from({ length: 5 }, () => store.ledger.reserve(id, { leaseMs: 60_000 }));
    expect(await Promise.all(left)).toHaveLength(5);
    rmSync(pages.folder, { recursive: true });
    expect(await stopAll()).toEqual([0, 0]);
  });

  it('respond with 503 while Redis cannot be reached, charge nothing, and work again after that', async () => {
    const network = await cuttableProxy(redis.port);
    const { a, b } = await startBoth(undefined, [network.url, redis.url]);
    const key = a.key ?? b.key ?? '';
    expect((await get(a.url, key)).status).toBe(200);
    network.cut();
    const [refused, ready, other] = await Promise.all([get(a.url, key), fetch(`${a.url}/readyz`), get(b.url, key)]);
    expect({ status: refused.status, code: refused.body.error.code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
    expect(JSON.stringify(refused.body)).not.toContain('redis');
    expect([ready.status, other.status]).toEqual([503, 200]);
    network.heal();
    await expect.poll(async () => (await get(a.url, key)).status).toBe(200);
    const [pack] = await store.ledger.listPacks();
    expect(pack?.charged).toBe(3);
    expect(await stopAll()).toEqual([0, 0]);
    await network.close();
  });

  it('charge each call once over kills of both under load', async () => {
    const { a, b, restart } = await startBoth();
    const current = [a, b];
    const { id, key } = await createKey(store, 'load', Date.now());
    await buyPack(store, id, packOffer('2000000'), Date.now());
    let isOver = false;
    let received = 0;
    let repeated = 0;
    const call = async () => {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      for (let turn = 0; ; turn++) {
        try {
          const { status, body } = await get(current[turn % 2]?.url ?? '', key, headers);
          if (status === 200) {
            expect(body.meta.usage.requests_consumed).toBe(1);
            received++;
            return;
          }
        } catch (error) {
          if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
        }
        repeated++;
        await sleep(30);
      }
    };
    const lanes = Array.from({ length: 6 }, async () => {
      while (!isOver) await call();
    });
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(300 + Math.random() * 700);
      const victim = current[kill % 2];
      if (victim === undefined) continue;
      const exited = once(victim.child, 'exit');
      victim.child.kill('SIGKILL');
      await exited;
      processes.splice(processes.indexOf(victim), 1);
      current[kill % 2] = await restart();
    }
    isOver = true;
    await Promise.all(lanes);
    const [pack] = await store.ledger.listPacks(id);
    expect(pack?.charged).toBe(received);
    expect(repeated).toBeGreaterThan(0);
    // The reservations of killed processes lapse: as many calls as the pack allows can run again.
    const reserveAll = () =>
      Promise.allSettled(Array.from({ length: 50 }, () => store.ledger.reserve(id, { leaseMs: 500 })));
    await expect
      .poll(async () => (await reserveAll()).filter(({ status }) => status === 'fulfilled'), { interval: 1_000 })
      .toHaveLength(50);
    console.log(`${KILLS} kills: ${received} calls received and charged, ${repeated} requests repeated`);
    expect(await stopAll()).toEqual([0, 0]);
  });
});
