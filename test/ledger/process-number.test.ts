import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LOCAL_KEY, sqliteLedger } from '../../src/local.ts';
import { freshFile } from './ledgers.ts';

const LEASE_MS = 1_500;

/** Starts a process that believes its number to be 1. */
async function startWorker(path: string) {
  const preload = join(import.meta.dirname, 'same-process-number.mjs');
  const child: ChildProcess = fork(join(import.meta.dirname, 'lease-worker.ts'), [path, String(LEASE_MS)], {
    execArgv: ['--import', preload],
  });
  const reply = async () => (await once(child, 'message'))[0];
  const number = await reply();
  const ask = (request: 'reserve' | 'commit') => {
    child.send(request);
    return reply();
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { number, ask, kill };
}

it('keeps the credits of two processes with the same process number apart', { timeout: 30_000 }, async () => {
  const path = freshFile();
  const ledger = sqliteLedger(path);
  await ledger.addPack(LOCAL_KEY, { requests: 3, purchasedAt: new Date(0), validDays: 100_000, connections: 10 });
  const [one, other] = await Promise.all([startWorker(path), startWorker(path)]);
  expect([one.number, other.number]).toEqual([1, 1]);

  // Neither process frees what the other has reserved, not even after the time of a lease.
  expect([await one.ask('reserve'), await one.ask('reserve'), await other.ask('reserve')]).toEqual([true, true, true]);
  await sleep(1.5 * LEASE_MS);
  expect(await other.ask('reserve')).toBe(false);
  expect(await one.ask('commit')).toBe(1);

  // The credit of a killed process is not kept by the process that has the same number: it is free when its lease lapses.
  await one.kill();
  await expect.poll(() => other.ask('reserve'), { timeout: 10_000 }).toBe(true);
  expect([await other.ask('commit'), await other.ask('commit')]).toEqual([1, 1]);
  expect(await ledger.listPacks(LOCAL_KEY)).toMatchObject([{ requests: 3, charged: 3 }]);
  await other.kill();
  await ledger.close();
});
