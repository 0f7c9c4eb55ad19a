/** Programs that a test starts, offline: what they print, when they are ready, how they end. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';

/** Nothing but loopback can be reached by a program that has this before it. */
export const LOOPBACK_ONLY = ['--import', join(import.meta.dirname, 'loopback-only.ts')];

/** How a program ended. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A program that runs. */
export interface Program extends AsyncDisposable {
  /** What it prints until the expression matches, on either stream. */
  printed(expression: RegExp): Promise<RegExpExecArray>;
  ended: Promise<Ended>;
  /** Asks it to end. */
  stop(signal?: NodeJS.Signals): void;
}

/** Where and how a program runs. */
export interface Start {
  cwd: string;
  env?: NodeJS.ProcessEnv | undefined;
}

/** Starts a program of Node's, with this project's Node, also for the programs that it starts in turn. */
export function startNode(words: readonly string[], { cwd, env = {} }: Start): Program {
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  const child = spawn(process.execPath, words, {
    cwd,
    env: { ...process.env, PATH: path, NODE_NO_WARNINGS: '1', FORCE_COLOR: undefined, NO_COLOR: '1', ...env },
  });
  const told = { stdout: '', stderr: '' };
  let hear: () => void = () => undefined;
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (text: Buffer) => {
      told[stream] += text;
      hear();
    });
  }
  let hasEnded = false;
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => {
      hasEnded = true;
      hear();
      resolve({ code, ...told });
    });
  });
  const printed = (expression: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      hear = () => {
        const match = expression.exec(told.stdout) ?? expression.exec(told.stderr);
        if (match !== null) resolve(match);
        else if (hasEnded)
          reject(new Error(`${words.join(' ')} never printed ${expression}:\n${told.stdout}${told.stderr}`));
      };
      hear();
    });
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => void child.kill(signal);
  const dispose = async () => {
    stop();
    await ended;
  };
  return { printed, ended, stop, [Symbol.asyncDispose]: dispose };
}

/** A port that nobody listens at. */
export async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(typeof address === 'object' && address !== null ? address.port : address);
}
