/** Appends lines to files of NDJSON, so that each is on the disk when its delivery ends. */

import { UnavailableError } from '../contract/errors.ts';
import { jsonOf } from '../contract/json.ts';
import { NdjsonFile } from '../files/ndjson-file.ts';
import type { Sink } from './hold.ts';

/** The file that takes the next line. */
export interface LineFiles {
  /** Opens it. */
  file(): Promise<NdjsonFile>;
  /** Completes and closes it: only if it is this one, if one is given. */
  finish(only?: NdjsonFile): Promise<void>;
}

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

/** The files of a sink, one after the other: each is opened when it is needed, and closed once. */
export class FileSeries implements LineFiles {
  readonly #open: () => Promise<OpenFile>;
  readonly #maxBytes: number;
  #current: Promise<OpenFile> | undefined;

  /** @param maxBytes Size from which on the next line begins a new file. */
  constructor(open: () => Promise<OpenFile>, maxBytes = Number.POSITIVE_INFINITY) {
    this.#open = open;
    this.#maxBytes = maxBytes;
  }

  /** Returns the file for the next line. @throws Error when none can be opened */
  async file(): Promise<NdjsonFile> {
    const open = await this.#current?.catch(() => undefined);
    if (open !== undefined && open.file.size >= this.#maxBytes) await this.finish(open.file);
    this.#current ??= this.#open().catch((error: unknown) => {
      this.#current = undefined;
      throw error;
    });
    return (await this.#current).file;
  }

  async finish(only?: NdjsonFile): Promise<void> {
    const current = this.#current;
    const open = await current?.catch(() => undefined);
    // Another delivery can have been faster.
    if (open === undefined || this.#current !== current || (only ?? open.file) !== open.file) return;
    this.#current = undefined;
    await open.close();
  }
}

/** Returns a file that is repaired when it is opened, and continued. @param flag Name of the option that names the file, for messages. */
export function singleFile(path: string, flag: string): LineFiles {
  return new FileSeries(async () => {
    const file = await NdjsonFile.open({ path, flag });
    await file.repairLastLine(isWholeLine);
    return { file, close: () => file.close() };
  });
}
