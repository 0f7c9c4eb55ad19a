/** Limits wrong tokens at the sign-in, per IP address and over all of them. Waits grow, but end: nobody is locked out for good. */
import { backoffMs } from '../../client/waits.ts';
import { subscriberOf } from '../../http/ip-address.ts';
import { isLoopbackHost } from '../../http/loopback.ts';
import { setNewest } from '../rate-windows.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Wrong tokens are forgotten this long after the last one. */
const FORGET_MS = 900_000;
/** Wrong tokens of all IP addresses together before tries are limited to one per second. */
const FREE_OF_ALL = 100;
/** Numbers of IP addresses in memory. The oldest is dropped first. */
const MOST_ADDRESSES = 10_000;
const MOST_KNOWN = 100;

/** A try that has to wait. */
export interface RefusedTry {
  waitMs: number;
  /** Number of tries that were refused since the last wrong token. */
  refusals: number;
}

/** Counts the wrong tokens of one or of all IP addresses. After some free ones, the wait doubles with each. */
class Waits {
  readonly #free: number;
  readonly #longestMs: number;
  #wrong = 0;
  #refusals = 0;
  /** Times of `performance.now()`, which is never set back. */
  #nextAt = 0;
  #forgetAt = 0;

  constructor(free: number, longestMs: number) {
    this.#free = free;
    this.#longestMs = longestMs;
  }

  /** Counts a try. Returns it if it has to wait. */
  refused(): RefusedTry | undefined {
    const waitMs = this.#nextAt - performance.now();
    return waitMs > 0 ? { waitMs, refusals: ++this.#refusals } : undefined;
  }

  /** Counts a wrong token. */
  wrong(): void {
    const now = performance.now();
    this.#wrong = now < this.#forgetAt ? this.#wrong + 1 : 1;
    this.#forgetAt = now + FORGET_MS;
    this.#refusals = 0;
    const waits = { firstMs: FIRST_WAIT_MS, longestMs: this.#longestMs };
    if (this.#wrong >= this.#free) this.#nextAt = now + backoffMs(this.#wrong - this.#free + 1, waits);
  }
}

/** The tries to sign in. An IPv6 address counts as its /64 network. */
export class SignIns {
  readonly #free: number;
  readonly #waits = new Map<string, Waits>();
  readonly #all = new Waits(FREE_OF_ALL, FIRST_WAIT_MS);
  /** Networks that have signed in. Wrong tokens of others do not delay them. */
  readonly #known = new Map<string, true>();

  /** @param free Number of wrong tokens of an IP address before it has to wait. */
  constructor(free: number) {
    this.#free = free;
  }

  /** Counts a try. Returns it if it has to wait. */
  refused(address: string | undefined): RefusedTry | undefined {
    const subscriber = keyOf(address);
    return this.#waits.get(subscriber)?.refused() ?? (this.isTrusted(address) ? undefined : this.#all.refused());
  }

  /** Counts a wrong token. */
  wrong(address: string | undefined): void {
    const subscriber = keyOf(address);
    const waits = this.#waits.get(subscriber) ?? new Waits(this.#free, LONGEST_WAIT_MS);
    waits.wrong();
    if (!this.isTrusted(address)) this.#all.wrong();
    setNewest(this.#waits, subscriber, waits, MOST_ADDRESSES);
  }

  /** Whether the tries of others do not delay those of an address: the operator signed in from it, or it is the machine itself. */
  private isTrusted(address: string | undefined): boolean {
    return this.#known.has(keyOf(address)) || (address !== undefined && isLoopbackHost(address));
  }

  /** Notes that the operator signed in. */
  right(address: string | undefined): void {
    const subscriber = keyOf(address);
    this.#waits.delete(subscriber);
    setNewest(this.#known, subscriber, true, MOST_KNOWN);
  }
}

/** Callers without a known IP address count together. */
function keyOf(address: string | undefined): string {
  return address === undefined ? 'unknown' : subscriberOf(address);
}
