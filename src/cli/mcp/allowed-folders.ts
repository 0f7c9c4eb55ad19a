/** The folders that an assistant may have files read from. What it is told by a page could lead it to any other file of the machine. */
import { realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { BadRequestError } from '../../contract/errors.ts';

/**
 * The path of a file inside one of the folders; links out of a folder do not count as inside.
 *
 * @throws BadRequestError `file` for any other
 */
export async function fileWithin(folders: readonly string[], file: string): Promise<string> {
  for (const folder of folders) {
    const inside = await real(folder);
    const path = await real(resolve(folder, file));
    if (inside !== undefined && path?.startsWith(inside + sep)) return path;
  }
  throw new BadRequestError(
    `file: ${file} is no file of the folders that may be read: ${folders.length === 0 ? 'there are none' : folders.join(', ')}; the server is given one with --files`,
    { parameter: 'file' },
  );
}

async function real(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    return undefined;
  }
}
