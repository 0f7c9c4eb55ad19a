/** The flags of commands that use a queue. */
import type { Command } from 'commander';
import type { Queue, QueueConnectionOptions } from '../queue/types.ts';
import { Flag } from './flags.ts';
import { type RedisFlags, redisFlags } from './redis.ts';

/** The values of {@link addQueueFlags}. */
export interface QueueFlags extends RedisFlags {
  queue?: string;
}

/** Adds the flags that name a queue and its Redis server. */
export function addQueueFlags(command: Command): Command {
  const queue = new Flag('--queue <name>', 'name of the queue').default(undefined, 'calls').from('BUYBOX_QUEUE');
  for (const flag of [...redisFlags(), queue.helpGroup('Redis:')]) command.addOption(flag);
  return command;
}

/** Returns the options of the queue that the flags name. */
export function queueOptionsOf({ redis, redisPrefix: prefix, queue: name }: QueueFlags): QueueConnectionOptions {
  return { redis, prefix, name };
}

/** Opens the queue that the flags name. */
export async function openQueue(flags: QueueFlags): Promise<Queue> {
  // Most commands need no queue, so the module is loaded here.
  const { createQueue } = await import('../entries/queue.ts');
  return createQueue(queueOptionsOf(flags));
}
