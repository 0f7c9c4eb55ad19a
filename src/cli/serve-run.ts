/** Runs `buybox serve`. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { DEFAULTS } from '../service/options.ts';
import { buyPack, createKey, createService, FREE_PACK, type LogEntry, listen, type ServiceStore } from '../service.ts';
import { backendOf, openMarketplace, settingsOf } from './backend.ts';
import type { ServeFlags } from './serve.ts';
import { databaseOf, openStore } from './store.ts';
import type { Terminal } from './terminal.ts';

/** Serves the `/v1` API until the terminal's signal is aborted, then finishes the running requests. */
export async function serve(flags: ServeFlags, terminal: Terminal): Promise<void> {
  const { host, port, data, publicUrl: baseUrl, trustProxy, cors, log, maxQueue } = flags;
  const settings = settingsOf(flags);
  const { timeoutMs = DEFAULTS.timeoutMs } = settings;
  const queueTimeoutMs = flags.queueTimeout ?? settings.queueTimeoutMs ?? DEFAULTS.queueTimeoutMs;
  const configured = backendOf(flags) === 'remote' ? settings.maxConnections : settings.concurrency;
  const concurrency = flags.concurrency ?? configured ?? DEFAULTS.concurrency;
  const operatorToken = flags.operatorToken ?? randomBytes(24).toString('base64url');
  // The store counts the credits, so the backend has no packs. Notes on pages would hide the log of requests.
  const ownOptions = { packs: [], concurrency, onEvent: () => undefined };
  await using marketplace = await openMarketplace(flags, terminal, ownOptions);
  const store = await openStore(data);
  try {
    const onRequest = log ? (entry: LogEntry) => terminal.out(logLine(entry)) : undefined;
    const limits = { concurrency, maxQueue, queueTimeoutMs, timeoutMs, idempotencyMs: flags.idempotency };
    const access = { baseUrl, trustProxy, cors, operatorToken };
    const service = createService({ marketplace, store, onRequest, ...limits, ...access });
    const longestMs = timeoutMs + queueTimeoutMs;
    const idleTimeoutMs = Math.max(180_000, longestMs + 30_000);
    await using server = await listen(service, { host, port, graceMs: longestMs, idleTimeoutMs, replaceGlobals: true });
    const key = await createFirstKey(store);
    for (const line of greeting(flags, server.url, key, operatorToken)) terminal.err(line);
    if (!terminal.signal.aborted) await once(terminal.signal, 'abort');
    terminal.err(
      'stopping: new requests are rejected, running requests are finished. Press Ctrl-C again to stop at once.',
    );
  } finally {
    await store.close();
  }
}

/** Creates a key with a free pack in a store without keys. Returns the key. */
async function createFirstKey(store: ServiceStore): Promise<string | undefined> {
  if ((await store.listKeys()).length > 0) return undefined;
  const made = await createKey(store, 'first', Date.now());
  await buyPack(store, made.id, FREE_PACK, Date.now());
  return made.key;
}

function greeting(flags: ServeFlags, url: string, key: string | undefined, token: string): string[] {
  const { requests, validDays } = FREE_PACK;
  return [
    `buybox serves the ${backendOf(flags)} backend at ${url}`,
    `  store      ${databaseOf(flags.data)}`,
    ...(key === undefined
      ? []
      : [`  first key  ${key}  (shown once; ${requests} free requests for ${validDays} days)`]),
    `  reference  ${url}/reference`,
    `  dashboard  ${url}/dashboard`,
    ...(flags.operatorToken === undefined
      ? [`  token      ${token}  (for this run; set BUYBOX_OPERATOR_TOKEN to keep one)`]
      : []),
  ];
}

function logLine(entry: LogEntry): string {
  const level = entry.status >= 500 ? 'error' : entry.status >= 400 ? 'warn' : 'info';
  return JSON.stringify({ level, msg: 'request', ...entry });
}
