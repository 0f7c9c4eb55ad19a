/** Repeated jobs: job schedulers of bullmq. */
import { hash, randomUUID } from 'node:crypto';
import type { RepeatOptions as BullRepeatOptions, JobSchedulerJson } from 'bullmq';
import { BadRequestError } from '../contract/errors.ts';
import type { CallDefaults } from '../contract/marketplace.ts';
import { filledString, invalidSetting, timeZone, trueOrFalse } from '../options/checks.ts';
import { duration } from '../options/duration.ts';
import { type Checked, type OptionTable, readOptions } from '../options/table.ts';
import { isAway } from '../redis/client.ts';
import { runScript, script } from '../redis/script.ts';
import { chunksOf, jobOf } from './add.ts';
import type { OpenQueue, QueueConnection } from './connection.ts';
import { KEEP_CLAIM_MS } from './dead-letters.ts';
import { JOB_OPTIONS } from './options.ts';
import { callId, type NewJob, newJob, type StoredData } from './stored-job.ts';
import type { JobInput, RepeatedJob, RepeatOptions } from './types.ts';

/** Schedules that are read or written at once. */
const PAGE = 200;

const REPEAT_OPTIONS: OptionTable<RepeatOptions> = {
  priority: JOB_OPTIONS.priority,
  attempts: JOB_OPTIONS.attempts,
  extra: JOB_OPTIONS.extra,
  every: { check: (setting) => duration(setting) },
  cron: { check: filledString },
  timeZone: { check: timeZone },
  spread: { check: trueOrFalse },
};

/** Repeats a call. */
export async function repeat(
  connection: QueueConnection,
  endpoint: unknown,
  params: unknown,
  options: RepeatOptions,
  defaults: CallDefaults,
): Promise<RepeatedJob> {
  const { job, when } = repeatOptions(options);
  const added = newJob(endpoint, params, job, defaults);
  return connection.use((opened) => upsert(opened, added, when));
}

/** Repeats many calls. */
export async function repeatAll(
  connection: QueueConnection,
  inputs: Iterable<JobInput> | AsyncIterable<JobInput>,
  options: RepeatOptions,
  defaults: CallDefaults,
): Promise<number> {
  const { job, when } = repeatOptions(options);
  let count = 0;
  for await (const chunk of chunksOf(inputs, PAGE)) {
    const jobs = chunk.map((input) => {
      const added = jobOf(input, count++, job, defaults);
      if ('error' in added) throw added.error;
      return added;
    });
    await connection.use((opened) => Promise.all(jobs.map((each) => upsert(opened, each, when))));
  }
  return count;
}

/** Lists all repeated jobs, those that run next first. */
export async function* repeats(connection: QueueConnection): AsyncGenerator<RepeatedJob, void, undefined> {
  for (let start = 0; ; start += PAGE) {
    const page = await connection.use(({ bull }) => bull.getJobSchedulers(start, start + PAGE - 1, true));
    for (const each of page) yield repeatedJob(each);
    if (page.length < PAGE) return;
  }
}

/**
 * Removes a repetition and its next job as bullmq does, once for a token. Keys: repetitions, this one, delayed jobs, events, mark. Arguments: id, start of
 * the keys of jobs, token, time to keep the mark. Returns 1 if the token has stopped it, also if the response was lost, else 0.
 */
const STOP = script(
  'stop-repeat',
  `
local all, own, delayed, events, mark = unpack(KEYS)
local id, jobs, token, keep_ms = unpack(ARGV)
if redis.call('GET', mark) == token then return 1 end
local next = redis.call('ZSCORE', all, id)
if not next then return 0 end
local job = 'repeat:' .. id .. ':' .. next
if redis.call('ZREM', delayed, job) == 1 then
  redis.call('DEL', jobs .. job)
  redis.call('XADD', events, '*', 'event', 'removed', 'jobId', job, 'prev', 'delayed')
end
redis.call('ZREM', all, id)
redis.call('DEL', own)
redis.call('SET', mark, token, 'PX', keep_ms)
return 1
`,
);

/** Stops a repetition. */
export async function stopRepeat(connection: QueueConnection, id: string): Promise<boolean> {
  const token = randomUUID();
  return connection.use(async ({ bull, client }) => {
    // Ids of jobs have no "@".
    const keys = ['repeat', `repeat:${id}`, 'delayed', 'events', `@stopped:${id}`].map((key) => bull.toKey(key));
    return (await runScript(client, STOP, keys, [id, bull.toKey(''), token, KEEP_CLAIM_MS])) === 1;
  });
}

/** Returns the checked options of the job, and of its repetition. */
function repeatOptions(options: RepeatOptions) {
  const { attempts, priority, extra, ...when } = readOptions<RepeatOptions>('repeat', REPEAT_OPTIONS, options);
  if ((when.every === undefined) !== (when.cron === undefined)) return { job: { attempts, priority, extra }, when };
  const given = when.every === undefined ? 'missing' : 'cannot be combined with cron';
  throw invalidSetting('every', undefined, `${given}: expected one of every, cron.`);
}

async function upsert(
  { bull, client }: OpenQueue,
  { name, data, opts }: NewJob,
  options: Checked<RepeatOptions>,
): Promise<RepeatedJob> {
  const id = callId(name, data.params);
  const { attempts, backoff, priority } = opts;
  const when = schedule(id, options);
  try {
    // bullmq types ids as names of jobs.
    await bull.upsertJobScheduler(id as typeof name, when, {
      name,
      data,
      opts: { attempts, backoff, ...(priority === undefined ? {} : { priority }) },
    });
  } catch (error) {
    // The parser of patterns throws before anything is sent.
    if (options.cron === undefined || (error as Error).name === 'ReplyError' || isAway(client)) throw error;
    throw invalidSetting('cron', options.cron, `is not valid: ${(error as Error).message}.`, error);
  }
  const found = await bull.getJobScheduler(id);
  if (found === undefined)
    throw new BadRequestError('cron: has no further run: expected a pattern that has one.', { parameter: 'cron' });
  return repeatedJob(found);
}

/** Returns when a call runs. The hash of the call decides where in the interval. */
function schedule(
  id: string,
  { every = 0, cron, timeZone: tz, spread = true }: Checked<RepeatOptions>,
): BullRepeatOptions {
  if (cron !== undefined) return tz === undefined ? { pattern: cron } : { pattern: cron, tz };
  const place = hash('sha256', id, 'buffer').readUIntBE(0, 6);
  // With the offset 0, bullmq would run the job now.
  return { every, offset: spread ? 1 + (place % (every - 1)) : 1 };
}

function repeatedJob({ key, name, every, pattern, tz, next, template }: JobSchedulerJson<StoredData>): RepeatedJob {
  const { params, extra } = template?.data ?? {};
  return {
    id: key,
    endpoint: name as RepeatedJob['endpoint'],
    params: params as RepeatedJob['params'],
    ...(extra === undefined ? {} : { extra }),
    ...(every === undefined ? {} : { everyMs: Number(every) }),
    ...(pattern === undefined ? {} : { cron: pattern }),
    ...(tz === undefined ? {} : { timeZone: tz }),
    nextAt: new Date(Number(next)),
  };
}
