/** Where results and failures go, and where they are found again. */
import { rm, stat } from 'node:fs/promises';
import { BadRequestError } from '../../contract/errors.ts';
import type { Gap } from '../../contract/gap.ts';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import { isRecord } from '../output/rows.ts';
import { type FailureReason, failedLine, wrongLine } from './failures.ts';
import type { FileRequest, WrongInput } from './inputs/index.ts';
import { type FoundLine, LineFile } from './line-file.ts';

/** Takes results, one JSON text a line. */
export interface ResultSink {
  /** The result is the line's position, for sinks that can be read again. @throws Error when it cannot be written */
  append(text: string): Promise<number | undefined>;
  /** The line at a position. */
  read(position: number): Promise<string>;
  close(): Promise<void>;
}

/** A result as it stands in a file. */
export interface StoredResult {
  request: FileRequest;
  response: AnyEnvelope;
  /** What the page lacked, as far as the backend tells. */
  gaps?: readonly Gap[] | undefined;
}

/** The line of a result. The request comes first: by it a line is known for what it is, also when it is torn. */
export function resultLine({ request, response, gaps }: StoredResult): string {
  return JSON.stringify({ request, response, gaps });
}

/** How every line of results begins. */
const BEGINNING = '{"request":{"endpoint":"';

/**
 * The results that a file holds, each with its position. A last line that a kill tore off is cut away: its call was never finished.
 *
 * @throws BadRequestError for a file that holds anything else
 */
export async function* storedResults(file: LineFile): AsyncGenerator<StoredResult & { position: number }, void> {
  for await (const line of file.lines()) {
    const result = resultOf(line.text);
    if (result !== undefined) {
      if (!line.isWhole) await file.endLine();
      yield { ...result, position: line.position };
    } else if (isTorn(line)) await file.cut(line.position);
    else {
      throw new BadRequestError(
        `out: line ${line.number} of ${file.path} is no result of a batch; mend the file, or name another one`,
        { parameter: 'out' },
      );
    }
  }
}

/** The result in a line; nothing when there is none. */
export function resultOf(text: string): StoredResult | undefined {
  const value = parsed(text);
  if (!isRecord(value) || !isRecord(value.request) || !isRecord(value.response)) return undefined;
  const { endpoint, params } = value.request;
  // What a batch wrote, a batch can read: the request was checked before it was made.
  return typeof endpoint === 'string' && isRecord(params) ? (value as unknown as StoredResult) : undefined;
}

/** Whether a line is the beginning of a result: a stranger's file is not cut. After a power cut there can be zeros in its place. */
function isTorn({ text, isWhole }: FoundLine): boolean {
  if (isWhole) return false;
  return text.startsWith(BEGINNING) || BEGINNING.startsWith(text) || /^\0+$/.test(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
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
  failed(line: number | undefined, request: FileRequest, reason: FailureReason): Promise<number | undefined> {
    return this.append(failedLine(line, request, reason));
  }

  /** Writes the failure at a position once more, for another input that asks the same; the result is its reason. */
  async again(position: number, line: number | undefined, request: FileRequest): Promise<FailureReason> {
    const stored: { error: FailureReason } = JSON.parse((await (await this.#file)?.read(position)) ?? '');
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
