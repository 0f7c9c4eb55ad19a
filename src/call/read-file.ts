/** Reads files up to a size limit. */
import { createReadStream, type Stats } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';
import { bytesUpTo, InputProblem, MAX_BYTES, tooLarge } from './byte-limit.ts';
import { decompress, isGzip, isTooLarge } from './decompress.ts';

/** Files that a process got open, such as those of `<(...)` in a shell: they can be pipes. */
const OPEN_FILES = /^\/(?:dev\/stdin|dev\/fd\/\d+|proc\/self\/fd\/\d+)$/;

/**
 * Returns the bytes of a file.
 *
 * @throws InputProblem for a folder, a device, a pipe, and a file larger than `maxBytes`; errors of the system unchanged
 */
export async function readFileUpTo(path: string, maxBytes: number = MAX_BYTES): Promise<Uint8Array> {
  const stats = await stat(path);
  if (!stats.isFile() && !OPEN_FILES.test(path)) throw new InputProblem(`${kindOf(stats)}: expected a file.`);
  if (stats.size > maxBytes) throw tooLarge(maxBytes);
  // A file can grow, and those of the system state no size.
  return await bytesUpTo(createReadStream(path), maxBytes);
}

/** Returns the bytes of an open file, like {@link readFileUpTo}. */
export async function readOpenFile(file: FileHandle, maxBytes: number = MAX_BYTES): Promise<Uint8Array> {
  const stats = await file.stat();
  if (!stats.isFile()) throw new InputProblem(`${kindOf(stats)}: expected a file.`);
  if (stats.size > maxBytes) throw tooLarge(maxBytes);
  return await bytesUpTo(file.createReadStream({ autoClose: false }), maxBytes);
}

/** Returns the bytes, decompressed if they are gzipped. @throws InputProblem if they are damaged, or larger than `maxBytes` */
export async function gunzipped(bytes: Uint8Array, maxBytes: number = MAX_BYTES): Promise<Uint8Array> {
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
