/** The program in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';

const CLI = join(import.meta.dirname, '../../../src/cli.ts');

/** A running command line. */
export interface Program {
  child: ChildProcess;
  /** What it has written so far. */
  out: () => string;
  err: () => string;
  /** Its exit code, or the signal that ended it. */
  exit: Promise<number | NodeJS.Signals>;
}

/** Starts the command line. `stdout` is a file that its output goes to. */
export function start(args: readonly string[], { stdout }: { stdout?: string } = {}): Program {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' },
    stdio: ['pipe', stdout === undefined ? 'pipe' : openSync(stdout, 'w'), 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const exit = once(child, 'close').then(([code, signal]: (number | NodeJS.Signals)[]) => code ?? signal ?? 'SIGKILL');
  return { child, out: () => out, err: () => err, exit };
}

/** Waits until something is so. */
export async function until(isSo: () => boolean, withinMs = 20_000): Promise<void> {
  for (const end = Date.now() + withinMs; !isSo(); ) {
    if (Date.now() > end) throw new Error('it did not become so in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
