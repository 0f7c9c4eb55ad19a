import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle, documentedSizes, measuredSizes, type Program, unpackInto } from '../../scripts/sizes.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-bundles-'));

let sizes: Awaited<ReturnType<typeof measuredSizes>>;
beforeAll(async () => {
  await unpackInto(folder);
  sizes = await measuredSizes(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Packages and folders of the parsers. */
const PARSER = ['parse5', 'css-select', 'css-what', 'entities', 'domutils', 'src/html', 'src/pages', 'src/locale'];
/** Packages that fetch and validate. */
const CLIENT = ['got', 'zod', 'cookie', 'src/local', 'src/remote', 'src/call'];
/** Packages and folders for several machines: loaded only by programs that use them. */
const MACHINES = ['ioredis', 'bullmq', 'pg', '@opentelemetry/api', 'src/redis', 'src/queue', 'src/ledger/stores/redis'];
/** A message of Hono, which the build bundles. */
const OF_HONO = 'Context is not finalized';
const SERVER = ['commander', 'src/service', 'src/cli', 'src/testing'];

interface Budget extends Program {
  /** Most kilobytes, minified and gzipped: a little above the actual size. */
  minified: number;
  gzipped: number;
  without: readonly string[];
}

/** The size limit of each entry's bundle, and what it must not contain. */
const BUDGETS: Readonly<Record<string, Budget>> = {
  'the remote backend': {
    program: "export { createRemoteMarketplace } from 'buybox/remote'",
    minified: 394,
    gzipped: 122.2,
    without: [...PARSER, ...SERVER, 'cookie', 'src/local'],
  },
  'the remote backend for browsers and Workers': {
    program: "export { createRemoteMarketplace } from 'buybox/remote'",
    minified: 71.8,
    gzipped: 26.2,
    without: [...PARSER, ...SERVER, 'zod', 'got', 'src/contract/schemas', 'src/contract/data', 'src/local'],
    platform: 'browser',
  },
  'the schemas': {
    program: "export * from 'buybox/schemas'",
    minified: 149,
    gzipped: 45,
    without: [...PARSER, ...SERVER, 'got', 'cookie', 'src/local'],
  },
  'the parsers': {
    program: "export * from 'buybox/parse'",
    minified: 634,
    gzipped: 191.6,
    without: [...CLIENT, ...SERVER],
    platform: 'browser',
  },
  'the local backend': {
    program: "export * from 'buybox/local'",
    minified: 914,
    gzipped: 288.4,
    without: [...SERVER, 'src/remote'],
  },
  'either backend': {
    program: "export { createMarketplace } from 'buybox'",
    minified: 1077,
    gzipped: 339,
    without: SERVER,
  },
  'the service': {
    program: "export * from 'buybox/service'",
    minified: 336,
    gzipped: 113,
    without: [...PARSER, 'got', 'cookie', 'commander', 'src/local', 'src/remote', 'src/cli', 'src/testing'],
  },
  'a watch, with all that it can load': {
    program: "export * from 'buybox/watch'",
    minified: 985,
    gzipped: 309,
    without: [...SERVER, 'src/remote'],
  },
  'the paging functions alone': {
    program: "export { allOffers, categoryPages, offerPages, searchPages } from 'buybox'",
    minified: 35,
    gzipped: 13.6,
    without: [...PARSER, ...CLIENT, ...SERVER],
  },
  'an error class of buybox alone': {
    program: "export { MarketplaceError } from 'buybox'",
    minified: 6,
    gzipped: 2.5,
    without: [...PARSER, ...CLIENT, ...SERVER],
  },
  'an error class of buybox/parse alone': {
    program: "export { MarketplaceError } from 'buybox/parse'",
    minified: 6,
    gzipped: 2.5,
    without: [...PARSER, ...CLIENT, ...SERVER],
    platform: 'browser',
  },
};

it('an installation has at most 36 packages and 15.5 MB', () => {
  const [packages, installed] = sizes;
  expect(packages?.size).toBeLessThanOrEqual(36);
  expect(installed?.size).toBeLessThan(15.5);
});

describe.each(Object.entries(BUDGETS))('a bundle of %s', (_, budget) => {
  it(`has at most ${budget.minified} kB, ${budget.gzipped} kB gzipped, and contains nothing that it does not need`, async () => {
    const { text, files, ...bytes } = await bundle(folder, budget);
    const sources = files.flatMap(sourcesOf);
    const kilobytes = { minified: bytes.minified / 1000, gzipped: bytes.gzipped / 1000 };
    console.log(`${budget.program}: ${kilobytes.minified.toFixed(1)} kB, ${kilobytes.gzipped.toFixed(1)} kB gzipped`);
    expect(kilobytes.minified).toBeLessThan(budget.minified);
    expect(kilobytes.gzipped).toBeLessThan(budget.gzipped);
    expect(text.includes(OF_HONO)).toBe(!budget.without.includes('src/service'));
    for (const name of [...budget.without, ...MACHINES]) {
      expect(sources.filter((source) => source.startsWith(`${name}/`))).toEqual([]);
    }
  });
});

it('the table of sizes is up to date within 3 % (npm run docs:tables writes it)', () => {
  const documented = documentedSizes();
  expect(documented).toHaveLength(sizes.length);
  for (const [index, { what, size, unit }] of sizes.entries()) {
    // The table rounds sizes from 10 kB on to whole numbers.
    const rounding = unit === 'kB' && size >= 10 ? 0.5 : 0.06;
    const tolerance = unit === 'packages' ? 0 : Math.max(size * 0.03, rounding);
    expect(Math.abs((documented[index] ?? 0) - size), `${what}: ${size} ${unit}`).toBeLessThanOrEqual(tolerance);
  }
});

/** Returns the files of a bundle by their sources: `parse5/dist/...`, `src/pages/...`. */
function sourcesOf(file: string): string[] {
  const path = file.slice(file.lastIndexOf('node_modules/') + 'node_modules/'.length);
  if (!path.startsWith('buybox/')) return [path];
  const map = `${join(folder, file)}.map`;
  // Entries that only export from other files have no map.
  const { sources }: { sources: string[] } = existsSync(map) ? JSON.parse(readFileSync(map, 'utf8')) : { sources: [] };
  return sources;
}
