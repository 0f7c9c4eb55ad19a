/** Measures how long it takes to read a page, compared with other libraries. All take turns in one run. */
import type { PageType } from '../src/entries/parse.ts';
import { type Contestant, type ContestantName, loadContestants } from './contestants.ts';
import { median, type Print, table } from './figures.ts';
import { type BenchPage, benchPages } from './pages.ts';

/** Figures of one contestant for the pages of one type. */
export interface ParseFigures {
  contestant: ContestantName;
  /** Milliseconds per page: the median of the pages' medians. */
  ms: number;
  /** Time divided by the baseline's time for the same page: the median of the pages. */
  ratio: number;
  /** Millions of characters per second. */
  mbPerSecond: number;
  pagesPerSecond: number;
}

export interface ParseResult {
  source: string;
  rounds: number;
  types: { type: PageType; pages: number; figures: ParseFigures[] }[];
}

type Contestants = readonly (readonly [ContestantName, Contestant])[];

const BASELINE = 'parse5.parse, no field' satisfies ContestantName;

/** Measures and prints the results. `BENCH_ROUNDS` sets how often each contestant reads each page. @default 7 */
export async function benchParse(print: Print): Promise<ParseResult> {
  const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
  const contestants = Object.entries(await loadContestants()) as [ContestantName, Contestant][];
  const { source, pages } = benchPages();
  const byType = Map.groupBy(pages, ({ type }) => type);
  const result: ParseResult = { source, rounds, types: [] };
  for (const [type, group] of byType) {
    const figures = figuresOf(contestants, group, rounds);
    result.types.push({ type, pages: group.length, figures });
    print(
      `\n${type}: ${group.length} ${source}, median ${(median(group.map(({ html }) => html.length)) / 1e6).toFixed(2)} million characters\n`,
    );
    print(tableOf(figures));
  }
  return result;
}

function figuresOf(contestants: Contestants, pages: readonly BenchPage[], rounds: number): ParseFigures[] {
  // The first round is slow until V8 has compiled the code: it does not count.
  times(contestants, pages, 1);
  const measured = times(contestants, pages, rounds);
  const baseline = measured.get(BASELINE) ?? [];
  return contestants.map(([contestant]) => {
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

/** Returns the median time of each page, in the order of the pages. The contestants take turns, so that a slow machine affects all of them. */
function times(contestants: Contestants, pages: readonly BenchPage[], rounds: number): Map<ContestantName, number[]> {
  const all = new Map(contestants.map(([name]) => [name, pages.map((): number[] => [])]));
  for (let round = 0; round < rounds; round++) {
    for (const [index, page] of pages.entries()) {
      for (const [name, read] of rotated(contestants, round)) all.get(name)?.[index]?.push(timeOf(read, page));
    }
  }
  return new Map([...all].map(([name, list]) => [name, list.map(median)]));
}

function timeOf(read: Contestant, page: BenchPage): number {
  // The garbage of the previous contestant must not slow this one.
  global.gc?.({ type: 'minor' });
  const start = performance.now();
  read(page);
  return performance.now() - start;
}

function rotated<T>(list: readonly T[], by: number): T[] {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

/** Returns the figures of all contestants as a Markdown table. */
export function tableOf(figures: readonly ParseFigures[]): string {
  return table([
    ['', 'ms per page', 'of parse5.parse', 'MB/s', 'pages/s'],
    ...figures.map(({ contestant, ms, ratio, mbPerSecond, pagesPerSecond }) => [
      contestant,
      ms.toFixed(1),
      ratio.toFixed(2),
      mbPerSecond.toFixed(0),
      pagesPerSecond.toFixed(0),
    ]),
  ]);
}
