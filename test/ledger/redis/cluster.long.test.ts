import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { Cluster } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BadRequestError } from '../../../src/entries/index.ts';
import { RedisLedger, redisLedger } from '../../../src/ledger/stores/redis-ledger.ts';
import { readLedgerOptions } from '../../../src/ledger/stores/redis-options.ts';
import { monotonicMs } from '../../../src/options/runtime.ts';
import { RedisConnection, redisConnection } from '../../../src/redis/connection.ts';
import { hasRedis, type RedisServer, startRedis } from '../../redis/server.ts';
import { ledgerSuite } from '../suite.ts';

const SETTINGS = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000'];
const PACK = { requests: 9, purchasedAt: new Date(0), validDays: 100_000, connections: 10 };
const LEASE = { leaseMs: 60_000 };

// A dependency of ioredis.
const slotOf: (key: string) => number = createRequire(createRequire(import.meta.url).resolve('ioredis'))(
  'cluster-key-slot',
);

describe.skipIf(!hasRedis)('redisLedger in a Redis Cluster', () => {
  let servers: RedisServer[] = [];
  let cluster: Cluster;
  let ledgers = 0;

  beforeAll(async () => {
    servers = await Promise.all([1, 2, 3].map(() => startRedis({ settings: SETTINGS })));
    const nodes = servers.map(({ port }) => `127.0.0.1:${port}`);
    await promisify(execFile)('redis-cli', ['--cluster', 'create', ...nodes, '--cluster-yes']);
    cluster = new Cluster(servers.map(({ port }) => ({ host: '127.0.0.1', port })));
  });
  afterAll(async () => {
    cluster?.disconnect();
    await Promise.all(servers.map((server) => server.stop()));
  });

  ledgerSuite((options) => {
    const { now } = readLedgerOptions(options);
    return new RedisLedger(redisConnection(cluster, { prefix: `c${ledgers++}` }), { now, leaseNow: monotonicMs });
  });

  it('keeps all keys of a script on one node, for any API key', async () => {
    const run = vi.spyOn(RedisConnection.prototype, 'run');
    const ledger = redisLedger(cluster, { prefix: `c${ledgers++}` });
    for (const key of ['a', 'b', 'key {with} braces', '}', 'ключ', 'local', 'budget:day:2026-11-22']) {
      await ledger.addPack(key, PACK);
      const reservation = await ledger.reserve(key, { ...LEASE, chargeId: 'job' });
      await ledger.renew([reservation], LEASE);
      await ledger.commit(reservation);
      await ledger.release(await ledger.reserve(key, LEASE));
      expect(await ledger.remaining(key)).toBe(8);
    }
    expect(await ledger.listPacks()).toHaveLength(7);
    expect(run.mock.calls.length).toBeGreaterThan(49);
    for (const [{ name }, keys] of run.mock.calls) expect(new Set(keys.map(slotOf)).size, name).toBe(1);
    run.mockRestore();
  });

  it('says what to do when a URL is that of a node', async () => {
    const errors: unknown[] = [];
    for (const { url } of servers) {
      const ledger = redisLedger(url, { prefix: `c${ledgers++}` });
      await ledger.addPack('a', PACK).catch((error) => errors.push(error));
      await ledger.close();
    }
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) {
      expect(error).toBeInstanceOf(BadRequestError);
      expect(error).toMatchObject({ message: expect.stringContaining('new Cluster(') });
    }
  });
});
