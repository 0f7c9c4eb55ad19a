/** Bundles a program with everything that it imports: `node build.js PROGRAM OUT FORMAT`. */
import { build } from 'esbuild';

const [program = '', outfile = '', format = 'esm'] = process.argv.slice(2);
const require = "import { createRequire as requireIn } from 'node:module'; const require = requireIn(import.meta.url);";

await build({
  entryPoints: [program],
  outfile,
  format,
  bundle: true,
  platform: 'node',
  target: 'node22',
  logLevel: 'warning',
  // The testing kit has files beside it. Optional packages are not installed here.
  external: ['buybox/testing', 'bullmq', 'hyparquet-writer', 'ioredis', 'pg', '@opentelemetry/api'],
  // Some packages below `got` require what is in Node: an ES module has no `require` of its own.
  banner: format === 'esm' ? { js: require } : {},
});
