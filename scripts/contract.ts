/** Writes the types of the contract from its schemas: `npm run contract`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONTRACT, typeFiles } from './contract/types.ts';

if (import.meta.main) {
  for (const [path, text] of await typeFiles()) {
    const target = join(CONTRACT, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
