/** The jobs of a queue, as callers add them and as workers report them. */
import type { Language, MarketplaceCode } from '../contract/codes.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { CallParams, Duration, FullParams } from '../contract/marketplace.ts';
import type { StoredError } from '../contract/stored-error.ts';
import type { RedisTarget } from '../redis/target.ts';

/** Options that a queue and its workers share: they must have the same `name` and `prefix`. */
export interface QueueConnectionOptions {
  /** Redis server: a URL (`redis://`, `rediss://`), or a client of ioredis, which you close yourself. @default BUYBOX_REDIS_URL */
  redis?: RedisTarget | undefined;
  /** First part of all keys in Redis. @default 'buybox' */
  prefix?: string | undefined;
  /** Name of the queue. Queues with different names have nothing in common. @default 'calls' */
  name?: string | undefined;
}

/** Options of {@link createQueue}. */
export interface QueueOptions extends QueueConnectionOptions {
  /** How long a command waits for a lost connection before it throws an `UnavailableError` [milliseconds]. @default 5_000 */
  waitMs?: Duration | undefined;
  /** Marketplace of jobs whose parameters have none. @default BUYBOX_MARKETPLACE, else 'us' */
  marketplace?: MarketplaceCode | undefined;
  /** Language of jobs whose parameters have none. @default BUYBOX_LANGUAGE, else 'en' */
  language?: Language | undefined;
}

/** Options of a job. */
export interface JobOptions {
  /**
   * Id of the job: 1 to 128 letters, digits or `_`, `-`, `.`, not only digits. A job with the id of one that has not ended is a duplicate.
   *
   * @default a UUID
   */
  id?: string | undefined;
  /**
   * Jobs with a lower number are taken first; those of the same number in the order in which they were added. Give bulk work a higher number.
   * From 0 to 2_097_151. @default 0
   */
  priority?: number | undefined;
  /** Puts the job in front of all waiting jobs of the priority 0. @default false */
  urgent?: boolean | undefined;
  /** How long to wait before a worker may take the job [milliseconds]. @default 0 */
  delayMs?: Duration | undefined;
  /** How often the call is attempted. The retries inside of a call do not count. @default 5 */
  attempts?: number | undefined;
  /**
   * How long after the job was added an equal call is a duplicate, also when the job has ended with a result [milliseconds]. An equal call is always a
   * duplicate of a job that has not ended. @default 0
   */
  uniqueForMs?: Duration | undefined;
  /** Adds the job although an equal call is in the queue. @default false */
  allowDuplicate?: boolean | undefined;
  /** A JSON object of your own. It is part of the job's result. An equal call with another object is still a duplicate. */
  extra?: JobExtra | undefined;
}

/** A JSON object of the user's own that belongs to a job. */
export type JobExtra = Readonly<Record<string, unknown>>;

/** A call to add: endpoint, parameters, and the options of its job. */
export type JobInput<Name extends EndpointName = EndpointName> = {
  [Endpoint in Name]: { endpoint: Endpoint; params: CallParams<Endpoint> } & JobOptions;
}[Name];

/** The result of {@link Queue.add}. */
export interface AddedJob {
  /** Id of the job. Of a duplicate: the id of the job that is in the queue, or that ended within `uniqueForMs`. */
  id: string;
  /** Whether nothing was added, because an equal call or a job with the same id is in the queue. */
  isDuplicate: boolean;
}

/** The counts of {@link Queue.addAll}. */
export interface AddedJobs {
  /** Number of jobs that were added. */
  added: number;
  /** Number of inputs that were in the queue already, or earlier in the same input. */
  duplicates: number;
  /** Number of invalid inputs. Always 0 without `onInvalid`. */
  invalid: number;
}

