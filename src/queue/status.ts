/** Reads the state of a queue. */
import type { OpenQueue } from './queue-connection.ts';
import { readRates } from './rates.ts';
import type { QueueStatus } from './types.ts';

/** Returns the state of a queue. No command of it depends on the number of jobs. */
export async function readStatus({ bull, client, prefix }: OpenQueue): Promise<QueueStatus> {
  const [counts, isPaused, workers, repeats, oldestWaitingMs, { rateMs, rates }] = await Promise.all([
    bull.getJobCounts('wait', 'prioritized', 'active', 'delayed', 'failed'),
    bull.isPaused(),
    bull.getWorkersCount(),
    bull.getJobSchedulersCount(),
    ageOfNext({ bull, client }),
    readRates(client, prefix),
  ]);
  const { wait = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
  const jobs = { waiting: wait + prioritized, active, delayed, dead: failed };
  const state = { name: bull.name, ...jobs, isPaused, workers, repeats, rateMs, rates };
  return oldestWaitingMs === undefined ? state : { ...state, oldestWaitingMs };
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
