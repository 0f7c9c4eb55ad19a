/** What `buybox serve` does: the `/v1` API on a port, with a store in a folder. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { invalidSetting } from '../call/settings.ts';
import type { Marketplace } from '../contract/marketplace.ts';
import { createMarketplace } from '../index.ts';
import { httpPages, type PageSource, savedPages, type UsageMeter } from '../local.ts';
import {
  buyPack,
  createKey,
  createService,
  FREE_PACK,
  type LogEntry,
  listen,
  type ServiceStore,
  sqliteStore,
} from '../service.ts';
import type { ServeSettings } from './serve-settings.ts';
import type { Terminal } from './terminal.ts';

/** The store of a data folder, which is made when it is not there. */
export function openStore(data: string): ServiceStore {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  return sqliteStore(join(data, 'buybox.db'));
}

/** Serves until a signal says to stop; then what runs is finished. */
export async function serve(settings: ServeSettings, terminal: Terminal): Promise<void> {
  const { host, port, data, publicUrl: baseUrl, timeoutMs, trustProxy, cors, log } = settings;
  const operatorToken = settings.operatorToken ?? randomBytes(24).toString('base64url');
  await using marketplace = await marketplaceOf(settings);
  const store = openStore(data);
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
    for (const line of greeting(settings, server.url, key, operatorToken)) terminal.err(line);
    const signal = await stopSignal();
    terminal.err(`${signal}: no more requests are taken; those that run are waited for (again: end at once)`);
    process.once(signal, () => process.exit(1));
  } finally {
    await store.close();
  }
}

async function marketplaceOf(settings: ServeSettings): Promise<Marketplace> {
  const { backend, concurrency, timeoutMs, retries } = settings;
  if (backend === 'remote') return createMarketplace({ backend, maxConnections: concurrency, timeoutMs, retries });
  const pages = await pagesOf(settings);
  return createMarketplace({ backend, pages, concurrency, timeoutMs, retries, usage: uncounted(concurrency) });
}

/** Where pages come from; `undefined` for the sites themselves. */
async function pagesOf({ pages, folder, via }: ServeSettings): Promise<PageSource | undefined> {
  if ([pages, folder, via].filter((source) => source !== undefined).length > 1) {
    throw invalidSetting('pages', undefined, 'give one of pages, folder and via, not several');
  }
  if (folder !== undefined) return savedPages(folder);
  if (via !== undefined) return httpPages({ via });
  return pages === undefined ? undefined : pagesOfModule(pages);
}

async function pagesOfModule(path: string): Promise<PageSource> {
  let loaded: { default?: unknown };
  try {
    loaded = await import(pathToFileURL(path).href);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw invalidSetting('pages', path, `cannot be loaded: ${why}`);
  }
  if (typeof loaded.default === 'function') return loaded.default as PageSource;
  throw invalidSetting('pages', path, 'must have a page source, a function, as its default export');
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

function greeting(
  { backend, data, operatorToken }: ServeSettings,
  url: string,
  key: string | undefined,
  token: string,
): string[] {
  const { requests, validDays } = FREE_PACK;
  return [
    `buybox serves the ${backend} backend at ${url}`,
    `  store      ${join(data, 'buybox.db')}`,
    ...(key === undefined
      ? []
      : [`  first key  ${key}  (shown once; ${requests} free requests for ${validDays} days)`]),
    `  reference  ${url}/reference`,
    `  dashboard  ${url}/dashboard`,
    ...(operatorToken === undefined
      ? [`  token      ${token}  (for this run; BUYBOX_OPERATOR_TOKEN sets a lasting one)`]
      : []),
  ];
}

function logLine(entry: LogEntry): string {
  const level = entry.status >= 500 ? 'error' : entry.status >= 400 ? 'warn' : 'info';
  return JSON.stringify({ level, msg: 'request', ...entry });
}

function stopSignal(): Promise<'SIGINT' | 'SIGTERM'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(signal));
  });
}
