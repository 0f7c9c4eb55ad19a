/** Runs of jobs without Redis. */

import type { JobResult, WorkerEvent, WorkerOptions } from '../../src/entries/queue.ts';
import { type JobContext, jobRun } from '../../src/queue/job-run.ts';
import type { StoredJob } from '../../src/queue/stored-job.ts';
import { workerOptions } from '../../src/queue/worker-options.ts';

/** The error that makes a job a dead letter. */
export class UnrecoverableError extends Error {}
/** The error that says that the job is not this worker's any more. */
export class WaitingError extends Error {}

export const params = { asin: 'B0LANTERN1', marketplace: 'us', language: 'en' };
/** Returns a stored job with these members. */
export const job = (fields: object) =>
  ({
    id: 'id',
    name: 'product',
    data: { params },
    opts: {},
    attemptsMade: 0,
    stalledCounter: 0,
    timestamp: Date.now(),
    delay: 0,
    moveToWait: async () => undefined,
    ...fields,
  }) as unknown as StoredJob;

const NO_TURNS: JobContext['turns'] = {
  isFull: () => false,
  hasTurn: () => false,
  park: async () => false,
  wait: () => () => undefined,
  took: () => undefined,
};

/** Runs a job. Returns its results and events, and the error that tells bullmq what becomes of it. */
export function running(
  stored: StoredJob,
  options: Pick<WorkerOptions, 'marketplace'> & Partial<WorkerOptions>,
  owner: string | null = 'token',
  turns: Partial<JobContext['turns']> = {},
) {
  const results: JobResult[] = [];
  const events: Partial<WorkerEvent>[] = [];
  const pauses: unknown[] = [];
  const kept: [id: string, until: number][] = [];
  const settings = workerOptions({
    redis: 'redis://127.0.0.1',
    results: (result) => void results.push(result),
    ...options,
  });
  const run = jobRun(
    {
      settings,
      bullmq: { UnrecoverableError, WaitingError } as never,
      emit: (type, details) => void events.push({ type, ...details } as Partial<WorkerEvent>),
      count: () => undefined,
      pause: (error) => void pauses.push(error),
      report: (error) => void events.push({ type: 'error', error } as Partial<WorkerEvent>),
      keys: {
        lock: (id) => `${id}:lock`,
        owner: async () => owner,
        setIdle: () => undefined,
        deaths: async ({ stalledCounter }) => stalledCounter,
        keepUnique: async (id, until) => void kept.push([id, until]),
      },
      turns: { ...NO_TURNS, ...turns },
    },
    stored,
    'token',
  );
  const outcome = run.run().catch((error: unknown) => error);
  return { run, outcome, results, events, pauses, kept };
}
