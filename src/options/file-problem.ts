/** Why the system refuses a file: the same words for files of all kinds. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
// By its default: an older Node, which is refused with a message, has no such name to import.
import util from 'node:util';

type Verb = 'read' | 'written' | 'opened';

/** Returns the end of a message: `cannot be read (no such file or directory).`, `cannot be written (the folder /data does not exist; create it).` */
export const fileProblem = (verb: Verb, path: string, cause: unknown): string =>
  `cannot be ${verb} (${whyRefused(verb, path, cause)}).`;

/** Returns the reason alone: the folder that is missing, else the system's message, such as "no space left on device". */
export function whyRefused(verb: Verb, path: string, cause: unknown): string {
  const folder = dirname(path);
  if (verb !== 'read' && !existsSync(folder)) return `the folder ${folder} does not exist; create it`;
  if (!(cause instanceof Error)) return String(cause);
  const { errno } = cause as NodeJS.ErrnoException;
  return typeof errno === 'number' ? util.getSystemErrorMessage(errno) : cause.message;
}
