import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { nodeProblem } from './src/node-version.ts';
import { BUILD_ENV, BUILD_SETUP, builtWorker } from './test/built/config.ts';
import { seeded } from './test/seed.ts';

const source = (name: string) => new URL(`src/entries/${name}.ts`, import.meta.url).pathname;

/** Tests that replace a module, or a package as if it were not installed: they share a process with nobody else. */
const alone = [
  'test/**/without-*.test.ts',
  'test/cli/mcp-refusals.test.ts',
  'test/service/openapi.test.ts',
  'test/watch/store/postgres-options.test.ts',
];
const others = ['{test,checks}/**/*.long.test.ts', '**/node_modules/**'];

// The scripts run the Node of the development dependency `node`, which its install script puts in place.
const problem = nodeProblem();
if (problem !== undefined) throw new Error(`${problem}. Run "npm ci" without --ignore-scripts.`);

export default defineConfig({
  plugins: [builtWorker, seeded],
  // Examples import the package by its name. Here the name resolves to the source.
  resolve: {
    alias: [
      { find: /^buybox$/, replacement: source('index') },
      { find: /^buybox\/(\w+)$/, replacement: source('$1') },
      { find: 'buybox/testing/msw', replacement: source('testing-msw') },
    ],
  },
  test: {
    maxWorkers: availableParallelism() + 1,
    // Everything is slow on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A condition that is awaited may take as long as the test.
    expect: { poll: { timeout: 50_000 } },
    setupFiles: ['test/setup.ts'],
    // Tests share processes: starting one for each file would take longer than the tests.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['{test,checks}/**/*.test.ts'],
          exclude: [...alone, ...others],
          globalSetup: BUILD_SETUP,
          env: BUILD_ENV,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, exclude: others, globalSetup: BUILD_SETUP, env: BUILD_ENV },
      },
    ],
  },
});
