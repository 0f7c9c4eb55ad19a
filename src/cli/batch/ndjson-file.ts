/** A file of lines that only grows, and that stays readable after a kill at any time. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { getSystemErrorMessage } from 'node:util';
import PQueue from 'p-queue';
import { BadRequestError } from '../../contract/errors.ts';
import { type Line, linesOf } from '../files.ts';

/** How to open an {@link NdjsonFile}. */
export interface NdjsonFileOptions {
  path: string;
  /** Whether to delete what the file has. @default false */
  isEmptied?: boolean;
  /** The flag that named the file, for messages. */
  flag: string;
  /** Lines between two syncs to the disk. A power cut loses up to this many lines, a kill loses none. @default no sync before the end */
  linesPerSync?: number;
}

/** A line of a file, and where it is. */
export interface StoredLine extends Line {
  /** The first line is 1. */
  number: number;
  /** Offset of its first byte. */
  position: number;
}

/** Appends lines, and reads a line again by its position. */
export class NdjsonFile {
  readonly #path: string;
  readonly #file: FileHandle;
  /** A device or a pipe is not: it keeps nothing. */
  readonly #isRegular: boolean;
  readonly #linesPerSync: number;
  readonly #appends = new PQueue({ concurrency: 1 });
  #size: number;
  #unsynced = 0;
  #closing: Promise<void> | undefined;

  private constructor(options: NdjsonFileOptions, file: FileHandle, size: number | undefined) {
    this.#path = options.path;
    this.#linesPerSync = options.linesPerSync ?? Number.POSITIVE_INFINITY;
    this.#file = file;
    this.#isRegular = size !== undefined;
    this.#size = size ?? 0;
  }

  /** Opens a file, and creates it if it does not exist. @throws BadRequestError when it cannot be written */
  static async open(options: NdjsonFileOptions): Promise<NdjsonFile> {
    const { path, isEmptied = false, flag } = options;
    try {
      const file = await open(path, 'a+');
      const stats = await file.stat();
      if (!stats.isFile()) return new NdjsonFile(options, file, undefined);
      if (isEmptied) await file.truncate(0);
      return new NdjsonFile(options, file, isEmptied ? 0 : stats.size);
    } catch (cause) {
      throw new BadRequestError(`${flag}: ${path} cannot be written (${reasonOf(cause)}).`, { parameter: flag, cause });
    }
  }

  /** The lines of the file. A device has none. */
  async *lines(): AsyncGenerator<StoredLine, void> {
    let number = 0;
    let position = 0;
    for await (const line of this.#isRegular ? this.#linesFrom(0) : []) {
      yield { ...line, number: ++number, position };
      position += Buffer.byteLength(line.text) + 1;
    }
  }

  /** Returns the line at a position. */
  async read(position: number): Promise<string> {
    for await (const { text } of this.#linesFrom(position)) return text;
    throw new Error(`${this.#path} ends before byte ${position}`);
  }

  /**
   * Appends a line, and returns its position; `undefined` for a device.
   *
   * @throws Error when it cannot be written. No part of it stays in the file.
   */
  append(text: string): Promise<number | undefined> {
    return this.#appends.add(() => this.#append(`${text}\n`));
  }

  /** Removes everything from a position on. */
  async truncate(position: number): Promise<void> {
    await this.#file.truncate(position);
    this.#size = position;
  }

  /** Completes a last line that lacks its line feed. */
  async completeLastLine(): Promise<void> {
    await this.#write('\n');
  }

  /** Waits for appends, syncs to the disk, and closes the file. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#appends.onIdle();
    try {
      await this.#sync();
    } finally {
      await this.#file.close();
    }
  }

  async #append(line: string): Promise<number | undefined> {
    const position = this.#size;
    await this.#assertUnchanged();
    try {
      await this.#write(line);
      if (++this.#unsynced >= this.#linesPerSync) await this.#sync();
    } catch (cause) {
      if (this.#isRegular) await this.truncate(position).catch(() => undefined);
      throw writeError(this.#path, cause);
    }
    return this.#isRegular ? position : undefined;
  }

  async #write(text: string): Promise<void> {
    await this.#file.appendFile(text);
    this.#size += Buffer.byteLength(text);
  }

  async #sync(): Promise<void> {
    this.#unsynced = 0;
    if (this.#isRegular) await this.#file.datasync();
  }

  /** A second batch would mix its lines with these, and pay for the same inputs. */
  async #assertUnchanged(): Promise<void> {
    if (!this.#isRegular || (await this.#file.stat()).size === this.#size) return;
    throw writeError(this.#path, new Error('another program writes to it. Does a second batch use the same file?'));
  }

  #linesFrom(start: number): AsyncGenerator<Line, void> {
    return linesOf(createReadStream(this.#path, { encoding: 'utf8', start }), Number.POSITIVE_INFINITY);
  }
}

/** The error for a file that cannot be written any further. */
export function writeError(path: string, cause: unknown): Error {
  return new Error(`${path} cannot be written: ${reasonOf(cause)}`, { cause });
}

/** The system's message for an error: "no space left on device". */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { errno } = cause as NodeJS.ErrnoException;
  return typeof errno === 'number' ? getSystemErrorMessage(errno) : cause.message;
}
