import { defineConfig } from 'vitest/config';

/** Tests that take longer than a few seconds: property tests with many runs, memory, faults, the built package. */
export default defineConfig({
  test: {
    include: ['test/**/*.long.test.ts', 'test/**/*.property.test.ts'],
    env: { BUYBOX_PROPERTY_RUNS: '10000' },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    execArgv: ['--expose-gc'],
  },
});
