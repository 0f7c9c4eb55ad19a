/** Imports results of batches and queues into the history of a watch. */
import type { Duration } from '../../contract/marketplace.ts';
import { abortSignal, clock, functionFor } from '../../options/checks.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import type { HistoryStore } from '../sql-store.ts';
import { everyMsIn } from '../targets/stored-target.ts';

/** A line that is not a result. */
export interface InvalidLine {
  /** The number of the line, from 1. */
  line: number;
  /** The problem. */
  message: string;
}

/** Options of {@link importResults}. */
export interface ImportOptions {
  /**
   * Time between two results of a product, for targets that the store does not have: milliseconds, or a number and `s`, `m`, `h` or `d`. Results that are
   * further apart than three times as long do not continue each other: see "watched time".
   * @default 1d
   */
  every?: Duration | undefined;
  /** Called for each line that is not a result. @default they are counted only */
  onInvalid?: ((line: InvalidLine) => void) | undefined;
  /** Ends the import. What is imported stays; the same import goes on from there. */
  signal?: AbortSignal | undefined;
  /** Returns the time [milliseconds since the epoch]. @default the clock of the machine */
  now?: (() => number) | undefined;
}

/** The outcome of an import for each result. */
export interface Imported {
  /** Results that the history has now as looks. */
  imported: number;
  /** Targets that have them. */
  targets: number;
  /** Results that are not later than the last look at their target: those of an earlier import, for example. */
  skipped: number;
  /** Results that do not show all that a watch looks at: pages behind the first one, and calls for only some fields. */
  partial: number;
  /** Lines of failed calls. */
  failed: number;
  /** Lines that are not results. */
  invalid: number;
}

const OPTIONS: OptionTable<ImportOptions> = {
  every: { check: everyMsIn },
  onInvalid: { check: functionFor<NonNullable<ImportOptions['onInvalid']>>() },
  signal: { check: abortSignal },
  now: { check: clock },
};

/**
 * Records results of `buybox batch` and `ndjsonResults` as looks of a watch, in the order of their times, with the changes between them and no deliveries.
 * A target has the id that a watch gives to the same call, and goes on with this history when it is watched; the import itself watches nothing. Results
 * that are not later than the last look at their target are skipped, so that the same file can be imported again. Any number of results need little
 * memory: they are sorted in a temporary file.
 *
 * @param source The path of a file, plain or gzip, or its lines.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, and for a file that cannot be read
 * @throws UnavailableError, retryable, while the store cannot be used
 * @throws the signal's reason
 * @example
 * const { imported } = await importResults(sqliteWatchStore('watch.db'), 'results.ndjson');
 */
export async function importResults(
  store: HistoryStore,
  source: string | Iterable<string> | AsyncIterable<string>,
  options: ImportOptions = {},
): Promise<Imported> {
  const settings = readOptions('importResults', OPTIONS, options);
  // Loaded when it is used: watches need no schemas.
  const { importInto } = await import('./import-into.ts');
  return importInto(store, source, settings);
}
