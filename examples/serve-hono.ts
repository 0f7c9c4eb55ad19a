/**
 * The `/v1` API inside a Hono application of yours, below a path of its own.
 *
 *   PORT=3000 node examples/serve-hono.ts
 *   node examples/serve-hono.ts --fixtures
 */
import { serve } from '@hono/node-server';
import { createMarketplace } from 'buybox';
import { buyPack, createKey, createService, memoryStore, packOffer, type Service } from 'buybox/service';
import { Hono } from 'hono';

/** `baseUrl` is where callers find it: `meta.request_url` then names what they called. */
export function application(service: Service): Hono {
  const app = new Hono();
  app.get('/', (context) => context.text('The data is below /data/v1.'));
  // `mount` takes the prefix off; the environment carries the caller's address, which limits wrong keys.
  app.mount('/data', (request, env: object) => service(request, env));
  return app;
}

if (import.meta.main) {
  const port = Number(process.env.PORT ?? 3000);
  const isOffline = process.argv.includes('--fixtures');
  const marketplace = isOffline ? await (await import('./fixtures.ts')).fixtureMarketplace() : createMarketplace();
  const store = memoryStore();
  const { id, key } = await createKey(store, 'example', Date.now());
  await buyPack(store, id, packOffer('10000'), Date.now());
  const baseUrl = `http://localhost:${port}/data`;
  const app = application(createService({ marketplace, store, baseUrl }));
  serve({ fetch: app.fetch, port });
  console.log(`curl -H "x-api-key: ${key}" "${baseUrl}/v1/product?asin=${isOffline ? 'B0LANTERN1' : 'B08N5WRWNW'}"`);
}
