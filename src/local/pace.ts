/** Limits the pace of requests to each host, and backs off when a host blocks or fails. */
import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { BadRequestError } from '../contract/errors.ts';

/** Pace of requests to one host. */
export interface Pace {
  /** Largest number of concurrent requests. @default 2 */
  concurrency: number;
  /** Minimum time between the starts of two requests, in milliseconds. @default 1_000 */
  minGapMs: number;
  /** Maximum random time added to each gap, in milliseconds. @default 500 */
  jitterMs: number;
}

/** Pace for the marketplaces' own sites: at most two concurrent requests, about 48 per minute. */
export const DEFAULT_PACE: Pace = { concurrency: 2, minGapMs: 1_000, jitterMs: 500 };

const FIRST_BACKOFF_MS = 2_000;
const LONGEST_BACKOFF_MS = 120_000;

interface Host {
  queue: PQueue;
  /** Earliest start of the next request, in milliseconds since the epoch. */
  next: number;
  /** Number of consecutive blocks and failures. */
  failures: number;
}

/**
 * Fills in the missing values of a pace.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid value
 */
export function paceOf(given: Partial<Pace> | undefined, fallback: Pace): Pace {
  const pace = { ...fallback, ...given };
  for (const [name, least] of [
    ['concurrency', 1],
    ['minGapMs', 0],
    ['jitterMs', 0],
  ] as const) {
    const value: unknown = pace[name];
    if (typeof value === 'number' && value >= least) continue;
    throw new BadRequestError(`pace.${name}: ${String(value)} is not valid: expected a number of ${least} or more`, {
      code: 'INVALID_CONFIGURATION',
      parameter: `pace.${name}`,
    });
  }
  return pace;
}

/** Keeps the pace of one marketplace object. There is no global state. */
export class Pacer {
  readonly #pace: Pace;
  readonly #now: () => number;
  readonly #hosts = new Map<string, Host>();

  constructor(pace: Pace, now: () => number) {
    this.#pace = pace;
    this.#now = now;
  }

  /** Runs a task when it is its turn for the host. An abort ends the wait. */
  async run<T>(name: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const host = this.host(name);
    return host.queue.add(
      async () => {
        await this.turn(host, signal);
        return task();
      },
      { signal },
    );
  }

  /** Makes all calls to a host wait after a block or failure: `retryAfterMs` if set, else twice as long each time. Limited to two minutes. */
  backOff(name: string, retryAfterMs?: number): void {
    const host = this.host(name);
    const wait = retryAfterMs ?? FIRST_BACKOFF_MS * 2 ** host.failures;
    host.failures++;
    host.next = Math.max(host.next, this.#now() + Math.min(wait, LONGEST_BACKOFF_MS));
  }

  /** Ends the back-off of a host that returned a page. */
  reset(name: string): void {
    this.host(name).failures = 0;
  }

  private host(name: string): Host {
    let host = this.#hosts.get(name);
    if (host === undefined) {
      host = { queue: new PQueue({ concurrency: this.#pace.concurrency }), next: 0, failures: 0 };
      this.#hosts.set(name, host);
    }
    return host;
  }

  /** Waits for the host's turn, including a back-off that starts during the wait. */
  private async turn(host: Host, signal: AbortSignal): Promise<void> {
    const { minGapMs, jitterMs } = this.#pace;
    for (let now = this.#now(); now < host.next; now = this.#now()) await sleep(host.next - now, undefined, { signal });
    host.next = this.#now() + minGapMs + Math.random() * jitterMs;
  }
}
