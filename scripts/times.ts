/** The tables of times in docs/measured/speed.md, from the figures of the benchmarks. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ColdStart } from '../bench/cold-import.ts';
import type { ContestantName } from '../bench/contestants.ts';
import type { Machine } from '../bench/figures.ts';
import { type ParseFigures, type ParseResult, tableOf } from '../bench/parse.ts';
import type { RemoteResult } from '../bench/remote.ts';

const root = join(import.meta.dirname, '..');

/** The output of `npm run bench -- parse remote cold --json`. */
export interface Times {
  readonly machine: Machine;
  readonly parse: ParseResult;
  readonly remote: RemoteResult;
  readonly cold: Readonly<Record<string, ColdStart>>;
}

type Row = readonly [what: string, own: string, other: string, ratio: number];

const BENCHES = ['parse', 'remote', 'cold'] as const;
const COMMAND = `npm run bench -- ${BENCHES.join(' ')} --json`;

/** The rows of a type of page: the contestants that are this library. */
const READS: Readonly<Partial<Record<ContestantName, string>>> = {
  'buybox, all fields': 'all fields',
  'buybox, five fields': 'five fields',
  'buybox, one field': 'one field',
};

/** Builds the package and runs the benchmarks. Their progress is printed on standard error. */
export async function measuredTimes(): Promise<Times> {
  const options = { cwd: root, maxBuffer: 1 << 26 };
  await promisify(execFile)('npm', ['run', '--silent', 'build'], options);
  const running = promisify(execFile)(process.execPath, ['--expose-gc', 'bench/run.ts', ...BENCHES, '--json'], options);
  running.child.stderr?.pipe(process.stderr);
  return timesOf((await running).stdout, 'the output of the benchmarks');
}

/** Returns the figures of a file with the output of the benchmarks. @throws if the file has other content */
export function savedTimes(file: string): Times {
  return timesOf(readFileSync(file, 'utf8'), file);
}

function timesOf(text: string, source: string): Times {
  // npm prints the name of the script before its output.
  const figures: unknown = JSON.parse(text.slice(Math.max(0, text.search(/^\{/m))));
  for (const name of ['machine', ...BENCHES]) {
    if (typeof figures !== 'object' || figures === null || !(name in figures))
      throw new Error(`${source} has no figures "${name}": expected the output of ${COMMAND}.`);
  }
  return figures as Times;
}

/** Returns the table of the library's own times, with where and when they were measured. */
export function timesTable({ machine, parse, remote, cold }: Times): string {
  const { got } = cold;
  if (got === undefined) throw new Error('the benchmark "cold" has no figures of got');
  const pages = parse.types.map(({ type, pages }) => `${pages} ${type} pages`).join(' and ');
  const rows: Row[] = [
    ...parse.types.flatMap(({ type, figures, collected }) => [
      ...readRows(`a ${type} page`, figures),
      ...readRows(`a ${type} page after a full collection`, collected),
    ]),
    [
      `calls of \`buybox/remote\`, ${remote.concurrency} at once`,
      rate(remote.client),
      `got: ${rate(remote.bareGot)}`,
      remote.share,
    ],
    ...Object.entries(cold).flatMap(([name, start]) =>
      name === 'got' ? [] : startRows(`\`${name}\``, start, got.milliseconds),
    ),
  ];
  return [
    `Measured on ${machine.date} with Node ${machine.node} and ${machine.processors} processors, on ${pages} (${parse.source}):`,
    '',
    '| what | buybox | compared with | ratio |',
    '|---|---:|---:|---:|',
    ...rows.map(([what, own, other, ratio]) => `| ${what} | ${own} | ${other} | ${ratio.toFixed(2)} |`),
  ].join('\n');
}

function readRows(what: string, figures: readonly ParseFigures[]): Row[] {
  const bare = figures.find(({ contestant }) => contestant === 'parse5.parse, no field');
  return figures.flatMap(({ contestant, ms, ratio }): Row[] => {
    const fields = READS[contestant];
    return fields === undefined || bare === undefined
      ? []
      : [[`${what}, ${fields}`, milliseconds(ms), `\`parse5.parse\`: ${milliseconds(bare.ms)}`, ratio]];
  });
}

function startRows(name: string, { milliseconds: own, ratios }: ColdStart, got: ColdStart['milliseconds']): Row[] {
  const both = (start: ColdStart['milliseconds']) => milliseconds(start.import + start.firstCall);
  return [
    [`import of ${name} in a new process`, milliseconds(own.import), `got: ${milliseconds(got.import)}`, ratios.import],
    [`import of ${name} and a first call`, both(own), `got: ${both(got)}`, ratios.together],
  ];
}

/** Returns one table for each type of page: all contestants. */
export function librariesTable({ parse }: Times): string {
  return parse.types
    .map(({ type, pages, figures }) => `${pages} ${type} pages (${parse.source}):\n\n${tableOf(figures)}`)
    .join('\n\n');
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(ms < 100 ? 1 : 0)} ms`;
}

function rate(perSecond: number): string {
  return `${perSecond.toFixed(0)}/s`;
}
