/** Starts programs offline and reads their output. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { delimiter, dirname } from 'node:path';
import { program } from '../built/program.ts';

/** Node arguments that block all connections except loopback. */
export const LOOPBACK_ONLY = ['--import', program('loopback-only')];

/** The result of a program. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A running program. */
export interface Program extends AsyncDisposable {
  /** Waits until its output matches. */
  printed(expression: RegExp): Promise<RegExpExecArray>;
  ended: Promise<Ended>;
  /** Sends SIGTERM. */
  stop(signal?: NodeJS.Signals): void;
}

/** Options of a program. */
export interface Start {
  cwd: string;
  env?: NodeJS.ProcessEnv | undefined;
}

/** Starts a Node program with this project's Node, which its child processes use too. */
export function startNode(words: readonly string[], { cwd, env = {} }: Start): Program {
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  const child = spawn(process.execPath, words, {
    cwd,
    env: { ...process.env, PATH: path, NODE_NO_WARNINGS: '1', FORCE_COLOR: undefined, NO_COLOR: '1', ...env },
  });
  const output = { stdout: '', stderr: '' };
  let hear: () => void = () => undefined;
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (text: Buffer) => {
      output[stream] += text;
      hear();
    });
  }
  let hasEnded = false;
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => {
      hasEnded = true;
      hear();
      resolve({ code, ...output });
    });
  });
  const printed = (expression: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      hear = () => {
        const match = expression.exec(output.stdout) ?? expression.exec(output.stderr);
        if (match !== null) resolve(match);
        else if (hasEnded)
          reject(new Error(`${words.join(' ')} never printed ${expression}:\n${output.stdout}${output.stderr}`));
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

/** Returns a free port. */
export async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(typeof address === 'object' && address !== null ? address.port : address);
}
