import { defineConfig, type Options } from 'tsup';

const library = ['src/index.ts', 'src/parse.ts', 'src/local.ts', 'src/remote.ts', 'src/service.ts', 'src/testing.ts'];

const shared: Options = {
  dts: { entry: library },
  target: 'node22',
  // Without splitting each entry would have its own copy of every class.
  splitting: true,
  shims: true,
};

export default defineConfig([
  { ...shared, entry: [...library, 'src/cli.ts'], format: 'esm' },
  { ...shared, entry: library, format: 'cjs' },
]);
