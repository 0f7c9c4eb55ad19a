import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedProgram } from '../package/packed.ts';

/** A `buybox serve` that runs in a child process. */
export interface ServeProcess {
  child: ChildProcess;
  url: string;
  data: string;
  /** The first key, if the store was new. */
  key: string | undefined;
  /** The token of the dashboard, if it was created for this run. */
  token: string | undefined;
  /** The lines of its log. */
  log: string[];
  /** Returns what it has written to standard error. */
  err(): string;
  /** Stops the process. Returns its exit code or signal. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** Creates a folder for a store. */
export function dataFolder(): string {
  return mkdtempSync(join(tmpdir(), 'buybox-serve-'));
}

/** Starts `buybox serve` of the installed package in a process of its own. */
export async function startServe(
  args: readonly string[] = [],
  { data = dataFolder(), env = {} }: { data?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<ServeProcess> {
  const words = [await installedProgram(), 'serve', '--port', '0', '--data', data, ...args];
  const child = spawn(process.execPath, words, {
    env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (lines: string) => log.push(...lines.trimEnd().split('\n')));
  child.stderr.setEncoding('utf8').on('data', (lines: string) => {
    text += lines;
  });
  const find = (pattern: RegExp) => pattern.exec(text)?.[1];
  for (const until = Date.now() + 120_000; find(/(dashboard .*\n)/) === undefined; ) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || Date.now() > until) throw new Error(`buybox serve did not start: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const url = find(/backend at (\S+)/) ?? '';
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? child.signalCode ?? signal;
    child.kill(signal);
    const [code, by] = (await once(child, 'exit')) as [number | null, NodeJS.Signals];
    return code ?? by;
  };
  return { child, url, data, key: find(/first key {2}(\S+)/), token: find(/token +(\S+)/), log, err: () => text, stop };
}
