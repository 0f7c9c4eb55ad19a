/** Queues of calls on Redis. */
import { addAll } from './add-all.ts';
import { addJobs } from './add-jobs.ts';
import { DeadLetters } from './dead-letters.ts';
import { queueOptions } from './options.ts';
import { QueueConnection } from './queue-connection.ts';
import { Repeats } from './repeats.ts';
import { readStatus } from './status.ts';
import { newJob } from './stored-job.ts';
import type { AddedJob, Queue, QueueOptions } from './types.ts';

/**
 * Returns a queue of calls. It connects when its first method is called.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a missing or invalid option, with its name
 * @example
 * const queue = createQueue({ redis: 'redis://localhost:6379' });
 * await queue.add('product', { asin: 'B0LANTERN1', marketplace: 'de' });
 */
export function createQueue(options: QueueOptions = {}): Queue {
  const { marketplace, language, ...settings } = queueOptions(options);
  const defaults = { marketplace, language };
  const connection = new QueueConnection(settings);
  const repeats = new Repeats(connection, defaults);
  const deadLetters = new DeadLetters(connection);
  const close = () => connection.close();
  return {
    async add(endpoint, params, jobOptions = {}) {
      const job = newJob(endpoint, params, jobOptions, defaults);
      const [added] = await connection.use((opened) => addJobs(opened, [job]));
      return added as AddedJob;
    },
    addAll: (inputs, addAllOptions = {}) => addAll(connection, inputs, addAllOptions, defaults),
    repeat: (endpoint, params, repeatOptions) => repeats.add(endpoint, params, repeatOptions),
    repeatAll: (inputs, repeatOptions) => repeats.addAll(inputs, repeatOptions),
    repeats: () => repeats.list(),
    stopRepeat: (id) => repeats.stop(id),
    status: () => connection.use(readStatus),
    pause: () => connection.use(({ bull }) => bull.pause()),
    resume: () => connection.use(({ bull }) => bull.resume()),
    dead: (deadOptions) => deadLetters.list(deadOptions),
    retryDead: (filter) => deadLetters.retry(filter),
    removeDead: (filter) => deadLetters.remove(filter),
    close,
    [Symbol.asyncDispose]: close,
  };
}
