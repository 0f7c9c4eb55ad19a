/** Opens the file of a watch to read it. */
import { existsSync } from 'node:fs';
import { BadRequestError } from '../../contract/errors.ts';
import { type HistoryStore, sqliteWatchStore } from '../../entries/watch.ts';

/** Opens a file, also while a watch runs on it, and writes nothing. @throws BadRequestError for a file that does not exist or is not that of a watch */
export function openWatchFile(db: string): HistoryStore {
  if (existsSync(db)) return sqliteWatchStore(db, { readOnly: true });
  throw new BadRequestError(
    `db: ${db} does not exist. Name the file of a watch with --db; \`buybox watch\` creates one.`,
    { parameter: 'db' },
  );
}
