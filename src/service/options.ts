/** The options of a service. */
import type { AnyMarketplace, Duration } from '../contract/marketplace.ts';
import { DAY_MS } from '../ledger/pack.ts';
import {
  clock,
  functionFor,
  httpUrl,
  invalidSetting,
  marketplaceIn,
  objectWith,
  type Setting,
  wholeNumber,
} from '../options/checks.ts';
import { duration, LONGEST_TIME_MS } from '../options/duration.ts';
import { revealed, Secret } from '../options/secrets.ts';
import { type OptionTable, readOptions } from '../options/table.ts';
import type { LogEntry } from './facts.ts';
import type { ServiceStore } from './store.ts';
import { type TrustProxy, trustedProxies } from './trusted-proxies.ts';

/** Options of {@link createService}. */
export interface ServiceOptions {
  /** Makes the calls. Callers are charged by the store, independent of the marketplace's own credits. The service does not close it. */
  marketplace: AnyMarketplace;
  /** Stores keys, credits and the log of requests. The service does not close it. */
  store: ServiceStore;
  /** Public URL of the service, for `meta.request_url`. Needed behind a proxy or below a path. @default the URL of the request */
  baseUrl?: string | undefined;
  /** Time that a call may work [milliseconds]. It starts when the call's turn comes. @default 60_000 */
  timeoutMs?: Duration | undefined;
  /** Largest number of calls that run at once, over all keys. Not more than the marketplace runs at once, or calls wait there instead. @default 10 */
  concurrency?: number | undefined;
  /** Largest number of calls that wait for their turn, over all keys. Further calls get status 503. @default 100 */
  maxQueue?: number | undefined;
  /** Time that a call may wait for its turn, in the service and in the marketplace [milliseconds]. @default 30_000 */
  queueTimeoutMs?: Duration | undefined;
  /** How long the response for an `Idempotency-Key` is stored [milliseconds]. @default 86_400_000 (24 hours) */
  idempotencyMs?: Duration | undefined;
  /** Largest size of a request body, in bytes. @default 65_536 */
  maxBodyBytes?: number | undefined;
  /** Origins whose pages may call the API from a browser; `'*'` for all. Note that a key in a web page is public. @default none */
  cors?: readonly string[] | undefined;
  /**
   * The proxies in front of the service, whose `X-Forwarded-For` has the caller's IP address: `true` for one proxy, a number of proxies, or their
   * networks, such as `['10.0.0.0/8', 'loopback', 'private']`. The caller is the last address that is not one of a trusted proxy. @default false, with a warning when such a header arrives
   */
  trustProxy?: TrustProxy | undefined;
  /** Number of wrong keys per minute and IP address. Further wrong keys in that minute get status 429. Valid keys are never refused. @default 20 */
  wrongKeysPerMinute?: number | undefined;
  /** Number of wrong operator tokens of an IP address before it has to wait: first 1 second, then twice as long for each, at most a minute. @default 5 */
  wrongTokens?: number | undefined;
  /** Number of requests per minute and key. Further ones in that minute get status 429. @default 30_000 */
  keyRequestsPerMinute?: number | undefined;
  /** Largest number of requests of a key at once. Further ones get status 429. Packs limit its calls at once. @default 1_000 */
  keyRequestsAtOnce?: number | undefined;
  /** Number of requests without a valid key per minute and IP address. Further ones in that minute get status 429. @default 600 */
  addressRequestsPerMinute?: number | undefined;
  /** Largest number of requests without a valid key of an IP address at once. Further ones get status 429. @default 100 */
  addressRequestsAtOnce?: number | undefined;
  /** Token for `/dashboard`, at least 16 characters. Without a token there is no dashboard. @default none */
  operatorToken?: string | Secret | undefined;
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
  wrongKeysPerMinute: 20,
  wrongTokens: 5,
  /** More than a program can call, so that only endless loops reach it. */
  keyRequestsPerMinute: 30_000,
  keyRequestsAtOnce: 1_000,
  addressRequestsPerMinute: 600,
  addressRequestsAtOnce: 100,
  now: () => Date.now(),
};

