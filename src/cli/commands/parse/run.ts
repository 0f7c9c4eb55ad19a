/** Runs `buybox parse`. */
import { MarketplaceError } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/json.ts';
import { parsePage } from '../../../pages/index.ts';
import { assertFields, fieldSource } from '../../../tables/fields.ts';
import { pickFields, type Row } from '../../../tables/rows.ts';
import { formOf } from '../../flags/output.ts';
import type { PageFlags } from '../../flags/page.ts';
import { EnvelopePrinter } from '../../output/envelope-printer.ts';
import { printShown } from '../../output/print.ts';
import { readPage } from '../../saved-page.ts';
import { EXIT, type ExitCode } from '../../terminal/exit.ts';
import { gapNote } from '../../terminal/notes.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The columns for several pages. */
const COLUMNS = ['file', 'page_type', 'found', 'fields', 'gaps', 'error'];

/** Prints the data of one page, or a line or row for each of several. @throws BadRequestError for unknown fields */
export async function parsePages(files: readonly string[], flags: PageFlags, terminal: Terminal): Promise<ExitCode> {
  if (flags.fields !== undefined) assertFields(flags.fields);
  const [file = '-', ...others] = files;
  return others.length === 0 ? parseFile(file, flags, terminal) : parseFiles(files, flags, terminal);
}

async function parseFile(file: string, flags: PageFlags, terminal: Terminal): Promise<ExitCode> {
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

/** Continues after a page that cannot be read. */
async function parseFiles(files: readonly string[], flags: PageFlags, terminal: Terminal): Promise<ExitCode> {
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
