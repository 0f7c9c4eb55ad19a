import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { defineConfig, type Options } from 'tsup';

const library = ['src/index.ts', 'src/parse.ts', 'src/local.ts', 'src/remote.ts', 'src/service.ts', 'src/testing.ts'];

/** The thread that reads pages: a file of its own beside the others. */
const worker = 'src/local/workers/page-worker.ts';

/**
 * Writes the name that the thread's file has in a build into the code that starts it. Bundlers follow a name that stands there; one that is put
 * together at run time is a pattern to them, and Next.js then takes the types in `dist` for code and fails.
 */
function workerFile(extension: '.js' | '.cjs'): NonNullable<Options['esbuildPlugins']>[number] {
  return {
    name: 'worker-file',
    setup: (build) =>
      build.onLoad({ filter: /[/\\]worker-pool\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const contents = source.replace(
          "'./page-worker.ts', import.meta.url",
          `'./page-worker${extension}', import.meta.url`,
        );
        if (contents === source) throw new Error(`${path} does not name the thread's file any more`);
        return { contents, loader: 'ts' };
      }),
  };
}

/** Entries by their files' names. */
const named = (files: readonly string[]) => Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]));

const shared: Options = {
  dts: { entry: library },
  target: 'node22',
  // Without splitting each entry would have its own copy of every class.
  splitting: true,
  shims: true,
  // What is a part of Node says so, for runtimes and bundlers that ask for it.
  removeNodeProtocol: false,
};

export default defineConfig([
  { ...shared, entry: named([...library, worker, 'src/cli.ts']), format: 'esm', esbuildPlugins: [workerFile('.js')] },
  { ...shared, entry: named([...library, worker]), format: 'cjs', esbuildPlugins: [workerFile('.cjs')] },
]);
