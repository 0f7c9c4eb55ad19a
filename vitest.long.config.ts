import { defineConfig } from 'vitest/config';

/** What takes longer than a few seconds: many property runs, memory, the built package. */
export default defineConfig({
  test: {
    include: ['test/**/*.long.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    execArgv: ['--expose-gc'],
  },
});
