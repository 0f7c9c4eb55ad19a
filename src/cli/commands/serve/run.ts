/** Runs `buybox serve`. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  buyPack,
  createFirstKey,
  createService,
  FREE_PACK,
  type LogEntry,
  listen,
  type ServiceStore,
} from '../../../entries/service.ts';
import { isLoopbackHost } from '../../../http/loopback.ts';
import { Secret } from '../../../options/secrets.ts';
import { DEFAULTS } from '../../../service/options.ts';
import type { TrustProxy } from '../../../service/trusted-proxies.ts';
import { closing } from '../../files.ts';
import { type BackendFlags, backendOf, type OpenOptions, openMarketplace, settingsOf } from '../../flags/backend.ts';
import { openStore, type StoreFlags, storeName } from '../../flags/store.ts';
import { observeIfInstalled } from '../../observe.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The flags of `buybox serve`. */
export interface ServeFlags extends BackendFlags, StoreFlags {
  port: number;
  host: string;
  concurrency?: number;
  maxQueue?: number;
  /** Milliseconds. */
  queueTimeout?: number;
  /** Milliseconds. */
  idempotency?: number;
  publicUrl?: string;
  trustProxy?: TrustProxy;
  keyRequestsPerMinute?: number;
  keyRequestsAtOnce?: number;
  addressRequestsPerMinute?: number;
  addressRequestsAtOnce?: number;
  cors?: string[];
  operatorToken?: Secret;
  log: boolean;
}

/** Serves the `/v1` API until the terminal's signal is aborted, then finishes the running requests. */
export async function serve(flags: ServeFlags, terminal: Terminal): Promise<void> {
  using _observation = await observeIfInstalled();
  const { host, port, publicUrl: baseUrl, trustProxy, cors, log, maxQueue } = flags;
  const { keyRequestsPerMinute, keyRequestsAtOnce, addressRequestsPerMinute, addressRequestsAtOnce } = flags;
  const operatorToken = flags.operatorToken ?? new Secret(randomBytes(24).toString('base64url'));
  const settings = settingsOf(flags);
  const { timeoutMs = DEFAULTS.timeoutMs } = settings;
  const queueTimeoutMs = flags.queueTimeout ?? settings.queueTimeoutMs ?? DEFAULTS.queueTimeoutMs;
  const configured = backendOf(flags) === 'remote' ? settings.maxConnections : settings.concurrency;
  const concurrency = flags.concurrency ?? configured ?? DEFAULTS.concurrency;
  // The store counts the credits, so the backend has no packs. Notes on pages would hide the log of requests. A page that takes long must not delay
  // the calls of others.
  const ownOptions = { packs: [], concurrency, onEvent: null, parseIn: 'workers' as const, ...paceOf(flags) };
  await using marketplace = await openMarketplace(flags, terminal, ownOptions);
  await using store = closing(await openStore(flags));
  const onRequest = log ? (entry: LogEntry) => terminal.out(logLine(entry), 'json') : undefined;
  const limits = { concurrency, maxQueue, queueTimeoutMs, timeoutMs, idempotencyMs: flags.idempotency };
  const rates = { keyRequestsPerMinute, keyRequestsAtOnce, addressRequestsPerMinute, addressRequestsAtOnce };
  const access = { baseUrl, trustProxy, cors, operatorToken, ...rates };
  const service = createService({ marketplace, store, onRequest, ...limits, ...access });
  const longestMs = timeoutMs + queueTimeoutMs;
  const idleTimeoutMs = Math.max(180_000, longestMs + 30_000);
  await using server = await listen(service, { host, port, graceMs: longestMs, idleTimeoutMs, replaceGlobals: true });
  const key = await firstKey(store);
  greet(terminal, flags, server.url, key, operatorToken);
  if (!terminal.signal.aborted) await once(terminal.signal, 'abort');
  terminal.err(STOPPING);
}

/** Processes that share Redis keep one pace. */
function paceOf({ redis, redisPrefix }: ServeFlags): OpenOptions {
  if (redis === undefined) return {};
  return {
    defaults: async ({ backend }) => {
      if (backend === 'remote') return {};
      const { redisPace } = await import('../../../entries/redis.ts');
      return { sharedPace: redisPace(redis, { prefix: redisPrefix }) };
    },
  };
}

/** Creates a key with a free pack in a store without keys. Returns the key. */
async function firstKey(store: ServiceStore): Promise<string | undefined> {
  const made = await createFirstKey(store, 'first', Date.now());
  if (made !== undefined) await buyPack(store, made.id, FREE_PACK, Date.now());
  return made?.key;
}

function logLine(entry: LogEntry): string {
  const level = entry.status >= 500 ? 'error' : entry.status >= 400 ? 'warn' : 'info';
  return JSON.stringify({ level, msg: 'request', ...entry });
}

/** The line when the service stops. */
const STOPPING =
  'stopping: new requests are rejected, running requests are finished. Press Ctrl-C again to stop at once.';

const NO_PUBLIC_URL =
  'public-url: not set: meta.request_url, links and the dashboard use the host that each request names. Set --public-url, such as https://api.example.com.';

const TOKEN_NOTE = {
  file: 'for this run; set BUYBOX_OPERATOR_TOKEN to keep one',
  redis: 'for this command only; set BUYBOX_OPERATOR_TOKEN to the same one for all',
};

/** Prints what the operator needs to know about a service that listens. @param key The first key, if the store had none. */
function greet(terminal: Terminal, flags: ServeFlags, url: string, key: string | undefined, token: Secret): void {
  const { requests, validDays } = FREE_PACK;
  const lines = [
    `buybox serves the ${backendOf(flags)} backend at ${url}`,
    `  store      ${storeName(flags)}`,
    ...(key === undefined
      ? []
      : [`  first key  ${key}  (shown once; ${requests} free requests for ${validDays} days)`]),
    `  reference  ${url}/reference`,
    `  dashboard  ${url}/dashboard`,
    ...(flags.operatorToken === undefined
      ? [`  token      ${token.reveal()}  (${TOKEN_NOTE[flags.redis === undefined ? 'file' : 'redis']})`]
      : []),
  ];
  for (const line of lines) terminal.err(line);
  if (flags.publicUrl === undefined && !isLoopbackHost(flags.host)) terminal.note(NO_PUBLIC_URL);
}
