import { defineConfig } from 'vitest/config';
import { BUILD_ENV, BUILD_SETUP, builtWorker } from './test/built/config.ts';

/** Tests that take longer than a few seconds: property tests with many runs, memory, faults, the built package. */
export default defineConfig({
  plugins: [builtWorker],
  test: {
    include: ['test/**/*.long.test.ts', 'test/**/*.property.test.ts'],
    globalSetup: BUILD_SETUP,
    env: { ...BUILD_ENV, BUYBOX_PROPERTY_RUNS: '10000' },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // The machine can be busy: what a test waits for may take long.
    expect: { poll: { timeout: 120_000 } },
    fileParallelism: false,
    execArgv: ['--expose-gc'],
  },
});
