/**
 * A process that reads hostile pages, one after another. A guard ends it when a page takes too much CPU time, however busy the machine is: a loop that
 * never ends cannot end itself.
 */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { allPages } from '../mutation/pages.ts';
import { type Attack, Attacker } from './attacks.ts';
import { Base } from './bases.ts';
import { growthOf, type Series, seriesOf } from './growth.ts';
import { memoryOf } from './memory.ts';
import type { Plan } from './plan.ts';
import type { Job, Message, Order, Result } from './run.ts';
import { limitOf, outcomeOf, type Reader, readers as realReaders } from './verdict.ts';
import { readInWorkers } from './workers.ts';

/** The readers of a process. A test plants faults in them. */
export type Readers = Readonly<Record<keyof typeof realReaders, Reader>>;

type Limit = typeof limitOf;

/** The input of the processes, in a file. */
export interface Setup {
  plan: Plan;
  /** The names of the pages. All if it is absent. */
  pages?: readonly string[];
}

/** The clock of the guard: the process's CPU time when the page began, and the limit, in milliseconds. -1 when no page is being read. */
const clock = new Float64Array(new SharedArrayBuffer(16));
clock[0] = -1;

/** Other threads of the process compile and collect garbage: their time is in this clock too, so that the guard leaves room for it. */
const GUARD = `
const { workerData: clock } = require('node:worker_threads');
setInterval(() => {
  const { user, system } = process.cpuUsage();
  const [began, limit] = clock;
  if (began >= 0 && (user + system) / 1000 - began > limit * 2 + 500) process.kill(process.pid, 'SIGKILL');
}, 100);`;

const send = (message: Message) => process.send?.(message);

/** Returns the pages with these names, or all. */
export function basesOf(names?: readonly string[]): Base[] {
  const pages = allPages().filter(({ name }) => names === undefined || names.includes(name));
  return pages.map((page) => new Base(page));
}

/** Serves the orders of the parent process. */
export function serve(readers: Readers, limit = limitOf): void {
  const { plan, pages }: Setup = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
  const bases = basesOf(pages);
  const attacker = new Attacker(bases, plan);
  const large = new Attacker(bases, plan, { min: 200_000, max: 4_000_000 });
  let series: Series[] | undefined;
  const jobs: Readonly<Record<Job, (seed: number, number: number) => Promise<void>>> = {
    attack: (seed, number) => attack(attacker.attack(seed, number), readers, limit),
    memory: async (seed, number) => memory(large.attack(seed, number), readers),
    growth: async (_seed, number) => {
      series ??= seriesOf(bases, plan);
      growth(series[number] as Series, number, readers, limit);
    },
  };
  new Worker(GUARD, { eval: true, workerData: clock }).unref();
  process.on('message', async ({ job, seed, numbers }: Order) => {
    for (const number of numbers) await jobs[job](seed, number);
    send({ ready: true });
  });
  send({ ready: true });
}

async function attack({ html, base, ...about }: Attack, readers: Readers, limit: Limit): Promise<void> {
  const size = html.length;
  const facts = { ...about, size };
  send({ started: facts });
  const begin = startClock(limit(size));
  const { entry } = about;
  const outcome =
    entry === 'workers' ? await readInWorkers(html, base.context) : outcomeOf(() => readers[entry](html, base.context));
  const cpu = begin.stop();
  const isSlow = cpu > limit(size) && outcome.failure === undefined;
  send({ ...facts, cpu, ...outcome, ...(isSlow && { failure: { kind: 'slow', detail: `${Math.round(cpu)} ms` } }) });
}

function memory({ html, base, ...about }: Attack, readers: Readers): void {
  const facts = { ...about, size: html.length };
  send({ started: facts });
  send({ ...facts, cpu: 0, result: 'page', ...memoryOf(html, base.context, readers.document) } satisfies Result);
}

function growth(series: Series, number: number, readers: Readers, limit: Limit): void {
  const { base, what } = series;
  const facts = {
    number,
    kind: 'slot' as const,
    type: base.type,
    what: `${base.name}: ${what} in ${series.paths.join(' | ')}`,
    size: 0,
  };
  send({ started: facts });
  const {
    times,
    isSteep,
    what: found,
  } = growthOf(series, (html) => {
    const begin = startClock(limit(html.length));
    outcomeOf(() => readers.parsePage(html, base.context));
    return begin.stop();
  });
  const [size = 0, cpu = 0] = times.at(-1) ?? [];
  const detail = times.map(([size, cpu]) => `${size / 1000} kB ${Math.round(cpu)} ms`).join(', ');
  send({
    ...facts,
    what: found,
    size,
    cpu,
    result: 'page',
    times,
    ...(isSteep && { failure: { kind: 'growth', detail } }),
  });
}

/** Starts the clock of a page. `stop` returns the milliseconds of CPU time of this thread. */
function startClock(limit: number): { stop: () => number } {
  clock[1] = limit;
  const { user, system } = process.cpuUsage();
  clock[0] = (user + system) / 1000;
  const before = process.threadCpuUsage();
  return {
    stop: () => {
      const used = process.threadCpuUsage(before);
      clock[0] = -1;
      return (used.user + used.system) / 1000;
    },
  };
}

if (import.meta.filename === process.argv[1]) serve(realReaders);
