import { basename } from 'node:path';
import { defineConfig, type Options } from 'tsup';

const library = ['src/index.ts', 'src/parse.ts', 'src/local.ts', 'src/remote.ts', 'src/service.ts', 'src/testing.ts'];

/** The thread that reads pages: a file of its own beside the others. */
const worker = 'src/local/workers/page-worker.ts';

/** Entries by their files' names. */
const named = (files: readonly string[]) => Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]));

const shared: Options = {
  dts: { entry: library },
  target: 'node22',
  // Without splitting each entry would have its own copy of every class.
  splitting: true,
  shims: true,
};

export default defineConfig([
  { ...shared, entry: named([...library, worker, 'src/cli.ts']), format: 'esm' },
  { ...shared, entry: named([...library, worker]), format: 'cjs' },
]);
