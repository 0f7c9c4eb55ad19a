import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { isNightly } from './checks/is-nightly.ts';
import { BUILD_ENV, BUILD_SETUP, BY_NAME, builtWorker, INSTALLED_ENV } from './test/built/config.ts';
import { repeatedTests } from './test/repeated.ts';
import { seeded } from './test/seed.ts';

/** Tests that measure time or use all processors: each runs alone. Those that measure memory have a process of their own, as all have. */
const alone = ['checks/attack/*.long.test.ts', 'test/local/workers/hostile.long.test.ts'];

/** Tests that take longer than a few seconds: property tests with many runs, faults, the built package. */
export default defineConfig({
  plugins: [builtWorker, seeded],
  resolve: { alias: BY_NAME },
  test: {
    setupFiles: ['test/setup.ts'],
    globalSetup: BUILD_SETUP,
    env: { ...BUILD_ENV, ...INSTALLED_ENV, PROPERTY_RUNS: isNightly ? '10000' : '150' },
    // A test that waits in vain shall not take the time of all others.
    testTimeout: isNightly ? 1_800_000 : 300_000,
    hookTimeout: 600_000,
    // The machine can be busy: what a test waits for may take long.
    expect: { poll: { timeout: 120_000 } },
    execArgv: ['--expose-gc'],
    // Real servers, browsers and killed processes can fail once on a busy build machine.
    retry: process.env.CI === undefined ? 0 : 1,
    reporters: ['default', repeatedTests],
    projects: [
      {
        extends: true,
        test: {
          name: 'long',
          include: ['{test,checks}/**/*.{long,property}.test.ts'],
          exclude: [...alone, '**/node_modules/**'],
          // Many tests wait: for servers, leases and processes that end.
          maxWorkers: availableParallelism() + 1,
        },
      },
      { extends: true, test: { name: 'long alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
