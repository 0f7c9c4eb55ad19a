/** What a batch has done, in some lines at its end. */
import { count } from '../counts.ts';
import { clock, credits } from './progress.ts';
import type { Tally } from './tally.ts';

/** Where a batch wrote. */
export interface Written {
  /** The results' file; nothing for standard output. */
  results: string | undefined;
  /** The failures' file, when there is one. */
  failures: string | undefined;
}

/** The lines, names in front of values; what did not happen is left out. */
export function summaryLines(tally: Tally, { results, failures }: Written): string[] {
  const { seconds } = tally;
  const rate = seconds > 0 ? ` (${(tally.ended / seconds).toFixed(1)}/s)` : '';
  const rows: [string, string][] = [
    ['calls', `${count(tally.ended)} in ${clock(seconds)}${rate}`],
    ['found', count(tally.found)],
    ['not found', some(tally.notFound)],
    ['failed', withKinds(tally.failures, tally.failed)],
    ['wrong lines', some(tally.wrong)],
    ['done before', some(tally.resumed)],
    ['duplicates', some(tally.duplicates)],
    ['same call', some(tally.copied)],
    ['retries', some(tally.retries)],
    ['drift', some(tally.drifts)],
    ['gaps', withKinds(sum(tally.gaps), tally.gaps)],
    ['spent', credits(tally)],
    ['results', results ?? ''],
    ['failures', failures ?? ''],
  ];
  return rows.filter(([, value]) => value !== '').map(([name, value]) => `${name.padEnd(13)}${value}`);
}

function some(value: number): string {
  return value === 0 ? '' : count(value);
}

/** A number with what it is made of, the most first. */
function withKinds(total: number, kinds: ReadonlyMap<string, number>): string {
  if (total === 0) return '';
  const sorted = [...kinds].sort(([, a], [, b]) => b - a).map(([kind, times]) => `${kind} ${count(times)}`);
  return `${count(total)} (${sorted.join(', ')})`;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, value) => total + value, 0);
}
