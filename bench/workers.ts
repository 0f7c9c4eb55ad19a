/** Measures the pages per second that one thread and two threads decompress and parse. */
import { availableParallelism } from 'node:os';
import { gzipSync } from 'node:zlib';
import { detectPageType } from '../src/entries/parse.ts';
import { WorkerPool } from '../src/local/workers/worker-pool.ts';
import { median, type Print, table } from './figures.ts';
import { type BenchPage, benchPages } from './pages.ts';

export interface WorkersResult {
  source: string;
  pagesPerSecond: Record<number, number>;
  /** Pages per second of two threads as a multiple of one thread: the median of the rounds. */
  ratio: number;
}

/** A page as a site sends it. */
type CompressedPage = Pick<BenchPage, 'context'> & { compressed: Uint8Array };

const ROUNDS = 8;
const PASSES = 4;

/** Measures and prints the results. */
export async function benchWorkers(print: Print): Promise<WorkersResult> {
  const { source, pages: uncompressed } = benchPages();
  const pages = uncompressed.map(({ html, context }) => ({ compressed: new Uint8Array(gzipSync(html)), context }));
  const sizes = [1, 2];
  const pools = sizes.map((size) => new WorkerPool({ size }));
  try {
    for (const pool of pools) await rate(pool, pages);
    const rounds: number[][] = [];
    // They take turns, so that a slow machine affects both.
    for (let round = 0; round < ROUNDS; round++) {
      const rates: number[] = [];
      for (const pool of pools) rates.push(await rate(pool, pages));
      rounds.push(rates);
    }
    const rates = sizes.map((_, index) => median(rounds.map((round) => round[index] ?? 0)));
    const ratio = median(rounds.map(([one = 0, two = 0]) => two / one));
    print(`\n${pages.length} ${source}, ${availableParallelism()} processors\n`);
    const rows = sizes.map((size, index) => [`${size} thread${size === 1 ? '' : 's'}`, rates[index]?.toFixed(1) ?? '']);
    print(table([['', 'pages/s'], ...rows]));
    print(`\ntwo threads: ${ratio.toFixed(2)} times the pages of one (expected: at least 1.7)`);
    return { source, pagesPerSecond: Object.fromEntries(sizes.map((size, index) => [size, rates[index] ?? 0])), ratio };
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
  }
}

/** Returns pages per second. */
async function rate(pool: WorkerPool, pages: readonly CompressedPage[]): Promise<number> {
  const { signal } = new AbortController();
  const jobs = Array.from({ length: PASSES }, () => pages)
    .flat()
    .flatMap(({ compressed, context }) => {
      const requested = detectPageType(context.url);
      const compression = { encoding: 'gzip' };
      // The bytes are transferred to the thread and cannot be used again: each job gets a copy.
      return requested === undefined
        ? []
        : [{ body: compressed.slice(), compression, contentType: undefined, requested, context }];
    });
  const start = performance.now();
  await Promise.all(jobs.map((job) => pool.read(job, true, signal)));
  return jobs.length / ((performance.now() - start) / 1000);
}
