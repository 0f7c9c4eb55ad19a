/** Gives work to processes, collects the results, and replaces a process that ended. */
import { fork } from 'node:child_process';
import type { Attack } from './attacks.ts';
import type { Outcome } from './verdict.ts';

/** Kinds of work. The numbers of `attack` and `memory` are those of attacks, the numbers of `growth` those of series. */
export type Job = 'attack' | 'memory' | 'growth';

/** The task of a process. */
export interface Order {
  job: Job;
  seed: number;
  numbers: readonly number[];
}

/** The facts about a page without the page. */
type Facts = Omit<Attack, 'html' | 'base' | 'entry'> & { entry?: string; size: number };

/** The result of one number. */
export interface Result extends Facts, Outcome {
  /** Milliseconds of CPU time. `NaN` if the process ended. */
  cpu: number;
  /** Bytes that the page held, and parse5's tree of it. */
  held?: number;
  bare?: number;
  /** Milliseconds of CPU time by size. */
  times?: readonly (readonly [size: number, cpu: number])[];
}

/** Messages of a process. */
export type Message = { ready: true } | { started: Facts } | Result;

export interface RunOptions {
  job: Job;
  seed: number;
  /** In the order in which they are begun. */
  numbers: Iterable<number>;
  /** The number of processes. */
  workers: number;
  /** A file with the {@link Setup} of the processes. */
  setup: string;
  /** The program of the processes. @default child.ts */
  program?: string | undefined;
  /** The largest heap of a process: a page that needs more is a failure. @default 2000 */
  heapMb?: number | undefined;
}

/** Numbers that a process gets at once. */
const CHUNK = 20;
/** Milliseconds without a message after which a process is ended, whatever its CPU time. */
const SILENCE_MS = 900_000;

/** Runs the numbers. @param report Called with each result, in the order in which they end */
export async function run(options: RunOptions, report: (result: Result) => void): Promise<void> {
  const numbers = options.numbers[Symbol.iterator]();
  const serve = async () => {
    for (let left = chunk(numbers); left.length > 0; ) {
      left = await oneProcess(left, numbers, options, report);
      if (left.length === 0) left = chunk(numbers);
    }
  };
  await Promise.all(Array.from({ length: options.workers }, serve));
}

/**
 * Runs the numbers, and each failure again, alone: only what fails twice is a failure. A machine that does something else for a moment is not.
 *
 * @param report Called once with each number
 */
export async function runTwice(options: RunOptions, report: (result: Result) => void): Promise<void> {
  const failed: Result[] = [];
  await run(options, (result) => void (result.failure === undefined ? report(result) : failed.push(result)));
  for (const { number } of failed) await run({ ...options, numbers: [number], workers: 1 }, report);
}

function chunk(numbers: Iterator<number>): number[] {
  const taken: number[] = [];
  while (taken.length < CHUNK) {
    const { done, value } = numbers.next();
    if (done === true) break;
    taken.push(value);
  }
  return taken;
}

/** Gives numbers to one process until there are none, or until it ends. Returns the numbers that it got and did not begin. */
function oneProcess(
  first: readonly number[],
  numbers: Iterator<number>,
  { job, seed, setup, program = CHILD, heapMb = 2000 }: RunOptions,
  report: (result: Result) => void,
): Promise<number[]> {
  const execArgv = [`--max-old-space-size=${heapMb}`, '--expose-gc'];
  const child = fork(program, [setup], { execArgv, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  const end = () => child.kill('SIGKILL');
  let left = [...first];
  let isGiven = false;
  let current: Facts | undefined;
  let errors = '';
  let silence = setTimeout(end, SILENCE_MS);
  child.stderr?.on('data', (text) => {
    errors = `${errors}${text}`.slice(-3000);
  });
  child.on('message', (message: Message) => {
    clearTimeout(silence);
    silence = setTimeout(end, SILENCE_MS);
    if ('ready' in message) {
      if (isGiven) left = chunk(numbers);
      isGiven = true;
      if (left.length === 0) child.kill();
      else child.send({ job, seed, numbers: left } satisfies Order);
    } else if ('started' in message) {
      current = message.started;
    } else {
      left = left.filter((number) => number !== message.number);
      current = undefined;
      report(message);
    }
  });
  return new Promise((resolve, reject) => {
    child.once('close', (code, signal) => {
      clearTimeout(silence);
      if (current !== undefined) report(endedBy(current, signal ?? String(code), errors, heapMb));
      else if (left.length > 0) reject(new Error(`a process ended between two pages: ${signal ?? code} ${errors}`));
      resolve(left.filter((number) => number !== current?.number));
    });
  });
}

const CHILD = new URL('./child.ts', import.meta.url).pathname;

/** Returns the result of the page that ended a process. */
function endedBy(facts: Facts, by: string, errors: string, heapMb: number): Result {
  const kind = /heap out of memory|allocation failed|invalid array length/i.test(errors)
    ? 'memory'
    : by === 'SIGKILL'
      ? 'slow'
      : 'crash';
  const detail = { memory: `more than ${heapMb} MB`, slow: 'ended by the guard', crash: `${by} ${errors.slice(-300)}` }[
    kind
  ];
  return { ...facts, cpu: Number.NaN, result: 'ended', failure: { kind, detail } };
}
