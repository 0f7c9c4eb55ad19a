/** Where a batch writes: results, failures, and the table that is made of the results at the end. */
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredError } from '../../../contract/stored-error.ts';
import { NdjsonFile } from '../../../files/ndjson-file.ts';
import { wrongParameter } from '../../../options/checks.ts';
import { isTornResultLine, parseResultLine, resultLine, type StoredResult } from '../../../paging/result-line.ts';
import { loadParquetWriter } from '../../../tables/parquet.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { BatchSettings } from './settings.ts';
import { writeTable } from './table.ts';

/** The outputs of a batch. */
export class Outputs implements AsyncDisposable {
  readonly #settings: BatchSettings;
  readonly #terminal: Terminal;
  /** Results as NDJSON; `undefined` when they go to standard output. */
  readonly #results: NdjsonFile | undefined;
  /** Holds the results of a table that goes to standard output. */
  readonly #temporaryFolder: string | undefined;
  /** The first failure of a run opens the file, and replaces that of an earlier run. */
  #failures: Promise<NdjsonFile> | undefined;

  private constructor(settings: BatchSettings, terminal: Terminal, results?: NdjsonFile, temporaryFolder?: string) {
    this.#settings = settings;
    this.#terminal = terminal;
    this.#results = results;
    this.#temporaryFolder = temporaryFolder;
  }

  /** Opens the outputs. @throws BadRequestError for a file that exists already, or that cannot be written */
  static async open(settings: BatchSettings, terminal: Terminal): Promise<Outputs> {
    const { format, force, out, results, concurrency } = settings;
    if (format === 'parquet') await loadParquetWriter('format');
    await assertNothingLost(settings);
    if (out === undefined && format === 'ndjson') return new Outputs(settings, terminal);
    const folder = results === undefined ? await mkdtemp(join(tmpdir(), 'buybox-batch-')) : undefined;
    const path = results ?? join(folder ?? '', 'results.ndjson');
    const file = await NdjsonFile.open({ path, flag: 'out', isEmptied: force === true, linesPerSync: concurrency });
    return new Outputs(settings, terminal, file, folder);
  }

  /** Appends a result, and returns its position; `undefined` when it cannot be read again. */
  async appendResult(result: StoredResult): Promise<number | undefined> {
    const line = resultLine(result);
    if (this.#results !== undefined) return this.#results.append(line);
    await this.#print(line);
    return undefined;
  }

  /** Returns the result at a position. */
  async resultAt(position: number): Promise<StoredResult> {
    const result = parseResultLine((await this.#results?.read(position)) ?? '');
    if (result === undefined) throw new Error('a stored result cannot be read again');
    return result;
  }

  /** Appends a line of a failure, and returns its position; `undefined` when failures are not kept. */
  async appendFailure(line: string): Promise<number | undefined> {
    const { failures: path } = this.#settings;
    if (path === undefined) return undefined;
    this.#failures ??= NdjsonFile.open({ path, isEmptied: true, flag: 'failures' });
    return (await this.#failures).append(line);
  }

  /** Returns the error of the failure at a position. */
  async errorAt(position: number): Promise<StoredError> {
    const { error }: { error: StoredError } = JSON.parse((await (await this.#failures)?.read(position)) ?? '');
    return error;
  }

  /** The path of the failures file, if this run has written it. */
  get failuresPath(): string | undefined {
    return this.#failures === undefined ? undefined : this.#settings.failures;
  }

  /**
   * The results of earlier runs, with their positions. Removes a last line that a kill left incomplete.
   *
   * @throws BadRequestError for a file that has other lines
   */
  async *earlierResults(): AsyncGenerator<StoredResult & { position: number }, void> {
    const file = this.#results;
    if (file === undefined) return;
    for await (const { text, isComplete, number, position } of file.lines()) {
      const result = parseResultLine(text);
      if (result !== undefined) {
        if (!isComplete) await file.completeLastLine();
        yield { ...result, position };
      } else if (!isComplete && isTornResultLine(text)) await file.truncate(position);
      else {
        const why = `line ${number} of ${this.#settings.results} is not a result of a batch. Fix it, or name another file`;
        throw wrongParameter('out', why);
      }
    }
  }

  /** Completes all files, and writes the table. @throws Error when a file cannot be written */
  async finish(): Promise<void> {
    const { format, failures } = this.#settings;
    await this.#close();
    // The failures of an earlier run are resolved.
    const isOutdated = this.#failures === undefined && failures !== undefined && (await isFile(failures));
    if (isOutdated) await rm(failures);
    if (this.#results === undefined || format === 'ndjson') return;
    await writeTable(this.#results, this.#settings, (line) => this.#print(line));
  }

  /** Closes all files. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close().catch(() => undefined);
    if (this.#temporaryFolder !== undefined) await rm(this.#temporaryFolder, { recursive: true, force: true });
  }

  async #close(): Promise<void> {
    await Promise.all([this.#results?.close(), this.#failures?.then((file) => file.close())]);
  }

  /** Prints a line, no faster than lines are read. */
  async #print(line: string): Promise<void> {
    this.#terminal.out(line);
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain', { signal: this.#terminal.signal });
  }
}

/** Refuses to overwrite files. */
async function assertNothingLost({ resume, force, out, results, failures }: BatchSettings): Promise<void> {
  for (const [name, path] of Object.entries(resume || force ? {} : { out, results, failures })) {
    if (await isEmpty(path)) continue;
    const flag = name === 'results' ? 'out' : name;
    throw wrongParameter(flag, `${path} exists. Use --resume to continue it, or --force to start again.`);
  }
  if (resume && out !== results && !(await isEmpty(out)) && (await isEmpty(results))) {
    const why = `${out} exists, but not ${results}, which it was made of. Use --force to start again`;
    throw wrongParameter('resume', why);
  }
}

async function isEmpty(path: string | undefined): Promise<boolean> {
  return path === undefined || !(await isFile(path)) || (await stat(path)).size === 0;
}

/** A device can be an output too: it keeps nothing, and is never deleted. */
async function isFile(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() === true;
}
