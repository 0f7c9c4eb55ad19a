/**
 * Serves the `/v1` API in an Express application.
 *
 *   PORT=3000 node examples/serve-express.ts
 *   node examples/serve-express.ts --fixtures
 */
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
import express, { type Express } from 'express';

export function application(service: Service): Express {
  const app = express();
  // Before middleware that reads bodies, such as express.json(): the service reads the body itself.
  app.all('/v1/*path', requestListener(service));
  app.use(express.json());
  app.get('/', (_, response) => void response.send('The API is at /v1.'));
  return app;
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
