/** Runs `buybox parse`. */
import { MarketplaceError } from '../../contract/errors.ts';
import { isRecord } from '../../contract/json.ts';
import { parsePage } from '../../pages/index.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { gapNote } from '../notes.ts';
import { EnvelopePrinter } from '../output/envelope-printer.ts';
import { fieldSource } from '../output/fields.ts';
import { formOf } from '../output/form.ts';
import { printShown } from '../output/print.ts';
import { pickFields, type Row } from '../output/rows.ts';
import type { PageFlags } from '../page-commands.ts';
import type { Terminal } from '../terminal.ts';
import { readPage } from './read.ts';

/** The columns for several pages. */
const COLUMNS = ['file', 'page_type', 'found', 'fields', 'gaps', 'error'];

/** Prints the data of one page. */
export async function parseFile(file: string, flags: PageFlags, terminal: Terminal): Promise<ExitCode> {
  const { html, context } = await readPage(file, flags, terminal);
  const page = parsePage(html, context);
  for (const gap of page.gaps) terminal.note(gapNote(gap));
  const form = formOf(flags, terminal);
  if (form === 'json' && flags.fields === undefined) terminal.json(page.data);
  else {
    const printer = new EnvelopePrinter({ form, fields: flags.fields, isPaged: false }, terminal);
    printer.add(page);
    printer.end();
  }
  return page.found ? EXIT.found : EXIT.notFound;
}

/** Prints one line or row per page, and continues after a page that cannot be read. */
export async function parseFiles(files: readonly string[], flags: PageFlags, terminal: Terminal): Promise<ExitCode> {
  const { fields, json } = flags;
  const form = formOf(flags, terminal);
  const isStreamed = form === 'ndjson' || (form === 'json' && json !== true);
  const columns = fields === undefined ? COLUMNS : ['file', ...fields];
  const codes = new Set<ExitCode>();
  const shown: Row[] = [];
  for (const file of files) {
    terminal.signal.throwIfAborted();
    const result = await resultOf(file, flags, terminal);
    codes.add(result.error ? EXIT.failure : result.found ? EXIT.found : EXIT.notFound);
    const isPicked = fields !== undefined && !result.error;
    const picked = isPicked ? pickFields(fieldSource({ data: null, ...result }), columns) : result;
    if (isStreamed) terminal.out(JSON.stringify(picked), 'json');
    else if (isRecord(picked)) shown.push(form === 'json' || isPicked ? picked : summaryOf(result));
  }
  if (!isStreamed) printShown(shown, columns, { form, fields: undefined }, terminal);
  return [EXIT.failure, EXIT.found].find((code) => codes.has(code)) ?? EXIT.notFound;
}

async function resultOf(file: string, flags: PageFlags, terminal: Terminal): Promise<Row> {
  try {
    const { html, context } = await readPage(file, flags, terminal);
    const { page_type, found, data, gaps } = parsePage(html, context);
    return { file, url: context.url, page_type, found, data, gaps };
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    return { file, error: { name: error.name, code: error.code, message: error.message } };
  }
}

/** The row of a page in a table or CSV: numbers of fields and gaps instead of the data. */
function summaryOf({ data, gaps, error, ...result }: Row): Row {
  return {
    ...result,
    fields: isRecord(data) ? Object.keys(data).length : undefined,
    gaps: Array.isArray(gaps) ? gaps.length : undefined,
    error: isRecord(error) ? error.code : undefined,
  };
}
