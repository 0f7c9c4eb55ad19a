/** Runs `buybox serve`. */
import { once } from 'node:events';
import {
  buyPack,
  createFirstKey,
  createService,
  FREE_PACK,
  type LogEntry,
  listen,
  type ServiceStore,
} from '../entries/service.ts';
import { DEFAULTS } from '../service/options.ts';
import { backendOf, type OpenOptions, openMarketplace, settingsOf } from './backend.ts';
import { observeIfInstalled } from './observe.ts';
import type { ServeFlags } from './serve.ts';
import { greet, STOPPING, tokenOf } from './serve-greeting.ts';
import { openStore } from './store.ts';
import type { Terminal } from './terminal.ts';

/** Serves the `/v1` API until the terminal's signal is aborted, then finishes the running requests. */
export async function serve(flags: ServeFlags, terminal: Terminal): Promise<void> {
  using _observation = await observeIfInstalled();
  const { host, port, publicUrl: baseUrl, trustProxy, cors, log, maxQueue } = flags;
  const { keyRequestsPerMinute, keyRequestsAtOnce, addressRequestsPerMinute, addressRequestsAtOnce } = flags;
  const operatorToken = tokenOf(flags);
  const settings = settingsOf(flags);
  const { timeoutMs = DEFAULTS.timeoutMs } = settings;
  const queueTimeoutMs = flags.queueTimeout ?? settings.queueTimeoutMs ?? DEFAULTS.queueTimeoutMs;
  const configured = backendOf(flags) === 'remote' ? settings.maxConnections : settings.concurrency;
  const concurrency = flags.concurrency ?? configured ?? DEFAULTS.concurrency;
  // The store counts the credits, so the backend has no packs. Notes on pages would hide the log of requests. A page that takes long must not delay
  // the calls of others.
  const ownOptions = { packs: [], concurrency, onEvent: null, parseIn: 'workers' as const, ...paceOf(flags) };
  await using marketplace = await openMarketplace(flags, terminal, ownOptions);
  const store = await openStore(flags);
  try {
    const onRequest = log ? (entry: LogEntry) => terminal.out(logLine(entry), 'json') : undefined;
    const limits = { concurrency, maxQueue, queueTimeoutMs, timeoutMs, idempotencyMs: flags.idempotency };
    const rates = { keyRequestsPerMinute, keyRequestsAtOnce, addressRequestsPerMinute, addressRequestsAtOnce };
    const access = { baseUrl, trustProxy, cors, operatorToken, ...rates };
    const service = createService({ marketplace, store, onRequest, ...limits, ...access });
    const longestMs = timeoutMs + queueTimeoutMs;
    const idleTimeoutMs = Math.max(180_000, longestMs + 30_000);
    await using server = await listen(service, { host, port, graceMs: longestMs, idleTimeoutMs, replaceGlobals: true });
    const key = await firstKey(store);
    greet(terminal, flags, { url: server.url, key }, operatorToken);
    if (!terminal.signal.aborted) await once(terminal.signal, 'abort');
    terminal.err(STOPPING);
  } finally {
    await store.close();
  }
}

/** Processes that share Redis keep one pace. */
function paceOf({ redis, redisPrefix }: ServeFlags): OpenOptions {
  if (redis === undefined) return {};
  return {
    defaults: async ({ backend }) => {
      if (backend === 'remote') return {};
      const { redisPace } = await import('../entries/redis.ts');
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
