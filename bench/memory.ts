/** Measures the memory that reading a page needs at its peak, compared with parse5, and the memory that a kept result needs. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type PageType, parsePage } from '../src/entries/parse.ts';
import type { ContestantName } from './contestants.ts';
import { median, type Print, table } from './figures.ts';
import { BEGIN } from './memory-target.ts';
import { type BenchPage, benchPages } from './pages.ts';

/** Figures of one page type. */
export interface MemoryFigures {
  type: PageType;
  pages: number;
  /** Heap growth while one page is read, by the size of V8's young generation. */
  peaks: PeakFigures[];
  /** Memory of a kept result, in kB: the mean of the pages. */
  keptKb: number;
}

/** Heap growth while one page is read: the medians of the pages. */
export interface PeakFigures {
  youngGeneration: string;
  /** In MB. */
  parse5Mb: number;
  /** In MB. */
  buyboxMb: number;
  /** `buyboxMb / parse5Mb`. */
  ratio: number;
}

/** V8 options by the size of the young generation. If it is small, V8 collects garbage early: the peak is the memory that is needed. With the default size, garbage counts too. */
const YOUNG_GENERATIONS: Readonly<Record<string, readonly string[]>> = {
  '1 MB': ['--max-semi-space-size=1'],
  "V8's default": [],
};
const WARM_UPS = 2;
const COPIES = 3;
const BARE = 'parse5.parse, no field' satisfies ContestantName;
const OURS = 'buybox, all fields' satisfies ContestantName;

/** Measures and prints the results. Needs `--expose-gc`. */
export async function benchMemory(print: Print): Promise<MemoryFigures[]> {
  const { source, pages } = benchPages();
  const figures: MemoryFigures[] = [];
  for (const [type, group] of Map.groupBy(pages, (page) => page.type)) figures.push(await figuresOf(type, group));
  print(`\nMemory, ${source}: growth of the heap while one page is read, and memory of a kept result\n`);
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

/** Returns by how many bytes the heap grows at most while a page is read. Each page has its own process, without garbage of other pages. */
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
  // Caches that the first reads fill are not part of the results.
  for (let round = 0; round < WARM_UPS; round++) read();
  const before = heap();
  const kept = Array.from({ length: COPIES }, read);
  return (heap() - before) / kept.flat().length;
}

function heap(): number {
  if (global.gc === undefined) throw new Error('global.gc is missing: run with npm run bench, which sets --expose-gc');
  global.gc();
  return process.memoryUsage().heapUsed;
}
