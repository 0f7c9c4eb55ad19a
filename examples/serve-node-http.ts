/**
 * Serves the `/v1` API on a `node:http` server. `listen` of `buybox/service` does the same, with time limits and a graceful shutdown.
 *
 *   PORT=3000 node examples/serve-node-http.ts
 *   node examples/serve-node-http.ts --fixtures
 */
import { createServer, type Server } from 'node:http';
import { createMarketplace } from 'buybox';
import {
  buyPack,
  createKey,
  createService,
  memoryStore,
  packOffer,
  requestListener,
  type Service,
} from 'buybox/service';

export function application(service: Service): Server {
  const listener = requestListener(service);
  return createServer({ headersTimeout: 10_000, requestTimeout: 20_000 }, (request, response) => {
    if (request.url === '/') response.end('The API is at /v1.');
    else listener(request, response);
  });
}

if (process.argv[1] === import.meta.filename) {
  const port = Number(process.env.PORT ?? 3000);
  const isOffline = process.argv.includes('--fixtures');
  const marketplace = isOffline ? await (await import('./fixtures.ts')).fixtureMarketplace() : createMarketplace();
  const store = memoryStore();
  const { id, key } = await createKey(store, 'example', Date.now());
  await buyPack(store, id, packOffer('10000'), Date.now());
  application(createService({ marketplace, store })).listen(port);
  console.log(`curl -H "x-api-key: ${key}" "http://localhost:${port}/v1/product?asin=B0LANTERN1"`);
}
