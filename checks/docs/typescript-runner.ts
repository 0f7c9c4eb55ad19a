/** Runs TypeScript blocks concurrently: reads the blocks from standard input, writes a report of each to standard output. */
import { mkdtempSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { installBuybox, startNetwork } from './network.ts';
import type { BlockModule, BlockReport } from './typescript-blocks.ts';

const TIMEOUT_MS = 120_000;
const given: { root: string; modules: BlockModule[]; isLive: boolean; isAlone: boolean } = JSON.parse(
  await text(process.stdin),
);
const sources = new Map(given.modules.map(({ name, source }) => [pathToFileURL(join(given.root, name)).href, source]));
const printed = new Map<string, string[]>();

registerHooks({
  resolve: (specifier, context, next) =>
    sources.has(specifier)
      ? { url: specifier, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) => {
    const source = sources.get(url);
    if (source === undefined) return next(url, context);
    // The first line of a page is its title, so the prefix does not move any line of the block.
    return {
      format: 'module-typescript',
      source: `const console = globalThis.consoleOf(${JSON.stringify(url)});${source}`,
      shortCircuit: true,
    };
  },
});

const consoleOf = (url: string): Console => {
  const lines: string[] = [];
  printed.set(url, lines);
  const write = (...values: unknown[]) => void lines.push(...format(...values).split('\n'));
  return Object.assign(Object.create(console), { log: write, info: write, warn: write, error: write, debug: write });
};
Object.assign(globalThis, { consoleOf });

async function run(name: string): Promise<BlockReport> {
  const url = pathToFileURL(join(given.root, name)).href;
  const report = (error?: string) => ({ name, printed: printed.get(url) ?? [], error });
  const late = sleep(TIMEOUT_MS, 'late', { ref: false });
  try {
    const ended = await Promise.race([import(url), late]);
    return report(ended === 'late' ? `did not end within ${TIMEOUT_MS} ms` : undefined);
  } catch (error) {
    return report(error instanceof Error ? error.stack : format(error));
  }
}

if (given.isLive) startNetwork();
// Blocks of their own can intercept requests themselves, which needs connections that fail late.
else if (!given.isAlone) await import('../../test/examples/loopback-only.ts');
process.chdir(mkdtempSync(join(tmpdir(), 'buybox-docs-')));
installBuybox('.');
const reports = await Promise.all(given.modules.map(({ name }) => run(name)));
process.stdout.write(JSON.stringify(reports), () => process.exit(0));
