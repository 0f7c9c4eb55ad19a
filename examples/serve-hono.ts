/**
 * Serves the `/v1` API in a Hono application, under a path prefix.
 *
 *   PORT=3000 node examples/serve-hono.ts
 *   node examples/serve-hono.ts --fixtures
 */
import { serve } from '@hono/node-server';
import { createMarketplace } from 'buybox';
import { buyPack, createKey, createService, memoryStore, packOffer, type Service } from 'buybox/service';
import { Hono } from 'hono';

/** `baseUrl` is the public URL, which `meta.request_url` shows. */
export function application(service: Service): Hono {
  const app = new Hono();
  app.get('/', (context) => context.text('The API is at /data/v1.'));
  // `mount` removes the prefix. The environment has the client's IP address, for the limit on wrong keys.
  app.mount('/data', (request, env: object) => service(request, env));
  return app;
}

if (process.argv[1] === import.meta.filename) {
  const port = Number(process.env.PORT ?? 3000);
  const isOffline = process.argv.includes('--fixtures');
  const marketplace = isOffline ? await (await import('./fixtures.ts')).fixtureMarketplace() : createMarketplace();
  const store = memoryStore();
  const { id, key } = await createKey(store, 'example', Date.now());
  await buyPack(store, id, packOffer('10000'), Date.now());
  const baseUrl = `http://localhost:${port}/data`;
  const app = application(createService({ marketplace, store, baseUrl }));
  serve({ fetch: app.fetch, port });
  console.log(`curl -H "x-api-key: ${key}" "${baseUrl}/v1/product?asin=B0LANTERN1"`);
}
