import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Queue } from '../../src/entries/queue.ts';
import { cuttableProxy, hasRedis, type RedisServer, startRedis } from '../redis/server.ts';
import { envelopeOf, fakeMarketplace, Opened, until } from './support.ts';

const asin = 'B0LANTERN1';
const PROGRAM = fileURLToPath(new URL('crash-worker.ts', import.meta.url));
const SHORT = { lockMs: 300, stalledCheckMs: 200 };

describe.skipIf(!hasRedis)('a job whose worker is lost', () => {
  let server: RedisServer;
  let client: Redis;
  let opened: Opened;
  let queue: Queue;
  const processes: ChildProcess[] = [];

  beforeAll(async () => {
    server = await startRedis({ appendOnly: true });
    client = new Redis(server.url, { maxRetriesPerRequest: null });
    client.on('error', () => undefined);
  });
  beforeEach(async () => {
    await client.flushall();
    opened = new Opened();
    queue = opened.queue({ redis: server.url });
  });
  afterEach(async () => {
    for (const child of processes.splice(0)) child.kill('SIGKILL');
    await opened.close();
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });

  /** Starts a worker process, and returns it with the calls that it makes. */
  const start = (mode: string) => {
    const child = spawn(process.execPath, [PROGRAM, server.url, mode], { stdio: ['ignore', 'pipe', 'inherit'] });
    processes.push(child);
    const calls: { asin: string; key: string }[] = [];
    createInterface(child.stdout).on('line', (line) => calls.push(JSON.parse(line)));
    return { child, calls, ended: once(child, 'close') };
  };

  it('is taken up by another worker with the same idempotency key', async () => {
    const { id } = await queue.add('product', { asin });
    const killed = start('crash');
    await killed.ended;
    expect(killed.calls).toEqual([{ asin, key: id }]);
    expect(await queue.status()).toMatchObject({ active: 1, waiting: 0 });
    const marketplace = fakeMarketplace();
    const { results, of } = opened.worker({ redis: server.url, marketplace, ...SHORT });
    await until(() => results.length === 1);
    expect(marketplace.calls.map(({ options }) => options.idempotencyKey)).toEqual([id]);
    expect(results[0]).toMatchObject({ id, key: id, attempts: 1 });
    expect(of('stalled')).toMatchObject([{ id }]);
    await until(async () => (await queue.status()).active === 0);
  });

  it('whose handler has not ended is delivered to another one, with the same key', async () => {
    const { id } = await queue.add('product', { asin });
    const killed = start('crash-result');
    await killed.ended;
    expect(killed.calls).toEqual([{ asin, key: id }, { delivered: id }]);
    const deliveries: string[] = [];
    const handled = Promise.withResolvers<void>();
    const { of } = opened.worker({
      redis: server.url,
      marketplace: fakeMarketplace(),
      ...SHORT,
      results: async ({ key }) => {
        deliveries.push(key);
        if (deliveries.length === 1) throw new Error('disk full');
        await handled.promise;
      },
    });
    await until(() => deliveries.length === 2);
    expect(of('ended')).toEqual([]);
    expect(await queue.status()).toMatchObject({ active: 1, waiting: 0 });
    handled.resolve();
    await until(async () => (await queue.status()).active === 0);
    expect(deliveries).toEqual([id, id]);
  });

  it('is a dead letter with the code JOB_STALLED when it has killed more than maxStalled workers', async () => {
    await queue.add('product', { asin: 'B0KILLER01' });
    for (let kill = 0; kill < 3; kill++) {
      const worker = start('crash-one');
      await worker.ended;
      expect(worker.calls).toHaveLength(1);
    }
    const marketplace = fakeMarketplace();
    const { results, of } = opened.worker({ redis: server.url, marketplace, ...SHORT, maxStalled: 2 });
    await until(async () => (await queue.status()).dead === 1);
    expect(marketplace.calls).toEqual([]);
    expect(results).toMatchObject([{ error: { code: 'JOB_STALLED', retryable: false } }]);
    expect(of('dead')).toMatchObject([{ code: 'JOB_STALLED' }]);
    // Retried, it starts as a new job.
    expect(await queue.retryDead({ code: 'JOB_STALLED' })).toBe(1);
    await until(() => results.length === 2);
    expect(results[1]).toMatchObject({ envelope: { found: true } });
  });

  it('is not a dead letter when its workers died while it waited for the pace of its site', async () => {
    const { id } = await queue.add('product', { asin });
    for (let kill = 0; kill < 3; kill++) {
      const child = spawn(process.execPath, [PROGRAM, server.url, 'crash-waiting'], { stdio: 'inherit' });
      processes.push(child);
      await once(child, 'close');
    }
    const { results, of } = opened.worker({
      redis: server.url,
      marketplace: fakeMarketplace(),
      ...SHORT,
      maxStalled: 0,
    });
    await until(() => results.length === 1);
    expect(results).toMatchObject([{ id, envelope: { found: true } }]);
    expect(of('dead')).toEqual([]);
    expect(await client.keys('*idle*')).toEqual([]);
  });

  it('keeps its worker when the call takes longer than the lock', async () => {
    const release = Promise.withResolvers<void>();
    let renewals = 0;
    const marketplace = fakeMarketplace(async (call) => {
      await release.promise;
      return envelopeOf(call);
    });
    const first = opened.worker({ redis: server.url, marketplace, ...SHORT });
    const { id } = await queue.add('product', { asin });
    await until(() => marketplace.calls.length === 1);
    opened.worker({ redis: server.url, marketplace, ...SHORT });
    const lock = `buybox:{q:calls}:calls:${id}:lock`;
    // The rest of the lock's time grows whenever it is renewed: five times are several locks long.
    let before = await client.pttl(lock);
    await until(async () => {
      const rest = await client.pttl(lock);
      if (rest > before) renewals++;
      before = rest;
      return renewals === 5;
    });
    release.resolve();
    await until(() => first.results.length === 1);
    expect(marketplace.calls).toHaveLength(1);
  });

  it('is aborted when the worker cannot renew its lock, and its other worker delivers the only result', async () => {
    const proxy = await cuttableProxy(server.port);
    const aborted: unknown[] = [];
    const stuck = fakeMarketplace((call) => {
      call.options.signal?.addEventListener('abort', () => aborted.push(call.options.signal?.reason));
      return new Promise(() => undefined);
    });
    const { id } = await queue.add('product', { asin });
    const first = opened.worker({ redis: proxy.url, marketplace: stuck, ...SHORT });
    await until(() => stuck.calls.length === 1);
    proxy.cut();
    const second = opened.worker({ redis: server.url, marketplace: fakeMarketplace(), ...SHORT });
    await until(() => second.results.length === 1);
    proxy.heal();
    await until(() => aborted.length === 1);
    expect(aborted[0]).toMatchObject({ name: 'AbortError', message: 'The worker no longer owns the job.' });
    await until(() => first.of('lost').length === 1);
    expect(first.of('lost')).toMatchObject([{ id, attempt: 1 }]);
    expect(first.results).toEqual([]);
    expect(await queue.status()).toMatchObject({ active: 0, waiting: 0, delayed: 0, dead: 0 });
    await opened.close();
    await proxy.close();
  });

  it('every job ends when workers are killed and the server is restarted from its append-only file', async () => {
    const count = 60;
    await queue.addAll(
      Array.from({ length: count }, (_, index) => ({ endpoint: 'search' as const, params: { keyword: `${index}` } })),
    );
    const hanging = start('hang');
    await until(() => hanging.calls.length === 10);
    const slow = fakeMarketplace(async (call) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return envelopeOf(call);
    });
    const { results } = opened.worker({ redis: server.url, marketplace: slow, ...SHORT, concurrency: 3 });
    await until(() => results.length > 3);
    hanging.child.kill('SIGKILL');
    await server.kill();
    await server.restart();
    await until(() => new Set(results.map(({ key }) => key)).size === count);
    await until(async () => {
      const { active, waiting, delayed } = await queue.status();
      return active + waiting + delayed === 0;
    });
    expect(await queue.status()).toMatchObject({ dead: 0 });
  });
});
