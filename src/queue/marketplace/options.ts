/** The options of {@link queueMarketplace}, their checks, and the ids of its jobs. */
import type { CallOptions, Duration } from '../../contract/marketplace.ts';
import { callOptions } from '../../options/call-options.ts';
import { invalidSetting } from '../../options/checks.ts';
import { duration } from '../../options/duration.ts';
import { type Checked, type OptionTable, readOptions } from '../../options/table.ts';
import { type Connected, connected, JOB_OPTIONS, MOST_PRIORITY, QUEUE_OPTIONS, queueName } from '../options.ts';
import { streamName } from '../results/stream-keys.ts';
import { callId } from '../stored-job.ts';
import type { JobOptions, QueueOptions } from '../types.ts';

/** Options of {@link queueMarketplace}. */
export interface QueueMarketplaceOptions extends QueueOptions, Pick<JobOptions, 'attempts' | 'priority'> {
  /** Name of the stream to which the workers deliver their results, as in {@link streamResults}. @default 'results' */
  stream?: string | undefined;
  /**
   * Name of the consumer group that reads the stream, and first part of the ids of the jobs: 1 to 64 letters, digits or `_`, `-`, `.`. A group is of one
   * process at a time. The same name after a restart gets the results that arrived meanwhile. @default 'watch'
   */
  group?: string | undefined;
  /**
   * How long a call waits for its result, with all waits and attempts of its job [milliseconds]. Then it throws an `UnavailableError`, and a job that no
   * worker has taken is removed. The option `timeoutMs` of a call replaces it. @default 600_000
   */
  timeoutMs?: Duration | undefined;
}

const OPTIONS: OptionTable<QueueMarketplaceOptions> = {
  ...QUEUE_OPTIONS,
  attempts: JOB_OPTIONS.attempts,
  priority: JOB_OPTIONS.priority,
  stream: { check: streamName },
  group: { check: queueName },
  timeoutMs: { check: (setting) => duration(setting, 1) },
};

/** Options with all defaults. */
export type QueueMarketplaceSettings = Connected<Checked<QueueMarketplaceOptions>> &
  Required<{ [Name in 'stream' | 'group' | 'timeoutMs']: NonNullable<Checked<QueueMarketplaceOptions>[Name]> }>;

/** Returns the checked options. @throws BadRequestError `INVALID_CONFIGURATION` with the option's name */
export function queueMarketplaceOptions(options: QueueMarketplaceOptions): QueueMarketplaceSettings {
  const checked = readOptions('queueMarketplace', OPTIONS, options, process.env);
  const { stream = 'results', group = 'watch', timeoutMs = 600_000 } = checked;
  return { ...connected<Checked<QueueMarketplaceOptions>>(checked), stream, group, timeoutMs };
}

/** The meaning of the options of a call for its job. */
export interface JobCallOptions extends Pick<JobOptions, 'attempts' | 'priority'> {
  signal: AbortSignal | undefined;
  key: string | undefined;
  timeoutMs: number;
}

/** Returns the checked options of a call. @throws BadRequestError `INVALID_CONFIGURATION` also for those that a job does not have */
export function jobCallOptions(options: CallOptions | undefined, settings: QueueMarketplaceSettings): JobCallOptions {
  const { signal, idempotencyKey: key, timeoutMs, retries, priority, ...others } = callOptions(options);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    const why = 'cannot be set for a call that a worker makes. Set it for the marketplace of the workers.';
    throw invalidSetting(unknown, undefined, why);
  }
  return {
    signal,
    key,
    timeoutMs: timeoutMs ?? settings.timeoutMs,
    attempts: retries === undefined ? settings.attempts : retries + 1,
    // Of calls the higher number goes first, of jobs the lower one.
    priority: Math.min(Math.max((settings.priority ?? 0) - (priority ?? 0), 0), MOST_PRIORITY),
  };
}

/** Length of the part behind the group. */
const HASH_LENGTH = 22;

/** Returns the id of the job of a call: the group, and 128 bits of a hash of its endpoint, parameters and idempotency key. */
export function jobIdOf(group: string, endpoint: string, params: object, key: string): string {
  return `${group}.${callId(endpoint, params, { key })}`;
}

/** Whether a job is one of the group. */
export function isOfGroup(id: string, group: string): boolean {
  return id.startsWith(`${group}.`) && id.length === group.length + 1 + HASH_LENGTH;
}
