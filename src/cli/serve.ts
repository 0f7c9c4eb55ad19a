/** `buybox serve`: the `/v1` API on a port, with a store in a folder. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Marketplace } from '../contract/marketplace.ts';
import { createMarketplace } from '../index.ts';
import { httpPages, savedPages, type UsageMeter } from '../local.ts';
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
import { addServeFlags, readServeSettings, type ServeSettings } from './serve-settings.ts';
import type { Terminal } from './terminal.ts';

/** Adds the command. */
export function addServeCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('serve')
    .description('Run the /v1 API: keys, packs and a dashboard over a marketplace.');
  addServeFlags(command);
  command.action(() => serve(readServeSettings(command.opts(), process.env), terminal));
}

/** The store of a data folder, which is made when it is not there. */
export function openStore(data: string): ServiceStore {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  return sqliteStore(join(data, 'buybox.db'));
}

async function serve(settings: ServeSettings, terminal: Terminal): Promise<void> {
  const { host, port, data, publicUrl: baseUrl, timeoutMs, trustProxy, cors, log } = settings;
  const operatorToken = settings.operatorToken ?? randomBytes(24).toString('base64url');
  await using marketplace = marketplaceOf(settings);
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
    await using server = await listen(service, { host, port, graceMs: timeoutMs });
    const { key } = await firstKey(store);
    for (const line of greeting(settings, server.url, key, operatorToken)) terminal.err(line);
    const signal = await stopSignal();
    terminal.err(`${signal}: no more requests are taken; those that run are waited for (again: end at once)`);
    process.once(signal, () => process.exit(1));
  } finally {
    await store.close();
  }
}

function marketplaceOf({ backend, concurrency, folder, via, timeoutMs }: ServeSettings): Marketplace {
  if (backend === 'remote') return createMarketplace({ backend, maxConnections: concurrency, timeoutMs });
  const pages = folder === undefined ? (via === undefined ? undefined : httpPages({ via })) : savedPages(folder);
  return createMarketplace({ backend, pages, concurrency, timeoutMs, usage: uncounted(concurrency) });
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
