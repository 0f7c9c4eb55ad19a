/** Reads results, counts them, and writes the report. Reads one line at a time and keeps only counts. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { counted } from '../../counts.ts';
import { realPathOf, STDIN, writeOutput } from '../../files.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { FileLines, reportName } from './file-lines.ts';
import { inputFilesOf, type NamedFiles, orWrong, wrong } from './input-files.ts';
import { readLines } from './lines.ts';
import { Overview } from './overview.ts';
import { reportPage } from './page.ts';
import { readResultLines } from './result-line.ts';
import { newSections } from './sections/index.ts';

/** Options of `buybox report`. */
export interface ReportOptions extends NamedFiles {
  /** The file of the page. @default standard output */
  out: string | undefined;
  /** The heading of the page. @default the name of the file */
  title: string | undefined;
}

const EXPECTED = 'a report reads NDJSON from `buybox batch` and JSON from other commands';

/**
 * Writes a report.
 *
 * @throws BadRequestError if a file cannot be read, no file has a result, or the page cannot be written
 */
export async function makeReport(options: ReportOptions, terminal: Terminal): Promise<void> {
  const { files, out, title } = options;
  const inputs = await inputFilesOf(options);
  await assertOut(out, inputs, terminal);
  const { overview, sections, lines } = await countResults(inputs, terminal);
  if (overview.total === 0)
    throw wrong('files', `${lines.map(({ whyNothing }) => whyNothing).join(', ')}; ${EXPECTED}`);
  const names = inputs.map(reportName);
  const notes = lines.flatMap(({ note }) => note);
  for (const note of notes) terminal.note(`note: ${note}`);
  const heading = title ?? (files.length === 1 ? names[0] : counted(files.length, 'file')) ?? '';
  const page = await reportPage({ title: heading, overview, sections, files: names, notes, madeAt: Date.now() });
  if (out === undefined || out === STDIN) return terminal.out(page.trimEnd());
  await writeOutput('out', out, page);
  terminal.note(`written to ${out}: ${counted(overview.total, 'result')}`);
}

async function countResults(inputs: readonly string[], { input, signal }: Terminal) {
  const [overview, sections] = [new Overview(), newSections()];
  const lines = inputs.map((path) => new FileLines(path));
  for (const file of lines) {
    for await (const { number, text } of readLines({ file: file.path, stdin: input }, signal)) {
      for (const line of readResultLines(text)) {
        file.add(line, number, text);
        if (line.kind === 'response') for (const part of [overview, ...sections]) part.addResponse(line);
        if (line.kind === 'failure') for (const part of [overview, ...sections]) part.addFailure?.(line);
      }
    }
  }
  return { overview, sections, lines };
}

/** Checks the output file before a million lines are read in vain. */
async function assertOut(out: string | undefined, inputs: readonly string[], terminal: Terminal): Promise<void> {
  if (out === undefined && terminal.isInteractive)
    throw wrong('out', 'no file for the page. Use --out report.html, or redirect standard output to a file');
  if (out === undefined || out === STDIN) return;
  const path = await realPathOf(out);
  for (const input of inputs)
    if (path === (await realPathOf(input))) throw wrong('out', `${out} is one of the input files`);
  await orWrong(access(dirname(path), constants.W_OK), 'out', `${out} cannot be written`);
}
