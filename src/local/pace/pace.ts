/** The types of the pace of requests to each host, and of the back-off when a host blocks or fails. */
import type { EventDetails } from '../../client/events.ts';
import { LOCAL_DEFAULTS } from '../../options/defaults.ts';
import type { Pace } from '../../sources/page-source.ts';

/** How long all calls to a host wait after it blocked or failed. */
export interface Backoff {
  /** Wait after the first failure, in milliseconds. It doubles with each further failure. @default 2_000 */
  firstMs: number;
  /** Longest wait, also if `Retry-After` asks for more, in milliseconds. @default 120_000 */
  longestMs: number;
}

/** Fills in the missing values of a back-off; `undefined` if it is switched off. */
export const backoffOf = (given: boolean | Partial<Backoff> | undefined): Backoff | undefined =>
  given === false ? undefined : { ...LOCAL_DEFAULTS.backoff, ...(given === true ? {} : given) };

/** The event of a call that waits. */
export type QueueDetails = EventDetails['queue'];

/** A call that can wait for its turn. */
export interface WaitingCall {
  /** Calls with a higher number have their turn first. @default 0 */
  readonly priority?: number | undefined;
  /** Starts a wait. Returns a function that ends it. */
  wait(details: QueueDetails): () => void;
}

/** Keeps the pace of hosts. */
export interface Pacing {
  /** Runs a task when it is its turn for the host. An abort ends the wait. */
  run<T>(host: string, call: WaitingCall, signal: AbortSignal, task: () => Promise<T>): Promise<T>;
  /**
   * Makes all calls to a host wait after a block or failure: `retryAfterMs` if set, else twice as long each time.
   *
   * @returns The wait [milliseconds]; `undefined` if the back-off is switched off.
   */
  backOff(host: string, retryAfterMs?: number): number | undefined | Promise<number | undefined>;
  /** Ends the back-off of a host that returned a page. */
  reset(host: string): void;
  /** Ends all turns. */
  close(): Promise<void>;
}

/** Keeps the pace of hosts over several processes and machines: the result of `redisPace` of `buybox/redis`. */
export interface SharedPace {
  /** Returns the pace of one marketplace object. */
  pacing(pace: Pace, backoff: Backoff | undefined): Pacing;
  /** Closes the connection. */
  close(): Promise<void>;
}
