/** Makes one file of the function and all that it needs, `dist/handler.mjs`, and says how large it is. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What has no place in a bundle that reads no pages. */
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
  if (parser.length > 0) throw new Error(`the bundle holds a parser: ${parser.map(([name]) => name).join(', ')}`);
  const compressed = gzipSync(await readFile(here('dist/handler.mjs'))).length;
  const kilobytes = (size: number) => `${Math.round(size / 1000)} kB`;
  console.log(`${file}: ${kilobytes(bytes)}, ${kilobytes(compressed)} compressed, without a parser`);
}
