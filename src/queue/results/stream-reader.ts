/** A consumer of a stream: fetches entries, keeps them while they are in work, and takes over those of consumers that died. */
import type { Cluster, Redis } from 'ioredis';
import { sleep } from '../../client/waits.ts';
import { BadRequestError } from '../../contract/errors.ts';
import { openHold } from '../../deliver/hold.ts';
import { ownClient } from '../../redis/client.ts';
import { redisConnection } from '../../redis/connection.ts';
import { isPassing, redisError } from '../../redis/errors.ts';
import { script } from '../../redis/script.ts';
import { type RedisTarget, shownTarget } from '../../redis/target.ts';
import type { JobResult } from '../result-types.ts';
import { resultOf } from './stream-entry.ts';
import { STREAM_FUNCTIONS, streamKey } from './stream-keys.ts';

/** Options of a reader. */
export interface StreamReaderOptions {
  redis: RedisTarget;
  prefix?: string | undefined;
  waitMs?: number | undefined;
  /** Name of the stream. */
  stream: string;
  group: string;
  consumer: string;
  batchSize: number;
  takeOverMs: number;
  /** Longest wait of a read for further entries [milliseconds]. @default 5_000 */
  blockMs?: number;
  /** Ends the reader. */
  signal: AbortSignal;
}

/** An entry that this consumer has. */
export interface ReadEntry {
  id: string;
  result: JobResult;
  deliveries: number;
}

interface FetchedEntry {
  id: string;
  fields: readonly Buffer[];
  deliveries: number;
}

/** Entries in a response: an id, and fields unless the entry was deleted. */
type RawEntries = readonly (readonly [id: Buffer, fields: readonly Buffer[] | null])[];

/** Longest wait of a blocking read [milliseconds]. */
const LONGEST_BLOCK_MS = 5_000;
/** Wait after a failure of the connection [milliseconds]. */
const RETRY_MS = 200;
/** Nothing is sent later: a read whose response nobody gets would take entries. */
const BLOCKING_CLIENT = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: () => RETRY_MS,
};
const START = '0-0';

/** Acknowledges an entry, and removes the entries that every group has acknowledged. Arguments: group, entry. */
const ACKNOWLEDGE = script(
  'acknowledge-result',
  `${STREAM_FUNCTIONS}
redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
trim(KEYS[1])
return 1
`,
);

/** Keeps entries with their consumer, and returns those that another one has. Arguments: group, consumer, entries. */
const RENEW = script(
  'renew-results',
  `local lost = {}
for index = 3, #ARGV do
  local row = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[index], ARGV[index], 1)[1]
  if row ~= nil and row[2] == ARGV[2] then
    redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[index], 'JUSTID')
  else
    lost[#lost + 1] = ARGV[index]
  end
end
return lost
`,
);

/** Reads the entries of a stream one after the other. */
export type StreamReader = ReturnType<typeof openReader>;

