/** What `buybox explain` does. */
import { writeFile } from 'node:fs/promises';
import { BadRequestError } from '../../contract/errors.ts';
import { parseDocument } from '../../html/index.ts';
import { type ExplainedField, type ExplainedPage, explainPage } from '../../pages/index.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { errorCodeOf } from '../files.ts';
import { notFoundNote } from '../output/answer-table.ts';
import { assertFields } from '../output/fields.ts';
import { formOf } from '../output/form.ts';
import { printShown } from '../output/print.ts';
import { type TableColumn, tableLines } from '../output/table.ts';
import type { PageFlags } from '../page-commands.ts';
import type { Terminal } from '../terminal.ts';
import { explainHtml } from './explain-html.ts';
import { readPage } from './read.ts';

const COLUMNS = ['path', 'value', 'source', 'at', 'text'];

const TABLE: readonly TableColumn<ExplainedField>[] = [
  { label: 'FIELD', cell: ({ path }) => path, least: 24 },
  { label: 'VALUE', cell: ({ value }) => JSON.stringify(value), least: 20 },
  { label: 'READ FROM', cell: ({ source, at }) => (at === '' ? source : `${source} ${at}`), least: 20 },
];

/** Tells where the fields of a page stand. */
export async function explainFile(file: string, flags: PageFlags, terminal: Terminal): Promise<ExitCode> {
  if (flags.fields !== undefined) assertFields(flags.fields);
  const { html, context } = await readPage(file, flags, terminal);
  const page = only(explainPage(html, context), flags.fields);
  if (flags.html === undefined) print(page, flags, terminal);
  else {
    await write(flags.html, explainHtml(page, parseDocument(html), context.url));
    terminal.note(`written to ${flags.html}`);
  }
  return page.found ? EXIT.found : EXIT.notFound;
}

async function write(out: string, html: string): Promise<void> {
  try {
    await writeFile(out, html);
  } catch (cause) {
    throw new BadRequestError(`html: ${out} cannot be written (${errorCodeOf(cause)})`, { parameter: 'html', cause });
  }
}

/** The page with these fields alone, and those within them. */
function only(page: ExplainedPage, wanted: readonly string[] | undefined): ExplainedPage {
  if (wanted === undefined) return page;
  const isWanted = (path: string) =>
    wanted.some((field) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`));
  return { ...page, fields: page.fields.filter(({ path }) => isWanted(path)) };
}

function print(page: ExplainedPage, flags: PageFlags, terminal: Terminal): void {
  const form = formOf(flags, terminal);
  if (form === 'json') terminal.json(page);
  else if (form !== 'table') {
    const rows = page.fields.map((field) => ({ ...field }));
    printShown(rows, COLUMNS, { form, fields: undefined }, terminal);
  } else if (!page.found) terminal.note(notFoundNote(page));
  else for (const line of tableLines(page.fields, TABLE, terminal)) terminal.out(line);
}
