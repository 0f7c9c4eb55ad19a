/** A consumer of a stream: fetches entries, keeps them while they are in work, and takes over those of consumers that died. */
import type { Cluster, Redis } from 'ioredis';
import { sleep } from '../../client/waits.ts';
import { BadRequestError } from '../../contract/errors.ts';
import { Hold } from '../../deliver/hold.ts';
import { type OpenClient, openClient } from '../../redis/client.ts';
import { type RedisConnection, redisConnection } from '../../redis/connection.ts';
import { isPassing, redisError } from '../../redis/errors.ts';
import { type Script, script } from '../../redis/script.ts';
import { type RedisTarget, shownTarget } from '../../redis/target.ts';
import type { JobResult } from '../result-types.ts';
import { resultOf } from './stream-entry.ts';
import { STREAM_FUNCTIONS, streamKey } from './stream-keys.ts';

/** Options of a {@link StreamReader}. */
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
const START = '0-0';

/** Acknowledges an entry, and removes the entries that every group has acknowledged. Arguments: group, entry. */
const ACKNOWLEDGE: Script = script(
  'acknowledge-result',
  `${STREAM_FUNCTIONS}
redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
trim(KEYS[1])
return 1
`,
);

/** Keeps entries with their consumer, and returns those that another one has. Arguments: group, consumer, entries. */
const RENEW: Script = script(
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

/** Reads entries one after the other. */
export class StreamReader {
  readonly #options: StreamReaderOptions;
  readonly #connection: RedisConnection;
  readonly #key: string;
  readonly #hold = new Hold({});
  #blocking: OpenClient | undefined;
  #fetched: FetchedEntry[] = [];
  /** Entries that this consumer must acknowledge. */
  readonly #held = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #renewedAt = performance.now();
  /** Where to look for entries of this consumer that it does not know: those of an earlier process, or of a lost response. */
  #ownFrom: string | undefined = START;
  #takeOverFrom = START;
  #takeOverAt = 0;
  /** Waits for the end of the stream: until the next read, and until all that it has read is returned. */
  #asking: (() => void)[] = [];
  #answered: (() => void)[] = [];

  constructor(options: StreamReaderOptions) {
    this.#options = options;
    this.#connection = redisConnection(options.redis, options);
    this.#key = streamKey(this.#connection.prefix, options.stream, 'stream');
    this.#timer = setInterval(() => void this.#renew().catch(() => undefined), options.takeOverMs / 3).unref();
  }

  /** Returns the next entry, when there is one; `undefined` after the end. @throws BadRequestError for settings that Redis refuses */
  async next(): Promise<ReadEntry | undefined> {
    const { signal, takeOverMs } = this.#options;
    while (!signal.aborted) {
      const entry = this.#fetched.shift();
      if (entry === undefined) await this.#fetch();
      else {
        // The timer was late: another consumer can have the entry.
        if (performance.now() - this.#renewedAt > takeOverMs / 2) await this.#renew();
        const { id, fields, deliveries } = entry;
        // Without the fields, which are parts of the large buffers of the connection.
        if (this.#held.has(id)) return { id, deliveries, result: await resultOf(id, fields) };
      }
    }
    return undefined;
  }

  /** Resolves when {@link next} has returned all entries that are in the stream now, and was called again. */
  caughtUp(): Promise<void> {
    return new Promise((resolve) => void this.#asking.push(resolve));
  }

  /** Acknowledges an entry. Does nothing if it is acknowledged. */
  async acknowledge({ id }: Pick<ReadEntry, 'id'>): Promise<void> {
    const { group, signal } = this.#options;
    if (!this.#held.delete(id)) return;
    const acknowledge = () => this.#connection.run<number>(ACKNOWLEDGE, [this.#key], [group, id]);
    // At the end, the entry that is done is acknowledged if that is possible at once.
    await (signal.aborted ? acknowledge() : this.#hold.run(acknowledge, signal));
  }

  /** Closes the connections. Entries that are not acknowledged stay in the group. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#blocking?.client.disconnect();
    await this.#connection.close();
  }

  async #fetch(): Promise<void> {
    const { signal, redis } = this.#options;
    for (const resolve of this.#answered.splice(0)) resolve();
    try {
      const client = await this.#client();
      this.#fetched = (await this.#own(client)) ?? (await this.#takenOver(client)) ?? (await this.#further(client));
      this.#renewedAt = performance.now();
      for (const { id } of this.#fetched) this.#held.add(id);
    } catch (error) {
      if (signal.aborted || !(error instanceof Error)) return;
      if (error.message.startsWith('NOGROUP')) return await this.#createGroup();
      if (error instanceof BadRequestError) throw error;
      if (!isPassing(error)) throw redisError(error, shownTarget(redis));
      // The response with entries can be lost.
      this.#ownFrom = START;
      await sleep(RETRY_MS, signal).catch(() => undefined);
    }
  }

  /** A client of its own: a blocking read delays all other commands of its connection. */
  async #client(): Promise<Redis | Cluster> {
    const { redis, signal } = this.#options;
    if (this.#blocking === undefined) {
      const options = { enableOfflineQueue: false, autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0 };
      const opened = await openClient(redis, { ...options, retryStrategy: () => RETRY_MS });
      // A client of the caller serves the caller.
      const { duplicate } = opened.client as { duplicate(): Redis | Cluster };
      this.#blocking = opened.isOwn ? opened : { client: duplicate.call(opened.client), isOwn: true };
      const { client } = this.#blocking;
      client.on('error', () => undefined);
      signal.addEventListener('abort', () => client.disconnect(), { once: true });
    }
    return this.#blocking.client;
  }

  async #createGroup(): Promise<void> {
    const { group, signal } = this.#options;
    await this.#hold.run(async () => {
      try {
        await this.#connection.command('XGROUP', 'CREATE', this.#key, group, '0', 'MKSTREAM');
      } catch (error) {
        if (!(error instanceof Error && error.message.includes('BUSYGROUP'))) throw error;
      }
    }, signal);
  }

  /** Entries that this consumer has, and that it does not know. */
  async #own(client: Redis | Cluster): Promise<FetchedEntry[] | undefined> {
    if (this.#ownFrom === undefined) return undefined;
    const { group, consumer, batchSize } = this.#options;
    const response = await client.callBuffer(
      ...([
        'XREADGROUP',
        'GROUP',
        group,
        consumer,
        'COUNT',
        String(batchSize),
        'STREAMS',
        this.#key,
        this.#ownFrom,
      ] as const),
    );
    const entries = entriesOfRead(response);
    this.#ownFrom = entries.at(-1)?.[0].toString();
    const found = await this.#counted(
      client,
      entries.filter(([id]) => !this.#held.has(id.toString())),
    );
    return found.length > 0 || this.#ownFrom !== undefined ? found : undefined;
  }

  /** Entries of consumers that have given no sign of life. */
  async #takenOver(client: Redis | Cluster): Promise<FetchedEntry[] | undefined> {
    const { group, consumer, batchSize, takeOverMs } = this.#options;
    if (performance.now() < this.#takeOverAt) return undefined;
    const [next, entries] = (await client.callBuffer(
      ...(['XAUTOCLAIM', this.#key, group, consumer, takeOverMs, this.#takeOverFrom, 'COUNT', batchSize] as const),
    )) as [Buffer, RawEntries];
    this.#takeOverFrom = next.toString();
    if (this.#takeOverFrom === START) this.#takeOverAt = performance.now() + takeOverMs / 2;
    const found = await this.#counted(client, entries);
    return found.length > 0 ? found : undefined;
  }

  /** Waits for entries that no consumer has had, unless somebody wants to know whether there are any. */
  async #further(client: Redis | Cluster): Promise<FetchedEntry[]> {
    const { group, consumer, batchSize, takeOverMs, blockMs = LONGEST_BLOCK_MS } = this.#options;
    const asking = this.#asking.length;
    const block = asking > 0 ? [] : ['BLOCK', Math.min(blockMs, Math.ceil(takeOverMs / 2))];
    const response = await client.callBuffer(
      ...(['XREADGROUP', 'GROUP', group, consumer, 'COUNT', batchSize, ...block, 'STREAMS', this.#key, '>'] as const),
    );
    const entries = entriesOfRead(response);
    if (entries.length < batchSize) this.#answered.push(...this.#asking.splice(0, asking));
    return entries.flatMap(([id, fields]) => (fields === null ? [] : [{ id: id.toString(), fields, deliveries: 1 }]));
  }

  /** Adds how often entries were given to a consumer. Acknowledges those that were deleted. */
  async #counted(client: Redis | Cluster, entries: RawEntries): Promise<FetchedEntry[]> {
    const { group } = this.#options;
    const key = this.#key;
    const found: FetchedEntry[] = [];
    for (const [rawId, fields] of entries) {
      const id = rawId.toString();
      const [row] = (await client.call('XPENDING', key, group, id, id, 1)) as [string, string, number, number][];
      if (fields === null) await client.call('XACK', key, group, id);
      else found.push({ id, fields, deliveries: row?.[3] ?? 1 });
    }
    return found;
  }

  async #renew(): Promise<void> {
    const { group, consumer } = this.#options;
    if (this.#held.size === 0) return;
    const lost = await this.#connection.run<string[]>(RENEW, [this.#key], [group, consumer, ...this.#held]);
    this.#renewedAt = performance.now();
    for (const id of lost) this.#held.delete(id);
  }
}

/** The entries of the stream in a response: a list of pairs, or with RESP3 a map as a list of keys and values. */
function entriesOfRead(response: unknown): RawEntries {
  const [first, second] = (response ?? []) as [Buffer | readonly [Buffer, RawEntries], RawEntries?];
  return (Array.isArray(first) ? first[1] : second) ?? [];
}
