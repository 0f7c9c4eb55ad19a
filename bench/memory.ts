/** What reading a page takes in memory: at its peak, next to bare parse5, and what of it stays as long as the result is kept. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type PageType, parsePage } from '../src/parse.ts';
import type { ContestantName } from './contestants.ts';
import { median, type Print, table } from './figures.ts';
import { BEGIN } from './memory-target.ts';
import { type BenchPage, benchPages } from './pages.ts';

/** Of the pages of a type, medians. */
export interface MemoryFigures {
  type: PageType;
  pages: number;
  /** How far the heap grows while one page is read, by the size of V8's young generation. */
  peaks: PeakFigures[];
  /** What a result occupies that is kept, in thousands of bytes: the mean. */
  keptKb: number;
}

export interface PeakFigures {
  youngGeneration: string;
  /** In millions of bytes. */
  parse5Mb: number;
  buyboxMb: number;
  /** The one as a share of the other. */
  ratio: number;
}

/** With a small one garbage is collected at once, so that what is measured is what is needed; with V8's own it waits, and counts. */
const YOUNG_GENERATIONS: Readonly<Record<string, readonly string[]>> = {
  '1 MB': ['--max-semi-space-size=1'],
  "V8's own": [],
};
const WARM_UPS = 2;
const COPIES = 3;
const BARE = 'parse5.parse, no field' satisfies ContestantName;
const OURS = 'buybox, all fields' satisfies ContestantName;

/** Measures and prints. Run with `--expose-gc`. */
export async function benchMemory(print: Print): Promise<MemoryFigures[]> {
  const { source, pages } = benchPages();
  const figures: MemoryFigures[] = [];
  for (const [type, group] of Map.groupBy(pages, (page) => page.type)) figures.push(await figuresOf(type, group));
  print(`\nMemory, ${source}: how far the heap grows while one is read, and what a kept result occupies\n`);
  print(
    table([
      ['', 'young generation', 'parse5.parse, MB', 'buybox, all fields, MB', 'ratio', 'a kept result, kB'],
      ...figures.flatMap(({ type, pages: count, peaks, keptKb }) =>
        peaks.map(({ youngGeneration, parse5Mb, buyboxMb, ratio }) => [
          `${count} ${type} pages`,
          youngGeneration,
          parse5Mb.toFixed(1),
          buyboxMb.toFixed(1),
          ratio.toFixed(2),
          keptKb.toFixed(1),
        ]),
      ),
    ]),
  );
  return figures;
}

async function figuresOf(type: PageType, pages: readonly BenchPage[]): Promise<MemoryFigures> {
  const peaks: PeakFigures[] = [];
  for (const [youngGeneration, flags] of Object.entries(YOUNG_GENERATIONS)) {
    const bare: number[] = [];
    const ours: number[] = [];
    for (const page of pages) {
      bare.push(await peakOf(BARE, page, flags));
      ours.push(await peakOf(OURS, page, flags));
    }
    const ratio = median(ours.map((bytes, index) => bytes / (bare[index] ?? Number.NaN)));
    peaks.push({ youngGeneration, parse5Mb: median(bare) / 1e6, buyboxMb: median(ours) / 1e6, ratio });
  }
  return { type, pages: pages.length, peaks, keptKb: keptOf(pages) / 1e3 };
}

/** The largest heap before a collection or at the end, less the one at the beginning, in bytes. In a process of its own: others have garbage of their own. */
async function peakOf(way: ContestantName, { name }: BenchPage, flags: readonly string[]): Promise<number> {
  const child = fork(fileURLToPath(new URL('./memory-target.ts', import.meta.url)), [way, name], {
    execArgv: ['--expose-gc', '--trace-gc', ...flags],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let printed = '';
  child.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  const heap: { before: number; after: number }[] = [];
  child.on('message', (message: { before: number; after: number }) => heap.push(message));
  await once(child, 'close');
  const [{ before, after } = { before: Number.NaN, after: Number.NaN }] = heap;
  const collections = printed.slice(printed.indexOf(BEGIN)).matchAll(/ ms: \D*([\d.]+) \(/g);
  return Math.max(after, ...[...collections].map(([, megabytes]) => Number(megabytes) * 2 ** 20)) - before;
}

function keptOf(pages: readonly BenchPage[]): number {
  const read = () => pages.map(({ html, context }) => parsePage(html, context));
  // What is made when something is used for the first few times is not a result's.
  for (let round = 0; round < WARM_UPS; round++) read();
  const before = heap();
  const kept = Array.from({ length: COPIES }, read);
  return (heap() - before) / kept.flat().length;
}

function heap(): number {
  if (global.gc === undefined) throw new Error('run with --expose-gc: npm run bench does');
  global.gc();
  return process.memoryUsage().heapUsed;
}
