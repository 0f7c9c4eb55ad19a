/** The gate of requests at once, of an API key or of an IP address. */
import type { RequestGate } from '../context.ts';
import type { ServiceSettings } from '../options.ts';
import { RateWindows } from '../rate-windows.ts';
import { tooMany } from './limit.ts';

/** Milliseconds to wait for one of the requests at once to end. */
const NEXT_TURN_MS = 1_000;

/** Limits requests at once of a key (`keyRequestsAtOnce`), and of an IP address without a valid one (`addressRequestsAtOnce`). */
export function requestsAtOnce({ keyRequestsAtOnce, addressRequestsAtOnce }: ServiceSettings): RequestGate {
  const [ofKeys, ofAddresses] = [new AtOnce(keyRequestsAtOnce), new AtOnce(addressRequestsAtOnce)];
  const refused = new RateWindows(0);
  return async ({ var: { facts } }, next) => {
    const { counted } = facts.request;
    if (counted === undefined) return await next();
    const isKey = counted.as === 'key';
    using turn = (isKey ? ofKeys : ofAddresses).begin(counted.id);
    if (turn !== undefined) return await next();
    const { excess } = refused.add(`${isKey} ${counted.id}`);
    const message = isKey
      ? `too many requests of this API key at once: expected at most ${keyRequestsAtOnce}. Wait for one of them to end (keyRequestsAtOnce).`
      : `too many requests at once without a valid API key from this IP address: expected at most ${addressRequestsAtOnce}. Wait for one of them to end (addressRequestsAtOnce).`;
    throw tooMany(isKey ? 'key_requests_at_once' : 'address_requests_at_once', message, {
      excess,
      endsInMs: NEXT_TURN_MS,
    });
  };
}

/** Counts what runs at once per key. */
export class AtOnce {
  readonly #limit: number;
  readonly #running = new Map<string, number>();

  /** @param limit Largest number at once, per key. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Number of keys in memory. */
  get size(): number {
    return this.#running.size;
  }

  /** Begins one, unless the key has the largest number already. Disposing the result ends it. */
  begin(key: string): Disposable | undefined {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.#limit) return undefined;
    this.#running.set(key, running + 1);
    return { [Symbol.dispose]: () => this.end(key) };
  }

  private end(key: string): void {
    const left = (this.#running.get(key) ?? 1) - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
  }
}
