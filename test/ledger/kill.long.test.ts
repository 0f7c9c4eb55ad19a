import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import { QuotaExceededError } from '../../src/entries/index.ts';
import { type Ledger, LOCAL_KEY, sqliteLedger } from '../../src/entries/local.ts';
import { LEASE_MS } from '../../src/ledger/leases.ts';
import { startWorker } from './ledger-workers.ts';
import { freshFile } from './ledgers.ts';

const CREDITS = 1_000_000;

async function ledgerOf(path: string, requests: number): Promise<Ledger> {
  const ledger = sqliteLedger(path);
  await ledger.addPack(LOCAL_KEY, {
    requests,
    purchasedAt: new Date(0),
    validDays: 100_000,
    connections: 10,
    id: 'one',
  });
  return ledger;
}

describe('sqliteLedger', () => {
  it('counts every credit when the processes that share its file are killed at any time', async () => {
    const ROUNDS = isNightly ? 12 : 4;
    const path = freshFile();
    const ledger = await ledgerOf(path, CREDITS);
    let reported = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const workers = [startWorker(path), startWorker(path)];
      await expect.poll(() => workers.every(({ charged }) => charged() > 0)).toBe(true);
      await sleep(Math.random() * 150);
      for (const worker of workers) worker.process.kill('SIGKILL');
      await Promise.all(workers.map(({ ended }) => ended));
      reported += workers.reduce((sum, { charged }) => sum + charged(), 0);
    }
    const charged = CREDITS - (await ledger.remaining(LOCAL_KEY));
    // A process can be killed once between a charge and its report.
    expect(charged - reported).toBeGreaterThanOrEqual(0);
    expect(charged - reported).toBeLessThanOrEqual(2 * ROUNDS);
    await ledger.close();
  });

  it('frees what killed processes reserved when their leases lapse, and charges exactly what there is', async () => {
    const path = freshFile();
    const ledger = await ledgerOf(path, 500);
    // As a killed process leaves it.
    for (let call = 0; call < 10; call++) await ledger.reserve(LOCAL_KEY, { leaseMs: LEASE_MS });
    const workers = [startWorker(path), startWorker(path), startWorker(path)];
    await Promise.all(workers.map(({ ended }) => ended));
    expect(workers.reduce((sum, { charged }) => sum + charged(), 0)).toBe(500);
    expect(await ledger.remaining(LOCAL_KEY)).toBe(0);
    await expect(ledger.reserve(LOCAL_KEY, { leaseMs: LEASE_MS })).rejects.toThrow(QuotaExceededError);
    await ledger.close();
  });
});
