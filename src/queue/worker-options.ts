/** The checks of the options of workers. */

import { closeAll } from '../client/close-all.ts';
import {
  functionFor,
  invalidSetting,
  marketplaceIn,
  type Setting,
  trueOrFalse,
  wholeNumber,
} from '../options/checks.ts';
import { duration, LONGEST_TIME_MS } from '../options/duration.ts';
import { type Checked, type OptionTable, readOptions } from '../options/table.ts';
import { CONNECTION_OPTIONS, type Connected, connected } from './options.ts';
import type { ResultSink, ResultTarget } from './result-types.ts';
import type { CloseOptions, WorkerOptions } from './worker-types.ts';

const DAY_MS = 86_400_000;

const WORKER_OPTIONS: OptionTable<WorkerOptions> = {
  ...CONNECTION_OPTIONS,
  marketplace: { check: marketplaceIn },
  results: { check: resultsIn },
  concurrency: { check: (setting) => wholeNumber(setting, 1, 10_000) },
  retryDelayMs: { check: (setting) => duration(setting, 1) },
  maxRetryDelayMs: { check: (setting) => duration(setting, 1) },
  deliveryAttempts: { check: (setting) => wholeNumber(setting, 1) },
  pauseMs: { check: (setting) => duration(setting, 1) },
  lockMs: { check: (setting) => duration(setting, 100) },
  stalledCheckMs: { check: (setting) => duration(setting, 100) },
  maxStalled: { check: (setting) => wholeNumber(setting, 0) },
  maxDead: { check: (setting) => wholeNumber(setting, 0) },
  deadMaxAgeMs: { check: (setting) => duration(setting, 1_000, LONGEST_TIME_MS) },
  keepPages: { check: trueOrFalse },
  maxPageBytes: { check: (setting) => wholeNumber(setting, 1) },
  onEvent: { check: functionFor<NonNullable<WorkerOptions['onEvent']>>() },
};

const CLOSE_OPTIONS: OptionTable<CloseOptions> = { graceMs: { check: (setting) => duration(setting, 0) } };

/** Options of a worker with all defaults. */
export type WorkerSettings = Connected<Checked<WorkerOptions>> & {
  [Name in Exclude<keyof WorkerOptions, 'onEvent' | 'results'>]-?: NonNullable<Checked<WorkerOptions>[Name]>;
} & { results: ResultSink };

/** Checked options without `undefined`. */
type Given = { [Name in keyof WorkerOptions]?: NonNullable<Checked<WorkerOptions>[Name]> };

/** Returns the checked options of a worker. @throws BadRequestError `INVALID_CONFIGURATION` with the option's name */
export function workerOptions(options: WorkerOptions): WorkerSettings {
  const checked = connected(readOptions('createWorker', WORKER_OPTIONS, options) as Given);
  const { marketplace, results } = checked;
  if (marketplace === undefined) throw missing('marketplace', 'the result of createMarketplace()');
  if (results === undefined) throw missing('results', 'a function, a sink, or a list of them');
  return {
    concurrency: 10,
    retryDelayMs: 5_000,
    maxRetryDelayMs: 600_000,
    deliveryAttempts: 5,
    pauseMs: 60_000,
    lockMs: 30_000,
    stalledCheckMs: 30_000,
    maxStalled: 3,
    maxDead: 100_000,
    deadMaxAgeMs: 30 * DAY_MS,
    keepPages: true,
    maxPageBytes: 500_000,
    ...checked,
    marketplace,
    results: results as ResultSink,
  };
}

/** Returns the time that running jobs have after `close` [milliseconds]. */
export function graceMsOf(options: CloseOptions): number {
  return readOptions('close', CLOSE_OPTIONS, options).graceMs ?? 30_000;
}

function missing(name: string, expected: string): Error {
  return invalidSetting(name, undefined, `missing: expected ${expected}.`);
}

/** Returns a sink that delivers to all targets. A job ends when all have its result. */
function resultsIn({ name, value }: Setting): ResultSink {
  const sinks = (Array.isArray(value) ? value : [value]).map(
    (target: ResultTarget): ResultSink =>
      typeof target === 'function' ? { deliver: async (result, signal) => target(result, signal) } : target,
  );
  if (sinks.length === 0 || sinks.some((sink) => typeof Object(sink).deliver !== 'function'))
    throw invalidSetting(
      name,
      value,
      'is not valid: expected a function, a sink with the method deliver, or a list of them.',
    );
  const [only] = sinks;
  if (only !== undefined && sinks.length === 1) return only;
  return {
    async deliver(result, signal) {
      const outcomes = await Promise.allSettled(sinks.map((sink) => sink.deliver(result, signal)));
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    },
    close: () => closeAll(...sinks.map((sink) => () => sink.close?.())),
  };
}
