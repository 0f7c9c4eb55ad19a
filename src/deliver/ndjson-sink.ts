/** Appends lines to files of NDJSON, so that each is on the disk when its delivery ends. */

import { UnavailableError } from '../contract/errors.ts';
import { jsonOf } from '../contract/json.ts';
import { NdjsonFile } from '../files/ndjson-file.ts';
import type { Sink } from './hold.ts';

/** Whether a line is whole. A kill can leave the beginning of one, a power cut zeros. */
export function isWholeLine(text: string): boolean {
  return jsonOf(text) !== undefined;
}

/**
 * Returns a sink that appends each value as a line.
 *
 * @param what Name of the values, for messages.
 * @throws UnavailableError of its deliveries, retryable: the next attempt opens a file again, because this one can be deleted, on a full disk, or used by another program
 */
export function ndjsonSink<Value>(
  files: LineFiles,
  lineOf: (value: Value) => string,
  fsync: boolean,
  what: string,
): Sink<Value> {
  return {
    async deliver(value) {
      const line = lineOf(value);
      let file: NdjsonFile | undefined;
      try {
        file = await files.file();
        await file.append(line);
        if (fsync) await file.flush();
      } catch (cause) {
        await files.finish(file).catch(() => undefined);
        throw new UnavailableError(`${what}: ${(cause as Error).message}`, { cause });
      }
    },
    close: () => files.finish(),
  };
}

/** An open file, and how it is completed. */
export interface OpenFile {
  file: NdjsonFile;
  close(): Promise<void>;
}

/** The files of a sink. */
export type LineFiles = ReturnType<typeof fileSeries>;

/** Returns the files of a sink, one after the other: each is opened when it is needed, and closed once. @param maxBytes Size from which on the next line begins a new file. */
export function fileSeries(open: () => Promise<OpenFile>, maxBytes = Number.POSITIVE_INFINITY) {
  let current: Promise<OpenFile> | undefined;

  /** Returns the file for the next line. @throws Error when none can be opened */
  async function file(): Promise<NdjsonFile> {
    const last = await current?.catch(() => undefined);
    if (last !== undefined && last.file.size >= maxBytes) await finish(last.file);
    current ??= open().catch((error: unknown) => {
      current = undefined;
      throw error;
    });
    return (await current).file;
  }

  /** Completes and closes the file: only if it is this one, if one is given. */
  async function finish(only?: NdjsonFile): Promise<void> {
    const opened = current;
    const last = await opened?.catch(() => undefined);
    // Another delivery can have been faster.
    if (last === undefined || current !== opened || (only ?? last.file) !== last.file) return;
    current = undefined;
    await last.close();
  }

  return { file, finish };
}

/** Returns a file that is repaired when it is opened, and continued. @param flag Name of the option that names the file, for messages. */
export function singleFile(path: string, flag: string): LineFiles {
  return fileSeries(async () => {
    const file = await NdjsonFile.open({ path, flag });
    await file.repairLastLine(isWholeLine);
    return { file, close: () => file.close() };
  });
}
