/** The flags of commands that use Redis. */

import type { Secret } from '../options/secrets.ts';
import { PREFIX, REDIS_OPTIONS, redisTarget } from '../redis/target.ts';
import { Flag } from './flags.ts';

/** The values of {@link redisFlags}. */
export interface RedisFlags {
  /** The URL, which can have a password. */
  redis?: Secret;
  redisPrefix?: string;
}

const GROUP = 'Redis:';

/** Returns the flags that name a Redis server and the keys in it. */
export function redisFlags(): Flag[] {
  return [
    new Flag(
      '--redis <url>',
      'Redis server: redis://HOST:PORT or rediss://; set the variable if the URL has a password',
    )
      .argParser((value: string) => redisTarget({ name: 'redis', value }) as Secret)
      .from('BUYBOX_REDIS_URL')
      .helpGroup(GROUP),
    new Flag('--redis-prefix <text>', 'start of the names of all keys in Redis')
      .argParser((value: string) => REDIS_OPTIONS.prefix.check({ name: 'redis-prefix', value }))
      .default(undefined, PREFIX)
      .from('BUYBOX_REDIS_PREFIX')
      .helpGroup(GROUP),
  ];
}
