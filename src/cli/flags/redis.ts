/** The flags of commands that use Redis, and of those that use a queue in it. */
import type { Secret } from '../../options/secrets.ts';
import type { Queue, QueueConnectionOptions } from '../../queue/types.ts';
import { PREFIX, REDIS_OPTIONS, redisTarget } from '../../redis/target.ts';
import { Flag } from './flag.ts';

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
      .from()
      .helpGroup(GROUP),
  ];
}

/** The values of {@link queueFlags}. */
export interface QueueFlags extends RedisFlags {
  queue?: string;
}

/** Returns the flags that name a queue and its Redis server. */
export function queueFlags(): Flag[] {
  const queue = new Flag('--queue <name>', 'name of the queue').default(undefined, 'calls').from();
  return [...redisFlags(), queue.helpGroup(GROUP)];
}

/** Returns the options of the queue that the flags name. */
export function queueOptionsOf({ redis, redisPrefix: prefix, queue: name }: QueueFlags): QueueConnectionOptions {
  return { redis, prefix, name };
}

/** Opens the queue that the flags name. */
export async function openQueue(flags: QueueFlags): Promise<Queue> {
  // Most commands need no queue, so the module is loaded here.
  const { createQueue } = await import('../../entries/queue.ts');
  return createQueue(queueOptionsOf(flags));
}
