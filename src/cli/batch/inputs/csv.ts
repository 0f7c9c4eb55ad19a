/** Inputs out of a CSV file: its first row names parameters and columns of the user's own. The build takes the reader, csv-parse, into the package. */
import { pipeline, Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { BadRequestError } from '../../../contract/errors.ts';
import { LONGEST_LINE } from '../../files.ts';
import { draftOfFields, isSubject, parameterNamed } from './fields.ts';
import type { Draft, Input, InputRules } from './input.ts';
import { inputOf } from './requests.ts';
import { withFirstLine } from './text.ts';

/** What can stand between cells. */
const DELIMITERS = [',', ';', '\t'] as const;

/** Members of a request that no column can stand in for. */
const RESERVED = 'params';

interface CsvRecord {
  record: string[];
  info: Info;
}

/**
 * The inputs of a CSV file, a row at a time.
 *
 * @throws BadRequestError for a file without a header, and for one whose quotes do not close
 */
export async function* csvInputs(chunks: AsyncIterable<string>, rules: InputRules): AsyncGenerator<Input, void> {
  let header: readonly string[] | undefined;
  for await (const { record, info } of recordsOf(chunks)) {
    if (header === undefined) header = headerOf(record);
    else if (record.some((cell) => cell.trim() !== ''))
      yield rowInput(info.lines - lineEndsIn(record), header, record, rules);
  }
}

/** The delimiter of a file by its first line: the one that stands there most, quotes aside. */
function delimiterOf(firstLine: string): string {
  const bare = firstLine.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Whether a line names parameters as the header of a CSV file does. */
export function isHeader(line: string): boolean {
  return line.split(delimiterOf(line)).some((cell) => isSubject(cell));
}

async function* recordsOf(chunks: AsyncIterable<string>): AsyncGenerator<CsvRecord, void> {
  const { first, all } = await withFirstLine(chunks);
  const parser = parse({
    delimiter: delimiterOf(first),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_LINE,
    info: true,
  });
  const records: AsyncIterable<CsvRecord> = pipeline(Readable.from(all), parser, () => undefined);
  try {
    yield* records;
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new BadRequestError(`file: ${cause.message}; mend the quotes, or give --input lines if it is no CSV file`, {
      parameter: 'file',
      cause,
    });
  }
}

function headerOf(record: readonly string[]): readonly string[] {
  const header = record.map((cell) => cell.trim());
  if (!header.some((cell) => parameterNamed(cell) !== undefined)) {
    throw new BadRequestError(
      `file: its first row names no parameter (asin, url, keyword, sellerId, node, ...): ${header
        .slice(0, 5)
        .map((cell) => JSON.stringify(cell))
        .join(', ')}; give it a header, or --input lines when each line is an ASIN, an address, ...`,
      { parameter: 'file' },
    );
  }
  const names = header.map((cell) => parameterNamed(cell) ?? cell);
  const repeated = header.find((cell, index) => cell !== '' && names.indexOf(names[index] ?? '') !== index);
  if (repeated !== undefined) {
    throw new BadRequestError(`file: its first row names ${JSON.stringify(repeated)} twice`, { parameter: 'file' });
  }
  if (header.includes(RESERVED)) {
    throw new BadRequestError(`file: a column cannot be called "${RESERVED}"; rename it`, { parameter: 'file' });
  }
  return header;
}

function rowInput(line: number, header: readonly string[], record: readonly string[], rules: InputRules): Input {
  return inputOf(line, record.join(','), () => draftOfRow(header, record, rules.as), rules);
}

/** A row begins so many lines above the one that it ends on. */
function lineEndsIn(record: readonly string[]): number {
  return record.join('').split('\n').length - 1;
}

function draftOfRow(header: readonly string[], record: readonly string[], as: EndpointName | undefined): Draft {
  if (record.slice(header.length).some((cell) => cell.trim() !== '')) {
    throw new BadRequestError(`the row has ${record.length} cells, the header ${header.length}`, { parameter: 'file' });
  }
  const cells = header.flatMap((name, index) => (name === '' ? [] : [[name, (record[index] ?? '').trim()] as const]));
  return draftOfFields(Object.fromEntries(cells), as);
}
