/** Reads files up to a size limit, also files inside a folder, where links are followed only as long as they stay inside. */
import { constants, createReadStream, type Stats } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { bytesUpTo, InputProblem, tooLarge } from '../http/byte-limit.ts';
import { decompress, isGzip, isTooLarge } from '../http/receive.ts';
import { DEFAULTS } from '../options/defaults.ts';

/** Files that a process got open, such as those of `<(...)` in a shell: they can be pipes. */
const OPEN_FILES = /^\/(?:dev\/stdin|dev\/fd\/\d+|proc\/self\/fd\/\d+)$/;

/**
 * Returns the bytes of a file.
 *
 * @throws InputProblem for a folder, a device, a pipe, and a file larger than `maxBytes`; errors of the system unchanged
 */
export async function readFileUpTo(path: string, maxBytes: number = DEFAULTS.maxBytes): Promise<Uint8Array> {
  assertReadable(await stat(path), maxBytes, OPEN_FILES.test(path));
  // A file can grow, and those of the system state no size.
  return await bytesUpTo(createReadStream(path), maxBytes);
}

function assertReadable(stats: Stats, maxBytes: number, isOpen = false): void {
  if (!stats.isFile() && !isOpen) throw new InputProblem(`${kindOf(stats)}: expected a file.`);
  if (stats.size > maxBytes) throw tooLarge(maxBytes);
}

/** Returns the bytes, decompressed if they are gzipped. @throws InputProblem if they are damaged, or larger than `maxBytes` */
export async function gunzipped(bytes: Uint8Array, maxBytes: number = DEFAULTS.maxBytes): Promise<Uint8Array> {
  if (!isGzip(bytes)) return bytes;
  return await decompress(bytes, 'gzip', maxBytes).catch((error: unknown) => {
    const { cause } = error as Error;
    throw isTooLarge(cause)
      ? tooLarge(maxBytes, ' when decompressed')
      : new InputProblem('is damaged: it cannot be decompressed.', { cause });
  });
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'is a folder';
  if (stats.isFIFO()) return 'is a pipe';
  return stats.isSocket() ? 'is a socket' : 'is a device';
}

/** A pipe that nobody writes to must not be waited for. Windows has neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Returns the bytes of a file inside a folder. The folder itself can be a link.
 *
 * @throws InputProblem for a link out of the folder, a folder, a device, a pipe, and a file larger than `maxBytes`; errors of the system unchanged
 */
export async function readInside(
  folder: string,
  file: string,
  maxBytes: number = DEFAULTS.maxBytes,
): Promise<Uint8Array> {
  const root = await realpath(folder);
  const handle = await openInside(root, resolve(root, file));
  try {
    assertReadable(await handle.stat(), maxBytes);
    return await bytesUpTo(handle.createReadStream({ autoClose: false }), maxBytes);
  } finally {
    await handle.close();
  }
}

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
