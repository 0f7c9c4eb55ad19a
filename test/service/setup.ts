import type { AnyEnvelope } from '../../src/contract/marketplace.ts';
import type { AnyMarketplace } from '../../src/entries/index.ts';
import { createLocalMarketplace, savedPages } from '../../src/entries/local.ts';
import {
  buyPack,
  createKey,
  createService,
  type LogEntry,
  memoryStore,
  type PackOffer,
  packOffer,
  type ServiceOptions,
} from '../../src/entries/service.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { withMemory } from '../conformance/target.ts';

export const ORIGIN = 'http://api.example.test';
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const remembered = new Map<string, AnyEnvelope>();

/** Returns a marketplace that reads each of the fixture pages once in a process. */
export function fixturePages(): AnyMarketplace {
  return withMemory(createLocalMarketplace({ pages: savedPages(FIXTURES_FOLDER), retries: 0 }), remembered);
}

/** Creates a service with one key, and functions that call it. */
export async function setUpService(
  options: Partial<ServiceOptions> = {},
  pack: Partial<Omit<PackOffer, 'priceUsd'>> = { requests: 100 },
) {
  const now = options.now ?? Date.now;
  const store = options.store ?? memoryStore({ now });
  const { id, key } = await createKey(store, 'first', now());
  await buyPack(store, id, packOffer('free', pack), now());
  const log: LogEntry[] = [];
  const service = createService({
    marketplace: fixturePages(),
    store,
    onRequest: (entry) => void log.push(entry),
    ...options,
  });
  const send = async (path: string, init: RequestInit = {}, connection?: object) => {
    const response = await service(new Request(`${ORIGIN}${path}`, init), connection);
    const text = await response.text();
    const isJson = text !== '' && response.headers.get('content-type')?.includes('json');
    const json = isJson ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, body: json };
  };
  const get = (path: string, headers: Record<string, string> = {}) =>
    send(path, { headers: { 'x-api-key': key, ...headers } });
  const scrape = (body: unknown, headers: Record<string, string> = {}) =>
    send('/v1/scrape', {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    });
  return { service, store, id, key, log, send, get, scrape };
}

/** Returns a marketplace with another `product` method. */
export function marketplaceOf(product: AnyMarketplace['product']): AnyMarketplace {
  return { ...fixturePages(), product };
}
