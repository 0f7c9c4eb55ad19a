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
function openWaits(free: number, longestMs: number) {
  let count = 0;
  let refusals = 0;
  /** Times of `performance.now()`, which is never set back. */
  let nextAt = 0;
  let forgetAt = 0;
  return {
    /** Counts a try. Returns it if it has to wait. */
    refused(): RefusedTry | undefined {
      const waitMs = nextAt - performance.now();
      return waitMs > 0 ? { waitMs, refusals: ++refusals } : undefined;
    },
    /** Counts a wrong token. */
    wrong(): void {
      const now = performance.now();
      count = now < forgetAt ? count + 1 : 1;
      forgetAt = now + FORGET_MS;
      refusals = 0;
      if (count >= free) nextAt = now + backoffMs(count - free + 1, { firstMs: FIRST_WAIT_MS, longestMs });
    },
  };
}

/** Returns what counts the tries to sign in. An IPv6 address counts as its /64 network. @param free Number of wrong tokens of an IP address before it has to wait. */
export function openSignIns(free: number) {
  const waits = new Map<string, ReturnType<typeof openWaits>>();
  const all = openWaits(FREE_OF_ALL, FIRST_WAIT_MS);
  /** Networks that have signed in. Wrong tokens of others do not delay them. */
  const known = new Map<string, true>();

  /** Whether the tries of others do not delay those of an address: the operator signed in from it, or it is the machine itself. */
  function isTrusted(address: string | undefined): boolean {
    return known.has(keyOf(address)) || (address !== undefined && isLoopbackHost(address));
  }

  return {
    /** Counts a try. Returns it if it has to wait. */
    refused: (address: string | undefined): RefusedTry | undefined =>
      waits.get(keyOf(address))?.refused() ?? (isTrusted(address) ? undefined : all.refused()),
    /** Counts a wrong token. */
    wrong(address: string | undefined): void {
      const subscriber = keyOf(address);
      const own = waits.get(subscriber) ?? openWaits(free, LONGEST_WAIT_MS);
      own.wrong();
      if (!isTrusted(address)) all.wrong();
      setNewest(waits, subscriber, own, MOST_ADDRESSES);
    },
    /** Notes that the operator signed in. */
    right(address: string | undefined): void {
      const subscriber = keyOf(address);
      waits.delete(subscriber);
      setNewest(known, subscriber, true, MOST_KNOWN);
    },
  };
}

/** Callers without a known IP address count together. */
function keyOf(address: string | undefined): string {
  return address === undefined ? 'unknown' : subscriberOf(address);
}
