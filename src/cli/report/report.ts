/** Reads results, counts them, and writes the page. Lines are read one at a time and let go: only counts stay. */
import { constants } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { BadRequestError } from '../../contract/errors.ts';
import { counted } from '../counts.ts';
import { displayName, errorCodeOf, realPathOf, STDIN } from '../files.ts';
import { readLine } from '../results/result-line.ts';
import type { Terminal } from '../terminal.ts';
import { failuresBeside } from './failures-beside.ts';
import { readLines } from './inputs.ts';
import { OddLines } from './odd-lines.ts';
import { Overview } from './overview.ts';
import { reportPage } from './page.ts';
import type { Section } from './section.ts';
import { allSections } from './sections/index.ts';

/** What `buybox report` takes. */
export interface ReportOptions {
  /** Paths, or `-`. */
  files: readonly string[];
  /** Further files of failures. */
  failures: readonly string[];
  /** Whether failures are looked for beside the files, by their names. */
  looksBeside: boolean;
  /** Where the page goes; to standard output without it. */
  out: string | undefined;
  title: string | undefined;
}

const EXPECTED = 'a report takes what `buybox batch` writes as NDJSON, and answers that other commands print as JSON';

/**
 * Makes a report.
 *
 * @throws BadRequestError for files that cannot be read or hold no result, and for a page that cannot be written
 */
export async function makeReport(options: ReportOptions, terminal: Terminal): Promise<void> {
  const { files, out, title } = options;
  const inputs = await inputsOf(options);
  await assertOut(out, inputs, terminal);
  const { overview, sections, odd } = await countAll(inputs, terminal);
  if (overview.total === 0) throw wrong('files', `${odd.whyNothing()}; ${EXPECTED}`);
  const names = inputs.map((file) => (file === STDIN ? displayName(file) : basename(file)));
  const remarks = odd.remarks();
  for (const remark of remarks) terminal.note(`note: ${remark}`);
  const heading = title ?? (files.length === 1 ? names[0] : counted(files.length, 'file')) ?? '';
  const page = await reportPage({ title: heading, overview, sections, files: names, remarks, madeAt: Date.now() });
  if (out === undefined || out === STDIN) return terminal.out(page.trimEnd());
  await writePage(out, page);
  terminal.note(`written to ${out}: ${counted(overview.total, 'result')}`);
}

async function countAll(inputs: readonly string[], { input, signal }: Terminal) {
  const [overview, sections, odd] = [new Overview(), allSections(), new OddLines()];
  const parts: readonly Pick<Section, 'answer' | 'failure'>[] = [overview, ...sections];
  for (const file of inputs) {
    odd.begin(file);
    for await (const { number, text } of readLines({ file, stdin: input }, signal)) {
      for (const line of readLine(text)) {
        odd.add(line, number, text);
        if (line.kind === 'answer') for (const part of parts) part.answer(line);
        if (line.kind === 'failure') for (const part of parts) part.failure?.(line);
      }
    }
  }
  return { overview, sections, odd };
}

/** All files to read, each once. */
async function inputsOf({ files, failures, looksBeside }: ReportOptions): Promise<string[]> {
  for (const file of files) await assertReadable('files', file);
  for (const file of failures) await assertReadable('failures', file);
  const inputs = new Map<string, string>();
  for (const file of files) {
    const path = await realPathOf(file);
    if (inputs.has(path)) throw wrong('files', `${displayName(file)} is given twice`);
    inputs.set(path, file);
  }
  const beside = looksBeside ? await failuresBeside(files) : [];
  for (const file of [...failures, ...beside]) {
    const path = await realPathOf(file);
    if (!inputs.has(path)) inputs.set(path, file);
  }
  return [...inputs.values()];
}

async function assertReadable(parameter: string, file: string): Promise<void> {
  if (file === STDIN) return;
  try {
    await access(file, constants.R_OK);
  } catch (cause) {
    throw wrong(parameter, `${file} cannot be read (${errorCodeOf(cause)})`, cause);
  }
}

/** Looked at before a million lines are read for nothing. */
async function assertOut(out: string | undefined, inputs: readonly string[], terminal: Terminal): Promise<void> {
  if (out === undefined && terminal.isInteractive)
    throw wrong('out', 'name the file for the page with --out report.html, or send standard output to one');
  if (out === undefined || out === STDIN) return;
  const path = await realPathOf(out);
  for (const input of inputs)
    if (path === (await realPathOf(input))) throw wrong('out', `${out} is one of the files that are read`);
  try {
    await access(dirname(path), constants.W_OK);
  } catch (cause) {
    throw wrong('out', `${out} cannot be written (${errorCodeOf(cause)})`, cause);
  }
}

async function writePage(out: string, page: string): Promise<void> {
  try {
    await writeFile(out, page);
  } catch (cause) {
    throw wrong('out', `${out} cannot be written (${errorCodeOf(cause)})`, cause);
  }
}

function wrong(parameter: string, why: string, cause?: unknown): BadRequestError {
  return new BadRequestError(`${parameter}: ${why}`, { parameter, cause });
}
