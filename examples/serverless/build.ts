/** Bundles the function and its dependencies into `dist/handler.mjs`, and prints its size. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Packages of the parser, which must not be in the bundle. */
const PARSER = /node_modules\/(?:parse5|css-select|css-what|entities)\//;

const { metafile } = await build({
  entryPoints: [here('src/handler.ts')],
  outfile: here('dist/handler.mjs'),
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  // Some of got's own dependencies are CommonJS and require Node's modules.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  metafile: true,
});

for (const [file, { bytes, inputs }] of Object.entries(metafile.outputs)) {
  const parser = Object.entries(inputs).filter(([name, { bytesInOutput }]) => bytesInOutput > 0 && PARSER.test(name));
  if (parser.length > 0) throw new Error(`the bundle contains a parser: ${parser.map(([name]) => name).join(', ')}`);
  const compressed = gzipSync(await readFile(here('dist/handler.mjs'))).length;
  const kilobytes = (size: number) => `${Math.round(size / 1000)} kB`;
  console.log(`${file}: ${kilobytes(bytes)}, ${kilobytes(compressed)} compressed, without a parser`);
}
