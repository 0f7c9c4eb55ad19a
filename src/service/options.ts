/** The options of a service. */
import type { Marketplace } from '../contract/marketplace.ts';
import { DAY_MS } from '../ledger/pack.ts';
import {
  functionFor,
  httpUrl,
  invalidSetting,
  milliseconds,
  objectWith,
  type Setting,
  trueOrFalse,
  wholeNumber,
} from '../settings/checks.ts';
import { type OptionTable, readOptions } from '../settings/table.ts';
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
  /** Time that a call may work [milliseconds]. It starts when the call's turn comes. @default 60_000 */
  timeoutMs?: number | undefined;
  /** Largest number of calls that run at once, over all keys. Not more than the marketplace runs at once, or calls wait there instead. @default 10 */
  concurrency?: number | undefined;
  /** Largest number of calls that wait for their turn, over all keys. Further calls get status 503. @default 100 */
  maxQueue?: number | undefined;
  /** Time that a call may wait for its turn, in the service and in the marketplace [milliseconds]. @default 30_000 */
  queueTimeoutMs?: number | undefined;
  /** How long the response for an `Idempotency-Key` is stored [milliseconds]. @default 86_400_000 (24 hours) */
  idempotencyMs?: number | undefined;
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
  /** Receives a log entry for each finished request. Entries have no secrets. An error that it throws does not affect the response: a warning of the process reports the first one. */
  onRequest?: ((entry: LogEntry) => void) | undefined;
  /** A clock, in milliseconds since the epoch. @default Date.now */
  now?: (() => number) | undefined;
}

/** The options with their defaults. */
export type ServiceSettings = Omit<ServiceOptions, Preset> & Required<Pick<typeof DEFAULTS, Preset>>;

type Preset = keyof typeof DEFAULTS;

/** The defaults of the options that have one. */
export const DEFAULTS = {
  timeoutMs: 60_000,
  /** As many as a local marketplace without packs runs at once, and a remote one has connections. */
  concurrency: 10,
  maxQueue: 100,
  /** Shorter than the time limits of usual HTTP clients. */
  queueTimeoutMs: 30_000,
  idempotencyMs: DAY_MS,
  maxBodyBytes: 65_536,
  cors: [] as readonly string[],
  trustProxy: false,
  wrongKeysPerMinute: 20,
  now: () => Date.now(),
};

const OPTIONS: OptionTable<ServiceOptions> = {
  marketplace: { check: objectWith<Marketplace>(['product'], 'a marketplace: the result of createMarketplace()') },
  store: {
    check: objectWith<ServiceStore>(['findKey', 'commitResponse'], 'a store: memoryStore() or sqliteStore(path)'),
  },
  baseUrl: { check: httpUrl },
  timeoutMs: { check: (setting) => milliseconds(setting) },
  concurrency: { check: (setting) => wholeNumber(setting, 1) },
  maxQueue: { check: (setting) => wholeNumber(setting, 0) },
  queueTimeoutMs: { check: (setting) => milliseconds(setting) },
  idempotencyMs: { check: (setting) => wholeNumber(setting, 1) },
  maxBodyBytes: { check: (setting) => wholeNumber(setting, 1) },
  cors: { check: originList },
  trustProxy: { check: trueOrFalse },
  wrongKeysPerMinute: { check: (setting) => wholeNumber(setting, 1) },
  operatorToken: { check: checkedToken },
  onRequest: { check: functionFor<(entry: LogEntry) => void>() },
  now: { check: functionFor<() => number>() },
};

const SHORTEST_TOKEN = 16;

/** Messages do not contain the token, which is a secret. */
function checkedToken({ name, value }: Setting): string {
  if (typeof value === 'string' && value.length >= SHORTEST_TOKEN) return value;
  const why = typeof value === 'string' ? 'is too short' : `has the type ${typeof value}`;
  throw invalidSetting(name, undefined, `${why}: expected a string of at least ${SHORTEST_TOKEN} characters.`);
}

/** Checks every option. @throws BadRequestError `INVALID_CONFIGURATION` with the option's name */
export function resolveServiceOptions(options: ServiceOptions): ServiceSettings {
  const { marketplace, store, ...given } = readOptions('createService', OPTIONS, options);
  if (marketplace === undefined) throw missing('marketplace', 'the result of createMarketplace()');
  if (store === undefined) throw missing('store', 'memoryStore() or sqliteStore(path)');
  // Options that are not set are not members.
  const set = given as Omit<typeof given, Preset> & Partial<typeof DEFAULTS>;
  return { ...DEFAULTS, ...set, marketplace, store };
}

function missing(name: string, expected: string) {
  return invalidSetting(name, undefined, `missing: expected ${expected}.`);
}
