/** Runs the tool `anonymize`. */
import { gzipSync } from 'node:zlib';
import { displayName, realPathOf, STDIN, writeOutput } from '../../src/cli/files.ts';
import { formOf } from '../../src/cli/flags/output.ts';
import type { PageFlags } from '../../src/cli/flags/page.ts';
import { printShown } from '../../src/cli/output/print.ts';
import { readPage } from '../../src/cli/saved-page.ts';
import { EXIT, type ExitCode } from '../../src/cli/terminal/exit.ts';
import type { Terminal } from '../../src/cli/terminal/terminal.ts';
import { BadRequestError } from '../../src/contract/errors.ts';
import { safeText } from '../../src/contract/safe-text.ts';
import { type Anonymized, anonymize } from './anonymize.ts';

/** The flags of the tool. */
export interface AnonymizeFlags extends PageFlags {
  /** The file of the page; `-` is standard output. */
  out?: string;
}

const COLUMNS = ['kind', 'count'];

/** Lists what is personal on a page, or writes the page without it. */
export async function anonymizeFile(file: string, flags: AnonymizeFlags, terminal: Terminal): Promise<ExitCode> {
  const { html, context } = await readPage(file, flags, terminal);
  if (!/<[a-z!][^<>]*>/i.test(html) || html.includes('\0')) {
    throw new BadRequestError(`file: ${displayName(file)} is not HTML: expected a page of the marketplace.`, {
      parameter: 'file',
    });
  }
  const page = anonymize(html, context);
  return flags.out === undefined ? list(page, flags, terminal) : await write(page, file, flags.out, terminal);
}

/** Prints kinds and counts, never values. */
function list({ removed }: Anonymized, flags: AnonymizeFlags, terminal: Terminal): ExitCode {
  printShown(removed, COLUMNS, { form: formOf(flags, terminal), fields: flags.fields }, terminal);
  if (removed.length === 0) return EXIT.found;
  terminal.note('personal data on the page: run the tool with --out to write the page without it');
  return EXIT.failure;
}

async function write(page: Anonymized, file: string, out: string, terminal: Terminal): Promise<ExitCode> {
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
