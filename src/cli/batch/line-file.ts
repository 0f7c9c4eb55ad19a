/** A file of lines that only grows, and survives a kill at any instant. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { getSystemErrorMessage } from 'node:util';
import { BadRequestError } from '../../contract/errors.ts';
import { errorCodeOf, type Line, linesOf } from '../files.ts';

/** How to open a {@link LineFile}. */
export interface LineFileOptions {
  path: string;
  /** Whether what it holds is thrown away. @default false */
  isEmptied?: boolean;
  /** The flag that named it, for messages. */
  flag: string;
  /**
   * How many lines can be on their way to the disk. A kill loses none of them: they are the system's by then. A power cut does.
   * @default no limit, for what can be had again
   */
  unsyncedLines?: number;
}

/** Codes of files that no synchronisation is for: devices, pipes. */
const NO_SYNC: readonly string[] = ['EINVAL', 'ENOTSUP'];

const CHUNK = 65_536;
const LINE_FEED = 10;

/** A line found in a file. */
export interface FoundLine extends Line {
  number: number;
  /** Where it begins, in bytes. */
  position: number;
}

/** Lines, appended one after the other and read by their position. */
export class LineFile {
  readonly path: string;
  readonly #file: FileHandle;
  readonly #isRegular: boolean;
  readonly #unsyncedLines: number;
  #end: number;
  #unsynced = 0;
  #syncing: Promise<void> | undefined;
  #syncFailure: Error | undefined;
  #closing: Promise<void> | undefined;
  /** The last line that is on its way: several can be given at once. */
  #appending: Promise<unknown> = Promise.resolve();

  private constructor(
    { path, unsyncedLines = Number.POSITIVE_INFINITY }: LineFileOptions,
    file: FileHandle,
    size: number | undefined,
  ) {
    this.path = path;
    this.#file = file;
    this.#isRegular = size !== undefined;
    this.#unsyncedLines = unsyncedLines;
    this.#end = size ?? 0;
  }

  /** Opens a file, which is made when it is not there. @throws BadRequestError when it cannot be written */
  static async open(options: LineFileOptions): Promise<LineFile> {
    const { path, isEmptied = false, flag } = options;
    try {
      const file = await open(path, 'a+');
      const stats = await file.stat();
      if (!stats.isFile()) return new LineFile(options, file, undefined);
      if (isEmptied) await file.truncate(0);
      return new LineFile(options, file, isEmptied ? 0 : stats.size);
    } catch (cause) {
      throw new BadRequestError(`${flag}: ${path} cannot be written (${systemReason(cause)})`, {
        parameter: flag,
        cause,
      });
    }
  }

  /** The lines that it has; a device has none. */
  async *lines(): AsyncGenerator<FoundLine, void> {
    if (!this.#isRegular) return;
    let number = 0;
    let position = 0;
    const text: AsyncIterable<string> = createReadStream(this.path, { encoding: 'utf8' });
    for await (const line of linesOf(text, Number.POSITIVE_INFINITY)) {
      yield { ...line, number: ++number, position };
      position += Buffer.byteLength(line.text) + 1;
    }
  }

  /**
   * Appends a line; the result is its position, where it can be read again.
   *
   * @throws Error when it cannot be written; no part of it is left behind
   */
  append(text: string): Promise<number | undefined> {
    const position = this.#appending.then(() => this.appendNext(text));
    this.#appending = position.catch(() => undefined);
    return position;
  }

  private async appendNext(text: string): Promise<number | undefined> {
    const position = this.#end;
    await this.assertOwn();
    try {
      await this.write(Buffer.from(`${text}\n`));
    } catch (cause) {
      // What stands behind the line's beginning is its own: it was written at the end.
      if (this.#isRegular) await this.#file.truncate(position).catch(() => undefined);
      this.#end = position;
      throw this.failure(cause);
    }
    this.#unsynced++;
    if (Number.isFinite(this.#unsyncedLines)) await this.commit();
    return this.#isRegular ? position : undefined;
  }

  /** The line at a position. */
  async read(position: number): Promise<string> {
    const chunks: Buffer[] = [];
    for (let at = position; at < this.#end; ) {
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(CHUNK), 0, CHUNK, at);
      const end = buffer.subarray(0, bytesRead).indexOf(LINE_FEED);
      chunks.push(buffer.subarray(0, end === -1 ? bytesRead : end));
      if (end !== -1) return Buffer.concat(chunks).toString();
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    throw this.failure(new Error('it ends before one of its lines'));
  }

  /** Cuts off what stands from a position on. */
  async cut(position: number): Promise<void> {
    await this.#file.truncate(position);
    this.#end = position;
  }

  /** Ends a last line that lacks its end. */
  async endLine(): Promise<void> {
    await this.write(Buffer.from('\n'));
  }

  /** Brings all that was appended to the disk, and lets the file go. */
  close(): Promise<void> {
    this.#closing ??= this.end();
    return this.#closing;
  }

  private async end(): Promise<void> {
    await this.#appending;
    try {
      this.startSync();
      await this.#syncing;
    } finally {
      await this.#file.close();
    }
    if (this.#syncFailure !== undefined) throw this.#syncFailure;
  }

  private async write(bytes: Uint8Array): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, written);
      written += bytesWritten;
      this.#end += bytesWritten;
    }
  }

  /** Another program that writes the same file would mix its lines with these, and pay for the same inputs. */
  private async assertOwn(): Promise<void> {
    if (!this.#isRegular || (await this.#file.stat()).size === this.#end) return;
    throw this.failure(new Error('another program changes it: does a second batch write the same file?'));
  }

  /** Lets lines go to the disk together: while one synchronisation runs, the next lines gather. */
  private async commit(): Promise<void> {
    this.startSync();
    if (this.#unsynced >= this.#unsyncedLines) await this.#syncing;
    if (this.#syncFailure !== undefined) throw this.#syncFailure;
  }

  private startSync(): void {
    this.#syncing ??= this.sync().finally(() => {
      this.#syncing = undefined;
    });
  }

  private async sync(): Promise<void> {
    while (this.#unsynced > 0 && this.#syncFailure === undefined) {
      this.#unsynced = 0;
      try {
        await this.#file.datasync();
      } catch (cause) {
        if (!NO_SYNC.includes(errorCodeOf(cause))) this.#syncFailure = this.failure(cause);
      }
    }
  }

  private failure(cause: unknown): Error {
    return writeError(this.path, cause);
  }
}

/** The error for a file that could not be written to its end. */
export function writeError(path: string, cause: unknown): Error {
  return new Error(`${path} cannot be written: ${systemReason(cause)}`, { cause });
}

/** What the system said, in words: "no space left on device". */
function systemReason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { errno } = cause as NodeJS.ErrnoException;
  return typeof errno === 'number' ? getSystemErrorMessage(errno) : cause.message;
}
