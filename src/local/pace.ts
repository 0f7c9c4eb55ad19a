/** Politeness: a limit, a gap and a common retreat, for each host of a marketplace. */
import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { BadRequestError } from '../contract/errors.ts';

/** How fast a host is asked. */
export interface Pace {
  /** Requests at once. @default 2 */
  concurrency: number;
  /** Least time between the beginnings of two requests, in milliseconds. @default 1_000 */
  minGapMs: number;
  /** A random time up to this is added to each gap, in milliseconds. @default 500 */
  jitterMs: number;
}

/** What the marketplaces' own sites are asked with: at most two at once, about 48 a minute. */
export const DEFAULT_PACE: Pace = { concurrency: 2, minGapMs: 1_000, jitterMs: 500 };

/** No limit: for saved pages and sources that keep their own pace. */
export const NO_PACE: Pace = { concurrency: Number.POSITIVE_INFINITY, minGapMs: 0, jitterMs: 0 };

const FIRST_RETREAT_MS = 2_000;
const LONGEST_RETREAT_MS = 120_000;

interface Host {
  queue: PQueue;
  /** When the next request may begin, in milliseconds since the epoch. */
  next: number;
  /** How often in a row the host slowed down or blocked. */
  setbacks: number;
}

/**
 * Completes a pace.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`
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
    throw new BadRequestError(`pace.${name}: ${String(value)} must be a number of ${least} or more`, {
      code: 'INVALID_CONFIGURATION',
      parameter: `pace.${name}`,
    });
  }
  return pace;
}

/** Keeps the pace of one marketplace object; there is no global state. */
export class Pacer {
  readonly #pace: Pace;
  readonly #now: () => number;
  readonly #hosts = new Map<string, Host>();

  constructor(pace: Pace, now: () => number) {
    this.#pace = pace;
    this.#now = now;
  }

  /** Runs a task when its host may be asked; an abort ends the wait. */
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

  /** The host slowed down or blocked: all its calls wait, longer each time, or as long as it asked for. */
  retreat(name: string, retryAfterMs?: number): void {
    const host = this.host(name);
    const wait = retryAfterMs ?? FIRST_RETREAT_MS * 2 ** host.setbacks;
    host.setbacks++;
    host.next = Math.max(host.next, this.#now() + Math.min(wait, LONGEST_RETREAT_MS));
  }

  /** The host answered with a page: the retreat is over. */
  advance(name: string): void {
    this.host(name).setbacks = 0;
  }

  private host(name: string): Host {
    let host = this.#hosts.get(name);
    if (host === undefined) {
      host = { queue: new PQueue({ concurrency: this.#pace.concurrency }), next: 0, setbacks: 0 };
      this.#hosts.set(name, host);
    }
    return host;
  }

  /** Waits for the host's turn. A retreat that begins meanwhile is waited for as well. */
  private async turn(host: Host, signal: AbortSignal): Promise<void> {
    const { minGapMs, jitterMs } = this.#pace;
    for (let now = this.#now(); now < host.next; now = this.#now()) await sleep(host.next - now, undefined, { signal });
    host.next = this.#now() + minGapMs + Math.random() * jitterMs;
  }
}
