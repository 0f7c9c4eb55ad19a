/** The store of a service: a database in a data folder. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { BadRequestError } from '../contract/errors.ts';
import type { ServiceStore } from '../service/store.ts';
import { Flag } from './flags.ts';

/** Returns the flag that names the data folder. */
export function dataFlag(): Flag {
  return new Flag('--data <dir>', 'data folder of the service').default('buybox-data').from('BUYBOX_DATA');
}

/** Returns the path of the database in a data folder. */
export function databaseOf(data: string): string {
  return join(data, 'buybox.db');
}

/** Opens the store of a data folder. Creates both if they do not exist. */
export async function openStore(data: string): Promise<ServiceStore> {
  // Most commands need no store, so the module is loaded here.
  const { sqliteStore } = await import('../service.ts');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  return sqliteStore(databaseOf(data));
}

/** Opens the store of a data folder that exists already. @throws BadRequestError if there is none, as for a misspelt name */
export async function openExistingStore(data: string): Promise<ServiceStore> {
  if (existsSync(databaseOf(data))) return openStore(data);
  throw new BadRequestError(
    `data: ${data} has no store. Name the data folder with --data, or create a store with \`buybox keys create\`.`,
    { parameter: 'data' },
  );
}
