/** Processes that charge credits of one ledger. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** A process that charges credits. */
export interface LedgerWorker {
  process: ChildProcess;
  /** Number of charges that it has reported. */
  charged: () => number;
  ended: Promise<unknown>;
}

/** Starts a process that charges credits, and counts those that it reports. @param where A path, or the URL of a Redis server. */
export function startWorker(where: string): LedgerWorker {
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'ledger-worker.ts'), where], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let reported = 0;
  worker.stdout?.on('data', (chunk: Buffer) => {
    reported += chunk.length;
  });
  const ended = new Promise((resolve) => worker.on('close', resolve));
  return { process: worker, charged: () => reported, ended };
}
