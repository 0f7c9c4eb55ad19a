/** Files inside a folder. Links are followed only as long as they stay inside. */
import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { InputProblem } from './byte-limit.ts';
import { readOpenFile } from './read-file.ts';

/** A pipe that nobody writes to must not be waited for. Windows has neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Returns the bytes of a file inside a folder. The folder itself can be a link.
 *
 * @throws InputProblem for a link out of the folder, a folder, a device, a pipe, and a file larger than `maxBytes`; errors of the system unchanged
 */
export async function readInside(folder: string, file: string, maxBytes?: number): Promise<Uint8Array> {
  const root = await realpath(folder);
  const handle = await openInside(root, resolve(root, file));
  try {
    return await readOpenFile(handle, maxBytes);
  } finally {
    await handle.close();
  }
}

/** Returns the path without links of a file inside a folder. @throws InputProblem if it is outside; errors of the system unchanged */
export async function pathInside(folder: string, file: string): Promise<string> {
  const root = await realpath(folder);
  return await innerPath(root, resolve(root, file));
}

/** Whether a path without links is inside a folder without links. */
function isInside(root: string, path: string): boolean {
  const inner = relative(root, path);
  return inner !== '' && inner !== '..' && !inner.startsWith(`..${sep}`) && !isAbsolute(inner);
}

async function openInside(root: string, path: string): Promise<FileHandle> {
  const handle = await open(await innerPath(root, path), FLAGS);
  try {
    // A link that was changed between the check and the opening: what is open must be what is inside now.
    const [opened, found] = await Promise.all([
      handle.stat({ bigint: true }),
      stat(await innerPath(root, path), { bigint: true }),
    ]);
    if (opened.ino !== found.ino || opened.dev !== found.dev)
      throw new InputProblem('was replaced while it was opened.');
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function innerPath(root: string, path: string): Promise<string> {
  const real = await realpath(path);
  if (isInside(root, real)) return real;
  throw new InputProblem('is a link out of the folder, or outside of it: expected a file inside the folder.');
}
