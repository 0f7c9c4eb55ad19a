/** Writes results into files, a line each. */
import type { Duration } from '../../contract/marketplace.ts';
import { safeJson } from '../../contract/safe-text.ts';
import { HOLD_OPTIONS, type HoldOptions, held } from '../../deliver/hold.ts';
import { type LineFiles, ndjsonSink, singleFile } from '../../deliver/ndjson-sink.ts';
import { filePath, invalidSetting, trueOrFalse, wholeNumber } from '../../options/checks.ts';
import { duration } from '../../options/duration.ts';
import { type Checked, type OptionTable, readOptions } from '../../options/table.ts';
import type { JobResult, ResultSink } from '../result-types.ts';
import { resultFiles } from './result-files.ts';

/** Options of {@link ndjsonResults}. Set one of `folder` and `file`. */
export interface NdjsonResultsOptions extends HoldOptions {
  /**
   * Folder for files. Each process writes files of its own: `<host>-<process id>-<time>.ndjson`, with `.part` behind it while it is written.
   * Created if it does not exist.
   */
  folder?: string | undefined;
  /** A file for one process alone. Continued if it exists. */
  file?: string | undefined;
  /** Whether a job ends only when its line is on the disk, so that also a power cut loses none. Jobs that end at the same time share a sync. @default true */
  fsync?: boolean | undefined;
  /** Size from which on the next result begins a new file of the folder [bytes]. @default 100_000_000 */
  maxFileBytes?: number | undefined;
  /** Time after which a file of the folder is completed [milliseconds]. @default 3_600_000 */
  maxFileMs?: Duration | undefined;
}

const NDJSON_OPTIONS: OptionTable<NdjsonResultsOptions> = {
  ...HOLD_OPTIONS,
  folder: { check: filePath },
  file: { check: filePath },
  fsync: { check: trueOrFalse },
  maxFileBytes: { check: (setting) => wholeNumber(setting, 1) },
  maxFileMs: { check: (setting) => duration(setting, 1) },
};

/**
 * Returns a sink that appends each result to a file, as a line of the form that `buybox batch` writes. A result is in the files at least once,
 * always with the same `key`. A killed process can leave an incomplete last line: the next process removes it. When a file cannot be written, as on
 * a full disk, results wait and are written later.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`
 */
export function ndjsonResults(options: NdjsonResultsOptions): ResultSink {
  const settings = readOptions('ndjsonResults', NDJSON_OPTIONS, options);
  return held(ndjsonSink(filesOf(settings), resultLine, settings.fsync ?? true, 'results'), settings);
}

function filesOf({ folder, file, maxFileBytes, maxFileMs }: Checked<NdjsonResultsOptions>): LineFiles {
  if ((folder === undefined) === (file === undefined))
    throw invalidSetting('folder', undefined, 'or file: expected one of them.');
  if (folder !== undefined) return resultFiles(folder, maxFileBytes, maxFileMs);
  const rotation = Object.entries({ maxFileBytes, maxFileMs }).find(([, value]) => value !== undefined)?.[0];
  if (rotation !== undefined)
    throw invalidSetting(rotation, undefined, 'works with folder only: a single file has no successor. Set folder.');
  return singleFile(file ?? '', 'results');
}

/** Returns the line of a result in the form of the results of `buybox batch`, which its other commands read: `request`, `response` or `error`, and what identifies the job. */
export function resultLine({ endpoint, params, extra, envelope, error, ...job }: JobResult): string {
  const request = { endpoint, params, ...extra };
  return safeJson(JSON.stringify({ request, response: envelope, error, ...job }));
}
