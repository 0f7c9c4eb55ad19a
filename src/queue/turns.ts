/**
 * Fair turns of sites: a worker has few jobs that wait for the pace of their site. The others wait in Redis, in a list for each site, so that a slow site
 * does not hold up the jobs of others.
 */
import type { Cluster, Redis } from 'ioredis';
import { runScript, script } from '../redis/script.ts';
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
const PARK = script(
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
const NEXT = script(
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
export type Turns = ReturnType<typeof openTurns>;

/** Opens the turns of the jobs of a worker. */
export function openTurns({ client, prefix, jobs, concurrency, free, onError }: TurnsOptions) {
  const sites = sitesKey(prefix);
  /** Most calls of a site that wait for its pace: the next one should be there when it is its turn. */
  const most = concurrency < 8 ? 1 : 2;
  /** Number of these calls, by site. */
  const waiting = new Map<string, number>();
  /** How long the last call of a site waited [milliseconds]. */
  const waited = new Map<string, number>();
  /** When a job of a site was moved to the queue that no worker has taken yet, of `performance.now()`. */
  const moved = new Map<string, number>();
  let hasParked = true;
  const timer = setInterval(() => {
    hasParked = true;
    next();
  }, LOOK_MS).unref();

  /** Whether enough calls wait for the pace of a site, and for long. */
  const isFull = (site: string): boolean =>
    (waiting.get(site) ?? 0) >= most && (waited.get(site) ?? LONG_WAIT_MS) >= LONG_WAIT_MS;

  /** Gives the next jobs of all sites their turn, if there are any, and the worker has free places. */
  function next(): void {
    const places = hasParked ? free() : 0;
    if (places > 0) move(places).catch(onError);
  }

  async function move(places: number): Promise<void> {
    const now = performance.now();
    const full = [...waiting.keys()].filter(isFull);
    const onTheirWay = [...moved].flatMap(([site, at]) => (now - at < MOVED_MS ? [site] : []));
    hasParked = false;
    const keys = [sites, `${jobs}wait`, `${jobs}marker`, `${jobs}meta`];
    const answer = await runScript(client, NEXT, keys, [jobs, places, ...full, ...onTheirWay]);
    const [isLeft, ...given] = answer as [number, ...string[]];
    hasParked ||= isLeft === 1;
    for (const site of given) moved.set(site, now);
  }

  return {
    isFull,
    next,
    /** Whether it is the turn of a job that has waited in the list of its site. */
    hasTurn: ({ progress }: StoredJob): boolean => progress === ITS_TURN,
    /** Takes note that a worker has a job of a site. */
    took: (site: string) => void moved.delete(site),
    /** Counts a call that waits for the pace of its site. Returns a function that ends the wait. */
    wait(site: string): () => void {
      const began = performance.now();
      waiting.set(site, (waiting.get(site) ?? 0) + 1);
      return () => {
        waited.set(site, performance.now() - began);
        waiting.set(site, (waiting.get(site) ?? 1) - 1);
        next();
      };
    },
    /** Moves a job to the list of its site, in the order in which workers took the jobs from the queue. Returns whether it did. */
    async park({ id = '', opts, processedOn = 0 }: StoredJob, token: string, site: string): Promise<boolean> {
      hasParked = true;
      const { priority = 0, lifo = false } = opts;
      const keys = [jobs + id, `${jobs + id}:lock`, `${jobs}active`, `${jobs}stalled`, sites];
      const args = [id, token, site, (priority - Number(lifo)) * PRIORITY + processedOn];
      try {
        return (await runScript(client, PARK, keys, args)) === 1;
      } catch (error) {
        onError(error);
        return false;
      }
    },
    close: () => clearInterval(timer),
  };
}
