import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeOutput } from '../../src/cli/files.ts';
import { sqliteLedger } from '../../src/entries/local.ts';
import { sqliteWatchStore } from '../../src/entries/watch.ts';
import { NdjsonFile } from '../../src/files/ndjson-file.ts';
import { fileProblem } from '../../src/options/file-problem.ts';
import { scratchFolder } from '../built/program.ts';

const folder = scratchFolder();

it.each<[string, (path: string) => unknown]>([
  ['a SQLite file', (path) => sqliteLedger(path)],
  ['a file of lines', (path) => NdjsonFile.open({ path, flag: 'out' })],
  ['an export', (path) => sqliteWatchStore(':memory:').export(`${path}.csv`)],
  ['a page', (path) => writeOutput('out', path, '')],
])('%s in a missing folder says so, and what to do, like all others', async (_, write) => {
  await expect((async () => write(join(folder, 'missing', 'file')))()).rejects.toThrow(
    `the folder ${join(folder, 'missing')} does not exist; create it`,
  );
});

it("says in the system's words why a file is refused", async () => {
  mkdirSync(join(folder, 'full'));
  await expect(writeOutput('out', join(folder, 'full'), '')).rejects.toThrow(
    'full cannot be written (illegal operation on a directory).',
  );
  expect(fileProblem('read', '/nowhere/x', new Error('odd'))).toBe('cannot be read (odd).');
});
