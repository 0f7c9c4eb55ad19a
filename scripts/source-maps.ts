/**
 * Completes the source maps of `dist/`: runs after every build. The maps name the files of `src/` that the package contains, so they need no copies of
 * them. They have a place for each line, not for each word: stack traces and breakpoints need no more. Code of the command line and of bundled packages
 * has no maps, because its sources are not in the package. Files that have only such code are minified.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { transformSync } from 'esbuild';

const root = join(import.meta.dirname, '..');
const isPackaged = (source: string | undefined) => source !== undefined && /^\.\.\/src\/(?!cli\b|bin\.ts)/.test(source);

interface SourceMap {
  version: number;
  sources: string[];
  mappings: string;
}

/** Returns the map of a file, without what the package does not contain. `undefined` if nothing is left. */
function packagedMap({ version, sources, mappings }: SourceMap): SourceMap | undefined {
  const kept = sources.filter(isPackaged);
  if (kept.length === 0) return undefined;
  const indexes = sources.map((source) => kept.indexOf(source));
  const lines = decode(mappings).map((segments) => lineStarts(segments, indexes));
  return { version, sources: kept, mappings: encode(lines) };
}

/** Returns the first place of each source line. Places in sources with a negative index become places without a source. */
function lineStarts(segments: readonly SourceMapSegment[], indexes: readonly number[]): SourceMapSegment[] {
  const kept: SourceMapSegment[] = [];
  let last = '';
  for (const [column, source = -1, line = 0, sourceColumn = 0] of segments) {
    const index = indexes[source] ?? -1;
    const place = index < 0 ? 'none' : `${index}:${line}`;
    if (place !== last) kept.push(index < 0 ? [column] : [column, index, line, sourceColumn]);
    last = place;
  }
  return kept;
}

for (const file of globSync('dist/*.map', { cwd: root })) {
  const path = join(root, file);
  const folder = dirname(path);
  const map: SourceMap = JSON.parse(readFileSync(path, 'utf8'));
  // The build names some files by their path on this machine.
  const sources = map.sources.map((source) => relative(folder, resolve(folder, source)));
  const packaged = packagedMap({ ...map, sources });
  if (packaged !== undefined) {
    writeFileSync(path, JSON.stringify(packaged));
    continue;
  }
  const code = path.replace(/\.map$/, '');
  const text = readFileSync(code, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n');
  const format = code.endsWith('.cjs') ? 'cjs' : 'esm';
  writeFileSync(code, transformSync(text, { minify: true, keepNames: true, format, charset: 'utf8' }).code);
  rmSync(path);
}
