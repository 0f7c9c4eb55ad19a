/** The options of a service. */
import type { Marketplace } from '../contract/marketplace.ts';
import { httpUrl, invalidSetting, milliseconds, trueOrFalse, wholeNumber } from '../settings/checks.ts';
import type { LogEntry } from './log.ts';
import { originList } from './origins.ts';
import type { ServiceStore } from './store.ts';

/** Options of {@link createService}. */
export interface ServiceOptions {
  /** Makes the calls. Callers are charged by the store, independent of the marketplace's own credits. The service does not close it. */
  marketplace: Marketplace;
  /** Stores keys, credits and the log of requests. The service does not close it. */
  store: ServiceStore;
  /** Public URL of the service, for `meta.request_url`. Needed behind a proxy or below a path. @default the URL of the request */
  baseUrl?: string | undefined;
  /** Timeout of a call, in milliseconds. It starts when the call's turn comes. @default 60_000 */
  timeoutMs?: number | undefined;
  /** Largest number of calls that run at once, over all keys. Not more than the marketplace runs at once, or calls wait there instead. @default 10 */
  concurrency?: number | undefined;
  /** Largest number of calls that wait for their turn, over all keys. Further calls get status 503. @default 100 */
  maxQueue?: number | undefined;
  /** Longest wait for a turn, in milliseconds. Calls that wait longer get status 503. @default 30_000 */
  queueTimeoutMs?: number | undefined;
  /** Largest size of a request body, in bytes. @default 65_536 */
  maxBodyBytes?: number | undefined;
  /** Origins whose pages may call the API from a browser; `'*'` for all. Note that a key in a web page is public. @default none */
  cors?: readonly string[] | undefined;
  /** Whether to read the caller's IP address from the last entry of `X-Forwarded-For`, which your proxy sets. @default false */
  trustProxy?: boolean | undefined;
  /** Number of wrong keys per minute and IP address. Further requests in that minute get status 429. @default 20 */
  wrongKeysPerMinute?: number | undefined;
  /** Token for `/dashboard`, at least 16 characters. Without a token there is no dashboard. @default none */
  operatorToken?: string | undefined;
  /** Receives a log entry for each finished request. Entries have no secrets. */
  onRequest?: ((entry: LogEntry) => void) | undefined;
  /** A clock, in milliseconds since the epoch. @default Date.now */
  now?: (() => number) | undefined;
}

/** The options with their defaults. */
export interface ServiceSettings {
  marketplace: Marketplace;
  store: ServiceStore;
  baseUrl: string | undefined;
  timeoutMs: number;
  concurrency: number;
  maxQueue: number;
  queueTimeoutMs: number;
  maxBodyBytes: number;
  cors: readonly string[];
  trustProxy: boolean;
  wrongKeysPerMinute: number;
  operatorToken: string | undefined;
  onRequest: ((entry: LogEntry) => void) | undefined;
  now: () => number;
}

const SHORTEST_TOKEN = 16;
/** As many as a local marketplace without packs runs at once, and a remote one has connections. */
export const DEFAULT_CONCURRENCY = 10;
/** Shorter than the time limits of usual HTTP clients. */
export const DEFAULT_QUEUE_TIMEOUT_MS = 30_000;

/** Checks every option. @throws BadRequestError `INVALID_CONFIGURATION` with the option's name */
export function resolveServiceOptions(options: ServiceOptions): ServiceSettings {
  const { marketplace, store, operatorToken, onRequest, now = Date.now } = options;
  if (typeof marketplace?.product !== 'function') {
    throw invalidSetting('marketplace', undefined, 'is not a marketplace: expected the result of createMarketplace().');
  }
  if (typeof store?.ledger?.reserve !== 'function') {
    throw invalidSetting('store', undefined, 'is not a store: expected memoryStore() or sqliteStore(path).');
  }
  if (operatorToken !== undefined && operatorToken.length < SHORTEST_TOKEN) {
    throw invalidSetting('operatorToken', undefined, `is too short: expected at least ${SHORTEST_TOKEN} characters.`);
  }
  return {
    marketplace,
    store,
    operatorToken,
    onRequest,
    now,
    baseUrl: httpUrl({ name: 'baseUrl', value: options.baseUrl }),
    timeoutMs: milliseconds({ name: 'timeoutMs', value: options.timeoutMs }) ?? 60_000,
    concurrency: wholeNumber({ name: 'concurrency', value: options.concurrency }, 1) ?? DEFAULT_CONCURRENCY,
    maxQueue: wholeNumber({ name: 'maxQueue', value: options.maxQueue }, 0) ?? 100,
    queueTimeoutMs: milliseconds({ name: 'queueTimeoutMs', value: options.queueTimeoutMs }) ?? DEFAULT_QUEUE_TIMEOUT_MS,
    maxBodyBytes: wholeNumber({ name: 'maxBodyBytes', value: options.maxBodyBytes }, 1) ?? 65_536,
    wrongKeysPerMinute: wholeNumber({ name: 'wrongKeysPerMinute', value: options.wrongKeysPerMinute }, 1) ?? 20,
    cors: originList({ name: 'cors', value: options.cors }) ?? [],
    trustProxy: trueOrFalse({ name: 'trustProxy', value: options.trustProxy }) ?? false,
  };
}
