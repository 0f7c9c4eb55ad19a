/** The `/v1` API with keys and credits, for others to call. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createService, type Service, sqliteStore } from 'buybox/service';
import { theMarketplace } from './marketplace.ts';

let service: Promise<Service> | undefined;

/** Made when it is first called. Keys and packs stand in the folder `BUYBOX_DATA`, where `npx buybox keys` and `npx buybox packs` put them. */
export function theService(): Promise<Service> {
  service ??= open();
  return service;
}

async function open(): Promise<Service> {
  const data = process.env.BUYBOX_DATA ?? 'data';
  mkdirSync(data, { recursive: true });
  return createService({
    marketplace: await theMarketplace(),
    store: sqliteStore(join(data, 'buybox.db')),
    // Next.js has a proxy in front wherever it runs; it tells the caller's address.
    trustProxy: true,
    baseUrl: process.env.BUYBOX_PUBLIC_URL,
  });
}
