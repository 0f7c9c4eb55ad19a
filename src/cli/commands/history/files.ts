/** Runs `buybox history` for whole histories: tables of all that a watch saw, and results that become its history. */
import { count, counted } from '../../../display/text.ts';
import { type Imported, type InvalidLine, importResults, sqliteWatchStore } from '../../../entries/watch.ts';
import { LONGEST_RESULT, linesOf, resultText } from '../../../files/lines.ts';
import { displayName, STDIN } from '../../../inputs/input-file.ts';
import { wrongParameter } from '../../../options/checks.ts';
import { assertReadable, closing } from '../../files.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { openWatchFile } from '../../watched.ts';
import type { HistoryFlags } from './run.ts';

/** Flags that choose the values of one field. */
const OF_FIELD = ['field', 'step', 'offer', 'currency'] as const;

/** Whether the flags ask for a table of all that a watch saw. */
export function isExport(flags: HistoryFlags): boolean {
  return /\.(?:csv|parquet)$/i.test(flags.out ?? '');
}

/** Writes the table. @throws BadRequestError */
export async function exportHistory(
  asin: string | undefined,
  { out = '', db, target, marketplace, from, to, ...others }: HistoryFlags,
  terminal: Terminal,
): Promise<void> {
  const wrong = OF_FIELD.find((name) => others[name] !== undefined);
  if (wrong !== undefined)
    throw wrongParameter(
      wrong,
      `cannot be used with ${out}, which gets all fields. Leave it out, or print the field with --csv.`,
    );
  await using store = openWatchFile(db);
  const rows = await store.export(out, { asin: asin?.toUpperCase(), target, marketplace, from, to });
  terminal.note(`${counted(rows, 'row')} in ${out}`);
}

/** Invalid lines that are described. The others are counted. */
const MOST_DESCRIBED = 10;

/** Records the results of files. The file of the watch is created if it does not exist. @throws BadRequestError */
export async function importFiles(
  files: readonly string[],
  { db, every }: HistoryFlags,
  terminal: Terminal,
): Promise<void> {
  // Before the file of a watch is created.
  await assertReadable('import', files);
  await using store = closing(sqliteWatchStore(db));
  for (const file of files) {
    let described = 0;
    const onInvalid = ({ line, message }: InvalidLine) => {
      if (++described <= MOST_DESCRIBED) terminal.note(`line ${count(line)} of ${displayName(file)}: ${message}`);
    };
    const { signal } = terminal;
    const source = file === STDIN ? linesOfStdin(terminal) : file;
    const done = await importResults(store, source, { every, signal, onInvalid });
    const { imported, skipped, partial, failed } = done;
    if (imported + skipped + partial + failed === 0)
      throw wrongParameter(
        'import',
        `${displayName(file)} has no results: expected the output of \`buybox batch\`. Check the path.`,
      );
    terminal.note(`${displayName(file)}: ${importedText(done)}`);
  }
}

async function* linesOfStdin(terminal: Terminal): AsyncGenerator<string, void> {
  const lines = linesOf(resultText(terminal.input()), { longest: LONGEST_RESULT, parameter: 'import' });
  for await (const { text } of lines) yield text;
}

function importedText({ imported, targets, skipped, partial, failed, invalid }: Imported): string {
  const others = [
    [skipped, 'known before'],
    [partial, 'without all that a watch reads'],
    [failed, 'of failed calls'],
    [invalid, 'invalid'],
  ] as const;
  const rest = others.flatMap(([number, what]) => (number === 0 ? [] : [`${count(number)} ${what}`]));
  return [`${counted(imported, 'result')} of ${counted(targets, 'target')} imported`, ...rest].join(', ');
}
