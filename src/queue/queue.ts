/** Queues of calls on Redis. */
import { type Checked, readOptions } from '../options/table.ts';
import { addAll, addJobs } from './add.ts';
import { type OpenQueue, QueueConnection } from './connection.ts';
import { deadJobs, eachDead, removeJob, retryJob } from './dead-letters.ts';
import { connected, QUEUE_OPTIONS } from './options.ts';
import { readRates } from './rates.ts';
import { repeat, repeatAll, repeats, stopRepeat } from './repeats.ts';
import { newJob } from './stored-job.ts';
import { sitesKey } from './turns.ts';
import type { AddedJob, Queue, QueueOptions, QueueStatus } from './types.ts';

/**
 * Returns a queue of calls. It connects when its first method is called.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a missing or invalid option, with its name
 * @example
 * const queue = createQueue({ redis: 'redis://localhost:6379' });
 * await queue.add('product', { asin: 'B0LANTERN1', marketplace: 'de' });
 */
export function createQueue(options: QueueOptions = {}): Queue {
  const { marketplace, language, ...settings } = connected<Checked<QueueOptions>>(
    readOptions('createQueue', QUEUE_OPTIONS, options, process.env),
  );
  const defaults = { marketplace, language };
  const connection = new QueueConnection(settings);
  const close = () => connection.close();
  return {
    async add(endpoint, params, jobOptions = {}) {
      const job = newJob(endpoint, params, jobOptions, defaults);
      const [added] = await connection.use((opened) => addJobs(opened, [job]));
      return added as AddedJob;
    },
    addAll: (inputs, addAllOptions = {}) => addAll(connection, inputs, addAllOptions, defaults),
    repeat: (endpoint, params, repeatOptions) => repeat(connection, endpoint, params, repeatOptions, defaults),
    repeatAll: (inputs, repeatOptions) => repeatAll(connection, inputs, repeatOptions, defaults),
    repeats: () => repeats(connection),
    stopRepeat: (id) => stopRepeat(connection, id),
    status: () => connection.use(readStatus),
    pause: () => connection.use(({ bull }) => bull.pause()),
    resume: () => connection.use(({ bull }) => bull.resume()),
    dead: (deadOptions) => deadJobs(connection, deadOptions),
    retryDead: (filter) => eachDead(connection, retryJob, filter),
    removeDead: (filter) => eachDead(connection, removeJob, filter),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Returns the state of a queue. No command of it depends on the number of jobs. */
async function readStatus({ bull, client, prefix }: OpenQueue): Promise<QueueStatus> {
  const [counts, paced, isPaused, workers, repeats, oldestWaitingMs, { rateMs, rates }] = await Promise.all([
    bull.getJobCounts('wait', 'prioritized', 'active', 'delayed', 'failed'),
    pacedJobs(client, sitesKey(prefix)),
    bull.isPaused(),
    bull.getWorkersCount(),
    bull.getJobSchedulersCount(),
    ageOfNext({ bull, client }),
    readRates(client, prefix),
  ]);
  const { wait = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
  const jobs = { waiting: wait + prioritized, paced, active, delayed, dead: failed };
  const state = { name: bull.name, ...jobs, isPaused, workers, repeats, rateMs, rates };
  return oldestWaitingMs === undefined ? state : { ...state, oldestWaitingMs };
}

async function pacedJobs(client: OpenQueue['client'], sites: string): Promise<number> {
  const counts = await Promise.all((await client.smembers(sites)).map((site) => client.zcard(`${sites}:${site}`)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Returns how long the next job has waited [milliseconds]: the older one of the next jobs with and without a priority. */
async function ageOfNext({ bull, client }: Pick<OpenQueue, 'bull' | 'client'>): Promise<number | undefined> {
  const [next, [prioritized]] = await Promise.all([
    client.lindex(bull.toKey('wait'), -1),
    client.zrange(bull.toKey('prioritized'), '0', '0'),
  ]);
  const ids = [next, prioritized].filter((id): id is string => typeof id === 'string');
  const times = await Promise.all(ids.map((id) => client.hmget(bull.toKey(id), 'timestamp', 'delay')));
  const ages = times.flatMap(([added, delay]) =>
    added == null ? [] : [Math.max(0, Date.now() - Number(added) - Number(delay ?? 0))],
  );
  return ages.length === 0 ? undefined : Math.max(...ages);
}
