/** How long it takes to read a page, next to what else one could do with it: medians over pages, all of them in turns in one run. */
import type { PageType } from '../src/parse.ts';
import { type ContestantName, contestants } from './contestants.ts';
import { median, type Print, table } from './figures.ts';
import { type BenchPage, benchPages } from './pages.ts';

/** Of one way, over the pages of a type. */
export interface ParseFigures {
  contestant: ContestantName;
  /** Median over the pages, of each page's median. */
  ms: number;
  /** The time as a share of the baseline's for the same page, median over the pages. */
  ratio: number;
  /** Millions of characters a second. */
  mbPerSecond: number;
  pagesPerSecond: number;
}

export interface ParseResult {
  source: string;
  rounds: number;
  types: { type: PageType; pages: number; figures: ParseFigures[] }[];
}

const NAMES = Object.keys(contestants) as ContestantName[];
const BASELINE = 'parse5.parse, no field' satisfies ContestantName;

/** Measures and prints. `BENCH_ROUNDS` is how often each page is read in each way. @default 7 */
export async function benchParse(print: Print): Promise<ParseResult> {
  const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
  const { source, pages } = benchPages();
  const byType = Map.groupBy(pages, ({ type }) => type);
  const result: ParseResult = { source, rounds, types: [] };
  for (const [type, group] of byType) {
    const figures = figuresOf(group, rounds);
    result.types.push({ type, pages: group.length, figures });
    print(
      `\n${type}: ${group.length} ${source}, median ${(median(group.map(({ html }) => html.length)) / 1e6).toFixed(2)} million characters\n`,
    );
    print(tableOf(figures));
  }
  return result;
}

function figuresOf(pages: readonly BenchPage[], rounds: number): ParseFigures[] {
  // What is read once is read slowly: the first round warms up.
  times(pages, 1);
  const measured = times(pages, rounds);
  const baseline = measured.get(BASELINE) ?? [];
  return NAMES.map((contestant) => {
    const ms = measured.get(contestant) ?? [];
    const seconds = ms.reduce((sum, time) => sum + time, 0) / 1000;
    const characters = pages.reduce((sum, { html }) => sum + html.length, 0);
    return {
      contestant,
      ms: median(ms),
      ratio: median(ms.map((time, index) => time / (baseline[index] ?? Number.NaN))),
      mbPerSecond: characters / 1e6 / seconds,
      pagesPerSecond: pages.length / seconds,
    };
  });
}

/** The median time of each page, in the pages' order. All take turns, so that what slows the machine slows all. */
function times(pages: readonly BenchPage[], rounds: number): Map<ContestantName, number[]> {
  const all = new Map(NAMES.map((name) => [name, pages.map((): number[] => [])]));
  for (let round = 0; round < rounds; round++) {
    for (const [index, page] of pages.entries()) {
      for (const name of rotated(NAMES, round)) all.get(name)?.[index]?.push(timeOf(name, page));
    }
  }
  return new Map([...all].map(([name, list]) => [name, list.map(median)]));
}

function timeOf(name: ContestantName, page: BenchPage): number {
  // The garbage of the one before is not this one's.
  global.gc?.({ type: 'minor' });
  const start = performance.now();
  contestants[name](page);
  return performance.now() - start;
}

function rotated<T>(list: readonly T[], by: number): T[] {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

function tableOf(figures: readonly ParseFigures[]): string {
  return table([
    ['', 'ms a page', 'of parse5.parse', 'MB/s', 'pages/s'],
    ...figures.map(({ contestant, ms, ratio, mbPerSecond, pagesPerSecond }) => [
      contestant,
      ms.toFixed(1),
      ratio.toFixed(2),
      mbPerSecond.toFixed(0),
      pagesPerSecond.toFixed(0),
    ]),
  ]);
}