/** Opens a reader. */
export function openReader(options: StreamReaderOptions) {
  const { redis, stream, group, consumer, batchSize, takeOverMs, blockMs = LONGEST_BLOCK_MS, signal } = options;
  const connection = redisConnection(redis, options);
  const key = streamKey(connection.prefix, stream, 'stream');
  const hold = openHold({});
  /** A client of its own: a blocking read delays all other commands of its connection. */
  let blocking: Redis | Cluster | undefined;
  let fetched: FetchedEntry[] = [];
  /** Entries that this consumer must acknowledge. */
  const held = new Set<string>();
  const timer = setInterval(() => void renew().catch(() => undefined), takeOverMs / 3).unref();
  let renewedAt = performance.now();
  /** Where to look for entries of this consumer that it does not know: those of an earlier process, or of a lost response. */
  let ownFrom: string | undefined = START;
  let takeOverFrom = START;
  let takeOverAt = 0;
  /** Waits for the end of the stream: until the next read, and until all that it has read is returned. */
  const asking: (() => void)[] = [];
  const answered: (() => void)[] = [];

  async function fetch(): Promise<void> {
    for (const resolve of answered.splice(0)) resolve();
    try {
      const client = await blockingClient();
      fetched = (await own(client)) ?? (await takenOver(client)) ?? (await further(client));
      renewedAt = performance.now();
      for (const { id } of fetched) held.add(id);
    } catch (error) {
      if (signal.aborted || !(error instanceof Error)) return;
      if (error.message.startsWith('NOGROUP')) return await createGroup();
      if (error instanceof BadRequestError) throw error;
      if (!isPassing(error)) throw redisError(error, shownTarget(redis));
      // The response with entries can be lost.
      ownFrom = START;
      await sleep(RETRY_MS, signal).catch(() => undefined);
    }
  }

  async function blockingClient(): Promise<Redis | Cluster> {
    if (blocking !== undefined) return blocking;
    const client = await ownClient(redis, BLOCKING_CLIENT);
    blocking = client;
    signal.addEventListener('abort', () => client.disconnect(), { once: true });
    return client;
  }

  async function createGroup(): Promise<void> {
    await hold.run(async () => {
      try {
        await connection.command('XGROUP', 'CREATE', key, group, '0', 'MKSTREAM');
      } catch (error) {
        if (!(error instanceof Error && error.message.includes('BUSYGROUP'))) throw error;
      }
    }, signal);
  }

  /** Reads entries of this consumer behind an id, or new ones (`>`), for which it can wait. */
  async function read(client: Redis | Cluster, from: string, waitMs?: number): Promise<RawEntries> {
    const block = waitMs === undefined ? [] : ['BLOCK', waitMs];
    const args = ['GROUP', group, consumer, 'COUNT', batchSize, ...block, 'STREAMS', key, from];
    const response = (await client.callBuffer('XREADGROUP', args)) ?? [];
    // A list of pairs, or with RESP3 a map as a list of keys and values.
    const [first, second] = response as [Buffer | readonly [Buffer, RawEntries], RawEntries?];
    return (Array.isArray(first) ? first[1] : second) ?? [];
  }

  /** Entries that this consumer has, and that it does not know. */
  async function own(client: Redis | Cluster): Promise<FetchedEntry[] | undefined> {
    if (ownFrom === undefined) return undefined;
    const entries = await read(client, ownFrom);
    ownFrom = entries.at(-1)?.[0].toString();
    const unknown = entries.filter(([id]) => !held.has(id.toString()));
    const found = await counted(client, unknown);
    return found.length > 0 || ownFrom !== undefined ? found : undefined;
  }

  /** Entries of consumers that have given no sign of life. */
  async function takenOver(client: Redis | Cluster): Promise<FetchedEntry[] | undefined> {
    if (performance.now() < takeOverAt) return undefined;
    const args = [key, group, consumer, takeOverMs, takeOverFrom, 'COUNT', batchSize];
    const [next, entries] = (await client.callBuffer('XAUTOCLAIM', args)) as [Buffer, RawEntries];
    takeOverFrom = next.toString();
    if (takeOverFrom === START) takeOverAt = performance.now() + takeOverMs / 2;
    const found = await counted(client, entries);
    return found.length > 0 ? found : undefined;
  }

  /** Waits for entries that no consumer has had, unless somebody wants to know whether there are any. */
  async function further(client: Redis | Cluster): Promise<FetchedEntry[]> {
    const count = asking.length;
    const entries = await read(client, '>', count > 0 ? undefined : Math.min(blockMs, Math.ceil(takeOverMs / 2)));
    if (entries.length < batchSize) answered.push(...asking.splice(0, count));
    return entries.flatMap(([id, fields]) => (fields === null ? [] : [{ id: id.toString(), fields, deliveries: 1 }]));
  }

  /** Adds how often entries were given to a consumer. Acknowledges those that were deleted. */
  async function counted(client: Redis | Cluster, entries: RawEntries): Promise<FetchedEntry[]> {
    const found: FetchedEntry[] = [];
    for (const [rawId, fields] of entries) {
      const id = rawId.toString();
      const [row] = (await client.call('XPENDING', key, group, id, id, 1)) as [string, string, number, number][];
      if (fields === null) await client.call('XACK', key, group, id);
      else found.push({ id, fields, deliveries: row?.[3] ?? 1 });
    }
    return found;
  }

  async function renew(): Promise<void> {
    if (held.size === 0) return;
    const lost = await connection.run<string[]>(RENEW, [key], [group, consumer, ...held]);
    renewedAt = performance.now();
    for (const id of lost) held.delete(id);
  }

  return {
    /** Returns the next entry, when there is one; `undefined` after the end. @throws BadRequestError for settings that Redis refuses */
    async next(): Promise<ReadEntry | undefined> {
      while (!signal.aborted) {
        const entry = fetched.shift();
        if (entry === undefined) await fetch();
        else {
          // The timer was late: another consumer can have the entry.
          if (performance.now() - renewedAt > takeOverMs / 2) await renew();
          const { id, fields, deliveries } = entry;
          // Without the fields, which are parts of the large buffers of the connection.
          if (held.has(id)) return { id, deliveries, result: await resultOf(id, fields) };
        }
      }
      return undefined;
    },
    /** Resolves when `next` has returned all entries that are in the stream now, and was called again. */
    caughtUp: () => new Promise<void>((resolve) => void asking.push(resolve)),
    /** Acknowledges an entry. Does nothing if it is acknowledged. */
    async acknowledge({ id }: Pick<ReadEntry, 'id'>): Promise<void> {
      if (!held.delete(id)) return;
      const acknowledge = () => connection.run<number>(ACKNOWLEDGE, [key], [group, id]);
      // At the end, the entry that is done is acknowledged if that is possible at once.
      await (signal.aborted ? acknowledge() : hold.run(acknowledge, signal));
    },
    /** Closes the connections. Entries that are not acknowledged stay in the group. */
    async close(): Promise<void> {
      clearInterval(timer);
      blocking?.disconnect();
      await connection.close();
    },
  };
}
