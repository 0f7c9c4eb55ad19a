/**
 * Fair turns of sites: a worker has few jobs that wait for the pace of their site. The others wait in Redis, in a list for each site, so that a slow site
 * does not hold up the jobs of others.
 */
import type { Cluster, Redis } from 'ioredis';
import { type RedisValue, runScript, type Script, script } from '../redis/script.ts';
import type { StoredJob } from './stored-job.ts';

/** How often a worker looks for jobs whose turn it is, also those of workers that died [milliseconds]. */
const LOOK_MS = 1_000;
/** How long a worker waits for the job that it has moved to the queue: then another one has it [milliseconds]. */
const MOVED_MS = 100;
/** Shorter waits hold up nobody: moving jobs would cost more [milliseconds]. */
const LONG_WAIT_MS = 1_000;
/** The progress of a job whose turn it is. */
const ITS_TURN = 1;
/** More than any time [milliseconds since the epoch]: the places of a priority are behind those of the one before. */
const PRIORITY = 2 ** 42;

/**
 * Moves a job from the active ones to the list of its site. It keeps its first place there. Returns 0 if somebody else has it. Arguments: id, token, site,
 * place.
 */
const PARK: Script = script(
  'park-job',
  `local job, lock, active, stalled, sites = unpack(KEYS)
local id, token, site, place = unpack(ARGV)
if redis.call('GET', lock) ~= token or redis.call('LREM', active, 1, id) == 0 then return 0 end
redis.call('DEL', lock)
redis.call('SREM', stalled, id)
redis.call('HSETNX', job, 'place', place)
redis.call('ZADD', sites .. ':' .. site, redis.call('HGET', job, 'place'), id)
redis.call('SADD', sites, site)
return 1
`,
);

/**
 * Moves the next job of each site to the front of the queue. Arguments: start of the keys of jobs, most jobs, sites without a turn. Returns 1 if jobs are
 * left, then the sites whose jobs were moved. A list can have ids of jobs that were removed meanwhile.
 */
const NEXT: Script = script(
  'next-jobs',
  `local sites, wait, marker, meta = unpack(KEYS)
local jobs, most, without, given = ARGV[1], tonumber(ARGV[2]), {}, { 0 }
if redis.call('HEXISTS', meta, 'paused') == 1 then return given end
for index = 3, #ARGV do without[ARGV[index]] = true end
for _, site in ipairs(redis.call('SMEMBERS', sites)) do
  local list = sites .. ':' .. site
  while not without[site] and #given <= most do
    local id, place = unpack(redis.call('ZPOPMIN', list))
    if not id then
      redis.call('SREM', sites, site)
      break
    end
    if tonumber(redis.call('HGET', jobs .. id, 'place') or '') == tonumber(place) then
      redis.call('HSET', jobs .. id, 'progress', ${ITS_TURN})
      redis.call('RPUSH', wait, id)
      given[#given + 1] = site
      break
    end
  end
end
if #given > 1 then redis.call('ZADD', marker, 0, '0') end
given[1] = redis.call('EXISTS', sites)
return given
`,
);

/** The key of the set of sites whose jobs wait; the list of a site has its name behind it. Names of queues and ids of jobs have no "@". */
export function sitesKey(prefix: string): string {
  return `${prefix}:@paced`;
}

/** The part of a worker that its turns use. */
export interface TurnsOptions {
  client: Redis | Cluster;
  /** First part of the keys of the queue, and that of the keys of its jobs. */
  prefix: string;
  jobs: string;
  concurrency: number;
  /** Returns how many more jobs the worker could take now. */
  free: () => number;
  onError: (error: unknown) => void;
}

/** The turns of the jobs of a worker. */
export class Turns {
  readonly #options: TurnsOptions;
  /** Most calls of a site that wait for its pace: the next one should be there when it is its turn. */
  readonly #most: number;
  /** Number of these calls, by site. */
  readonly #waiting = new Map<string, number>();
  /** How long the last call of a site waited [milliseconds]. */
  readonly #waited = new Map<string, number>();
  /** When a job of a site was moved to the queue that no worker has taken yet, of `performance.now()`. */
  readonly #moved = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #hasParked = true;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#most = options.concurrency < 8 ? 1 : 2;
    this.#timer = setInterval(() => {
      this.#hasParked = true;
      this.next();
    }, LOOK_MS).unref();
  }

  /** Whether enough calls wait for the pace of a site, and for long. */
  isFull(site: string): boolean {
    const waitedMs = this.#waited.get(site) ?? LONG_WAIT_MS;
    return (this.#waiting.get(site) ?? 0) >= this.#most && waitedMs >= LONG_WAIT_MS;
  }

  /** Counts a call that waits for the pace of its site. Returns a function that ends the wait. */
  wait(site: string): () => void {
    const began = performance.now();
    this.#waiting.set(site, (this.#waiting.get(site) ?? 0) + 1);
    return () => {
      this.#waited.set(site, performance.now() - began);
      this.#waiting.set(site, (this.#waiting.get(site) ?? 1) - 1);
      this.next();
    };
  }

  /** Takes note that a worker has a job of a site. */
  took(site: string): void {
    this.#moved.delete(site);
  }

  /** Whether it is the turn of a job that has waited in the list of its site. */
  hasTurn({ progress }: StoredJob): boolean {
    return progress === ITS_TURN;
  }

  /** Moves a job to the list of its site, in the order in which workers took the jobs from the queue. Returns whether it did. */
  async park({ id = '', opts, processedOn = 0 }: StoredJob, token: string, site: string): Promise<boolean> {
    const { client, prefix, jobs, onError } = this.#options;
    this.#hasParked = true;
    const { priority = 0, lifo = false } = opts;
    const keys = [jobs + id, `${jobs + id}:lock`, `${jobs}active`, `${jobs}stalled`, sitesKey(prefix)];
    const args = [id, token, site, (priority - Number(lifo)) * PRIORITY + processedOn];
    try {
      return (await runScript(client, PARK, keys, args)) === 1;
    } catch (error) {
      onError(error);
      return false;
    }
  }

  /** Gives the next jobs of all sites their turn, if there are any, and the worker has free places. */
  next(): void {
    const free = this.#hasParked ? this.#options.free() : 0;
    if (free > 0) this.#next(free).catch(this.#options.onError);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #next(free: number): Promise<void> {
    const { client, prefix, jobs } = this.#options;
    const now = performance.now();
    const full = [...this.#waiting.keys()].filter((site) => this.isFull(site));
    const moved = [...this.#moved].flatMap(([site, at]) => (now - at < MOVED_MS ? [site] : []));
    const keys = [sitesKey(prefix), `${jobs}wait`, `${jobs}marker`, `${jobs}meta`];
    const args: RedisValue[] = [jobs, free, ...full, ...moved];
    this.#hasParked = false;
    const [isLeft, ...given] = (await runScript(client, NEXT, keys, args)) as [number, ...string[]];
    this.#hasParked ||= isLeft === 1;
    for (const site of given) this.#moved.set(site, now);
  }
}
