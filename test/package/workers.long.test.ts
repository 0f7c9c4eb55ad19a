import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { unpackPacked } from './packed.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'buybox-workers-'));
const dist = join(folder, 'package/dist');

beforeAll(async () => {
  await unpackPacked(folder);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const READ = `
  const marketplace = createMarketplace({ parseIn: 'workers', pages: savedPages(${JSON.stringify(FIXTURES_FOLDER)}) });
  const asins = ['B0LANTERN1', 'B0HAMMOCK1', 'B0HEADLMP1'];
  Promise.all(asins.map((asin) => marketplace.product({ asin }))).then((envelopes) => {
    console.log(JSON.stringify({ asins: envelopes.map(({ data }) => data.asin), started }));
  });`;

/** Counts started workers, reads three products in parallel, and exits by itself. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'esm.js': `
  import threads from 'node:worker_threads';
  import { syncBuiltinESMExports } from 'node:module';
  let started = 0;
  threads.Worker = class extends threads.Worker { constructor(...given) { super(...given); started++; } };
  syncBuiltinESMExports();
  const { createMarketplace } = await import('./package/dist/index.js');
  const { savedPages } = await import('./package/dist/local.js');${READ}`,
  'common.cjs': `
  const threads = require('node:worker_threads');
  let started = 0;
  threads.Worker = class extends threads.Worker { constructor(...given) { super(...given); started++; } };
  const { createMarketplace } = require('./package/dist/index.cjs');
  const { savedPages } = require('./package/dist/local.cjs');${READ}`,
};

async function programs(): Promise<{ asins: string[]; started: number }[]> {
  const ends = Object.entries(PROGRAMS).map(async ([name, source]) => {
    writeFileSync(join(folder, name), source);
    return JSON.parse((await run(process.execPath, [join(folder, name)], { timeout: 600_000 })).stdout);
  });
  return Promise.all(ends);
}

describe('workers of the build', () => {
  it('parse pages in both builds and do not keep the process running', async () => {
    for (const { asins, started } of await programs()) {
      expect(asins).toEqual(['B0LANTERN1', 'B0HAMMOCK1', 'B0HEADLMP1']);
      expect(started).toBeGreaterThan(0);
    }
  });

  it('are replaced by parsing in process if their file is missing, as in a bundle', async () => {
    rmSync(join(dist, 'page-worker.js'));
    for (const { asins } of await programs()) expect(asins).toEqual(['B0LANTERN1', 'B0HAMMOCK1', 'B0HEADLMP1']);
  });
});
