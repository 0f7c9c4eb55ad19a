/** Writes files. */
import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

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
