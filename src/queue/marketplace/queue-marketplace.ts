/** A marketplace whose calls are jobs of a queue. */
import { randomUUID } from 'node:crypto';
import { type CallFunction, type Marketplace, marketplaceFrom } from '../../contract/marketplace.ts';
import { QueueConnection } from '../connection.ts';
import { openReader } from '../results/stream-reader.ts';
import { newJob } from '../stored-job.ts';
import { jobCalls } from './job-calls.ts';
import { jobCallOptions, jobIdOf, type QueueMarketplaceOptions, queueMarketplaceOptions } from './options.ts';

/** Results that are fetched at once. */
const BATCH_SIZE = 100;
/** Time without a sign of life after which the results of another process are taken over [milliseconds]. */
const TAKE_OVER_MS = 60_000;
/** A check of a lost result waits for the end of a read [milliseconds]. */
const BLOCK_MS = 1_000;

/**
 * Returns a marketplace whose calls are made by the workers of a queue, on any number of machines. A call adds a job and waits for its result in the
 * stream, so the workers must deliver to it: `createWorker({ results: streamResults({ stream }) })`, or `buybox worker`.
 *
 * Calls with the same `idempotencyKey` are the same job, also after a restart. A signal ends the wait, not the job. Further headers, and the time limits
 * of the calls themselves, are those of the workers' marketplace. It connects with the first call.
 *
 * A call throws the error with which its job has failed for good, and `UnavailableError` if Redis does not respond within `waitMs`, or no result comes
 * within `timeoutMs`.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a missing or invalid option, with its name
 * @example
 * const marketplace = queueMarketplace({ redis: 'redis://localhost:6379' });
 * const { data } = await marketplace.product({ asin: 'B0LANTERN1' });
 */
export function queueMarketplace(options: QueueMarketplaceOptions = {}): Marketplace {
  const settings = queueMarketplaceOptions(options);
  const { redis, prefix, group, stream, waitMs, marketplace, language } = settings;
  const defaults = { marketplace, language };
  const calls = jobCalls({
    settings,
    connection: new QueueConnection(settings),
    openReader: (signal) =>
      openReader({
        redis,
        prefix,
        waitMs,
        stream,
        group,
        // After a restart, the same consumer gets the results that it has not acknowledged.
        consumer: group,
        batchSize: BATCH_SIZE,
        takeOverMs: TAKE_OVER_MS,
        blockMs: BLOCK_MS,
        signal,
      }),
  });
  const call: CallFunction = async (name, params, callOptions) => {
    const { key = randomUUID(), attempts, priority, ...wait } = jobCallOptions(callOptions, settings);
    const jobOf = (of: unknown, id?: string) =>
      newJob(name, of, { id, attempts, priority, allowDuplicate: true }, defaults);
    // The job is added later, and the caller can change its object before.
    const full = structuredClone(jobOf(params).data.params);
    const id = jobIdOf(group, name, full, key);
    return (await calls.call(id, () => jobOf(full, id), wait)) as never;
  };
  return marketplaceFrom(call, calls.close, defaults);
}