/** Options of {@link Queue.addAll}. Options of a job are the defaults of inputs that do not set them. */
export interface AddAllOptions extends Omit<JobOptions, 'id' | 'extra'> {
  /** Number of jobs that are sent to Redis at once, and that are in memory. @default 1_000 */
  chunkSize?: number | undefined;
  /**
   * Called for each invalid input, with its error and its position, starting at 0. The others are added. Without it, an invalid input throws, and no job
   * of its chunk is added.
   */
  onInvalid?: ((invalid: InvalidInput) => void) | undefined;
  /** Called after each chunk. */
  onProgress?: ((progress: AddedJobs) => void) | undefined;
  /** Stops between two chunks: the call rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** An invalid input of {@link Queue.addAll}. */
export interface InvalidInput {
  /** Position of the input, starting at 0. */
  position: number;
  /** The input, as it was given. */
  input: unknown;
  /** The problem. */
  error: Error;
}

/** When a repeated job runs. Set one of `every` and `cron`. */
export interface RepeatOptions extends Pick<JobOptions, 'priority' | 'attempts' | 'extra'> {
  /** Time between two runs, from 1 second to 24 days: a text such as `15m`, or milliseconds. */
  every?: Duration | undefined;
  /** A cron pattern with 5 or 6 fields, such as `0 6 * * *`. */
  cron?: string | undefined;
  /** Time zone of the cron pattern, such as `Europe/Berlin`. @default the time zone of the worker */
  timeZone?: string | undefined;
  /** Spreads the runs of different calls evenly over the interval. Without it, all run at the same time. Not for `cron`. @default true */
  spread?: boolean | undefined;
}

/** A job that runs again and again. A call has at most one. */
export interface RepeatedJob {
  /** Id of the repetition. The ids of its jobs begin with it. */
  id: string;
  /** Endpoint of the call. */
  endpoint: EndpointName;
  /** The parameters with all defaults. */
  params: FullParams<EndpointName>;
  /** The job's own JSON object. */
  extra?: JobExtra;
  /** Time between two runs [milliseconds]. Absent for a cron pattern. */
  everyMs?: number;
  /** The cron pattern. Absent for an interval. */
  cron?: string;
  /** Time zone of the cron pattern. */
  timeZone?: string;
  /** When it runs next. */
  nextAt: Date;
}

/** A filter of dead jobs. A job must match all members that are set. */
export interface DeadFilter {
  /** Ids of jobs. */
  ids?: readonly string[] | undefined;
  /** Error codes. */
  code?: string | readonly string[] | undefined;
  /** Marketplace of the calls. */
  marketplace?: MarketplaceCode | undefined;
  /** Endpoint of the calls. */
  endpoint?: EndpointName | undefined;
}

/** Options of {@link Queue.dead}. */
export interface DeadOptions extends DeadFilter {
  /** Reads the page of each job too. @default false */
  pages?: boolean | undefined;
  /** Most jobs to return. @default no limit */
  limit?: number | undefined;
}

/** A job that failed for good. */
export interface DeadJob {
  /** Id of the job. */
  id: string;
  /** Endpoint of the call. */
  endpoint: EndpointName;
  /** The parameters with all defaults. */
  params: FullParams<EndpointName>;
  /** The job's own JSON object. */
  extra?: JobExtra;
  /** Marketplace of the call. */
  marketplace: MarketplaceCode;
  /** Why it failed. */
  error: StoredError;
  /** Number of attempts. */
  attempts: number;
  /** When it was added. */
  addedAt: Date;
  /** When it failed for good. */
  diedAt: Date;
  /** HTML of the page that could not be read, if the worker keeps pages and `pages` is set. */
  page?: string;
}

/** Numbers of jobs by state. */
export interface JobCounts {
  /** Jobs that a worker can take now. */
  waiting: number;
  /** Jobs that wait for the pace of their site, in the list of the site. */
  paced: number;
  /** Jobs that a worker has. */
  active: number;
  /** Jobs that wait for their time: delayed, retried or repeated. */
  delayed: number;
  /** Dead letters. */
  dead: number;
}

/** How many jobs of a kind ended in the last minutes. */
export interface JobRate {
  /** Endpoint of the calls. */
  endpoint: EndpointName;
  /** Marketplace of the calls. */
  marketplace: MarketplaceCode;
  /** Jobs that ended with a result. */
  succeeded: number;
  /** Attempts that failed and are retried. */
  retried: number;
  /** Jobs that failed for good. */
  dead: number;
}

/** State of a queue. */
export interface QueueStatus extends JobCounts {
  /** Name of the queue. */
  name: string;
  /** Whether workers take no jobs until `resume` is called. */
  isPaused: boolean;
  /** Age of the next waiting job [milliseconds]. Absent if none waits. */
  oldestWaitingMs?: number;
  /** Number of workers that are connected. */
  workers: number;
  /** Number of repeated jobs. */
  repeats: number;
  /** Length of the time that {@link rates} count [milliseconds]. */
  rateMs: number;
  /** Jobs that ended in the last minutes, by endpoint and marketplace. */
  rates: JobRate[];
}

/** A queue of calls on Redis. Every method throws `UnavailableError` if Redis does not respond within `waitMs`. */
export interface Queue {
  /**
   * Adds a call. Its parameters are checked first, and stored with all defaults.
   *
   * @throws BadRequestError `INVALID_PARAMETER` or `NATIVE_LANGUAGE_NOT_SUPPORTED` as the call itself would; `INVALID_CONFIGURATION` for an option
   */
  add<Name extends EndpointName>(endpoint: Name, params: CallParams<Name>, options?: JobOptions): Promise<AddedJob>;
  /** Adds many calls. Reads the inputs in chunks, so that their number does not matter. @throws BadRequestError for an invalid input, with its position */
  addAll(inputs: Iterable<JobInput> | AsyncIterable<JobInput>, options?: AddAllOptions): Promise<AddedJobs>;
  /** Adds a call at regular times. An earlier repetition of the same call is replaced. @throws BadRequestError as {@link add} */
  repeat<Name extends EndpointName>(
    endpoint: Name,
    params: CallParams<Name>,
    options: RepeatOptions,
  ): Promise<RepeatedJob>;
  /** Repeats many calls, each as {@link repeat} does. Returns their number. */
  repeatAll(inputs: Iterable<JobInput> | AsyncIterable<JobInput>, options: RepeatOptions): Promise<number>;
  /** Returns all repeated jobs. */
  repeats(): AsyncIterable<RepeatedJob>;
  /** Stops a repetition, and removes its next job. Returns whether this call stopped one, also after a lost connection. */
  stopRepeat(id: string): Promise<boolean>;
  /** Returns numbers of jobs, rates and workers. Its cost does not depend on the number of jobs. */
  status(): Promise<QueueStatus>;
  /** Stops all workers from taking jobs, until {@link resume}. Running jobs go on. */
  pause(): Promise<void>;
  /** Lets the workers take jobs again. */
  resume(): Promise<void>;
  /** Returns the dead letters, oldest first. */
  dead(options?: DeadOptions): AsyncIterable<DeadJob>;
  /**
   * Adds dead jobs again, with all their attempts. Returns how many this call added, also after a lost connection. Without a filter: all. If it throws,
   * some can be added: call it again for the others.
   */
  retryDead(filter?: DeadFilter): Promise<number>;
  /** Removes dead jobs for good. Returns how many this call removed, also after a lost connection. Without a filter: all. */
  removeDead(filter?: DeadFilter): Promise<number>;
  /** Closes the connection. Jobs stay in Redis. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
