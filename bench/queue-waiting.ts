/** Measures what adding many jobs costs, and whether a job costs more when many others wait. */
import { once } from 'node:events';
import { Redis } from 'ioredis';
import type { AnyEnvelope } from '../src/contract/marketplace.ts';
import { marketplaceFrom } from '../src/contract/marketplace.ts';
import { createWorker } from '../src/entries/queue.ts';
import { type Print, table } from './figures.ts';
import { startTarget } from './queue-processes.ts';
import type { AddingResult } from './queue-target.ts';
import { type Counts, countsOf } from './redis-counts.ts';

const FEW = 10_000;
/** Jobs that are worked on to measure. */
const TAKEN = 2_000;

/** The cost of jobs while others wait. */
export interface WaitingResult {
  waiting: number;
  adding: AddingResult;
  /** Memory that Redis uses for a waiting job [bytes]. */
  redisBytes: number;
  perJob: Counts;
}

/** Measures with few and with `most` waiting jobs. */
export async function measureWaiting(redis: string, most: number, print: Print): Promise<WaitingResult[]> {
  const results: WaitingResult[] = [];
  for (const waiting of [FEW, most]) results.push(await measure(redis, waiting));
  print(`\nwaiting jobs; ${TAKEN} of them are worked on\n`);
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  const rows = results.map(({ waiting, adding, redisBytes, perJob }) => [
    ...[
      waiting.toLocaleString('en'),
      (waiting / adding.seconds).toFixed(0),
      mb(adding.memoryBefore),
      mb(adding.memory),
    ],
    ...[
      redisBytes.toFixed(0),
      perJob.requests.toFixed(2),
      perJob.operations.toFixed(2),
      perJob.microseconds.toFixed(0),
    ],
  ]);
  const head = [
    'waiting',
    'adds/s',
    'adder before',
    'adder most',
    'Redis bytes/job',
    'requests/job',
    'operations/job',
    'Redis µs/job',
  ];
  print(table([head, ...rows]));
  return results;
}

async function measure(redis: string, waiting: number): Promise<WaitingResult> {
  const client = new Redis(redis);
  await client.flushall();
  const empty = await memoryOf(client);
  const { child, message } = await startTarget({ role: 'adder', redis, jobs: waiting });
  if (child.exitCode === null) await once(child, 'exit');
  const redisBytes = ((await memoryOf(client)) - empty) / waiting;
  const perJob = await countJobs(client, redis);
  await client.flushall();
  client.disconnect();
  return { waiting, adding: message as AddingResult, redisBytes, perJob };
}

async function memoryOf(client: Redis): Promise<number> {
  return Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1]);
}

/** Works on some of the jobs, and counts what Redis does for each. */
async function countJobs(client: Redis, redis: string): Promise<Counts> {
  const envelope = { success: true, found: true, page_type: 'product', data: {}, meta: {} } as unknown as AnyEnvelope;
  const marketplace = marketplaceFrom(
    async () => envelope as never,
    async () => undefined,
  );
  let ended = 0;
  const done = Promise.withResolvers<void>();
  const worker = createWorker({
    redis,
    marketplace,
    results: () => undefined,
    onEvent: ({ type }) => (type === 'ended' && ++ended === TAKEN ? done.resolve() : undefined),
  });
  const before = await countsOf(client);
  const run = worker.run();
  await done.promise;
  const counts = await countsOf(client, before, TAKEN);
  await worker.close();
  await run;
  return counts;
}
