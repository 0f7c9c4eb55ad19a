/**
 * The files that an import of each entry loads at once. The rest is loaded when it is first used. It reads the source, because the files of the package have no
 * names of modules; `consumers.long.test.ts` measures the imports of the package.
 */
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Packages that parse pages. */
const PARSER = ['parse5', 'css-select', 'domutils', 'entities'];

/** Files that the import of each entry must not load. */
const NOT_LOADED: Readonly<Record<string, readonly string[]>> = {
  // `pageUrl` and `bestSellers` need the patterns of URLs and the table of marketplaces.
  'src/entries/index.ts': [
    ...PARSER,
    'zod',
    'got',
    'src/html',
    'src/locale/words',
    'src/pages/engine',
    'src/pages/product',
  ],
  'src/entries/remote.ts': [...PARSER, 'zod', 'got', 'src/pages', 'src/locale', 'src/local'],
  'src/entries/remote-edge.ts': [...PARSER, 'zod', 'got', 'src/pages', 'src/locale', 'src/local'],
  'src/entries/local.ts': [...PARSER, 'zod', 'got', 'src/pages', 'src/locale', 'src/html'],
  'src/entries/watch.ts': [
    ...PARSER,
    'zod',
    'got',
    'pg',
    'csv-parse',
    'src/html',
    'src/locale/words',
    'src/pages/product',
    'src/local',
    'src/remote',
  ],
  'src/entries/parse.ts': ['zod', 'got', 'src/local', 'src/remote', 'src/call'],
};

/** All entries are built at once, which shows the imports of each. */
const built = build({
  entryPoints: [...Object.keys(NOT_LOADED), 'src/entries/schemas.ts'],
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  splitting: true,
  treeShaking: true,
  write: false,
  metafile: true,
  format: 'esm',
  platform: 'node',
  logLevel: 'silent',
});

describe.each(Object.entries(NOT_LOADED))('the import of %s', (entry, names) => {
  it(`loads none of ${names.join(', ')}`, async () => {
    const loaded = await loadedBy(entry);
    expect(loaded).toContain('src/contract/errors.ts');
    for (const name of names) {
      const prefix = name.startsWith('src/') ? `${name}/` : `node_modules/${name}/`;
      expect(loaded.filter((path) => path.startsWith(prefix))).toEqual([]);
    }
  });
});

it('finds packages that an entry loads', async () => {
  const loaded = await loadedBy('src/entries/schemas.ts');
  expect(loaded.filter((path) => path.startsWith('node_modules/zod/'))).not.toEqual([]);
});

/** Returns the paths of the files that the import of an entry loads: its imports and theirs, without `import()` and types. */
async function loadedBy(entry: string): Promise<string[]> {
  const { metafile } = await built;
  const loaded = new Set([entry]);
  // A set visits the members that are added during the loop.
  for (const file of loaded) {
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? []) {
      if (kind !== 'dynamic-import' && external !== true) loaded.add(path);
    }
  }
  return [...loaded];
}
