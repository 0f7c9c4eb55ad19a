/** Measures the time and the Redis operations that a job costs, beside bare BullMQ with an empty handler. */
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { AnyEnvelope, CallOptions } from '../src/contract/marketplace.ts';
import { marketplaceFrom } from '../src/contract/marketplace.ts';
import { createQueue, createWorker, type ResultHandler, type ResultSink, streamResults } from '../src/entries/queue.ts';
import { redisLedger, redisPace } from '../src/entries/redis.ts';
import { LOCAL_KEY } from '../src/ledger/ledger.ts';
import { median, type Print, table } from './figures.ts';
import { inputs } from './queue-target.ts';
import { type Counts, countsOf } from './redis-counts.ts';

const JOBS = 3_000;
const ROUNDS = 5;
const CONCURRENCY = 10;
const CHUNK = 1_000;
/** A pace that never waits, so that only its own cost is measured. */
const PACE = { concurrency: 1_000, minGapMs: 0, jitterMs: 0 };
const SIGNAL = new AbortController().signal;

/** The cost of the jobs of one way: medians of the rounds. */
interface Overhead {
  /** Jobs added in bulk a second. */
  addsPerSecond: number;
  jobsPerSecond: number;
  /** Time to add and work on the jobs, as a multiple of bare BullMQ in the same round. The best round and the median of all. */
  best: number;
  ratio: number;
  perJob: Counts;
}

export type OverheadResult = Record<string, Overhead>;

/** Adds jobs, works on them, and returns the time of both. */
type Way = (redis: string) => Promise<{ addMs: number; workMs: number }>;

const now = () => performance.now();

/** BullMQ alone: nothing is checked, and the handler is empty. */
const bare: Way = async (redis) => {
  const [adding, working, blocking] = [redis, redis].map((url) => new Redis(url, { maxRetriesPerRequest: null }));
  if (adding === undefined || working === undefined) throw new Error('expected two connections');
  const queue = new Queue('bare', { connection: adding });
  await queue.waitUntilReady();
  const start = now();
  let chunk: { name: string; data: unknown }[] = [];
  for (const { endpoint, params } of inputs(JOBS)) {
    chunk.push({ name: endpoint, data: { params } });
    if (chunk.length < CHUNK) continue;
    await queue.addBulk(chunk);
    chunk = [];
  }
  const added = now();
  const worker = new Worker('bare', async () => undefined, {
    connection: working,
    concurrency: CONCURRENCY,
    removeOnComplete: { count: 0 },
  });
  let left = JOBS;
  await new Promise<void>((resolve) => worker.on('completed', () => (--left === 0 ? resolve() : undefined)));
  const end = now();
  await worker.close();
  await queue.close();
  for (const client of [adding, working, blocking]) client?.disconnect();
  return { addMs: added - start, workMs: end - added };
};

/** The work of a call before it returns. */
type Work = (options: CallOptions) => Promise<void>;

const ENVELOPE = { success: true, found: true, page_type: 'product', data: { title: 'A lantern' }, meta: {} };

/** The queue of this library with a marketplace that only does `work`. */
async function ours(redis: string, work: Work, results: ResultSink | ResultHandler): ReturnType<Way> {
  const queue = createQueue({ redis });
  await queue.status();
  const start = now();
  await queue.addAll(inputs(JOBS), { chunkSize: CHUNK });
  const added = now();
  const marketplace = marketplaceFrom(
    async (_endpoint, _params, options = {}) => {
      await work(options);
      return ENVELOPE as unknown as AnyEnvelope as never;
    },
    async () => undefined,
  );
  let left = JOBS;
  const done = Promise.withResolvers<void>();
  const worker = createWorker({
    redis,
    marketplace,
    results,
    concurrency: CONCURRENCY,
    onEvent: ({ type }) => (type === 'ended' && --left === 0 ? done.resolve() : undefined),
  });
  const ended = worker.run();
  await done.promise;
  const end = now();
  await worker.close();
  await ended;
  await queue.close();
  return { addMs: added - start, workMs: end - added };
}

const nothing = async () => undefined;

const ways: Record<string, Way> = {
  'bare BullMQ': bare,
  'buybox/queue': (redis) => ours(redis, nothing, nothing),
  '+ pace': async (redis) => {
    const shared = redisPace(redis);
    const pacing = shared.pacing(PACE, undefined);
    const waiting = { wait: () => () => undefined };
    try {
      return await ours(redis, () => pacing.run('site', waiting, SIGNAL, nothing), nothing);
    } finally {
      await pacing.close();
      await shared.close();
    }
  },
  '+ credits': async (redis) => {
    const ledger = redisLedger(redis);
    await ledger.addPack(LOCAL_KEY, { requests: 1e9, purchasedAt: new Date(), validDays: 1, connections: 1_000 });
    const charge: Work = async ({ idempotencyKey: chargeId }) => {
      await ledger.commit(await ledger.reserve(LOCAL_KEY, { leaseMs: 5_000, chargeId }));
    };
    try {
      return await ours(redis, charge, nothing);
    } finally {
      await ledger.close();
    }
  },
  '+ results in a stream': (redis) => ours(redis, nothing, streamResults({ redis, maxUnread: false })),
};

/** Measures all ways in turns, so that a slow machine affects all of them. */
export async function measureOverhead(redis: string, print: Print): Promise<OverheadResult> {
  const client = new Redis(redis);
  const rounds = new Map<string, { addMs: number; workMs: number; counts: Counts }[]>();
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, way] of Object.entries(ways)) {
      await client.flushall();
      const before = await countsOf(client);
      const times = await way(redis);
      const counts = await countsOf(client, before, JOBS);
      if (round > 0) rounds.set(name, [...(rounds.get(name) ?? []), { ...times, counts }]);
    }
  }
  client.disconnect();
  const totals = [...rounds.values()].map((all) => all.map(({ addMs, workMs }) => addMs + workMs));
  const result = Object.fromEntries(
    [...rounds].map(([name, all], index) => {
      const ratios = (totals[index] ?? []).map((total, round) => total / (totals[0]?.[round] ?? Number.NaN));
      const perSecond = (times: number[]) => JOBS / (Math.min(...times) / 1_000);
      const overhead: Overhead = {
        addsPerSecond: perSecond(all.map(({ addMs }) => addMs)),
        jobsPerSecond: perSecond(all.map(({ workMs }) => workMs)),
        best: Math.min(...ratios),
        ratio: median(ratios),
        perJob: all.at(-1)?.counts as Counts,
      };
      return [name, overhead];
    }),
  );
  print(`\n${JOBS} jobs, ${CONCURRENCY} at once, best of ${ROUNDS} rounds; times bare BullMQ: median (best round)\n`);
  const rows = Object.entries(result).map(([name, { addsPerSecond, jobsPerSecond, best, ratio, perJob }]) => [
    ...[name, addsPerSecond.toFixed(0), jobsPerSecond.toFixed(0), `${ratio.toFixed(2)} (${best.toFixed(2)})`],
    ...[
      perJob.requests.toFixed(1),
      perJob.operations.toFixed(1),
      perJob.bytesIn.toFixed(0),
      perJob.bytesOut.toFixed(0),
      perJob.microseconds.toFixed(0),
    ],
  ]);
  const head = [
    '',
    'adds/s',
    'jobs/s',
    'times bare',
    'requests/job',
    'operations/job',
    'bytes in/job',
    'bytes out/job',
    'Redis µs/job',
  ];
  print(table([head, ...rows]));
  print('\nexpected: buybox/queue at most 1.2 times bare BullMQ, with results in a stream at most 1.8');
  return result;
}
