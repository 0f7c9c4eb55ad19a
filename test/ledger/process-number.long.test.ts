import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { LOCAL_KEY, sqliteLedger } from '../../src/entries/local.ts';
import { freshFile } from './ledgers.ts';

/** Longer than a busy machine holds up a process. */
const LEASE_MS = 4_000;
const WORKER = join(import.meta.dirname, 'lease-worker.ts');
const PRELOAD = join(import.meta.dirname, 'same-process-number.mjs');

/** How to start a process whose number is 1. */
type Container = (path: string) => ChildProcess;

/** A process that believes its number to be 1, on a host of the given name. */
const pretended =
  (container: string): Container =>
  (path) =>
    fork(WORKER, [path, String(LEASE_MS)], {
      execArgv: ['--import', PRELOAD],
      env: { ...process.env, CONTAINER: container },
    });

/** A process that is the first one of its own namespace of processes. */
const isolated: Container = (path) =>
  fork(WORKER, [path, String(LEASE_MS)], {
    execPath: 'unshare',
    execArgv: ['--pid', '--fork', '--kill-child', process.execPath],
  });

const canIsolate = spawnSync('unshare', ['--pid', '--fork', '--kill-child', 'true']).status === 0;

const started = new Set<ChildProcess>();
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
});

async function start(path: string, container: Container) {
  const child = container(path);
  started.add(child);
  const reply = async () => (await once(child, 'message'))[0];
  const number = await reply();
  return {
    number,
    ask: (request: 'reserve' | 'commit' | 'release') => {
      child.send(request);
      return reply();
    },
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function ledgerWith(requests: number) {
  const path = freshFile();
  const ledger = sqliteLedger(path);
  await ledger.addPack(LOCAL_KEY, { requests, purchasedAt: new Date(0), validDays: 100_000, connections: 10 });
  const charged = async () => (await ledger.listPacks(LOCAL_KEY)).map((pack) => pack.charged);
  return { path, ledger, charged };
}

describe.each<[string, Container, Container, boolean]>([
  ['of one name', pretended('shop'), pretended('shop'), true],
  ['of two names', pretended('shop-1'), pretended('shop-2'), true],
  ['of two namespaces of processes', isolated, isolated, canIsolate],
])('two containers %s, each with process number 1', (_, first, second, isPossible) => {
  it.skipIf(!isPossible)(
    'keep their credits apart, and the credit of a killed one is free when its lease ends',
    async () => {
      const { path, ledger, charged } = await ledgerWith(3);
      const [one, other] = await Promise.all([start(path, first), start(path, second)]);
      expect([one.number, other.number]).toEqual([1, 1]);

      // Neither process frees what the other has reserved, not even after the time of a lease.
      expect([await one.ask('reserve'), await one.ask('reserve'), await other.ask('reserve')]).toEqual([
        true,
        true,
        true,
      ]);
      await sleep(1.5 * LEASE_MS);
      expect(await other.ask('reserve')).toBe(false);
      expect(await one.ask('commit')).toBe(1);

      // A container that starts with the number and the name of the killed one does not keep its credit, and does not free it twice.
      await one.kill();
      const restarted = await start(path, first);
      await expect.poll(() => restarted.ask('reserve')).toBe(true);
      expect([await restarted.ask('reserve'), await other.ask('reserve')]).toEqual([false, false]);
      expect([await other.ask('commit'), await other.ask('commit'), await restarted.ask('commit')]).toEqual([1, 0, 1]);
      expect(await charged()).toEqual([3]);
      await Promise.all([other.kill(), restarted.kill(), ledger.close()]);
    },
  );
});

describe('a process that is paused for longer than its lease', () => {
  it('neither charges nor frees a credit that another process has meanwhile', async () => {
    const { path, ledger, charged } = await ledgerWith(2);
    const [paused, other] = await Promise.all([start(path, pretended('shop')), start(path, pretended('shop'))]);
    expect([await paused.ask('reserve'), await paused.ask('reserve')]).toEqual([true, true]);
    paused.pause();
    await expect.poll(() => other.ask('reserve')).toBe(true);
    await expect.poll(() => other.ask('reserve')).toBe(true);
    expect(await other.ask('commit')).toBe(1);
    paused.resume();
    // One credit is charged and the other one reserved: the late call gets neither.
    expect([await paused.ask('commit'), await paused.ask('release')]).toEqual([0, 0]);
    expect(await charged()).toEqual([1]);
    expect(await paused.ask('reserve')).toBe(false);
    expect(await other.ask('commit')).toBe(1);
    expect(await charged()).toEqual([2]);
    await Promise.all([paused.kill(), other.kill(), ledger.close()]);
  });

  it('charges its call once if a credit is free', async () => {
    const { path, ledger, charged } = await ledgerWith(2);
    const [paused, other] = await Promise.all([start(path, pretended('shop')), start(path, pretended('shop'))]);
    expect([await paused.ask('reserve'), await paused.ask('reserve')]).toEqual([true, true]);
    paused.pause();
    await expect.poll(() => other.ask('reserve')).toBe(true);
    expect(await other.ask('commit')).toBe(1);
    paused.resume();
    const commits = [await paused.ask('commit'), await paused.ask('commit')];
    expect(commits.toSorted()).toEqual([0, 1]);
    expect(await charged()).toEqual([2]);
    await Promise.all([paused.kill(), other.kill(), ledger.close()]);
  });
});
