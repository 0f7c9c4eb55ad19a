/** Measures the CPU time of reading a page, compared with other libraries. All take turns in one run. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { PageType } from '../src/entries/parse.ts';
import { type Contestant, type ContestantName, loadContestants, own } from './contestants.ts';
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
  types: {
    type: PageType;
    pages: number;
    /** Page after page, as in a program that reads many. */
    figures: ParseFigures[];
    /** Each page after a full collection, as in a program that reads one now and then: V8 drops optimised code. In a process of its own, without other libraries. */
    collected: ParseFigures[];
  }[];
}

type Contestants = Readonly<Partial<Record<ContestantName, Contestant>>>;

const BASELINE = 'parse5.parse, no field' satisfies ContestantName;

/** Pages of a type, the largest ones. */
const MOST_PAGES = 4;

/**
 * Measures and prints the results. `BENCH_ROUNDS` sets how often each contestant reads each page. @default 7
 *
 * @param isAll Whether to measure with all pages instead of the largest of each type
 */
export async function benchParse(print: Print, isAll: boolean): Promise<ParseResult> {
  const { source, byType } = pagesByType(isAll);
  const contestants = await loadContestants();
  const result: ParseResult = { source, rounds, types: [] };
  for (const [type, group] of byType) {
    const figures = figuresOf(contestants, group, false);
    const size = (median(group.map(({ html }) => html.length)) / 1e6).toFixed(2);
    print(
      `\n${type}: ${group.length} ${source}, median ${size} million characters, page after page\n\n${tableOf(figures)}`,
    );
    const collected = await figuresOfProcess(type, isAll);
    print(`\n${type}: the same pages, each after a full collection, in a process of its own\n\n${tableOf(collected)}`);
    result.types.push({ type, pages: group.length, figures, collected });
  }
  return result;
}

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);

function pagesByType(isAll: boolean): { source: string; byType: Map<PageType, BenchPage[]> } {
  const { source, pages } = benchPages();
  const largestFirst = isAll ? pages : pages.toSorted((one, other) => other.html.length - one.html.length);
  const groups = Map.groupBy(largestFirst, ({ type }) => type);
  return {
    source,
    byType: new Map([...groups].map(([type, all]) => [type, all.slice(0, isAll ? all.length : MOST_PAGES)])),
  };
}

async function figuresOfProcess(type: PageType, isAll: boolean): Promise<ParseFigures[]> {
  const child = fork(import.meta.filename, [type, ...(isAll ? ['all'] : [])], { execArgv: ['--expose-gc'] });
  const [figures] = await once(child, 'message');
  return figures;
}

function figuresOf(group: Contestants, pages: readonly BenchPage[], isCollected: boolean): ParseFigures[] {
  const contestants = Object.entries(group) as [ContestantName, Contestant][];
  // The first round is slow until V8 has compiled the code: it does not count.
  times(contestants, pages, 1, isCollected);
  const measured = times(contestants, pages, rounds, isCollected);
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
function times(
  contestants: readonly [ContestantName, Contestant][],
  pages: readonly BenchPage[],
  rounds: number,
  isCollected: boolean,
): Map<ContestantName, number[]> {
  const all = new Map(contestants.map(([name]) => [name, pages.map((): number[] => [])]));
  for (let round = 0; round < rounds; round++) {
    for (const [index, page] of pages.entries()) {
      for (const [name, read] of rotated(contestants, round))
        all.get(name)?.[index]?.push(timeOf(read, page, isCollected));
    }
  }
  return new Map([...all].map(([name, list]) => [name, list.map(median)]));
}

/** Returns the CPU time, in milliseconds. */
function timeOf(read: Contestant, page: BenchPage, isCollected: boolean): number {
  // The garbage of the previous contestant must not slow this one.
  global.gc?.({ type: isCollected ? 'major' : 'minor' });
  const start = process.cpuUsage();
  read(page);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
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

if (import.meta.main) {
  const [, , type, all] = process.argv;
  process.send?.(figuresOf(own, pagesByType(all !== undefined).byType.get(type as PageType) ?? [], true));
}
