import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackPacked } from './packed.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'buybox-bundles-'));

beforeAll(async () => {
  mkdirSync(join(folder, 'node_modules'));
  renameSync(await unpackPacked(folder), join(folder, 'node_modules/buybox'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What reads pages. */
const PARSER = ['parse5', 'css-select', 'css-what', 'entities', 'domutils', 'src/html', 'src/pages', 'src/locale'];
/** What fetches, waits, validates. */
const CLIENT = ['got', 'zod', 'p-queue', 'tough-cookie', 'src/local', 'src/remote', 'src/call'];
const SERVER = ['hono', '@hono/node-server', 'commander', 'src/service', 'src/cli', 'src/testing'];

interface Budget {
  program: string;
  /** Kilobytes, minified, and then gzipped: a little above what the bundle weighs. */
  minified: number;
  gzipped: number;
  without: readonly string[];
  /** Bundled for a browser: no module of Node can be in it. */
  platform?: 'browser';
}

/** What a bundle of each entry may weigh, and what must not be in it. */
const BUDGETS: Readonly<Record<string, Budget>> = {
  'the remote backend': {
    program: "export { createRemoteMarketplace } from 'buybox/remote'",
    minified: 330,
    gzipped: 100,
    without: [...PARSER, ...SERVER, 'tough-cookie', 'p-queue', 'src/local'],
  },
  'the parsers': {
    program: "export * from 'buybox/parse'",
    minified: 540,
    gzipped: 157,
    without: [...CLIENT, ...SERVER],
    platform: 'browser',
  },
  'the local backend': {
    program: "export * from 'buybox/local'",
    minified: 1080,
    gzipped: 325,
    without: [...SERVER, 'src/remote'],
  },
  'either backend': {
    program: "export { createMarketplace } from 'buybox'",
    minified: 1110,
    gzipped: 335,
    without: SERVER,
  },
  'the service': {
    program: "export * from 'buybox/service'",
    minified: 290,
    gzipped: 92,
    without: [...PARSER, 'got', 'tough-cookie', 'commander', 'src/local', 'src/remote', 'src/cli', 'src/testing'],
  },
  'the paging functions alone': {
    program: "export { allOffers, categoryPages, offerPages, searchPages } from 'buybox'",
    minified: 10,
    gzipped: 4,
    without: [...PARSER, ...CLIENT, ...SERVER],
  },
  'an error class of buybox alone': {
    program: "export { MarketplaceError } from 'buybox'",
    minified: 2,
    gzipped: 1,
    without: [...PARSER, ...CLIENT, ...SERVER],
  },
  'an error class of buybox/parse alone': {
    program: "export { MarketplaceError } from 'buybox/parse'",
    minified: 2,
    gzipped: 1,
    without: [...PARSER, ...CLIENT, ...SERVER],
    platform: 'browser',
  },
};

describe.each(Object.entries(BUDGETS))('a bundle of %s', (_, budget) => {
  it(`weighs at most ${budget.minified} kB, ${budget.gzipped} kB gzipped, and carries nothing that it does not need`, async () => {
    const { text, sources } = await bundle(budget);
    const kilobytes = { minified: text.length / 1000, gzipped: gzipSync(text).length / 1000 };
    console.log(`${budget.program}: ${kilobytes.minified.toFixed(1)} kB, ${kilobytes.gzipped.toFixed(1)} kB gzipped`);
    expect(kilobytes.minified).toBeLessThan(budget.minified);
    expect(kilobytes.gzipped).toBeLessThan(budget.gzipped);
    for (const name of budget.without) {
      expect(sources.filter((source) => source.startsWith(`${name}/`))).toEqual([]);
    }
  });
});

/** The bundle's text, and the paths of what is in it: `parse5/dist/...` of a package, `src/pages/...` of our own. */
async function bundle({ program, platform }: Budget): Promise<{ text: string; sources: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: platform ?? 'node',
    nodePaths: [join(root, 'node_modules')],
    absWorkingDir: folder,
    logLevel: 'silent',
  });
  const [output] = Object.values(metafile.outputs);
  const carried = Object.entries(output?.inputs ?? {}).flatMap(([file, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [file] : [],
  );
  return { text: outputFiles[0]?.text ?? '', sources: carried.flatMap(sourcesOf) };
}

function sourcesOf(file: string): string[] {
  const path = file.slice(file.lastIndexOf('node_modules/') + 'node_modules/'.length);
  if (!path.startsWith('buybox/')) return [path];
  // The build names the files that its parts are made of.
  return [...readFileSync(join(folder, file), 'utf8').matchAll(/^\/\/ (src\/.+)$/gm)].map(([, source = '']) => source);
}
