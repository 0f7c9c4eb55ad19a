/** Limits requests per API key and per IP address, in number per minute and at once. */
import { subscriberOf } from '../http/ip-address.ts';
import { AtOnce, NO_TURN } from './at-once.ts';
import { type Failure, refusal } from './failure.ts';
import type { ServiceSettings } from './options.ts';
import { type Counted, RateWindows } from './rate-windows.ts';
import type { RequestContext } from './request-context.ts';

/** The limits that refuse requests, as the log and the metrics name them. */
export const LIMIT_NAMES: readonly LimitName[] = [
  'wrong_keys',
  'key_requests_per_minute',
  'key_requests_at_once',
  'address_requests_per_minute',
  'address_requests_at_once',
  'sign_ins',
];

/** A limit that refuses requests, as the log and the metrics name it. */
export type LimitName =
  | 'wrong_keys'
  | 'key_requests_per_minute'
  | 'key_requests_at_once'
  | 'address_requests_per_minute'
  | 'address_requests_at_once'
  | 'sign_ins';

/** A request that is within its limits; disposing it ends the request. Or the failure of one that is not. */
export type Admission = { turn: Disposable } | { failure: Failure };

/** Paths without a limit per IP address: a load balancer takes a service out of use that refuses its checks, and a refusal is as much work as the response. */
export const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/healthz', '/metrics']);

/** Milliseconds to wait for one of the requests at once to end. */
const NEXT_TURN_MS = 1_000;

/** The limits of a service. An IPv6 address counts as its /64 network. Callers without a known IP address are not limited. */
export class Limits {
  readonly #settings: ServiceSettings;
  readonly #rates: Readonly<Record<'key' | 'address' | 'dashboard', RateWindows>>;
  readonly #wrongKeys: RateWindows;
  readonly #refusedAtOnce = new RateWindows(0);
  readonly #atOnce: Readonly<Record<'key' | 'address', AtOnce>>;

  constructor(settings: ServiceSettings) {
    const { keyRequestsPerMinute, addressRequestsPerMinute, keyRequestsAtOnce, addressRequestsAtOnce } = settings;
    this.#settings = settings;
    this.#wrongKeys = new RateWindows(settings.wrongKeysPerMinute);
    this.#rates = {
      key: new RateWindows(keyRequestsPerMinute),
      address: new RateWindows(addressRequestsPerMinute),
      // Callers cannot use up the sign-in of an operator whose address they share.
      dashboard: new RateWindows(addressRequestsPerMinute),
    };
    this.#atOnce = { key: new AtOnce(keyRequestsAtOnce), address: new AtOnce(addressRequestsAtOnce) };
  }

  /** Admits a request with a valid key. */
  ofKey(keyId: string, context: RequestContext): Admission {
    const { keyRequestsPerMinute, keyRequestsAtOnce } = this.#settings;
    const counted = this.#rates.key.add(keyId);
    if (counted.excess > 0) {
      const message = `too many requests of this API key: expected at most ${keyRequestsPerMinute} per minute. Wait, or ask the operator for a higher limit (keyRequestsPerMinute).`;
      return { failure: tooMany(context, 'key_requests_per_minute', message, counted) };
    }
    const turn = this.#atOnce.key.begin(keyId);
    if (turn !== undefined) return { turn };
    const message = `too many requests of this API key at once: expected at most ${keyRequestsAtOnce}. Wait for one of them to end (keyRequestsAtOnce).`;
    return { failure: this.tooManyAtOnce(context, 'key_requests_at_once', keyId, message) };
  }

  /** Admits a request without a valid key. */
  ofAddress(path: string, context: RequestContext): Admission {
    const { addressRequestsPerMinute, addressRequestsAtOnce } = this.#settings;
    if (context.address === undefined || PROBES.has(path)) return { turn: NO_TURN };
    const subscriber = subscriberOf(context.address);
    const counted = this.#rates[countOf(path)].add(subscriber);
    if (counted.excess > 0) {
      const message = `too many requests without a valid API key from this IP address: expected at most ${addressRequestsPerMinute} per minute. Wait, or send x-api-key (addressRequestsPerMinute).`;
      return { failure: tooMany(context, 'address_requests_per_minute', message, counted) };
    }
    const turn = this.#atOnce.address.begin(subscriber);
    if (turn !== undefined) return { turn };
    const message = `too many requests at once without a valid API key from this IP address: expected at most ${addressRequestsAtOnce}. Wait for one of them to end (addressRequestsAtOnce).`;
    return { failure: this.tooManyAtOnce(context, 'address_requests_at_once', subscriber, message) };
  }

  /** Counts a wrong key. Returns the failure if the address has sent too many. */
  wrongKey(context: RequestContext): Failure | undefined {
    if (context.address === undefined) return undefined;
    const counted = this.#wrongKeys.add(subscriberOf(context.address));
    if (counted.excess === 0) return undefined;
    const message = `too many wrong API keys from this IP address: expected at most ${this.#settings.wrongKeysPerMinute} per minute. Fix the key. Requests with a valid key are not refused.`;
    return tooMany(context, 'wrong_keys', message, counted);
  }

  private tooManyAtOnce(context: RequestContext, limit: LimitName, key: string, message: string): Failure {
    const { excess } = this.#refusedAtOnce.add(`${limit} ${key}`);
    return tooMany(context, limit, message, { excess, endsInMs: NEXT_TURN_MS });
  }
}

/** Returns what a path is counted with. */
function countOf(path: string): 'address' | 'dashboard' {
  return path.startsWith('/dashboard') || path === '/style.css' ? 'dashboard' : 'address';
}

function tooMany(context: RequestContext, limit: LimitName, message: string, { excess, endsInMs }: Counted): Failure {
  context.refusedBy = { limit, refusals: excess };
  return { ...refusal(429, 'RATE_LIMITED', message), retryAfterMs: endsInMs };
}
