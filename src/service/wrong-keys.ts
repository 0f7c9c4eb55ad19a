/** Who sends wrong keys again and again is not heard for a while. */
import { isIPv6 } from 'node:net';

const WINDOW_MS = 60_000;
/** How many addresses are remembered; the oldest is forgotten first. */
const MOST_ADDRESSES = 10_000;

interface Window {
  count: number;
  endsAt: number;
}

/** Counts wrong keys an address, in windows of a minute. */
export class WrongKeys {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  constructor(limit: number, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /** How long the address has to wait, in milliseconds; 0 when it need not. An address that is not known is not limited. */
  waitFor(address: string | undefined): number {
    const window = address === undefined ? undefined : this.#windows.get(networkOf(address));
    if (window === undefined || window.count < this.#limit) return 0;
    return Math.max(0, window.endsAt - this.#now());
  }

  /** Counts a wrong key. */
  add(address: string | undefined): void {
    if (address === undefined) return;
    const network = networkOf(address);
    const window = this.#windows.get(network);
    if (window !== undefined && this.#now() < window.endsAt) {
      window.count++;
      return;
    }
    this.#windows.delete(network);
    this.#windows.set(network, { count: 1, endsAt: this.#now() + WINDOW_MS });
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MOST_ADDRESSES && oldest !== undefined) this.#windows.delete(oldest);
  }
}

/** One subscriber has a whole /64 of version 6. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail = ''] = address.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Array.from({ length: 8 - front.length - back.length }, () => '0') : [];
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}
