/** The `/v1` API with keys and credits. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createService, type Service, sqliteStore } from 'buybox/service';
import { theMarketplace } from './marketplace.ts';

let service: Promise<Service> | undefined;

/** Returns the service; creates it at the first call. The folder `BUYBOX_DATA` contains its keys and packs, which `npx buybox keys` and `npx buybox packs` manage. */
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
    // Next.js runs behind a proxy, which sends the client's IP address.
    trustProxy: true,
    baseUrl: process.env.BUYBOX_PUBLIC_URL,
  });
}
