import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { defineConfig, type Options } from 'tsup';
import { builtFiles } from './scripts/build-plugins.ts';

const library = [
  'src/entries/index.ts',
  'src/entries/parse.ts',
  'src/entries/local.ts',
  'src/entries/remote.ts',
  'src/entries/service.ts',
  'src/entries/schemas.ts',
  'src/entries/queue.ts',
  'src/entries/redis.ts',
  'src/entries/opentelemetry.ts',
  'src/entries/testing.ts',
  'src/entries/testing-msw.ts',
  'src/entries/watch.ts',
];

/** The worker thread that parses pages. It needs its own file in `dist`. */
const worker = 'src/local/workers/page-worker.ts';

/** Keeps only the version of `package.json`, which would be in every bundle as a whole. */
const versionOnly: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'version-only',
  setup: (build) =>
    build.onLoad({ filter: /[/\\]package\.json$/ }, async ({ path }) => {
      if (path !== resolve('package.json')) return undefined;
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    }),
};

/** Returns entries by the names of their files. */
const named = (files: readonly string[]) => Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]));

const shared: Options = {
  dts: { entry: library },
  target: 'node22',
  sourcemap: true,
  // Without splitting, each entry would have its own copy of every class.
  splitting: true,
  // Lines stay short enough for Node to print one with an error.
  esbuildOptions: (options) => Object.assign(options, { minifyWhitespace: true, minifySyntax: true, lineLimit: 120 }),
  // Keep the `node:` prefix: some runtimes and bundlers require it.
  removeNodeProtocol: false,
};

/** Leaves the import of the command line in the build of `bin.ts`. */
const commandLine: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'command-line',
  setup: (build) => build.onResolve({ filter: /^\.\/cli\.ts$/ }, () => ({ path: './cli.js', external: true })),
};

export default defineConfig([
  {
    ...shared,
    entry: named([...library, worker, 'src/cli/cli.ts']),
    format: 'esm',
    esbuildPlugins: [builtFiles, versionOnly],
    // First of all imports, because an older Node fails in the others.
    banner: { js: "import './node-check.js';" },
  },
  {
    ...shared,
    dts: false,
    shims: false,
    entry: named(['src/entries/remote-edge.ts']),
    format: 'esm',
    // Runtimes other than Node: no modules of Node, and no check of its version.
    platform: 'browser',
    target: 'es2022',
    esbuildPlugins: [versionOnly],
    // Without white space there would be no `@__PURE__` comments either, and bundlers would keep tables that a program does not use.
    esbuildOptions: (options) => Object.assign(options, { minifySyntax: true }),
  },
  { ...shared, dts: false, splitting: false, entry: named(['src/node-check.ts']), format: ['esm', 'cjs'] },
  {
    ...shared,
    dts: false,
    splitting: false,
    entry: named(['src/cli/bin.ts']),
    format: 'esm',
    esbuildPlugins: [commandLine],
  },
]);
