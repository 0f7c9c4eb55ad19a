import { defineConfig } from 'vitest/config';
import { isNightly } from './checks/is-nightly.ts';
import { BUILD_ENV, BUILD_SETUP, builtWorker, INSTALLED_ENV } from './test/built/config.ts';
import { repeatedTests } from './test/repeated.ts';
import { seeded } from './test/seed.ts';

/** Tests that measure memory or use all processors: each runs alone. */
const alone = [
  'test/**/*memory*.long.test.ts',
  'test/memory/*.long.test.ts',
  'checks/attack/*.long.test.ts',
  'test/cli/report/report.long.test.ts',
  'test/local/workers/hostile.long.test.ts',
];

/** Tests that take longer than a few seconds: property tests with many runs, faults, the built package. */
export default defineConfig({
  plugins: [builtWorker, seeded],
  test: {
    setupFiles: ['test/setup.ts'],
    globalSetup: BUILD_SETUP,
    env: { ...BUILD_ENV, ...INSTALLED_ENV, BUYBOX_PROPERTY_RUNS: isNightly ? '10000' : '1000' },
    testTimeout: 600_000,
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
          maxWorkers: '100%',
        },
      },
      { extends: true, test: { name: 'long alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
