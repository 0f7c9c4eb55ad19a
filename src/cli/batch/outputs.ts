/** The outputs of a batch: results, failures, and the table that is made at the end. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadRequestError } from '../../contract/errors.ts';
import type { StoredResult } from '../results/result-file.ts';
import type { Terminal } from '../terminal.ts';
import { LineFile } from './line-file.ts';
import { FailureFile, type ResultSink, storedResults } from './results.ts';
import type { BatchSettings } from './settings.ts';
import { standardOutput } from './standard-output.ts';
import { loadParquet, Table } from './tables/index.ts';

type Earlier = AsyncIterable<StoredResult & { position: number }>;

/** Where a batch writes. */
export class Outputs implements AsyncDisposable {
  readonly results: ResultSink;
  readonly failures: FailureFile;
  readonly #finish: () => Promise<void>;
  readonly #folder: string | undefined;

  private constructor(results: ResultSink, failures: FailureFile, finish: () => Promise<void>, folder?: string) {
    this.results = results;
    this.failures = failures;
    this.#finish = finish;
    this.#folder = folder;
  }

  /** @throws BadRequestError for a file that is in the way, or that cannot be written */
  static async open(settings: BatchSettings, terminal: Terminal): Promise<Outputs> {
    if (settings.format === 'parquet') await loadParquet();
    await assertPlaces(settings);
    const failures = new FailureFile(settings.failures);
    if (settings.out !== undefined) return Outputs.toFile(settings.out, settings, failures, terminal);
    if (settings.format === 'ndjson') return new Outputs(standardOutput(terminal), failures, () => Promise.resolve());
    return Outputs.toPrintedTable(settings, failures, terminal);
  }

  private static async toFile(
    out: string,
    { results = out, format, mode, fields, concurrency }: BatchSettings,
    failures: FailureFile,
    terminal: Terminal,
  ): Promise<Outputs> {
    const isEmptied = mode === 'force';
    const file = await LineFile.open({ path: results, isEmptied, flag: 'out', unsyncedLines: concurrency });
    return new Outputs(file, failures, async () => {
      if (format !== 'ndjson') await (await tableOf(file, fields, terminal)).write(out, format);
    });
  }

  /** The columns are known when all results are: until then they wait in a file. */
  private static async toPrintedTable(
    { fields }: BatchSettings,
    failures: FailureFile,
    terminal: Terminal,
  ): Promise<Outputs> {
    const folder = await mkdtemp(join(tmpdir(), 'buybox-batch-'));
    const file = await LineFile.open({ path: join(folder, 'results.ndjson'), flag: 'out' });
    const sink = standardOutput(terminal);
    const print = async () => {
      // The line feed is the terminal's.
      for await (const line of (await tableOf(file, fields, terminal)).csv()) await sink.append(line.slice(0, -1));
    };
    return new Outputs(file, failures, print, folder);
  }

  /** The results of earlier runs. */
  earlier(): Earlier {
    return this.results instanceof LineFile ? storedResults(this.results) : nothing();
  }

  /** Brings all to the disk, and writes the table where one is wanted. @throws Error when that fails */
  async finish(): Promise<void> {
    await this.results.close();
    await this.failures.finish();
    await this.#finish();
  }

  /** Lets all go. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.results.close(), this.failures.close()]);
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }
}

async function tableOf(file: LineFile, fields: readonly string[] | undefined, terminal: Terminal): Promise<Table> {
  const table = await Table.of(file, fields);
  for (const message of table.strangers) terminal.note(message);
  return table;
}

/** Lets nothing be written over that was not given up. */
async function assertPlaces({ mode, out, results, failures }: BatchSettings): Promise<void> {
  const places = Object.entries({ out, results, failures });
  for (const [name, path] of mode === 'new' ? places : []) {
    if ((await sizeOf(path)) === 0) continue;
    const flag = name === 'results' ? 'out' : name;
    throw new BadRequestError(`${flag}: ${path} exists; --resume goes on with it, --force begins anew`, {
      parameter: flag,
    });
  }
  if (mode === 'resume' && out !== results && (await sizeOf(out)) > 0 && (await sizeOf(results)) === 0) {
    throw new BadRequestError(
      `resume: ${out} is there, but not ${results}, which says what it is made of; --force begins anew`,
      { parameter: 'resume' },
    );
  }
}

async function sizeOf(path: string | undefined): Promise<number> {
  const stats = path === undefined ? undefined : await stat(path).catch(() => undefined);
  return stats?.isFile() ? stats.size : 0;
}

async function* nothing(): Earlier {}