const OPTIONS: OptionTable<ServiceOptions> = {
  marketplace: { check: (setting) => marketplaceIn(setting) },
  store: {
    check: objectWith<ServiceStore>(
      ['listKeys', 'commitResponse'],
      'a store: memoryStore(), sqliteStore(path) or redisStore(url)',
    ),
  },
  baseUrl: { check: httpUrl },
  timeoutMs: { check: (setting) => duration(setting, 1) },
  concurrency: { check: (setting) => wholeNumber(setting, 1) },
  maxQueue: { check: (setting) => wholeNumber(setting, 0) },
  queueTimeoutMs: { check: (setting) => duration(setting, 1) },
  idempotencyMs: { check: (setting) => duration(setting, 1, LONGEST_TIME_MS) },
  maxBodyBytes: { check: (setting) => wholeNumber(setting, 1) },
  cors: { check: originList },
  trustProxy: { check: trustedProxies },
  wrongKeysPerMinute: { check: (setting) => wholeNumber(setting, 1) },
  wrongTokens: { check: (setting) => wholeNumber(setting, 1) },
  keyRequestsPerMinute: { check: (setting) => wholeNumber(setting, 1) },
  keyRequestsAtOnce: { check: (setting) => wholeNumber(setting, 1) },
  addressRequestsPerMinute: { check: (setting) => wholeNumber(setting, 1) },
  addressRequestsAtOnce: { check: (setting) => wholeNumber(setting, 1) },
  operatorToken: { check: checkedToken },
  onRequest: { check: functionFor<(entry: LogEntry) => void>() },
  now: { check: clock },
};

const SHORTEST_TOKEN = 16;

/** Messages do not contain the token, which is a secret. */
function checkedToken({ name, value }: Setting): Secret {
  const token = value instanceof Secret ? revealed(value) : value;
  if (typeof token === 'string' && token.length >= SHORTEST_TOKEN) return new Secret(token);
  const why = typeof token === 'string' ? 'is too short' : `has the type ${typeof token}`;
  throw invalidSetting(name, undefined, `${why}: expected a string of at least ${SHORTEST_TOKEN} characters.`);
}

/** Checks every option. @throws BadRequestError `INVALID_CONFIGURATION` with the option's name */
export function resolveServiceOptions(options: ServiceOptions): ServiceSettings {
  const { marketplace, store, ...given } = readOptions('createService', OPTIONS, options);
  if (marketplace === undefined) throw missing('marketplace', 'the result of createMarketplace()');
  if (store === undefined) throw missing('store', 'memoryStore(), sqliteStore(path) or redisStore(url)');
  // Options that are not set are not members.
  const set = given as Omit<typeof given, Preset> & Partial<typeof DEFAULTS>;
  const settings = { ...DEFAULTS, ...set, marketplace, store };
  // A clock that does not work fails here, and not in each request.
  settings.now();
  return settings;
}

function missing(name: string, expected: string) {
  return invalidSetting(name, undefined, `missing: expected ${expected}.`);
}

/** Returns a list of origins, or `undefined` if not set. @throws BadRequestError `INVALID_CONFIGURATION` for an entry that no browser would send */
export function originList({ name, value }: Setting): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw invalidSetting(name, value, `is not a list: expected origins, such as ${EXAMPLE}.`);
  return value.map((entry: unknown) => {
    if (typeof entry === 'string' && (entry === '*' || originOf(entry) === entry)) return entry;
    const origin = typeof entry === 'string' ? originOf(entry) : undefined;
    const hint = origin === undefined ? '' : ` Did you mean "${origin}"?`;
    throw invalidSetting(name, entry, `is not an origin: expected "*", or an origin such as ${EXAMPLE}.${hint}`);
  });
}

const EXAMPLE = '"https://app.example.com"';

/** Returns the origin of a URL; `undefined` if it is not an HTTP URL. */
function originOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.origin : undefined;
}
