/** The results of jobs, and what takes them. */
import type { MarketplaceCode } from '../contract/codes.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { EnvelopeOf, FullParams } from '../contract/marketplace.ts';
import type { StoredError } from '../contract/stored-error.ts';
import type { Sink } from '../deliver/hold.ts';
import type { RedisTarget } from '../redis/target.ts';
import type { JobExtra } from './types.ts';

/** How a job ended: branch on `endpoint`. It has one of `envelope` and `error`. */
export type JobResult<Name extends EndpointName = EndpointName> = {
  [Endpoint in Name]: {
    /** Id of the job. */
    id: string;
    /**
     * Names this run of the job for ever: also a later job with the same `id` has another key. It is the idempotency key of the call, so that a job that
     * two workers have run has one key and one charge. Drop a result whose key you have.
     */
    key: string;
    /** Endpoint of the call. */
    endpoint: Endpoint;
    /** The parameters with all defaults. */
    params: FullParams<Endpoint>;
    /** The job's own JSON object. */
    extra?: JobExtra;
    /** Marketplace of the call. */
    marketplace: MarketplaceCode;
    /** Number of attempts, with the last one. */
    attempts: number;
    /** When the call ended: ISO 8601, UTC. */
    at: string;
    /** The result of the call. */
    envelope?: EnvelopeOf<Endpoint>;
    /** Why the job failed for good. It is a dead letter then. */
    error?: StoredError;
  };
}[Name];

/** Takes the results of a worker. */
export interface ResultSink extends Sink<JobResult> {
  /**
   * Takes a result, and resolves when it is safe: the job ends only then. A worker has at most `concurrency` results in delivery, so that a slow sink
   * slows down the worker. Can be called again with the same `id` and `key`, after a failure or the end of a worker.
   *
   * @param signal Aborted when the worker must hand back the job, or has lost it.
   */
  deliver(result: JobResult, signal: AbortSignal): Promise<void>;
  /** Writes buffered results, and closes files and connections. Called once, by the worker that closes. */
  close?(): Promise<void>;
}

/** A function that takes results, see {@link ResultSink.deliver}. */
export type ResultHandler = (result: JobResult, signal: AbortSignal) => Promise<void> | void;

/** Where results go. */
export type ResultTarget = ResultSink | ResultHandler;

/** The lock of a job. */
export interface JobLock {
  redis: RedisTarget;
  /** Its key, and its value as long as the job is the worker's. */
  key: string;
  token: string;
  /** How often the job was retried as a dead letter. */
  retried: number;
}

/** The locks of the jobs of results, for a sink that can check a lock in the step that stores the result. */
export const locks = new WeakMap<JobResult, JobLock>();

/** Why a running job ends before its call: the worker closes, no longer owns the job, or has enough calls that wait for the pace of its site. */
export class StopReason extends DOMException {
  readonly kind: 'stop' | 'lost' | 'pace';

  constructor(kind: StopReason['kind']) {
    const reasons = {
      stop: 'The worker closes.',
      lost: 'The worker no longer owns the job.',
      pace: 'The job waits for the pace of its site.',
    };
    super(reasons[kind], 'AbortError');
    this.kind = kind;
  }
}
