/** Where results and failures go, and where they are found again. */
import { rm, stat } from 'node:fs/promises';
import { BadRequestError } from '../../contract/errors.ts';
import {
  type FileRequest,
  isTornResultLine,
  parseResultLine,
  type StoredError,
  type StoredResult,
} from '../results/result-file.ts';
import { failedLine, wrongLine } from './failures.ts';
import type { WrongInput } from './inputs/index.ts';
import { LineFile } from './line-file.ts';

/** Takes results, one JSON text a line. */
export interface ResultSink {
  /** The result is the line's position, for sinks that can be read again. @throws Error when it cannot be written */
  append(text: string): Promise<number | undefined>;
  /** The line at a position. */
  read(position: number): Promise<string>;
  close(): Promise<void>;
}

/**
 * The results that a file holds, each with its position. A last line that a kill tore off is cut away: its call was never finished.
 *
 * @throws BadRequestError for a file that holds anything else
 */
export async function* storedResults(file: LineFile): AsyncGenerator<StoredResult & { position: number }, void> {
  for await (const line of file.lines()) {
    const result = parseResultLine(line.text);
    if (result !== undefined) {
      if (!line.isComplete) await file.endLine();
      yield { ...result, position: line.position };
    } else if (!line.isComplete && isTornResultLine(line.text)) await file.cut(line.position);
    else {
      throw new BadRequestError(
        `out: line ${line.number} of ${file.path} is no result of a batch; mend the file, or name another one`,
        { parameter: 'out' },
      );
    }
  }
}

/** A file of failures, made when the first one comes. Those of an earlier run are tried again: what fails again is written again. */
export class FailureFile {
  /** Nothing when failures are not kept. */
  readonly path: string | undefined;
  #file: Promise<LineFile> | undefined;

  constructor(path: string | undefined) {
    this.path = path;
  }

  /** Whether any failure was written. */
  get isUsed(): boolean {
    return this.#file !== undefined;
  }

  /** Writes the failure of a call; the result is its position, where failures are kept. */
  failed(line: number | undefined, request: FileRequest, reason: StoredError): Promise<number | undefined> {
    return this.append(failedLine(line, request, reason));
  }

  /** Writes the failure at a position once more, for another input that asks the same; the result is its reason. */
  async again(position: number, line: number | undefined, request: FileRequest): Promise<StoredError> {
    const stored: { error: StoredError } = JSON.parse((await (await this.#file)?.read(position)) ?? '');
    await this.append(failedLine(line, request, stored.error));
    return stored.error;
  }

  /** Writes an input that was no call. */
  async wrong(input: WrongInput): Promise<void> {
    await this.append(wrongLine(input));
  }

  /** Takes away what an earlier run left, when this one had no failure. */
  async finish(): Promise<void> {
    await this.close();
    if (this.isUsed || this.path === undefined) return;
    const stats = await stat(this.path).catch(() => undefined);
    if (stats?.isFile()) await rm(this.path);
  }

  async close(): Promise<void> {
    await (await this.#file)?.close();
  }

  private async append(text: string): Promise<number | undefined> {
    if (this.path === undefined) return undefined;
    this.#file ??= LineFile.open({ path: this.path, isEmptied: true, flag: 'failures' });
    return (await this.#file).append(text);
  }
}
