/** Runs `buybox report-page`. */
import { gzipSync } from 'node:zlib';
import { BadRequestError } from '../../contract/errors.ts';
import { safeText } from '../../contract/safe-text.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { displayName, realPathOf, STDIN } from '../files.ts';
import { formOf } from '../output/form.ts';
import { printShown } from '../output/print.ts';
import { writeOutput } from '../output-file.ts';
import { readPage } from '../pages/read.ts';
import type { ReportPageFlags } from '../report-page.ts';
import type { Terminal } from '../terminal.ts';
import { type Anonymized, anonymize } from './anonymize.ts';

const COLUMNS = ['kind', 'count'];

/** Lists what is personal on a page, or writes the page without it. */
export async function reportPage(file: string, flags: ReportPageFlags, terminal: Terminal): Promise<ExitCode> {
  const { html, context } = await readPage(file, flags, terminal);
  if (!/<[a-z!][^<>]*>/i.test(html) || html.includes('\0')) {
    throw new BadRequestError(`file: ${displayName(file)} is not HTML: expected a page of the marketplace.`, {
      parameter: 'file',
    });
  }
  const page = anonymize(html, context);
  return flags.anonymize ? await write(page, file, flags, terminal) : list(page, flags, terminal);
}

/** Prints kinds and counts, never values. */
function list({ removed }: Anonymized, flags: ReportPageFlags, terminal: Terminal): ExitCode {
  if (flags.out !== undefined) {
    throw new BadRequestError('out: the page is only checked. Add --anonymize to write it.', { parameter: 'out' });
  }
  printShown(removed, COLUMNS, { form: formOf(flags, terminal), fields: flags.fields }, terminal);
  if (removed.length === 0) return EXIT.found;
  terminal.note('personal data on the page: run the command with --anonymize to write the page without it');
  return EXIT.failure;
}

async function write(page: Anonymized, file: string, flags: ReportPageFlags, terminal: Terminal): Promise<ExitCode> {
  const { out = STDIN } = flags;
  const { html, removed, kept, isSame } = page;
  if (!isSame) {
    terminal.err('error: without its personal data the page is read differently. Nothing was written.');
    return EXIT.failure;
  }
  if (out === STDIN) {
    terminal.out(html);
    if (safeText(html) !== html)
      terminal.note('control characters of the page are not printed: write the page to a file with --out to keep them');
  } else {
    if (file !== STDIN && (await realPathOf(out)) === (await realPathOf(file))) {
      throw new BadRequestError(`out: ${out} is the page itself: expected another file.`, { parameter: 'out' });
    }
    await writeOutput('out', out, out.endsWith('.gz') ? gzipSync(html) : html);
  }
  const counts = removed.map(({ kind, count }) => `${kind} ${count}`).join(', ');
  terminal.note(`removed: ${counts || 'nothing'}`);
  for (const kind of kept) {
    terminal.note(
      `kept: a ${kind} of the header is also a word of the page's data. Look for it before you share the page.`,
    );
  }
  if (out !== STDIN) terminal.note(`written to ${out}`);
  return EXIT.found;
}
