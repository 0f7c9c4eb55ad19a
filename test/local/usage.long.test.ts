import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { QuotaExceededError } from '../../src/index.ts';
import { fileUsage } from '../../src/local.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-usage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CREDITS = 1_000_000;
const packs = [{ requests: CREDITS, purchasedAt: new Date(0), validDays: 100_000, connections: 10 }];

/** Starts a process that charges; the result counts what it said that it charged. */
function startWorker(
  path: string,
  credits: number,
): { process: ChildProcess; charged: () => number; ended: Promise<unknown> } {
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'usage-worker.ts'), path, String(credits)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = 0;
  worker.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.length;
  });
  const ended = new Promise((resolve) => worker.on('close', resolve));
  return { process: worker, charged: () => said, ended };
}

describe('fileUsage', () => {
  it('counts every credit when the processes that share it are killed at any instant', async () => {
    const path = join(folder, 'killed.sqlite');
    const ROUNDS = 12;
    let said = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const workers = [startWorker(path, CREDITS), startWorker(path, CREDITS)];
      await expect.poll(() => workers.every(({ charged }) => charged() > 0), { timeout: 30_000 }).toBe(true);
      await sleep(Math.random() * 150);
      for (const worker of workers) worker.process.kill('SIGKILL');
      await Promise.all(workers.map(({ ended }) => ended));
      said += workers.reduce((sum, { charged }) => sum + charged(), 0);
    }
    const meter = fileUsage(path, { packs });
    const charged = CREDITS - Number(await meter.remaining());
    // A process can be killed between its charge and its word, once.
    expect(charged - said).toBeGreaterThanOrEqual(0);
    expect(charged - said).toBeLessThanOrEqual(2 * ROUNDS);
    await meter.close?.();
  });

  it('gives back what killed processes had set aside, and never more than there is', async () => {
    const path = join(folder, 'small.sqlite');
    const small = [{ ...packs[0], requests: 500 }] as typeof packs;
    const workers = [startWorker(path, 500), startWorker(path, 500), startWorker(path, 500)];
    await Promise.all(workers.map(({ ended }) => ended));
    expect(workers.reduce((sum, { charged }) => sum + charged(), 0)).toBe(500);
    const meter = fileUsage(path, { packs: small });
    expect(await meter.remaining()).toBe(0);
    expect(() => meter.reserve()).toThrow(QuotaExceededError);
    await meter.close?.();
  });
});
