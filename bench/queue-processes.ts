/** Measures the jobs a second of several worker processes: where the latency of the site decides, and where parsing does. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { createQueue } from '../src/entries/queue.ts';
import { type Print, table } from './figures.ts';
import { inputs, type TargetSettings } from './queue-target.ts';

const ROUNDS = 3;

/** A site, and the jobs that each process gets. */
interface Load {
  latencyMs: number;
  page: 'small' | 'large';
  /** Jobs at once, and jobs in all, of each process. */
  concurrency: number;
  jobs: number;
  processes: readonly number[];
}

const LATENCY: Load = { latencyMs: 400, page: 'small', concurrency: 4, jobs: 60, processes: [1, 2, 4, 8] };
const PARSING: Load = { latencyMs: 0, page: 'large', concurrency: 4, jobs: 150, processes: [1, 2] };

/** Jobs a second by number of processes. */
type Rates = Record<number, number>;

export interface ProcessesResult {
  /** Best rounds where the latency of the site decides. */
  latency: Rates;
  /** Best rounds where parsing decides. */
  parsing: Rates;
}

/** Starts a child process, and returns it with its first message. */
export async function startTarget(settings: TargetSettings): Promise<{ child: ChildProcess; message: unknown }> {
  const child = fork(fileURLToPath(new URL('./queue-target.ts', import.meta.url)), [JSON.stringify(settings)]);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the process ended with ${code}`)));
  const [message] = (await Promise.race([once(child, 'message'), ended])) as unknown[];
  ended.catch(() => undefined);
  return { child, message };
}

/** Measures both kinds of load. */
export async function measureProcesses(redis: string, print: Print): Promise<ProcessesResult> {
  const latency = await bestRates(redis, LATENCY);
  const parsing = await bestRates(redis, PARSING);
  const times = (rates: Rates, processes: number) => ((rates[processes] ?? 0) / (rates[1] ?? 1)).toFixed(2);
  const rows = LATENCY.processes.map((processes) => [
    `${processes}`,
    ...[latency, parsing].flatMap((rates) =>
      rates[processes] === undefined ? ['', ''] : [rates[processes].toFixed(1), times(rates, processes)],
    ),
  ]);
  print(
    `\nworker processes against a site of this machine, ${LATENCY.concurrency} jobs at once in each; best of ${ROUNDS} rounds\n`,
  );
  print(
    table([['processes', `${LATENCY.latencyMs} ms latency, jobs/s`, 'times', 'large pages, jobs/s', 'times'], ...rows]),
  );
  print('\nexpected: 4 processes at least 3.2 times with latency, 2 processes at least 1.5 times with large pages');
  return { latency, parsing };
}

async function bestRates(redis: string, load: Load): Promise<Rates> {
  const { child: site, message: url } = await startTarget({ role: 'site', ...load });
  const best: Rates = {};
  for (let round = 0; round < ROUNDS; round++)
    for (const processes of load.processes)
      best[processes] = Math.max(best[processes] ?? 0, await rateOf(redis, String(url), load, processes));
  site.disconnect();
  return best;
}

/** Returns jobs a second. The workers have started before the first job can be taken. */
async function rateOf(redis: string, site: string, { concurrency, jobs }: Load, processes: number): Promise<number> {
  const client = new Redis(redis);
  await client.flushall();
  client.disconnect();
  await using queue = createQueue({ redis });
  await queue.pause();
  await queue.addAll(inputs(jobs * processes));
  const started = await Promise.all(
    Array.from({ length: processes }, () => startTarget({ role: 'worker', redis, site, concurrency })),
  );
  const start = performance.now();
  await queue.resume();
  for (;;) {
    const { waiting, active, delayed, dead } = await queue.status();
    if (dead > 0) throw new Error('jobs have failed');
    if (waiting + active + delayed === 0) break;
    await sleep(25);
  }
  const seconds = (performance.now() - start) / 1_000;
  await Promise.all(
    started.map(async ({ child }) => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    }),
  );
  return (jobs * processes) / seconds;
}
