/**
 * `buybox/queue`: a queue of calls on Redis, and workers that make them, on many machines. Needs the packages bullmq and ioredis.
 *
 * @module buybox/queue
 */
export type { AnyEnvelope } from '../contract/marketplace.ts';
export type { StoredError } from '../contract/stored-error.ts';
export type { HeldResults, HoldOptions, Sink } from '../deliver/hold.ts';
export type { QueueMarketplaceOptions } from '../queue/marketplace/options.ts';
export { queueMarketplace } from '../queue/marketplace/queue-marketplace.ts';
export { createQueue } from '../queue/queue.ts';
export type { JobResult, ResultHandler, ResultSink, ResultTarget } from '../queue/result-types.ts';
export { type NdjsonResultsOptions, ndjsonResults } from '../queue/results/ndjson-results.ts';
export { type ReadResultsOptions, type ReceivedResult, readResults } from '../queue/results/read-results.ts';
export { type StreamResultsOptions, streamResults } from '../queue/results/stream-results.ts';
export {
  type JobEvent,
  type WebhookResultsOptions,
  webhookResults,
} from '../queue/results/webhook-results.ts';
export type * from '../queue/types.ts';
export { createWorker } from '../queue/worker.ts';
export type * from '../queue/worker-types.ts';
export type { RedisOptions, RedisTarget } from '../redis/target.ts';
export * from './webhook-exports.ts';
