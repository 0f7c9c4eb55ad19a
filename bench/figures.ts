/** Statistics and tables for the benchmarks. */
import { availableParallelism } from 'node:os';

/** Prints text for people: on standard error with `--json`, else on standard output. */
export type Print = (text: string) => void;

/** Where and when figures were measured. */
export interface Machine {
  /** `YYYY-MM-DD` */
  date: string;
  /** The version of Node. */
  node: string;
  processors: number;
}

/** Returns the machine that runs this program. */
export function thisMachine(): Machine {
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    processors: availableParallelism(),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}

/** Returns the value that `share` (0 to 1) of the values are below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Returns rows as a Markdown table. The first row is the head. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const [head = [], ...body] = rows;
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column === 0 ? '-' : ':'}`).join('|')}|`;
  return [line(head), rule, ...body.map(line)].join('\n');
}
