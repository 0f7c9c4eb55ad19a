/**
 * Writes the measured tables of the documentation: `npm run docs:tables [-- NAME ...] [--from FILE]`.
 *
 * - `sizes`, in docs/installing.md: packs the package and bundles its entries
 * - `runtimes`, in docs/installing.md: from `test/runtimes/tested.ts`
 * - `times`, in docs/measured/speed.md: runs benchmarks, or reads their saved output with `--from FILE`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withGeneratedParts } from './generated-parts.ts';
import { runtimesTable } from './runtimes.ts';
import { sizesTable } from './sizes.ts';
import { librariesTable, measuredTimes, savedTimes, timesTable } from './times.ts';

const docs = join(import.meta.dirname, '../docs');

/** Writers by the names of the command line. `from` is a file of saved figures. */
const WRITERS: Readonly<Record<string, (from: string | undefined) => Promise<void>>> = {
  sizes: async () => write('installing.md', { sizes: await sizesTable() }),
  runtimes: async () => write('installing.md', { runtimes: runtimesTable() }),
  times: async (from) => {
    const times = from === undefined ? await measuredTimes() : savedTimes(from);
    write('measured/speed.md', { times: timesTable(times), libraries: librariesTable(times) });
  },
};

function write(document: string, parts: Readonly<Record<string, string>>): void {
  const file = join(docs, document);
  writeFileSync(
    file,
    withGeneratedParts(readFileSync(file, 'utf8'), (name) => parts[name]),
  );
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } });
const names = positionals.length > 0 ? positionals : Object.keys(WRITERS);
const unknown = names.filter((name) => !Object.hasOwn(WRITERS, name));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: unknown table: expected ${Object.keys(WRITERS).join(', ')}`);
  process.exitCode = 2;
} else {
  for (const name of names) await WRITERS[name]?.(values.from);
}
