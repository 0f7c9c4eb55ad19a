import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Ledger, LOCAL_KEY } from '../../../src/entries/local.ts';
import { LEASE_MS } from '../../../src/ledger/leases.ts';
import { redisLedger } from '../../../src/ledger/stores/redis-ledger.ts';
import { hasRedis, type RedisServer, startRedis } from '../../redis/server.ts';
import { type LedgerWorker, startWorker } from '../ledger-workers.ts';

const PROCESSES = 8;

let server: RedisServer | undefined;
let ledger: Ledger | undefined;
afterEach(async () => {
  await ledger?.close();
  await server?.stop();
});

async function setUp(requests: number): Promise<{ server: RedisServer; ledger: Ledger }> {
  const started = await startRedis({ appendOnly: true });
  const opened = redisLedger(started.url, { waitMs: 30_000 });
  [server, ledger] = [started, opened];
  await opened.addPack(LOCAL_KEY, {
    requests,
    purchasedAt: new Date(0),
    validDays: 100_000,
    connections: 20,
    id: 'one',
  });
  return { server: started, ledger: opened };
}

const startAll = (url: string) => Array.from({ length: PROCESSES }, () => startWorker(url));
const reportedBy = (workers: readonly LedgerWorker[]) => workers.reduce((sum, { charged }) => sum + charged(), 0);

describe.skipIf(!hasRedis)('redisLedger with 8 processes', () => {
  it('counts every credit when processes are killed at any time', async () => {
    const ROUNDS = 3;
    const CREDITS = 1_000_000;
    const { server, ledger } = await setUp(CREDITS);
    let reported = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const workers = startAll(server.url);
      await expect.poll(() => workers.every(({ charged }) => charged() > 0)).toBe(true);
      await sleep(Math.random() * 200);
      for (const worker of workers) worker.process.kill('SIGKILL');
      await Promise.all(workers.map(({ ended }) => ended));
      reported += reportedBy(workers);
    }
    const charged = CREDITS - (await ledger.remaining(LOCAL_KEY));
    // A process can be killed once between a charge and its report.
    expect(charged - reported).toBeGreaterThanOrEqual(0);
    expect(charged - reported).toBeLessThanOrEqual(PROCESSES * ROUNDS);
  });

  it('charges exactly what there is, also what killed processes had reserved, while the server is killed and restarted', async () => {
    const { server, ledger } = await setUp(3_000);
    // As killed processes leave it.
    for (let call = 0; call < 10; call++) await ledger.reserve(LOCAL_KEY, { leaseMs: LEASE_MS });
    const workers = startAll(server.url);
    await expect.poll(() => workers.every(({ charged }) => charged() > 0)).toBe(true);
    for (let kill = 0; kill < 2; kill++) {
      await server.kill();
      await server.restart();
      const before = reportedBy(workers);
      await expect.poll(() => reportedBy(workers) > before || reportedBy(workers) === 3_000).toBe(true);
    }
    await Promise.all(workers.map(({ ended }) => ended));
    expect(reportedBy(workers)).toBe(3_000);
    expect(await ledger.listPacks(LOCAL_KEY)).toMatchObject([{ charged: 3_000 }]);
  });
});
