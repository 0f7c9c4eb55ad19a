/** Where a batch writes: results, failures, and the table that is made of the results at the end. */
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadRequestError } from '../../contract/errors.ts';
import { isTornResultLine, parseResultLine, type StoredError, type StoredResult } from '../results/result-file.ts';
import type { Terminal } from '../terminal.ts';
import { NdjsonFile } from './ndjson-file.ts';
import type { BatchSettings } from './settings.ts';
import { loadParquetWriter, ResultTable } from './tables/index.ts';

/** Takes the lines of results. */
export type ResultSink = Pick<NdjsonFile, 'append' | 'read' | 'close'>;

/** The outputs of a batch. */
export class Outputs implements AsyncDisposable {
  readonly results: ResultSink;
  readonly failures: FailureFile;
  readonly #file: NdjsonFile | undefined;
  readonly #settings: BatchSettings;
  readonly #terminal: Terminal;
  /** Holds the results of a table that goes to standard output. */
  readonly #temporaryFolder: string | undefined;

  private constructor(settings: BatchSettings, terminal: Terminal, file?: NdjsonFile, temporaryFolder?: string) {
    this.#settings = settings;
    this.#terminal = terminal;
    this.#file = file;
    this.#temporaryFolder = temporaryFolder;
    this.results = file ?? standardOutput(terminal);
    this.failures = new FailureFile(settings.failures);
  }

  /** Opens the outputs. @throws BadRequestError for a file that exists already, or that cannot be written */
  static async open(settings: BatchSettings, terminal: Terminal): Promise<Outputs> {
    const { format, mode, out, results, concurrency } = settings;
    if (format === 'parquet') await loadParquetWriter();
    await assertNothingLost(settings);
    if (out === undefined && format === 'ndjson') return new Outputs(settings, terminal);
    const folder = results === undefined ? await mkdtemp(join(tmpdir(), 'buybox-batch-')) : undefined;
    const path = results ?? join(folder ?? '', 'results.ndjson');
    const file = await NdjsonFile.open({
      path,
      flag: 'out',
      isEmptied: mode === 'force',
      ...(folder === undefined ? { linesPerSync: concurrency } : {}),
    });
    return new Outputs(settings, terminal, file, folder);
  }

  /**
   * The results of earlier runs, with their positions. Removes a last line that a kill left incomplete.
   *
   * @throws BadRequestError for a file that has other lines
   */
  async *earlierResults(): AsyncGenerator<StoredResult & { position: number }, void> {
    const file = this.#file;
    if (file === undefined) return;
    for await (const { text, isComplete, number, position } of file.lines()) {
      const result = parseResultLine(text);
      if (result !== undefined) {
        if (!isComplete) await file.completeLastLine();
        yield { ...result, position };
      } else if (!isComplete && isTornResultLine(text)) await file.truncate(position);
      else {
        const message = `out: line ${number} of ${this.#settings.results} is not a result of a batch. Fix it, or name another file`;
        throw new BadRequestError(message, { parameter: 'out' });
      }
    }
  }

  /** Completes all files, and writes the table. @throws Error when a file cannot be written */
  async finish(): Promise<void> {
    const { out, format, fields } = this.#settings;
    await this.results.close();
    await this.failures.finish();
    if (this.#file === undefined || format === 'ndjson') return;
    const table = await ResultTable.of(this.#file, fields);
    for (const message of table.unknownFields) this.#terminal.note(message);
    if (out !== undefined) return table.write(out, format);
    const { append } = standardOutput(this.#terminal);
    for await (const line of table.csvLines()) await append(`${line}\r`);
  }

  /** Closes all files. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.results.close(), this.failures.close()]);
    if (this.#temporaryFolder !== undefined) await rm(this.#temporaryFolder, { recursive: true, force: true });
  }
}

/** Writes lines to standard output, no faster than they are read. Nothing can be read again. */
function standardOutput(terminal: Terminal): ResultSink {
  return {
    append: async (text) => {
      terminal.out(text);
      if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain', { signal: terminal.signal });
      return undefined;
    },
    read: () => Promise.reject(new Error('standard output cannot be read')),
    close: () => Promise.resolve(),
  };
}

/** Refuses to overwrite files, unless the mode is `force`. */
async function assertNothingLost({ mode, out, results, failures }: BatchSettings): Promise<void> {
  for (const [flag, path] of mode === 'new'
    ? ([
        ['out', out],
        ['out', results],
        ['failures', failures],
      ] as const)
    : []) {
    if (await isEmpty(path)) continue;
    throw new BadRequestError(`${flag}: ${path} exists. Use --resume to continue it, or --force to start again`, {
      parameter: flag,
    });
  }
  if (mode === 'resume' && out !== results && !(await isEmpty(out)) && (await isEmpty(results))) {
    const message = `resume: ${out} exists, but not ${results}, which it was made of. Use --force to start again`;
    throw new BadRequestError(message, { parameter: 'resume' });
  }
}

async function isEmpty(path: string | undefined): Promise<boolean> {
  const stats = path === undefined ? undefined : await stat(path).catch(() => undefined);
  return !stats?.isFile() || stats.size === 0;
}

/** The file of failures. The first failure of a run creates it, and replaces that of an earlier run. */
export class FailureFile {
  readonly #path: string | undefined;
  #file: Promise<NdjsonFile> | undefined;

  /** @param path Failures are not kept without one. */
  constructor(path: string | undefined) {
    this.#path = path;
  }

  /** The path of the file, if this run has written it. */
  get writtenPath(): string | undefined {
    return this.#file === undefined ? undefined : this.#path;
  }

  /** Appends a line, and returns its position; `undefined` when failures are not kept. */
  async append(line: string): Promise<number | undefined> {
    if (this.#path === undefined) return undefined;
    this.#file ??= NdjsonFile.open({ path: this.#path, isEmptied: true, flag: 'failures' });
    return (await this.#file).append(line);
  }

  /** Returns the error in the line at a position. */
  async errorAt(position: number): Promise<StoredError> {
    const { error }: { error: StoredError } = JSON.parse((await (await this.#file)?.read(position)) ?? '');
    return error;
  }

  /** Closes the file, and deletes that of an earlier run if this run had no failures. */
  async finish(): Promise<void> {
    await this.close();
    if (this.#file !== undefined || this.#path === undefined) return;
    if ((await stat(this.#path).catch(() => undefined))?.isFile()) await rm(this.#path);
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await (await this.#file)?.close();
  }
}
