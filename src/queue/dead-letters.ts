/** Dead letters: jobs that failed for good. They are the failed jobs of bullmq. */
import { gunzipSync } from 'node:zlib';
import type { EndpointName } from '../contract/endpoints.ts';
import { jsonOf } from '../contract/json.ts';
import type { StoredError } from '../contract/stored-error.ts';
import { trueOrFalse, wholeNumber } from '../options/checks.ts';
import { type OptionTable, readOptions } from '../options/table.ts';
import { resultsOf } from '../redis/client.ts';
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

/** Lists, retries and removes dead letters. */
export class DeadLetters {
  readonly #connection: QueueConnection;

  constructor(connection: QueueConnection) {
    this.#connection = connection;
  }

  /** Returns the dead jobs that match, oldest first. */
  async *list(options: DeadOptions = {}): AsyncGenerator<DeadJob, void, undefined> {
    const { pages = false, limit = Number.POSITIVE_INFINITY, ...filter } = readOptions('dead', DEAD_OPTIONS, options);
    let left = limit;
    for await (const page of this.#pages(filter)) {
      for (const job of page) {
        if (left-- <= 0) return;
        const html = pages ? await this.#connection.use((opened) => readPage(opened, job.id)) : undefined;
        yield html === undefined ? job : { ...job, page: html };
      }
    }
  }

  /** Adds the dead jobs that match again. Returns their number. */
  async retry(filter: DeadFilter = {}): Promise<number> {
    return this.#each(filter, retryJob);
  }

  /** Removes the dead jobs that match. Returns their number. */
  async remove(filter: DeadFilter = {}): Promise<number> {
    return this.#each(filter, async ({ bull }, id) => (await bull.remove(id)) === 1);
  }

  async #each(filter: DeadFilter, act: (opened: OpenQueue, id: string) => Promise<boolean>): Promise<number> {
    let count = 0;
    for await (const page of this.#pages(readOptions('the filter of dead jobs', DEAD_FILTER, filter))) {
      const done = await this.#connection.use((opened) => Promise.all(page.map(({ id }) => act(opened, id))));
      count += done.filter(Boolean).length;
    }
    return count;
  }

  async *#pages(filter: DeadFilter): AsyncGenerator<DeadJob[], void, undefined> {
    for await (const ids of filter.ids === undefined ? this.#allIds() : chunksOf(filter.ids, PAGE)) {
      const jobs = await this.#connection.use((opened) => readJobs(opened, ids));
      yield jobs.filter((job) => isMatch(job, filter));
    }
  }

  /**
   * Returns the ids of the jobs that are dead now, in pages. Jobs that are removed meanwhile move the places of the others: the time of death is where
   * the next page begins.
   */
  async *#allIds(): AsyncGenerator<string[], void, undefined> {
    const end = Date.now();
    let since = '-inf';
    let seen = new Set<string>();
    for (;;) {
      const found = await this.#connection.use(({ bull, client }) =>
        client.zrangebyscore(bull.toKey('failed'), since, end, 'WITHSCORES', 'LIMIT', 0, PAGE + seen.size),
      );
      const ids = found.filter((_, index) => index % 2 === 0);
      const last = found.at(-1);
      if (last === undefined) return;
      const fresh = ids.filter((id) => !seen.has(id));
      if (fresh.length === 0) return;
      const atLast = ids.filter((_, index) => found[index * 2 + 1] === last);
      seen = new Set(last === since ? [...seen, ...atLast] : atLast);
      since = last;
      yield fresh;
    }
  }
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

/** Adds a job again as new: with all attempts, and without the workers that died with it. */
async function retryJob({ bull, client }: OpenQueue, id: string): Promise<boolean> {
  // Without data that is JSON, it could only fail again.
  const job = await bull.getJob(id).catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error;
  });
  if (job === undefined) return false;
  await client.hdel(bull.toKey(id), 'stc');
  // It can have another result now.
  await job.updateData({ ...job.data, retried: (job.data.retried ?? 0) + 1 });
  try {
    await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
  } catch (error) {
    // Somebody else has retried or removed it.
    if ((await job.getState()) !== 'failed') return false;
    throw error;
  }
  await client.del(bull.toKey(`${id}:logs`));
  return true;
}

async function readPage({ bull, client }: OpenQueue, id: string): Promise<string | undefined> {
  const stored = await client.lindex(bull.toKey(`${id}:logs`), -1);
  return stored === null ? undefined : gunzipSync(Buffer.from(stored, 'base64')).toString();
}
