/** Where the Redis server of a queue is. */

import { type Environment, invalidSetting } from '../options/checks.ts';
import { readVariable } from '../options/table.ts';
import { REDIS_TARGET, type RedisTarget } from '../redis/target.ts';

/** Returns the server of an option, else of BUYBOX_REDIS_URL. @throws BadRequestError `INVALID_CONFIGURATION` if neither is set */
export function redisOf(given: RedisTarget | undefined, environment: Environment = process.env): RedisTarget {
  const target = given ?? readVariable('redisUrl', REDIS_TARGET, environment);
  if (target !== undefined) return target;
  throw invalidSetting(
    'redis',
    undefined,
    'missing: expected a URL such as "redis://localhost:6379". Set BUYBOX_REDIS_URL.',
  );
}
