/** Delivers results into a Redis stream, each exactly once. */

import { UnavailableError } from '../../contract/errors.ts';
import type { Duration } from '../../contract/marketplace.ts';
import { HOLD_OPTIONS, type HoldOptions, openHold } from '../../deliver/hold.ts';
import { wholeNumber } from '../../options/checks.ts';
import { duration } from '../../options/duration.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import { redisConnection } from '../../redis/connection.ts';
import { script } from '../../redis/script.ts';
import {
  isSameServer,
  REDIS_OPTIONS,
  REDIS_TARGET,
  type RedisOptions,
  type RedisTarget,
  redisOf,
} from '../../redis/target.ts';
import { locks, type ResultSink, StopReason } from '../result-types.ts';
import { entryOf } from './stream-entry.ts';
import { STREAM_FUNCTIONS, streamKey, streamName } from './stream-keys.ts';

/** Options of {@link streamResults}. */
export interface StreamResultsOptions extends RedisOptions, HoldOptions {
  /** Redis server: a URL (`redis://`, `rediss://`), or a client of ioredis, which you close yourself. @default BUYBOX_REDIS_URL */
  redis?: RedisTarget | undefined;
  /** Name of the stream. Its key is `<prefix>:{results:<stream>}:stream`. @default 'results' */
  stream?: string | undefined;
  /**
   * Most entries that the slowest consumer group has not acknowledged, or that the stream has if it has no group. Further results wait, so that the
   * workers take no further jobs. `false`: no limit. @default 10_000
   */
  maxUnread?: number | false | undefined;
  /** Size from which on a result is compressed [bytes of JSON]. @default 2_048 */
  compressAbove?: number | undefined;
  /**
   * How long a result is known as delivered [milliseconds]: a worker that died with a job must be replaced within this time. Takes about 150 bytes of
   * Redis for each result. @default 86_400_000
   */
  keepIdsMs?: Duration | undefined;
}

const STREAM_OPTIONS: OptionTable<StreamResultsOptions> = {
  ...REDIS_OPTIONS,
  ...HOLD_OPTIONS,
  redis: REDIS_TARGET,
  stream: { check: streamName },
  maxUnread: { check: (setting) => (setting.value === false ? false : wholeNumber(setting, 1)) },
  compressAbove: { check: (setting) => wholeNumber(setting, 0) },
  keepIdsMs: { check: (setting) => duration(setting, 1) },
};

/** While readers are behind, the stream is looked at this often [milliseconds]: the first time, and later. */
const FULL_RETRIES = { firstRetryMs: 100, longestRetryMs: 2_000 };

/**
 * Sent again after a lost connection, it finds its own mark: how often the job was retried as a dead letter. Arguments: most entries, time to keep the
 * mark, that number, token of the lock, fields. The last key is the lock, if the server has it.
 */
const DELIVER = script(
  'deliver-result',
  `${STREAM_FUNCTIONS}
local stream, mark, lock = unpack(KEYS)
local most, keep_ms, run, token = tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4]
if lock and redis.call('GET', lock) ~= token then
  -- A write, which does nothing: a server that is no longer the master refuses it, and does not know the lock.
  redis.call('PERSIST', stream)
  return 'lost'
end
if (tonumber(redis.call('GET', mark) or '') or -1) >= tonumber(run) then return 'duplicate' end
if most > 0 and redis.call('XLEN', stream) >= most then
  trim(stream)
  if unread(stream) >= most then return 'full' end
end
redis.call('XADD', stream, '*', unpack(ARGV, 5))
redis.call('SET', mark, run, 'PX', keep_ms)
return 'added'
`,
);

/**
 * Returns a sink that adds each result to a Redis stream exactly once, by its `key`: also when a worker dies in between and another one delivers the
 * result again. A job that failed, and that succeeds when its dead letter is retried, has one entry for each of both. {@link readResults} reads the stream.
 *
 * Results wait while the readers are behind (`maxUnread`) and while Redis cannot be used.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`
 */
export function streamResults(options: StreamResultsOptions = {}): ResultSink {
  const settings = readOptions('streamResults', STREAM_OPTIONS, options);
  const { stream: name = 'results', maxUnread = 10_000, compressAbove = 2_048, keepIdsMs = 86_400_000 } = settings;
  const redis = redisOf(settings.redis);
  const connection = redisConnection(redis, settings);
  const { prefix } = connection;
  const [hold, room] = [openHold(settings), openHold({ ...settings, ...FULL_RETRIES })];
  return {
    async deliver(result, signal) {
      const entry = await entryOf(result, compressAbove);
      const lock = locks.get(result);
      const used = [streamKey(prefix, name, 'stream'), streamKey(prefix, name, 'delivered', result.key)];
      // In a Redis Cluster, the lock of the job is on another node than the stream.
      if (lock !== undefined && isSameServer(lock.redis, redis)) used.push(lock.key);
      // Of a result that a function has copied, only the outcome is known: a failure can be followed by a result.
      const run = lock?.retried ?? (result.error === undefined ? 0.5 : 0);
      const most = maxUnread === false ? 0 : maxUnread;
      const deliver = () =>
        connection.run<string>(DELIVER, used, [most, keepIdsMs, run, lock?.token ?? '', ...entry], { signal });
      await room.run(async () => {
        const answer = await hold.run(deliver, signal);
        if (answer === 'lost') throw new StopReason('lost');
        if (answer !== 'full') return;
        throw new UnavailableError(
          `results: the readers of the stream "${name}" are ${maxUnread} entries behind (maxUnread).`,
        );
      }, signal);
    },
    close: () => connection.close(),
  };
}
