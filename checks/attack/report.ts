/** Writes the page of the documentation with the figures of a run. */
import { arch, cpus, platform } from 'node:os';
import packageJson from '../../package.json' with { type: 'json' };
import type { FigureData, Shown } from './figures.ts';
import { HIGHEST_RATIO } from './memory.ts';
import { SCRIPTS } from './scripts.ts';
import { STRUCTURES } from './structures.ts';
import { TEXTS } from './texts.ts';
import { WHOLES } from './wholes.ts';

/** Returns `docs/measured/security-tests.md`. */
export function documentOf(data: FigureData): string {
  const { seed, count, pages, counts, characters, cpu, memory, growth, failures, series } = data;
  const done = (job: string) => counts.job?.[job] ?? 0;
  return `# Hostile pages

<!-- Written by \`npm run test:attack -- --out docs/measured/security-tests.md\`. Do not edit. -->

A page comes from a stranger. The attack test makes hostile pages and reads them: each must end within its time, with data or with a typed error.

\`\`\`sh
npm run test:attack -- --count 3000 --seed 1 --workers 1
\`\`\`

Each line of the output is a page that did harm. Its seed, job and number repeat it alone. With a file for its progress a run can be continued; with a file to write to it writes
this page:

\`\`\`sh
npm run test:attack -- --seed 1 --job attack --only 17
npm run test:attack -- --count 100000 --seed 15 --progress progress.json --out docs/measured/security-tests.md
\`\`\`

\`npm run test:long\` runs a part of the attacks.

## How it works

- **Slots**: the test reads pages of each page type and notes every selector, id, mark, attribute, script marker and key of JSON that the readers ask for, also those that the
  page lacks. No slot is listed by hand, so that a new field is attacked from its first day.
- **Attacks** put one of ${number(TEXTS.length)} hostile texts, or an honest text with a piece of it many times, into one slot or into many; or one of ${STRUCTURES.length} structures, ${SCRIPTS.length} scripts and
  ${WHOLES.length} changes of the whole page. Most have 1 to 100 kB, one of ten up to a megabyte, one of 300 up to 20 MB.
- **Processes**: pages are read in processes of their own. A guard ends a process when a page takes too much CPU time. The time that counts is the CPU time of the thread, not the
  time on the clock.
- **Growth**: the same attack is read in growing sizes. If the largest takes long enough to be measured, it is doubled twice: the time may not triple twice in a row.
- **From outside**: other strangers are a service (members of other types in its responses, any status, any \`Retry-After\`), programs that add jobs to a queue, and callers who
  send many requests on one connection. A response is read, paged through, watched and recorded.
- **Memory**: what a page and its data hold is compared with what \`parse5.parse\` alone holds for the same page.

A failure is: more than 2 seconds of CPU time below a megabyte, or 2 seconds for each megabyte above; a process that ends; an error without a type, or a typed error that hides
one; a number that is not finite or too large to be exact; memory over ${HIGHEST_RATIO} times that of parse5, or over 2 GB; growth that is steeper than the size.

## Figures

Made with seed ${seed}, buybox ${packageJson.version}, Node ${process.version}, ${platform()} ${arch()}, ${cpus().length} processors.

| | |
|---|---|
| hostile pages | ${number(done('attack'))}${done('attack') < count ? ` of ${number(count)}` : ''} |
| made from | ${pages} pages |
| characters | ${number(Math.round(characters / 1_000_000))} million |
| CPU time | ${number(Math.round(cpu / 1000))} s, ${(cpu / done('attack')).toFixed(1)} ms for each page |
| series of growth | ${number(done('growth'))} of ${number(series)}; ${number(growth.measured)} took long enough to measure doublings |
| memory compared | ${number(memory.count)} pages, ${number(memory.compared)} of them with more than 2 MB |
| failures | ${failures.length} |
${row('slots by page type', data.slots)}
${Object.entries(TITLES)
  .map(([name, title]) => row(title, counts[name] ?? {}))
  .join('\n')}

## Slowest pages

For their size: CPU time for each megabyte, or for the page if it is smaller.

${list(data.slowest.slice(0, WORST), ({ cpu, size }) => `${Math.round(cpu)} ms, ${number(size)} characters`)}
## Steepest growth

The factor of the last doubling. 2 is linear.

${list(growth.steepest.slice(0, WORST), ({ factor, detail }) => `${factor.toFixed(1)}: ${detail}`)}
## Highest memory

${list(memory.highest.slice(0, WORST), ({ ratio, size }) => `${ratio.toFixed(2)} times parse5, ${number(size)} characters`)}
## Failures

${failures.length === 0 ? 'None.\n' : list(failures, ({ kind, detail }) => `${kind}: ${detail}`)}`;
}

const TITLES: Readonly<Record<string, string>> = {
  kind: 'pages by kind of attack',
  type: 'pages by page type',
  entry: 'pages by entry point',
  size: 'pages by size',
  result: 'pages by outcome',
};

/** Returns a row of a table: counts by name, the largest first. */
function row(title: string, counts: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return `| ${title} | ${sorted.map(([name, count]) => `${name} ${number(count)}`).join('; ')} |`;
}

/** Rows of each list of the worst. All failures are listed. */
const WORST = 3;

function list<T extends Shown>(entries: readonly T[], figure: (entry: T) => string): string {
  if (entries.length === 0) return 'None.\n';
  const rowOf = (entry: T) => `| ${figure(entry)} | \`${entry.job} ${entry.number}\` | ${code(entry.what)} |`;
  return `| | number | attack |\n|---|---|---|\n${entries.map(rowOf).join('\n')}\n`;
}

/** Returns a text as code that is safe in a table: pages give parts of it. */
function code(text: string): string {
  const plain = text
    .replace(/[^\x20-\x7e]/g, '?')
    .replace(/[`|\\]/g, "'")
    .replaceAll('--', '- -');
  return `\`${plain.slice(0, 140)}\``;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
