/** Runs `buybox explain`. */
import {
  type ExplainedField,
  type ExplainedPage,
  explainElements,
  explainPage,
  type MissingField,
  readInTime,
  type UnreadRegion,
} from '../../../pages/index.ts';
import { assertFields } from '../../../tables/fields.ts';
import { writeOutput } from '../../files.ts';
import { formOf } from '../../flags/output.ts';
import type { PageFlags } from '../../flags/page.ts';
import { notFoundNote } from '../../output/envelope-printer.ts';
import { printShown } from '../../output/print.ts';
import { type TableColumn, tableLines } from '../../output/table.ts';
import { readPage } from '../../saved-page.ts';
import { EXIT, type ExitCode } from '../../terminal/exit.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { explainHtml } from './page.ts';

/** The flags of `buybox explain`. */
export interface ExplainFlags extends PageFlags {
  /** The file of the page. */
  html?: string;
  unread?: boolean;
}

const COLUMNS = ['path', 'value', 'source', 'at', 'text'];

const TABLE: readonly TableColumn<ExplainedField>[] = [
  { label: 'FIELD', cell: ({ path }) => path, minWidth: 24 },
  { label: 'VALUE', cell: ({ value }) => JSON.stringify(value), minWidth: 20 },
  { label: 'READ FROM', cell: ({ source, at }) => (at === '' ? source : `${source} ${at}`), minWidth: 20 },
];

const UNREAD: readonly TableColumn<UnreadRegion>[] = [
  { label: 'REGION', cell: ({ name }) => name, minWidth: 40 },
  { label: 'LENGTH', cell: ({ length }) => String(length), minWidth: 6 },
];

/** Prints each field of a page with the place it was read from, or writes both to an HTML page. */
export async function explainFile(file: string, flags: ExplainFlags, terminal: Terminal): Promise<ExitCode> {
  if (flags.fields !== undefined) assertFields(flags.fields);
  const { html, context } = await readPage(file, flags, terminal);
  const form = formOf(flags, terminal);
  if (flags.html !== undefined) {
    const marked = readInTime(html, context, () => explainElements(html, context));
    const page = only(marked.explained, flags.fields);
    await writeOutput('html', flags.html, await explainHtml({ ...marked, explained: page }, context.url));
    terminal.note(`written to ${flags.html}`);
    return page.found ? EXIT.found : EXIT.notFound;
  }
  const page = only(explainPage(html, context), flags.fields);
  const { fields, unread, missing, found } = page;
  if (form === 'json') terminal.json(flags.unread ? unread : page);
  else if (form !== 'table') {
    const [rows, columns] = flags.unread ? [unread, ['name', 'length']] : [fields, COLUMNS];
    const records = rows.map((row) => ({ ...row }));
    printShown(records, columns, { form, fields: undefined }, terminal);
  } else if (!found) terminal.note(notFoundNote(page));
  else {
    const lines = flags.unread ? tableLines(unread, UNREAD, terminal) : tableLines(fields, TABLE, terminal);
    for (const line of lines) terminal.out(line, 'styled');
    if (flags.fields !== undefined && !flags.unread) printMissing(missing, terminal);
  }
  return found ? EXIT.found : EXIT.notFound;
}

/** Prints the places where fields that were asked for were looked for in vain. */
function printMissing(missing: readonly MissingField[], terminal: Terminal): void {
  for (const { path, places } of missing) {
    terminal.out(`\nmissing: ${path}`);
    if (places.length === 0) terminal.out('  not looked for on this page');
    for (const { at, text } of places)
      terminal.out(`  ${at}${text === undefined ? '' : `: ${JSON.stringify(text)} is not a value of this field`}`);
  }
}

/** Returns the explained page with some of its fields: those with the names, and what is inside them. */
function only(page: ExplainedPage, names: readonly string[] | undefined): ExplainedPage {
  const isWanted = ({ path }: { path: string }) =>
    names?.some((name) => path.startsWith(name) && /^([.[]|$)/.test(path.slice(name.length))) ?? true;
  return { ...page, fields: page.fields.filter(isWanted), missing: page.missing.filter(isWanted) };
}
