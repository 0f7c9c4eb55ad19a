/** Runs the installed program in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { installedProgram } from '../../package/packed.ts';

const CLI = await installedProgram();

/** A running command line. */
export interface Program {
  child: ChildProcess;
  /** Its output so far. */
  out: () => string;
  err: () => string;
  /** The exit code, or the signal that ended the process. */
  exit: Promise<number | NodeJS.Signals>;
}

/** Starts the command line. `stdout` is a file for its output, `env` adds environment variables. */
export function start(
  args: readonly string[],
  { stdout, env = {} }: { stdout?: string; env?: NodeJS.ProcessEnv } = {},
): Program {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1', ...env },
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

/** Waits until a condition is true. */
export async function until(isSo: () => boolean, withinMs = 120_000): Promise<void> {
  for (const end = Date.now() + withinMs; !isSo(); ) {
    if (Date.now() > end) throw new Error('the condition was not true in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
