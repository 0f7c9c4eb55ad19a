/** Delivers results into a Redis stream, each exactly once. */
import { UnavailableError } from '../../contract/errors.ts';
import { HOLD_OPTIONS, Hold, type HoldOptions } from '../../deliver/hold.ts';
import { milliseconds, wholeNumber } from '../../options/checks.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import { redisConnection } from '../../redis/connection.ts';
import { type Script, script } from '../../redis/script.ts';
import { REDIS_OPTIONS, REDIS_TARGET, type RedisOptions, type RedisTarget } from '../../redis/target.ts';
import { redisOf } from '../redis-of.ts';
import type { ResultSink } from '../result-types.ts';
import { entryOf } from './stream-entry.ts';
import { STREAM_FUNCTIONS, streamKeys, streamName } from './stream-keys.ts';

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
  keepIdsMs?: number | undefined;
}

const STREAM_OPTIONS: OptionTable<StreamResultsOptions> = {
  ...REDIS_OPTIONS,
  ...HOLD_OPTIONS,
  redis: REDIS_TARGET,
  stream: { check: streamName },
  maxUnread: { check: (setting) => (setting.value === false ? false : wholeNumber(setting, 1)) },
  compressAbove: { check: (setting) => wholeNumber(setting, 0) },
  keepIdsMs: { check: (setting) => milliseconds(setting) },
};

/** While readers are behind, the stream is looked at this often [milliseconds]: the first time, and later. */
const FULL_RETRIES = { firstRetryMs: 100, longestRetryMs: 2_000 };

/** Sent again after a lost connection, it finds its own mark. A failure is followed by a result if the dead letter is retried. */
const DELIVER: Script = script(
  'deliver-result',
  `${STREAM_FUNCTIONS}
local stream, mark = KEYS[1], KEYS[2]
local most, keep_ms, outcome = tonumber(ARGV[1]), ARGV[2], ARGV[3]
local delivered = redis.call('GET', mark)
if delivered == 'succeeded' or delivered == outcome then return 'duplicate' end
if most > 0 and redis.call('XLEN', stream) >= most then
  trim(stream)
  if unread(stream) >= most then return 'full' end
end
redis.call('XADD', stream, '*', unpack(ARGV, 4))
redis.call('SET', mark, outcome, 'PX', keep_ms)
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
  const connection = redisConnection(redisOf(settings.redis), settings);
  const keys = streamKeys(connection.prefix, name);
  const [hold, room] = [new Hold(settings), new Hold({ ...settings, ...FULL_RETRIES })];
  return {
    async deliver(result, signal) {
      const entry = await entryOf(result, compressAbove);
      const outcome = result.error === undefined ? 'succeeded' : 'failed';
      const deliver = () =>
        connection.run<string>(
          DELIVER,
          [keys.stream, keys.delivered(result.key)],
          [maxUnread === false ? 0 : maxUnread, keepIdsMs, outcome, ...entry],
          { signal },
        );
      await room.run(async () => {
        if ((await hold.run(deliver, signal)) !== 'full') return;
        throw new UnavailableError(
          `results: the readers of the stream "${name}" are ${maxUnread} entries behind (maxUnread).`,
        );
      }, signal);
    },
    close: () => connection.close(),
  };
}
