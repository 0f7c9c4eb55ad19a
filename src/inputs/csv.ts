/** Inputs from a CSV file. Its first row names parameters and columns of the user's own. */
import { pipeline, Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { shown } from '../contract/shown.ts';
import { LONGEST_LINE } from '../files/lines.ts';
import { wrongParameter } from '../options/checks.ts';
import { inputFieldsOf, MAIN_PARAMETER_NAMES, parameterOf } from './fields.ts';
import { type Input, type InputRules, inputOf } from './requests.ts';

/**
 * The inputs of a CSV file, one per row.
 *
 * @param firstLine Its most frequent comma, semicolon or tab is the delimiter.
 * @throws BadRequestError for a file without a valid header, and for a quote that is not closed
 */
export async function* csvInputs(
  text: AsyncIterable<string>,
  firstLine: string,
  rules: InputRules,
): AsyncGenerator<Input, void> {
  const parser = parse({
    delimiter: delimiterOf(firstLine),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_LINE,
    info: true,
  });
  const rows: AsyncIterable<{ record: string[]; info: Info }> = pipeline(Readable.from(text), parser, () => undefined);
  let header: string[] | undefined;
  try {
    for await (const { record, info } of rows) {
      const cells = record.map((cell) => cell.trim());
      if (header === undefined) header = checkedHeader(cells);
      else if (cells.some((cell) => cell !== '')) {
        const names = header;
        // The parser counts the line on which a row ends.
        const line = info.lines - (record.join('').split('\n').length - 1);
        yield inputOf(line, record.join(','), () => inputFieldsOf(rowFields(names, cells), rules.as), rules);
      }
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw wrongParameter(
      'file',
      `${cause.message}. Fix the quotes, or set the format to lines if this is not a CSV file: --input lines on the command line`,
      cause,
    );
  }
}

function delimiterOf(firstLine: string): string {
  const unquoted = firstLine.replace(/"[^"]*"/g, '');
  const [best] = [',', ';', '\t'].sort((a, b) => unquoted.split(b).length - unquoted.split(a).length);
  return best ?? ',';
}

function checkedHeader(header: string[]): string[] {
  if (!header.some((cell) => parameterOf(cell) !== undefined)) {
    const first = header.slice(0, 5).map((cell) => shown(cell));
    throw wrongParameter(
      'file',
      `the first row, ${first.join(', ')}, names no parameter: expected a header with one of ${MAIN_PARAMETER_NAMES}. ` +
        'Add a header, or set the format to lines for a file of ASINs, URLs, ...: --input lines on the command line',
    );
  }
  const names = header.map((cell) => parameterOf(cell) ?? cell);
  const repeated = header.find((cell, index) => cell !== '' && names.indexOf(names[index] ?? '') !== index);
  if (repeated !== undefined) throw wrongParameter('file', `the first row names ${shown(repeated)} twice`);
  if (header.includes('params')) throw wrongParameter('file', 'a column cannot be named "params". Rename it');
  return header;
}

function rowFields(header: readonly string[], cells: readonly string[]): Record<string, unknown> {
  if (cells.slice(header.length).some((cell) => cell !== ''))
    throw wrongParameter('file', `the row has ${cells.length} cells, the header has ${header.length}`);
  const fields = header.map((name, index) => [name, cells[index] ?? ''] as const);
  return Object.fromEntries(fields.filter(([name]) => name !== ''));
}
