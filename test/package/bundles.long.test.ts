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

/** Packages and folders of the parsers. */
const PARSER = ['parse5', 'css-select', 'css-what', 'entities', 'domutils', 'src/html', 'src/pages', 'src/locale'];
/** Packages that fetch and validate. */
const CLIENT = ['got', 'zod', 'p-queue', 'cookie', 'src/local', 'src/remote', 'src/call'];
/** Packages and folders for several machines: loaded only by programs that use them. */
const MACHINES = ['ioredis', 'bullmq', '@opentelemetry/api', 'src/redis', 'src/queue', 'src/ledger/redis'];
const SERVER = ['hono', '@hono/node-server', 'commander', 'src/service', 'src/cli', 'src/testing'];

interface Budget {
  program: string;
  /** Most kilobytes, minified and gzipped: a little above the actual size. */
  minified: number;
  gzipped: number;
  without: readonly string[];
  /** Whether it is bundled for a browser, where Node's modules are missing. */
  platform?: 'browser';
}

/** The size limit of each entry's bundle, and what it must not contain. */
const BUDGETS: Readonly<Record<string, Budget>> = {
  'the remote backend': {
    program: "export { createRemoteMarketplace } from 'buybox/remote'",
    minified: 395,
    gzipped: 120,
    without: [...PARSER, ...SERVER, 'cookie', 'src/local'],
  },
  'the parsers': {
    program: "export * from 'buybox/parse'",
    minified: 620,
    gzipped: 182,
    without: [...CLIENT, ...SERVER],
    platform: 'browser',
  },
  'the local backend': {
    program: "export * from 'buybox/local'",
    minified: 1150,
    gzipped: 354,
    without: [...SERVER, 'src/remote'],
  },
  'either backend': {
    program: "export { createMarketplace } from 'buybox'",
    minified: 1230,
    gzipped: 382,
    without: SERVER,
  },
  'the service': {
    program: "export * from 'buybox/service'",
    minified: 354,
    gzipped: 113,
    without: [...PARSER, 'got', 'cookie', 'commander', 'src/local', 'src/remote', 'src/cli', 'src/testing'],
  },
  'the paging functions alone': {
    program: "export { allOffers, categoryPages, offerPages, searchPages } from 'buybox'",
    minified: 19,
    gzipped: 7.3,
    without: [...PARSER, ...CLIENT, ...SERVER],
  },
  'an error class of buybox alone': {
    program: "export { MarketplaceError } from 'buybox'",
    minified: 9,
    gzipped: 4,
    without: [...PARSER, ...CLIENT, ...SERVER],
  },
  'an error class of buybox/parse alone': {
    program: "export { MarketplaceError } from 'buybox/parse'",
    minified: 9,
    gzipped: 4,
    without: [...PARSER, ...CLIENT, ...SERVER],
    platform: 'browser',
  },
};

describe.each(Object.entries(BUDGETS))('a bundle of %s', (_, budget) => {
  it(`has at most ${budget.minified} kB, ${budget.gzipped} kB gzipped, and contains nothing that it does not need`, async () => {
    const { text, sources } = await bundle(budget);
    const kilobytes = { minified: text.length / 1000, gzipped: gzipSync(text).length / 1000 };
    console.log(`${budget.program}: ${kilobytes.minified.toFixed(1)} kB, ${kilobytes.gzipped.toFixed(1)} kB gzipped`);
    expect(kilobytes.minified).toBeLessThan(budget.minified);
    expect(kilobytes.gzipped).toBeLessThan(budget.gzipped);
    for (const name of [...budget.without, ...MACHINES]) {
      expect(sources.filter((source) => source.startsWith(`${name}/`))).toEqual([]);
    }
  });
});

/** Returns the bundle and the paths of the files in it: `parse5/dist/...`, `src/pages/...`. */
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
  // Comments in the build name the source files.
  return [...readFileSync(join(folder, file), 'utf8').matchAll(/^\/\/ (src\/.+)$/gm)].map(([, source = '']) => source);
}
