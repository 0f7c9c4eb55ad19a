/** Reads the results of a Redis stream. */

import { hostname } from 'node:os';
import type { Duration } from '../../contract/marketplace.ts';
import { abortSignal, filledString, wholeNumber } from '../../options/checks.ts';
import { duration } from '../../options/duration.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import { REDIS_OPTIONS, REDIS_TARGET, type RedisOptions, type RedisTarget, redisOf } from '../../redis/target.ts';
import type { JobResult } from '../result-types.ts';
import { streamName } from './stream-keys.ts';
import { openReader } from './stream-reader.ts';

/** Options of {@link readResults}. */
export interface ReadResultsOptions extends RedisOptions {
  /** Redis server: a URL (`redis://`, `rediss://`), or a client of ioredis, which you close yourself. @default BUYBOX_REDIS_URL */
  redis?: RedisTarget | undefined;
  /** Name of the stream. @default 'results' */
  stream?: string | undefined;
  /** Name of the consumer group. Each group gets every result; the consumers of a group share them. @default 'readers' */
  group?: string | undefined;
  /** Name of this consumer. Running consumers of a group need different names. @default host name, process id and a number */
  consumer?: string | undefined;
  /** Most results that are fetched at once. @default 10 */
  batchSize?: number | undefined;
  /** Time without a sign of life after which the results of another consumer are taken over [milliseconds]. @default 60_000 */
  takeOverMs?: Duration | undefined;
  /** Ends the iteration. The result that is in work stays unacknowledged. */
  signal?: AbortSignal | undefined;
}

/** A result of a stream. */
export type ReceivedResult = JobResult & {
  /** How often it was given to a consumer: more than 1 if an earlier one died with it. */
  deliveries: number;
  /** Acknowledges the result now. Otherwise it is acknowledged when the loop asks for the next one. */
  acknowledge(): Promise<void>;
};

const READ_OPTIONS: OptionTable<ReadResultsOptions> = {
  ...REDIS_OPTIONS,
  redis: REDIS_TARGET,
  stream: { check: streamName },
  group: { check: filledString },
  consumer: { check: filledString },
  batchSize: { check: (setting) => wholeNumber(setting, 1, 1_000) },
  takeOverMs: { check: (setting) => duration(setting, 100) },
  signal: { check: abortSignal },
};

let consumers = 0;

/**
 * The results of a stream, for ever: waits for further ones. A result is acknowledged when the loop asks for the next one, and then removed from the
 * stream if every group has acknowledged it. A loop that ends early leaves the current result unacknowledged: another consumer of the group gets it.
 *
 * While Redis cannot be used, the iteration waits.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`
 * @throws InternalError for an entry that is not a result, or larger than 64 MiB, with its id: delete it with `XDEL`
 * @example
 * for await (const { id, envelope, error } of readResults({ redis, group: 'prices' })) await save(id, envelope ?? error);
 */
export async function* readResults(options: ReadResultsOptions = {}): AsyncGenerator<ReceivedResult, void> {
  const settings = readOptions('readResults', READ_OPTIONS, options);
  const { stream = 'results', group = 'readers', batchSize = 10, takeOverMs = 60_000, signal } = settings;
  const { consumer = `${hostname()}-${process.pid}-${++consumers}` } = settings;
  const ending = new AbortController();
  const signals = signal === undefined ? [ending.signal] : [ending.signal, signal];
  const reader = openReader({
    ...settings,
    redis: redisOf(settings.redis),
    stream,
    group,
    consumer,
    batchSize,
    takeOverMs,
    signal: AbortSignal.any(signals),
  });
  try {
    for (;;) {
      const entry = await reader.next();
      if (entry === undefined) return;
      const { result, deliveries } = entry;
      yield { ...result, deliveries, acknowledge: () => reader.acknowledge(entry) };
      await reader.acknowledge(entry);
    }
  } finally {
    ending.abort();
    await reader.close();
  }
}
