/** Dead letters: jobs that failed for good. They are the failed jobs of bullmq. */
import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { EndpointName } from '../contract/endpoints.ts';
import { jsonOf } from '../contract/json.ts';
import type { StoredError } from '../contract/stored-error.ts';
import { trueOrFalse, wholeNumber } from '../options/checks.ts';
import { type OptionTable, readOptions } from '../options/table.ts';
import { resultsOf } from '../redis/client.ts';
import { runScript, script } from '../redis/script.ts';
import { chunksOf } from './add.ts';
import type { OpenQueue, QueueConnection } from './connection.ts';
import { DEAD_FILTER } from './options.ts';
import { marketplaceOfJob, type StoredData } from './stored-job.ts';
import type { DeadFilter, DeadJob, DeadOptions } from './types.ts';

const DEAD_OPTIONS: OptionTable<DeadOptions> = {
  ...DEAD_FILTER,
  pages: { check: trueOrFalse },
  limit: { check: (setting) => wholeNumber(setting, 1) },
};

/** Jobs that are read at once. */
const PAGE = 200;

/** Returns the dead jobs that match, oldest first. */
export async function* deadJobs(
  connection: QueueConnection,
  options: DeadOptions = {},
): AsyncGenerator<DeadJob, void, undefined> {
  const { pages = false, limit = Number.POSITIVE_INFINITY, ...filter } = readOptions('dead', DEAD_OPTIONS, options);
  let left = limit;
  for await (const page of pagesOf(connection, filter)) {
    for (const job of page) {
      if (left-- <= 0) return;
      const html = pages ? await connection.use((opened) => readPage(opened, job.id)) : undefined;
      yield html === undefined ? job : { ...job, page: html };
    }
  }
}

/** Does something with the dead jobs that match, once with each. Returns the number of those with which it did. */
export async function eachDead(connection: QueueConnection, act: Act, filter: DeadFilter = {}): Promise<number> {
  let count = 0;
  const token = randomUUID();
  for await (const page of pagesOf(connection, readOptions('the filter of dead jobs', DEAD_FILTER, filter))) {
    count += await connection.use(async (opened) => {
      // All have ended before a lost connection repeats them.
      const ended = await Promise.allSettled(page.map((job) => act(opened, job, token)));
      for (const one of ended) if (one.status === 'rejected') throw one.reason;
      return ended.filter((one) => one.status === 'fulfilled' && one.value).length;
    });
  }
  return count;
}

async function* pagesOf(connection: QueueConnection, filter: DeadFilter): AsyncGenerator<DeadJob[], void, undefined> {
  for await (const ids of filter.ids === undefined ? allIds(connection) : chunksOf(filter.ids, PAGE)) {
    const jobs = await connection.use((opened) => readJobs(opened, ids));
    yield jobs.filter((job) => isMatch(job, filter));
  }
}

/** Returns the ids of the jobs that are dead now, in pages. They are read at once: jobs that are removed meanwhile move the places of the others. */
async function* allIds(connection: QueueConnection): AsyncGenerator<string[], void, undefined> {
  const ids = await connection.use(({ bull, client }) => client.zrange(bull.toKey('failed'), '0', '-1'));
  yield* chunksOf(ids, PAGE);
}

const FIELDS = ['name', 'data', 'failedReason', 'atm', 'timestamp', 'finishedOn'] as const;

async function readJobs({ bull, client }: OpenQueue, ids: readonly string[]): Promise<DeadJob[]> {
  const pipeline = client.pipeline();
  for (const id of ids) pipeline.hmget(bull.toKey(id), ...FIELDS);
  const found = (await resultsOf(pipeline)) as (string | null)[][];
  return found.map((values, index) => deadJob(ids[index] ?? '', values)).filter((job) => job !== undefined);
}

/** Returns a dead job, or `undefined` if there is none with the id. */
function deadJob(id: string, values: (string | null)[]): DeadJob | undefined {
  const [name, data, reason, attempts, addedAt, diedAt] = values;
  if (name == null || data == null || diedAt == null) return undefined;
  const stored = Object(jsonOf(data)) as StoredData;
  return {
    id,
    endpoint: name as EndpointName,
    params: stored.params,
    ...(stored.extra === undefined ? {} : { extra: stored.extra }),
    marketplace: marketplaceOfJob(stored),
    error: errorOf(reason ?? ''),
    attempts: Number(attempts ?? 0),
    addedAt: new Date(Number(addedAt)),
    diedAt: new Date(Number(diedAt)),
  };
}

