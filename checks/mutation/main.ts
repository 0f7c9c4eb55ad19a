/**
 * `npm run mutations`: changes pages as the site does, and prints every value that came out wrong. Runs on the pages of `BUYBOX_CORPUS`, else on the
 * fixtures. See docs/measured/robustness.md.
 */
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Trial } from './page.ts';
import { allPages } from './pages.ts';
import { type Figures, linesOf, run, sumOf } from './run.ts';

interface Part {
  seed: number;
  count: number;
  from: number;
  /** Parts of the names of pages. */
  page: string;
  type: string;
  /** This part of the pages: every `of`-th from `index`. */
  index: number;
  of: number;
  isSoftShown: boolean;
}

/** Runs a part. @param print Called with the lines of each change that did harm */
function runPart(part: Part, print: (lines: readonly string[]) => void): Figures {
  const { seed, count, from, page, type, index, of, isSoftShown } = part;
  const inputs = allPages()
    .filter(({ name }) => name.includes(page) && `/${name}`.includes(`/${type}`))
    .filter((_, at) => at % of === index);
  const report = (trial: Trial) =>
    print(linesOf(seed, trial).filter((line) => isSoftShown || !line.startsWith('soft')));
  return run(inputs, { seed, count: count / of, from }, report);
}

function printLines(lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '4000' },
      seed: { type: 'string', default: '1' },
      page: { type: 'string', default: '' },
      type: { type: 'string', default: '' },
      at: { type: 'string' },
      workers: { type: 'string', default: '2' },
      soft: { type: 'boolean', default: false },
    },
  });
  const of = values.at === undefined ? Number(values.workers) : 1;
  const range =
    values.at === undefined ? { count: Number(values.count), from: 0 } : { count: 1, from: Number(values.at) };
  const common = { ...range, seed: Number(values.seed), page: values.page, type: values.type, of };
  const parts = Array.from({ length: of }, (_, index): Part => ({ ...common, index, isSoftShown: values.soft }));
  const figures = of === 1 ? parts.map((part) => runPart(part, printLines)) : await Promise.all(parts.map(inWorker));
  console.log(JSON.stringify({ seed: common.seed, ...sumOf(figures) }, null, 2));
}

function inWorker(part: Part): Promise<Figures> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: part });
    worker.on('message', (message: readonly string[] | Figures) => {
      if ('mutations' in message) resolve(message);
      else printLines(message);
    });
    worker.once('error', reject);
  });
}

if (isMainThread) await main();
else parentPort?.postMessage(runPart(workerData as Part, (lines) => parentPort?.postMessage(lines)));
