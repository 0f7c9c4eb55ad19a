/** What `buybox serve` does: the `/v1` API on a port, with a store in a folder. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { UsageMeter } from '../local.ts';
import { buyPack, createKey, createService, FREE_PACK, type LogEntry, listen, type ServiceStore } from '../service.ts';
import { backendOf, openMarketplace } from './backend.ts';
import type { ServeFlags } from './serve.ts';
import { openStore } from './store.ts';
import type { Terminal } from './terminal.ts';

/** Serves until a signal says to stop; then what runs is finished. */
export async function serve(flags: ServeFlags, terminal: Terminal): Promise<void> {
  const { host, port, data, publicUrl: baseUrl, trustProxy = false, cors = [], log, configured = {} } = flags;
  const timeoutMs = flags.timeout ?? configured.timeoutMs ?? 60_000;
  const concurrency = flags.concurrency ?? configured.concurrency ?? 50;
  const operatorToken = flags.operatorToken ?? randomBytes(24).toString('base64url');
  // The log tells of requests; notes on their pages would drown it.
  const options = { usage: uncounted(concurrency), concurrency, onEvent: () => undefined };
  await using marketplace = await openMarketplace(flags, terminal, options);
  const store = await openStore(data);
  try {
    const onRequest = log ? (entry: LogEntry) => terminal.out(logLine(entry)) : undefined;
    const service = createService({
      marketplace,
      store,
      baseUrl,
      timeoutMs,
      trustProxy,
      cors,
      operatorToken,
      onRequest,
    });
    await using server = await listen(service, { host, port, graceMs: timeoutMs, replaceGlobals: true });
    const { key } = await firstKey(store);
    for (const line of greeting(flags, server.url, key, operatorToken)) terminal.err(line);
    if (!terminal.signal.aborted) await once(terminal.signal, 'abort');
    terminal.err('stopping: no more requests are taken; those that run are waited for (again: end at once)');
  } finally {
    await store.close();
  }
}

/** Credits are the store's affair: the backend itself counts none. */
function uncounted(connections: number): UsageMeter {
  const usage = { requests_consumed: 0, requests_remaining: Number.MAX_SAFE_INTEGER };
  const reservation = { commit: () => usage, release: () => usage };
  return { reserve: () => reservation, remaining: () => usage.requests_remaining, connections: () => connections };
}

async function firstKey(store: ServiceStore): Promise<{ key: string | undefined }> {
  if ((await store.listKeys()).length > 0) return { key: undefined };
  const made = await createKey(store, 'first', Date.now());
  await buyPack(store, made.id, FREE_PACK, Date.now());
  return made;
}

function greeting(flags: ServeFlags, url: string, key: string | undefined, token: string): string[] {
  const { requests, validDays } = FREE_PACK;
  return [
    `buybox serves the ${backendOf(flags)} backend at ${url}`,
    `  store      ${join(flags.data, 'buybox.db')}`,
    ...(key === undefined
      ? []
      : [`  first key  ${key}  (shown once; ${requests} free requests for ${validDays} days)`]),
    `  reference  ${url}/reference`,
    `  dashboard  ${url}/dashboard`,
    ...(flags.operatorToken === undefined
      ? [`  token      ${token}  (for this run; BUYBOX_OPERATOR_TOKEN sets a lasting one)`]
      : []),
  ];
}

function logLine(entry: LogEntry): string {
  const level = entry.status >= 500 ? 'error' : entry.status >= 400 ? 'warn' : 'info';
  return JSON.stringify({ level, msg: 'request', ...entry });
}
