/** Limits the number of wrong keys per IP address. */
import { isIPv6 } from 'node:net';

const WINDOW_MS = 60_000;
/** Number of IP addresses that are tracked. The oldest is dropped first. */
const MOST_ADDRESSES = 10_000;

interface Window {
  count: number;
  /** Time of `performance.now()`, which is never set back. */
  endsAt: number;
}

/** Counts wrong keys per IP address, in windows of one minute. */
export class WrongKeys {
  readonly #limit: number;
  readonly #windows = new Map<string, Window>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns the milliseconds that an IP address has to wait; 0 if it may continue. Callers without a known IP address are not limited. */
  waitFor(address: string | undefined): number {
    const window = address === undefined ? undefined : this.#windows.get(networkOf(address));
    if (window === undefined || window.count < this.#limit) return 0;
    return Math.max(0, window.endsAt - performance.now());
  }

  /** Counts a wrong key. */
  add(address: string | undefined): void {
    if (address === undefined) return;
    const network = networkOf(address);
    const window = this.#windows.get(network);
    if (window !== undefined && performance.now() < window.endsAt) {
      window.count++;
      return;
    }
    this.#windows.delete(network);
    this.#windows.set(network, { count: 1, endsAt: performance.now() + WINDOW_MS });
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MOST_ADDRESSES && oldest !== undefined) this.#windows.delete(oldest);
  }
}

/** Returns the /64 network of an IPv6 address, as one subscriber has all of it. Returns an IPv4 address as it is. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail = ''] = address.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Array.from({ length: 8 - front.length - back.length }, () => '0') : [];
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}
