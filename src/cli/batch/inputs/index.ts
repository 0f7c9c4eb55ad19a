/** The inputs of a batch: from plain lines, CSV or NDJSON, one at a time. */

import { type InputFile, linesOf, STDIN } from '../../files.ts';
import { csvInputs, isHeader } from './csv.ts';
import type { Input, InputRules } from './input.ts';
import { ndjsonInputs } from './ndjson.ts';
import { inputOf } from './requests.ts';
import { readText, withFirstLine } from './text.ts';
import { draftOfWord } from './words.ts';

export { isEndpoint } from './fields.ts';
export type { Draft, Input, InputRules, WrongInput } from './input.ts';
export { countLines } from './text.ts';

/** How inputs are written down. */
export const INPUT_FORMATS = ['lines', 'csv', 'ndjson'] as const;

/** How inputs are written down. */
export type InputFormat = (typeof INPUT_FORMATS)[number];

/** Formats by the ends of files' names, `.gz` aside. */
const EXTENSIONS: Readonly<Record<string, InputFormat>> = {
  txt: 'lines',
  csv: 'csv',
  tsv: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
};

const READERS = { lines: plainInputs, csv: csvInputs, ndjson: ndjsonInputs } as const satisfies Record<
  InputFormat,
  (chunks: AsyncIterable<string>, rules: InputRules) => AsyncGenerator<Input, void>
>;

/** The format of a file by its name; nothing when that does not tell. */
function formatOfName(file: string): InputFormat | undefined {
  const [, extension = ''] = /\.([a-z]+)(?:\.gz)?$/i.exec(file) ?? [];
  return EXTENSIONS[extension.toLowerCase()];
}

/**
 * The inputs of a place, one at a time, wrong ones too.
 *
 * @param format Without one the name tells, else the first line.
 * @param signal Ends it, also while nothing comes.
 * @throws BadRequestError when it cannot be read
 */
export async function* readInputs(
  place: InputFile,
  format: InputFormat | undefined,
  rules: InputRules,
  signal: AbortSignal,
): AsyncGenerator<Input, void> {
  const text = readText(place, signal);
  const known = format ?? (place.file === STDIN ? undefined : formatOfName(place.file));
  if (known !== undefined) return yield* READERS[known](text, rules);
  const { first, all } = await withFirstLine(text);
  yield* READERS[formatOfLine(first)](all, rules);
}

/** The inputs of plain lines: blank ones and those that begin with # say nothing. */
async function* plainInputs(chunks: AsyncIterable<string>, rules: InputRules): AsyncGenerator<Input, void> {
  let line = 0;
  for await (const { text } of linesOf(chunks)) {
    line++;
    const word = text.trim();
    if (word !== '' && !word.startsWith('#')) yield inputOf(line, word, () => draftOfWord(word, rules.as), rules);
  }
}

function formatOfLine(line: string): InputFormat {
  if (line.trimStart().startsWith('{')) return 'ndjson';
  return isHeader(line) ? 'csv' : 'lines';
}
