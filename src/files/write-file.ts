/** Writes files. A link that somebody planted at the place of a file is not followed. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, rename, rm, stat, writeFile } from 'node:fs/promises';
import { wrongParameter } from '../contract/wrong-parameter.ts';

/**
 * Writes a file in one step: a killed process leaves the old one. A link at its place is replaced, not followed.
 *
 * @throws errors of the system
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  // A name that nobody can have prepared a link for.
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(draft, content, { flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Windows has no such flag. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/** Links of the system, such as those of `/dev/stdout`. */
const SYSTEM_LINKS = /^\/(?:dev|proc)\//;

/**
 * Returns the flags to open a file that is written.
 *
 * @throws BadRequestError for a link to a file: whoever can write into the folder could have chosen which file it is
 */
export async function outputFlags(parameter: string, path: string, flags: number): Promise<number> {
  if (SYSTEM_LINKS.test(path)) return flags;
  const isLink = (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;
  if (!isLink) return flags | NO_FOLLOW;
  // Links to devices and pipes keep nothing, so that nothing can be lost.
  const target = await stat(path).catch(() => undefined);
  if (target !== undefined && !target.isFile()) return flags;
  throw wrongParameter(parameter, `${path} is a link to another file: expected a file. Name that file itself.`);
}
