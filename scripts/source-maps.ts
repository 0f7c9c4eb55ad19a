/**
 * Completes the source maps of `dist/`: runs after every build. The maps name copies of the source files in `dist/src/`, which this script writes
 * (`packaged-sources.ts`), so they need no copies of them. They have a place for each line, not for each word: stack traces and breakpoints need no more.
 * Code without a source in the package has no places, and files that have only such code have no map and are minified.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { transformSync } from 'esbuild';
import { packagedSource } from './packaged-sources.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
/** The names in `dist/` of source files, by their paths. */
const written = new Map<string, string | undefined>();

/** Writes the copy of a source file once. Returns its name in `dist/`, or `undefined` if the package does not contain it. */
function copied(path: string): string | undefined {
  if (!written.has(path)) {
    const text = packagedSource(path);
    const name = text === undefined ? undefined : relative(root, path);
    written.set(path, name);
    if (name !== undefined && text !== undefined) {
      mkdirSync(dirname(join(dist, name)), { recursive: true });
      writeFileSync(join(dist, name), text);
    }
  }
  return written.get(path);
}

interface SourceMap {
  version: number;
  sources: string[];
  mappings: string;
}

/** Returns the map of a file, without what the package does not contain. `undefined` if nothing is left. */
function packagedMap({ version, sources, mappings }: SourceMap): SourceMap | undefined {
  const names = sources.map((source) => copied(resolve(dist, source)));
  const kept = [...new Set(names.filter((name) => name !== undefined))];
  if (kept.length === 0) return undefined;
  const indexes = names.map((name) => (name === undefined ? -1 : kept.indexOf(name)));
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
  const packaged = packagedMap(JSON.parse(readFileSync(path, 'utf8')));
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
