/**
 * The `/v1` API as a route handler of Next.js: `app/v1/[...path]/route.ts` holds
 *
 *   export { GET, POST } from '../../../serve-next';
 *   export const runtime = 'nodejs';
 *
 * A key is made with `npx buybox keys create example --data data`, and its pack with `npx buybox packs add <id> 10000 --data data`.
 */
import { mkdirSync } from 'node:fs';
import { createMarketplace } from 'buybox';
import { createService, type Service, sqliteStore } from 'buybox/service';

let service: Service | undefined;

/** Made when it is first called, not while the application is built. */
function theService(): Service {
  const data = process.env.BUYBOX_DATA ?? 'data';
  mkdirSync(data, { recursive: true });
  // Next.js has a proxy in front wherever it runs; it tells the caller's address.
  service ??= createService({
    marketplace: createMarketplace(),
    store: sqliteStore(`${data}/buybox.db`),
    trustProxy: true,
  });
  return service;
}

export const GET = (request: Request): Promise<Response> => theService()(request);
export const POST = (request: Request): Promise<Response> => theService()(request);
