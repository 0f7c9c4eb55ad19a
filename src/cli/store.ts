/** The store of a service, in a folder. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { BadRequestError } from '../contract/errors.ts';
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
  return sqliteStore(fileOf(data));
}

/** The store that a data folder holds: a name that was misspelt makes none. @throws BadRequestError when there is none */
export async function openExistingStore(data: string): Promise<ServiceStore> {
  if (existsSync(fileOf(data))) return openStore(data);
  throw new BadRequestError(
    `data: ${data} holds no store; name its folder with --data, or make one by \`buybox keys create\` or \`buybox serve\``,
    { parameter: 'data' },
  );
}

function fileOf(data: string): string {
  return join(data, 'buybox.db');
}
