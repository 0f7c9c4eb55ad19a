/** Runs `buybox history --out` for tables of all that a watch saw. */
import { extname } from 'node:path';
import { BadRequestError } from '../../contract/errors.ts';
import { counted } from '../counts.ts';
import type { HistoryFlags } from '../history.ts';
import type { Terminal } from '../terminal.ts';
import { openWatchFile } from './watch-file.ts';

/** Flags that choose the values of one field. */
const OF_FIELD = ['field', 'step', 'offer', 'currency', 'chart'] as const;

/** Whether the flags ask for a table of all that a watch saw. A CSV file can also have the values of one field. */
export function isExport(flags: HistoryFlags): boolean {
  const ending = extname(flags.out ?? '').toLowerCase();
  return ending === '.parquet' || (ending === '.csv' && OF_FIELD.every((name) => flags[name] === undefined));
}

/** Writes the table. @throws BadRequestError */
export async function exportHistory(
  asin: string | undefined,
  { out = '', db, target, marketplace, from, to, ...others }: HistoryFlags,
  terminal: Terminal,
): Promise<void> {
  const wrong = OF_FIELD.find((name) => others[name] !== undefined);
  if (wrong !== undefined)
    throw new BadRequestError(
      `${wrong}: cannot be used with ${out}, which gets all fields. Leave it out, or write a .csv file.`,
      {
        parameter: wrong,
      },
    );
  const store = openWatchFile(db);
  try {
    const rows = await store.export(out, { asin: asin?.toUpperCase(), target, marketplace, from, to });
    terminal.note(`${counted(rows, 'row')} in ${out}`);
  } finally {
    await store.close();
  }
}
