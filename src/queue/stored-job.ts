/** Jobs as BullMQ stores them, and the keys in Redis beside theirs. */
import { hash, randomUUID } from 'node:crypto';
import type { Job, JobsOptions } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { callIdentity } from '../contract/call-identity.ts';
import { assertEndpoint, type EndpointName } from '../contract/endpoints.ts';
import { BadRequestError } from '../contract/errors.ts';
import type { CallDefaults, FullParams, Params } from '../contract/marketplace.ts';
import { shown } from '../contract/shown.ts';
import { marketplaceOf, validateParams } from '../contract/validate.ts';
import { IDEMPOTENCY_KEY_FORM, isIdempotencyKey } from '../options/call-options.ts';
import { readOptions } from '../options/table.ts';
import { JOB_OPTIONS } from './options.ts';
import type { JobExtra, JobOptions } from './types.ts';

/** Default of {@link JobOptions.attempts}. */
const ATTEMPTS = 5;
/** Workers decide the delay of each retry. */
const BACKOFF = { type: 'error' };

/** The data of a job; its name is the endpoint. */
export interface StoredData {
  params: FullParams<EndpointName>;
  /** Idempotency key of the call, if it is not the job's id. */
  key?: string;
  extra?: JobExtra;
  /** How often the job was retried as a dead letter. */
  retried?: number;
  /** Until when an equal call is a duplicate [milliseconds since the epoch]. */
  uniqueUntil?: number;
}

/** A job of this library. */
export type StoredJob = Job<StoredData, undefined, EndpointName>;

/** A job to store. */
export interface NewJob {
  name: EndpointName;
  data: StoredData;
  opts: JobsOptions & { jobId: string; attempts: number; backoff: { type: string } };
}

/** Returns the job of a call. @throws BadRequestError for an unknown endpoint, an invalid parameter or an invalid option */
export function newJob(endpoint: unknown, params: unknown, options: JobOptions, defaults: CallDefaults): NewJob {
  assertEndpoint('endpoint', endpoint);
  const full = validateParams(endpoint, params as Params<typeof endpoint>, defaults);
  const checked = readOptions('jobs', JOB_OPTIONS, options);
  const { id, priority, urgent, delayMs, attempts = ATTEMPTS, uniqueForMs = 0, allowDuplicate, extra } = checked;
  const data: StoredData = { params: full };
  // A job that has ended leaves its id free: the next job with this id is another call.
  if (id !== undefined) data.key = `${id}~${randomUUID()}`;
  if (extra !== undefined) data.extra = extra;
  if (uniqueForMs > 0) data.uniqueUntil = Date.now() + uniqueForMs;
  const opts: NewJob['opts'] = { jobId: id ?? randomUUID(), attempts, backoff: BACKOFF };
  if (priority !== undefined && priority > 0) opts.priority = priority;
  if (urgent === true) opts.lifo = true;
  if (delayMs !== undefined && delayMs > 0) opts.delay = delayMs;
  if (allowDuplicate !== true) opts.deduplication = { id: callId(endpoint, full) };
  return { name: endpoint, data, opts };
}

/** Returns an id that is the same for the same call: 132 bits of a hash, in letters, digits, `_` and `-`. */
export function callId(endpoint: string, params: object, own?: object): string {
  return hash('sha256', callIdentity(endpoint, params, own), 'base64url').slice(0, 22);
}

/** Returns the marketplace of a stored job. A job of another program can have no valid parameters: it counts as `us`. */
export function marketplaceOfJob(data: StoredData): ReturnType<typeof marketplaceOf> {
  try {
    return marketplaceOf(data.params as Parameters<typeof marketplaceOf>[0]);
  } catch {
    return 'us';
  }
}

/** Returns the key of a stored job. If no call can have it, because another program has added the job, it is a hash that each sink can pass on. */
export function keyOfJob(id: string, { key }: StoredData): string {
  const own = key ?? id;
  return isKey(own) ? own : `invalid-${hash('sha256', JSON.stringify(own))}`;
}

/** Throws if no call can have the key of a stored job. @throws BadRequestError `INVALID_PARAMETER` */
export function assertKey(id: string, { key }: StoredData): void {
  const own = key ?? id;
  if (isKey(own)) return;
  const parameter = own === id ? 'id' : 'key';
  throw new BadRequestError(
    `${parameter}: ${shown(own)} is not an idempotency key: expected ${IDEMPOTENCY_KEY_FORM}. Correct the program that added the job.`,
    { parameter },
  );
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && isIdempotencyKey(value);
}

/** The keys in Redis that runs of jobs use, beside those that bullmq itself keeps. */
export type JobKeys = ReturnType<typeof jobKeys>;

/** Returns the keys of the jobs of a worker. @param jobs First part of the keys of jobs. */
export function jobKeys(client: Redis | Cluster, prefix: string, jobs: string, onError: (error: unknown) => void) {
  /** The jobs whose calls wait for their turn. */
  const idle = `${prefix}:@idle`;
  return {
    /** Returns the key of the lock of a job. */
    lock: (id: string) => `${jobs}${id}:lock`,
    /** Returns who has a lock. */
    owner: (lock: string): Promise<string | null> => client.get(lock),
    /** Notes that the call of a job waits for its turn, or that the wait has ended. */
    setIdle(id: string, isIdle: boolean): void {
      (isIdle ? client.hset(idle, id, 1) : client.hdel(idle, id)).catch(onError);
    },
    /** Returns how many workers have died with a job, without those whose call waited for its turn. */
    async deaths({ id = '', stalledCounter }: StoredJob): Promise<number> {
      const wasIdle = await client.hdel(idle, id);
      return wasIdle === 1 ? client.hincrby(jobs + id, 'stc', -1) : stalledCounter;
    },
    /** Keeps the deduplication of a job that ends until a time: bullmq removes its key, unless it expires by itself. */
    async keepUnique(deduplicationId: string, until: number): Promise<void> {
      await client.pexpireat(`${jobs}de:${deduplicationId}`, until);
    },
  };
}