/** Returns the error of a failed job: workers store it as JSON, bullmq itself as a message. */
function errorOf(reason: string): StoredError {
  const text = jsonOf(reason) ?? reason;
  const stored = typeof text === 'string' ? (jsonOf(text) ?? text) : text;
  if (typeof stored === 'object' && stored !== null && 'code' in stored) return stored as StoredError;
  return { name: 'Error', code: 'INTERNAL', status: 500, message: String(stored), billed: false, retryable: false };
}

function isMatch({ error, marketplace, endpoint }: DeadJob, filter: DeadFilter): boolean {
  const codes = typeof filter.code === 'string' ? [filter.code] : filter.code;
  return (
    (codes === undefined || codes.includes(error.code)) &&
    (filter.marketplace === undefined || filter.marketplace === marketplace) &&
    (filter.endpoint === undefined || filter.endpoint === endpoint)
  );
}

/** Does something with a dead job, once for each token. Returns whether it did, also when it is repeated. */
type Act = (opened: OpenQueue, job: DeadJob, token: string) => Promise<boolean>;

/** Milliseconds that a claim is kept: longer than any wait for a lost connection. */
export const KEEP_CLAIM_MS = 3_600_000;

/**
 * Claims a job that has died, before anything is done with it. Keys: job, claim, page. Arguments: token, time of death, time to keep the claim,
 * and the data of a job that is added again, without the workers that died with it.
 * Returns 1 if the job is still dead, 2 if it is not because the token has done it and the response was lost, else 0.
 */
const CLAIM = script(
  'queue.claimDead',
  `
local died = redis.call('HGET', KEYS[1], 'finishedOn')
local isOwn = redis.call('GET', KEYS[2]) == ARGV[1]
if died ~= ARGV[2] then
  if not isOwn then return 0 end
  if not died then redis.call('DEL', KEYS[3]) end
  return 2
end
if isOwn then return 1 end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3])
if ARGV[4] then
  redis.call('HSET', KEYS[1], 'data', ARGV[4])
  redis.call('HDEL', KEYS[1], 'stc')
end
return 1
`,
);

async function claim({ bull, client }: OpenQueue, { id, diedAt }: DeadJob, token: string, data?: string) {
  const job = bull.toKey(id);
  const args = [token, diedAt.getTime(), KEEP_CLAIM_MS, ...(data === undefined ? [] : [data])];
  return (await runScript(client, CLAIM, [job, `${job}:claim`, pageKey(bull, id)], args)) as 0 | 1 | 2;
}

/** Removes a job. */
export async function removeJob(opened: OpenQueue, job: DeadJob, token: string): Promise<boolean> {
  const claimed = await claim(opened, job, token);
  return claimed === 1 ? (await opened.bull.remove(job.id)) === 1 : claimed === 2;
}

/** Adds a job again as new, with all attempts. */
export async function retryJob(opened: OpenQueue, dead: DeadJob, token: string): Promise<boolean> {
  const { bull, client } = opened;
  // Without data that is JSON, it could only fail again.
  const job = await bull.getJob(dead.id).catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  });
  if (job === null) return false;
  // It can have another result now.
  const data = { ...job?.data, retried: (job?.data?.retried ?? 0) + 1 };
  const claimed = await claim(opened, dead, token, JSON.stringify(data));
  if (claimed !== 1 || job === undefined) return claimed === 2;
  try {
    await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
  } catch (error) {
    // A number of bullmq: somebody else has retried or removed it.
    if (typeof (error as { code?: unknown }).code === 'number') return false;
    throw error;
  }
  await client.del(pageKey(bull, dead.id));
  return true;
}

/** The key of the pages that a job could not read. */
function pageKey(bull: OpenQueue['bull'], id: string): string {
  return bull.toKey(`${id}:logs`);
}

async function readPage({ bull, client }: OpenQueue, id: string): Promise<string | undefined> {
  const stored = await client.lindex(pageKey(bull, id), -1);
  return stored === null ? undefined : gunzipSync(Buffer.from(stored, 'base64')).toString();
}
