/** What a service is made of. */
import { assertTimeout } from '../call/options.ts';
import { httpUrl, invalidSetting, wholeNumber } from '../call/settings.ts';
import type { Marketplace } from '../contract/marketplace.ts';
import type { LogEntry } from './log.ts';
import type { ServiceStore } from './store.ts';

/** Options of {@link createService}. */
export interface ServiceOptions {
  /** Answers the calls. Its own usage meter is its affair: customers are charged by the store. The service does not close it. */
  marketplace: Marketplace;
  /** Keeps keys, packs, credits and the log of requests. The service does not close it. */
  store: ServiceStore;
  /** The public address, which `meta.request_url` then names, when it is not the one of the request: behind a proxy, below a path. @default the request's own */
  baseUrl?: string | undefined;
  /** Budget of a call, in milliseconds. @default 60_000 */
  timeoutMs?: number | undefined;
  /** Longest body of a request, in bytes. @default 65_536 */
  maxBodyBytes?: number | undefined;
  /** Origins whose pages may call the API from a browser; `'*'` for any. A key in a web page is public. @default none */
  cors?: readonly string[] | undefined;
  /** Whether a proxy in front sets `X-Forwarded-For`, and so the caller's address is its last entry. @default false */
  trustProxy?: boolean | undefined;
  /** Wrong keys that an address may send in a minute; then it gets 429 for the rest of it. @default 20 */
  wrongKeysPerMinute?: number | undefined;
  /** The secret that opens `/dashboard`, of at least 16 characters; there is no dashboard without it. @default none */
  operatorToken?: string | undefined;
  /** Hears of every request that is over: for logs. No secret stands in an entry. */
  onRequest?: ((entry: LogEntry) => void) | undefined;
  /** A clock, in milliseconds since the epoch. @default Date.now */
  now?: (() => number) | undefined;
}

/** The options with the defaults in them. */
export interface ServiceSettings {
  marketplace: Marketplace;
  store: ServiceStore;
  baseUrl: string | undefined;
  timeoutMs: number;
  maxBodyBytes: number;
  cors: readonly string[];
  trustProxy: boolean;
  wrongKeysPerMinute: number;
  operatorToken: string | undefined;
  onRequest: ((entry: LogEntry) => void) | undefined;
  now: () => number;
}

const SHORTEST_TOKEN = 16;

/** Checks every option. @throws BadRequestError `INVALID_CONFIGURATION`, with the option's name */
export function resolveServiceOptions(options: ServiceOptions): ServiceSettings {
  const { marketplace, store, operatorToken, onRequest, now = Date.now } = options;
  if (typeof marketplace?.product !== 'function') {
    throw invalidSetting('marketplace', undefined, 'is no marketplace; give one of createMarketplace');
  }
  if (typeof store?.ledger?.reserve !== 'function') {
    throw invalidSetting('store', undefined, 'is no store; give memoryStore() or sqliteStore(path)');
  }
  if (operatorToken !== undefined && operatorToken.length < SHORTEST_TOKEN) {
    throw invalidSetting('operatorToken', undefined, `must have ${SHORTEST_TOKEN} characters or more`);
  }
  return {
    marketplace,
    store,
    operatorToken,
    onRequest,
    now,
    baseUrl: httpUrl({ name: 'baseUrl', value: options.baseUrl }),
    timeoutMs: assertTimeout(options.timeoutMs) ?? 60_000,
    maxBodyBytes: wholeNumber({ name: 'maxBodyBytes', value: options.maxBodyBytes }, 1) ?? 65_536,
    wrongKeysPerMinute: wholeNumber({ name: 'wrongKeysPerMinute', value: options.wrongKeysPerMinute }, 1) ?? 20,
    cors: options.cors ?? [],
    trustProxy: options.trustProxy ?? false,
  };
}
