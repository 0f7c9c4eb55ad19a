/** The store of a service, in a folder. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceStore } from '../service/store.ts';
import { Flag } from './flags.ts';

/** The flag that names the folder. */
export function dataFlag(): Flag {
  return new Flag('--data <dir>', 'folder of the store').default('buybox-data').from('BUYBOX_DATA');
}

/** The store of a data folder, which is made when it is not there. */
export async function openStore(data: string): Promise<ServiceStore> {
  // Loaded when it is used: most commands have no store.
  const { sqliteStore } = await import('../service.ts');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  return sqliteStore(join(data, 'buybox.db'));
}
