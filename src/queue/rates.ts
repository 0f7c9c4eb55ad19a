/** Counts how jobs end, by minute, endpoint and marketplace. */
import type { Cluster, Redis } from 'ioredis';
import { MARKETPLACES, type MarketplaceCode } from '../contract/codes.ts';
import { type EndpointName, isEndpointName } from '../contract/endpoints.ts';
import { resultsOf } from '../redis/client.ts';
import type { JobRate } from './types.ts';

/** Minutes that {@link readRates} counts, with the current one. */
const MINUTES = 5;
const MINUTE_MS = 60_000;
/** How long the counters of a minute are kept [milliseconds]. */
const KEEP_MS = 2 * MINUTES * MINUTE_MS;
/** How often a worker sends its counts [milliseconds]. */
const SEND_MS = 1_000;

/** How a job, or an attempt of it, ended. */
export type Ending = 'succeeded' | 'retried' | 'dead';
const ENDINGS: readonly Ending[] = ['succeeded', 'retried', 'dead'];

function keyOf(prefix: string, minute: number): string {
  return `${prefix}:minute:${minute}`;
}

/** Returns what sends the counts of a worker: together, so that their cost does not grow with the number of jobs. */
export function rateCounter(client: Redis | Cluster, prefix: string, onError: (error: unknown) => void) {
  /** By key of the minute, and by field. */
  let counts = new Map<string, Map<string, number>>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    timer = undefined;
    const pipeline = client.pipeline();
    for (const [key, fields] of counts) {
      for (const [field, count] of fields) pipeline.hincrby(key, field, count);
      pipeline.pexpire(key, KEEP_MS);
    }
    counts = new Map();
    await pipeline.exec().catch(onError);
  }

  /** Sends the counts now. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    sending = sending.then(send);
    return sending;
  }

  /** Counts an ending. */
  function add(endpoint: EndpointName, marketplace: MarketplaceCode, ending: Ending): void {
    const key = keyOf(prefix, Math.floor(Date.now() / MINUTE_MS));
    const fields = counts.get(key) ?? new Map<string, number>();
    const field = `${endpoint} ${marketplace} ${ending}`;
    counts.set(key, fields.set(field, (fields.get(field) ?? 0) + 1));
    timer ??= setTimeout(() => void flush(), SEND_MS).unref();
  }

  return { add, flush };
}

/** Returns the counts of the last minutes, and the time that they cover [milliseconds]. */
export async function readRates(
  client: Redis | Cluster,
  prefix: string,
): Promise<{ rateMs: number; rates: JobRate[] }> {
  const now = Date.now();
  const last = Math.floor(now / MINUTE_MS);
  const pipeline = client.pipeline();
  for (let minute = last - MINUTES + 1; minute <= last; minute++) pipeline.hgetall(keyOf(prefix, minute));
  const rates = new Map<string, JobRate>();
  for (const counts of (await resultsOf(pipeline)) as Record<string, string>[])
    for (const [field, count] of Object.entries(counts)) addTo(rates, field, Number(count));
  return { rateMs: now - (last - MINUTES + 1) * MINUTE_MS, rates: [...rates.values()] };
}

function addTo(rates: Map<string, JobRate>, field: string, count: number): void {
  const [endpoint, code, ending] = field.split(' ');
  const marketplace = MARKETPLACES.find((known) => known === code);
  const kind = ENDINGS.find((known) => known === ending);
  // A worker of a later version can know more.
  if (!isEndpointName(endpoint) || marketplace === undefined || kind === undefined) return;
  const name = `${endpoint} ${marketplace}`;
  const rate = rates.get(name) ?? { endpoint, marketplace, succeeded: 0, retried: 0, dead: 0 };
  rate[kind] += count;
  rates.set(name, rate);
}
