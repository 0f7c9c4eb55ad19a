/** A file of lines that only grows, and that stays readable after a kill at any time. */
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { TaskQueue } from '../client/task-queue.ts';
import { BadRequestError } from '../contract/errors.ts';
import { wrongParameter } from '../contract/wrong-parameter.ts';
import { fileProblem, whyRefused } from '../options/file-problem.ts';
import { type Line, LONGEST_RESULT, linesOf } from './lines.ts';
import { outputFlags } from './write-file.ts';

/** How to open an {@link NdjsonFile}. */
export interface NdjsonFileOptions {
  path: string;
  /** Whether to delete what the file has. @default false */
  isEmptied?: boolean;
  isNew?: boolean;
  flag: string;
  /** Lines between two syncs to the disk. A power cut loses up to this many lines, a kill loses none. @default no sync before the end */
  linesPerSync?: number;
}

/** Bytes that are read at once to find the last line. */
const BLOCK = 64 * 1024;
const LINE_FEED = 0x0a;

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
  readonly #flag: string;
  readonly #file: FileHandle;
  /** A device or a pipe is not: it keeps nothing. */
  readonly #isRegular: boolean;
  readonly #linesPerSync: number;
  readonly #appends = new TaskQueue(1);
  #size: number;
  #unsynced = 0;
  #closing: Promise<void> | undefined;
  /** A sync that has not begun. */
  #flushing: Promise<void> | undefined;
  #lastFlush: Promise<void> = Promise.resolve();

  private constructor(options: NdjsonFileOptions, file: FileHandle, size: number | undefined) {
    this.#path = options.path;
    this.#flag = options.flag;
    this.#linesPerSync = options.linesPerSync ?? Number.POSITIVE_INFINITY;
    this.#file = file;
    this.#isRegular = size !== undefined;
    this.#size = size ?? 0;
  }

  /** Opens a file, and creates it if it does not exist. @throws BadRequestError when it cannot be written */
  static async open(options: NdjsonFileOptions): Promise<NdjsonFile> {
    const { path, isEmptied = false, isNew = false, flag } = options;
    try {
      const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = constants;
      const creation = isNew ? O_CREAT | O_EXCL : O_CREAT;
      const file = await open(path, await outputFlags(flag, path, O_RDWR | O_APPEND | creation));
      const stats = await file.stat();
      if (!stats.isFile()) return new NdjsonFile(options, file, undefined);
      if (isEmptied) await file.truncate(0);
      return new NdjsonFile(options, file, isEmptied ? 0 : stats.size);
    } catch (cause) {
      if (cause instanceof BadRequestError) throw cause;
      throw wrongParameter(flag, `${path} ${fileProblem('written', path, cause)}`, cause);
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

  async read(position: number): Promise<string> {
    for await (const { text } of this.#linesFrom(position)) return text;
    throw new Error(`${this.#path} ends before byte ${position}`);
  }

  /** Appends a line, and returns its position; `undefined` for a device. If that fails, no part of it stays in the file. */
  append(text: string): Promise<number | undefined> {
    return this.#appends.run(() => this.#append(`${text}\n`));
  }

  async truncate(position: number): Promise<void> {
    await this.#file.truncate(position);
    this.#size = position;
  }

  /** Completes a last line that lacks its line feed. */
  async completeLastLine(): Promise<void> {
    await this.#write('\n');
  }

  /** Size of the file [bytes]; 0 for a device. */
  get size(): number {
    return this.#size;
  }

  /**
   * Repairs a last line that lacks its line feed, as a kill leaves it: completes it if it is whole, else removes it.
   *
   * @param isWhole Decides on the text of the line. An incomplete character of it is replaced by U+FFFD.
   */
  async repairLastLine(isWhole: (text: string) => boolean): Promise<void> {
    const text = this.#isRegular ? await this.#lastPart() : Buffer.of();
    if (text.byteLength === 0) return;
    if (isWhole(text.toString('utf8'))) await this.completeLastLine();
    else await this.truncate(this.#size - text.byteLength);
  }

  async #lastPart(): Promise<Buffer> {
    let parts = Buffer.of();
    for (let end = this.#size; end > 0; ) {
      const start = Math.max(0, end - BLOCK);
      const block = Buffer.alloc(end - start);
      await this.#file.read(block, 0, block.byteLength, start);
      const feed = block.lastIndexOf(LINE_FEED);
      parts = Buffer.concat([block.subarray(feed + 1), parts]);
      if (feed !== -1) break;
      end = start;
    }
    return parts;
  }

  /** Waits until the lines that were appended before are on the disk. Calls at the same time share a sync. */
  flush(): Promise<void> {
    // A sync that has begun can have missed the last line.
    this.#flushing ??= this.#lastFlush.then(() => {
      this.#flushing = undefined;
      const flush = this.#flush();
      this.#lastFlush = flush.catch(() => undefined);
      return flush;
    });
    return this.#flushing;
  }

  async #flush(): Promise<void> {
    if (this.#closing !== undefined) return this.#closing;
    await this.#sync().catch((cause: unknown) => {
      throw writeError(this.#path, cause);
    });
  }

  /** Waits for appends, syncs to the disk, and closes the file. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // Runs after all appends.
    await this.#appends.run(async () => undefined);
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
    if (!this.#isRegular) return;
    const { size, nlink } = await this.#file.stat();
    if (nlink === 0) throw writeError(this.#path, new Error('it was deleted.'));
    if (size === this.#size) return;
    throw writeError(this.#path, new Error('another program writes to it. Does a second batch use the same file?'));
  }

  #linesFrom(start: number): AsyncGenerator<Line, void> {
    const text = createReadStream(this.#path, { encoding: 'utf8', start });
    return linesOf(text, { longest: LONGEST_RESULT, parameter: this.#flag });
  }
}

/** The error for a file that cannot be written any further. */
export const writeError = (path: string, cause: unknown): Error =>
  new Error(`${path} cannot be written: ${whyRefused('written', path, cause)}`, { cause });
