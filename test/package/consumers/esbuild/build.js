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
  // An optional peer that is not installed is left for the moment when it is asked for; the testing kit has files beside it.
  external: ['https-proxy-agent', 'buybox/testing'],
  // Some packages below `got` require what is in Node: an ES module has no `require` of its own.
  banner: format === 'esm' ? { js: require } : {},
});
