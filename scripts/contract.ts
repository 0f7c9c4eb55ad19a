/** Writes what is derived from the schemas of the contract and their comments: `npm run contract`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONTRACT } from './contract/comments.ts';
import { descriptionsText } from './contract/descriptions.ts';
import { typeFiles } from './contract/types.ts';

/** The text of every file, by its path in src/contract. */
export async function contractFiles(): Promise<Map<string, string>> {
  return new Map([...(await typeFiles()), ['descriptions.ts', descriptionsText()]]);
}

if (import.meta.main) {
  for (const [path, text] of await contractFiles()) {
    const target = join(CONTRACT, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
