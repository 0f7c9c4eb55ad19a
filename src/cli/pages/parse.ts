/** What `buybox parse` does. */
import { MarketplaceError } from '../../contract/errors.ts';
import { type ParsedPage, parsePage } from '../../pages/index.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { gapNote } from '../notes.ts';
import { AnswerPrinter } from '../output/answers.ts';
import { assertFields, fieldSource } from '../output/fields.ts';
import { formOf } from '../output/form.ts';
import { printShown } from '../output/print.ts';
import { pickFields, type Row } from '../output/rows.ts';
import type { PageFlags } from '../page-commands.ts';
import type { Terminal } from '../terminal.ts';
import { readPage } from './read.ts';

/** Prints the data of one page. */
export async function parseFile(file: string, flags: PageFlags, terminal: Terminal): Promise<ExitCode> {
  if (flags.fields !== undefined) assertFields(flags.fields);
  const { html, context } = await readPage(file, flags, terminal);
  const page = parsePage(html, context);
  for (const gap of page.gaps) terminal.note(gapNote(gap));
  const form = formOf(flags, terminal);
  if (form === 'json' && flags.fields === undefined) terminal.json(page.data);
  else {
    const printer = new AnswerPrinter({ form, fields: flags.fields, isPaged: false }, terminal);
    printer.add(page);
    printer.end();
  }
  return page.found ? EXIT.found : EXIT.notFound;
}

/** What is told of each of several pages, in tables and CSV. */
const COLUMNS = ['file', 'page_type', 'found', 'fields', 'gaps', 'error'];

/** Prints a line a page. A page that cannot be read is one too: the others are read all the same. */
export async function parseFiles(files: readonly string[], flags: PageFlags, terminal: Terminal): Promise<ExitCode> {
  if (flags.fields !== undefined) assertFields(flags.fields);
  const form = formOf(flags, terminal);
  const results: Row[] = [];
  for (const file of files) {
    terminal.signal.throwIfAborted();
    const result = await resultOf(file, flags, terminal);
    const isLine = form === 'ndjson' || (form === 'json' && flags.json !== true);
    if (isLine) terminal.out(JSON.stringify(leftOf(result, flags.fields)));
    results.push(isLine ? { file, found: result.found, error: result.error } : result);
  }
  if (flags.json === true) terminal.json(results.map((result) => leftOf(result, flags.fields)));
  if (form === 'table' || form === 'csv') printResults(results, flags, terminal);
  if (results.some(({ error }) => error !== undefined)) return EXIT.failure;
  return results.some(({ found }) => found === true) ? EXIT.found : EXIT.notFound;
}

async function resultOf(file: string, flags: PageFlags, terminal: Terminal): Promise<Row> {
  try {
    const { html, context } = await readPage(file, flags, terminal);
    const { page_type, found, data, gaps }: ParsedPage = parsePage(html, context);
    return { file, url: context.url, page_type, found, data, gaps };
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    return { file, error: { name: error.name, code: error.code, message: error.message } };
  }
}

/** The fields that are wanted, beside the file's name. */
function leftOf(result: Row, fields: readonly string[] | undefined): unknown {
  if (fields === undefined || result.error !== undefined) return result;
  return pickFields(fieldSource({ ...result, data: result.data }), ['file', ...fields]);
}

function printResults(results: readonly Row[], flags: PageFlags, terminal: Terminal): void {
  const rows = results.map((result) => {
    const { data, gaps, error } = result;
    const shown = flags.fields === undefined ? {} : fieldSource({ data });
    return {
      ...shown,
      ...result,
      fields: typeof data === 'object' && data !== null ? Object.keys(data).length : undefined,
      gaps: Array.isArray(gaps) ? gaps.length : undefined,
      error: error instanceof Object && 'code' in error ? error.code : undefined,
    };
  });
  const columns = flags.fields === undefined ? COLUMNS : ['file', ...flags.fields];
  printShown(rows, columns, { form: formOf(flags, terminal), fields: undefined }, terminal);
}
