import { defineConfig } from 'vitest/config';

const source = (name: string) => new URL(`src/${name}.ts`, import.meta.url).pathname;

export default defineConfig({
  // Examples import the package by its name: here that is the source.
  resolve: {
    alias: [
      { find: /^buybox$/, replacement: source('index') },
      { find: /^buybox\/(\w+)$/, replacement: source('$1') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.long.test.ts'],
    typecheck: { enabled: true, include: ['test/**/*.test-d.ts'] },
  },
});
