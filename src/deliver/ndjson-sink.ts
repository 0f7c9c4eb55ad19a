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

/** A file that is repaired when it is opened, and continued. */
export class SingleFile implements LineFiles {
  readonly #path: string;
  #current: Promise<NdjsonFile> | undefined;

  readonly #flag: string;

  /** @param flag Name of the option that names the file, for messages. */
  constructor(path: string, flag: string) {
    this.#path = path;
    this.#flag = flag;
  }

  file(): Promise<NdjsonFile> {
    this.#current ??= this.#open().catch((error: unknown) => {
      this.#current = undefined;
      throw error;
    });
    return this.#current;
  }

  async finish(only?: NdjsonFile): Promise<void> {
    const current = this.#current;
    const file = await current?.catch(() => undefined);
    if (file === undefined || this.#current !== current || (only ?? file) !== file) return;
    this.#current = undefined;
    await file.close();
  }

  async #open(): Promise<NdjsonFile> {
    const file = await NdjsonFile.open({ path: this.#path, flag: this.#flag });
    await file.repairLastLine(isWholeLine);
    return file;
  }
}
