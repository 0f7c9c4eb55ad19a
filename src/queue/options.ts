/** The checks of the options of queues and jobs. */

import { LANGUAGES, MARKETPLACES } from '../contract/codes.ts';
import { ENDPOINT_NAMES, type EndpointName } from '../contract/endpoints.ts';
import {
  abortSignal,
  type Environment,
  filledString,
  functionFor,
  invalidSetting,
  jsonObject,
  oneOf,
  type Setting,
  textIn,
  trueOrFalse,
  wholeNumber,
} from '../options/checks.ts';
import { duration, LONGEST_TIME_MS } from '../options/duration.ts';
import type { OptionTable } from '../options/table.ts';
import { PREFIX, REDIS_OPTIONS, REDIS_TARGET, redisOf } from '../redis/target.ts';
import type { AddAllOptions, DeadFilter, JobOptions, QueueConnectionOptions, QueueOptions } from './types.ts';

/** The highest priority number of BullMQ. */
export const MOST_PRIORITY = 2 ** 21 - 1;
/** Ids that are names of BullMQ's own keys. */
const RESERVED_IDS: ReadonlySet<string> = new Set(
  `active wait waiting-children paused id delayed prioritized stalled-check completed failed stalled repeat limiter meta events pc marker de`.split(
    ' ',
  ),
);

/** The checks of the options that queues and workers share. */
export const CONNECTION_OPTIONS: OptionTable<QueueConnectionOptions> = {
  redis: { check: REDIS_TARGET.check },
  prefix: REDIS_OPTIONS.prefix,
  name: { check: queueName },
};

/** The checks of the options of a queue. */
export const QUEUE_OPTIONS: OptionTable<QueueOptions> = {
  ...CONNECTION_OPTIONS,
  waitMs: REDIS_OPTIONS.waitMs,
  marketplace: { check: (setting) => oneOf(setting, MARKETPLACES), fromText: textIn },
  language: { check: (setting) => oneOf(setting, LANGUAGES), fromText: textIn },
};

/** The checks of the options that one job and many jobs have. */
const SHARED_OPTIONS: OptionTable<Omit<JobOptions, 'id' | 'extra'>> = {
  priority: { check: (setting) => wholeNumber(setting, 0, MOST_PRIORITY) },
  urgent: { check: trueOrFalse },
  delayMs: { check: (setting) => duration(setting, 0, LONGEST_TIME_MS) },
  attempts: { check: (setting) => wholeNumber(setting, 1, 1_000) },
  uniqueForMs: { check: (setting) => duration(setting, 0, LONGEST_TIME_MS) },
  allowDuplicate: { check: trueOrFalse },
};

/** The checks of the options of a job. */
export const JOB_OPTIONS: OptionTable<JobOptions> = {
  ...SHARED_OPTIONS,
  id: { check: jobId },
  extra: { check: jsonObject },
};

/** The checks of the options of `addAll`. */
export const ADD_ALL_OPTIONS: OptionTable<AddAllOptions> = {
  ...SHARED_OPTIONS,
  chunkSize: { check: (setting) => wholeNumber(setting, 1, 10_000) },
  onInvalid: { check: functionFor<NonNullable<AddAllOptions['onInvalid']>>() },
  onProgress: { check: functionFor<NonNullable<AddAllOptions['onProgress']>>() },
  signal: { check: abortSignal },
};

/** The checks of a filter of dead jobs. */
export const DEAD_FILTER: OptionTable<DeadFilter> = {
  ids: { check: strings },
  code: { check: (setting) => (typeof setting.value === 'string' ? filledString(setting) : strings(setting)) },
  marketplace: { check: (setting) => oneOf(setting, MARKETPLACES) },
  endpoint: { check: (setting) => oneOf<EndpointName>(setting, ENDPOINT_NAMES) },
};

/** Options with the server, the prefix and the name of the queue. */
export type Connected<Options extends QueueConnectionOptions> = Options &
  Required<{ [Name in keyof QueueConnectionOptions]: NonNullable<QueueConnectionOptions[Name]> }>;

/** Returns checked options with the server, the prefix and the name. @throws BadRequestError `INVALID_CONFIGURATION` if no server is set */
export function connected<Options extends QueueConnectionOptions>(
  options: Options,
  environment: Environment = process.env,
): Connected<Options> {
  const { prefix = PREFIX, name = 'calls' } = options;
  return { ...options, redis: redisOf(options.redis, environment), prefix, name };
}

/** Returns a checked name: of a queue, or of what belongs to one. */
export function queueName({ name, value }: Setting): string {
  if (typeof value === 'string' && /^[\w.-]{1,64}$/.test(value)) return value;
  throw invalidSetting(name, value, 'is not valid: expected 1 to 64 letters, digits or "_", "-", ".".');
}

function jobId({ name, value }: Setting): string {
  const isValid = typeof value === 'string' && /^[\w.-]{1,128}$/.test(value) && !/^-?\d+$/.test(value);
  if (isValid && !RESERVED_IDS.has(value)) return value;
  const rule =
    'expected 1 to 128 letters, digits or "_", "-", ".", not only digits, and not a name of BullMQ such as "wait".';
  throw invalidSetting(name, value, `is not valid: ${rule}`);
}

function strings({ name, value }: Setting): readonly string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw invalidSetting(name, value, 'is not valid: expected an array of strings.');
}
