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
import { type Checked, type OptionTable, readOptions } from '../options/table.ts';
import { PREFIX, REDIS_OPTIONS, REDIS_TARGET, redisOf } from '../redis/target.ts';
import type {
  AddAllOptions,
  DeadFilter,
  DeadOptions,
  JobOptions,
  QueueConnectionOptions,
  QueueOptions,
} from './types.ts';

/** The highest priority number of BullMQ. */
export const MOST_PRIORITY = 2 ** 21 - 1;
/** Ids that are names of BullMQ's own keys. */
const RESERVED_IDS = new Set([
  'active',
  'wait',
  'waiting-children',
  'paused',
  'id',
  'delayed',
  'prioritized',
  'stalled-check',
  'completed',
  'failed',
  'stalled',
  'repeat',
  'limiter',
  'meta',
  'events',
  'pc',
  'marker',
  'de',
]);

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

/** The checks of the options of a job. */
export const JOB_OPTIONS: OptionTable<JobOptions> = {
  id: { check: jobId },
  priority: { check: (setting) => wholeNumber(setting, 0, MOST_PRIORITY) },
  urgent: { check: trueOrFalse },
  delayMs: { check: (setting) => duration(setting, 0, LONGEST_TIME_MS) },
  attempts: { check: (setting) => wholeNumber(setting, 1, 1_000) },
  uniqueForMs: { check: (setting) => duration(setting, 0, LONGEST_TIME_MS) },
  allowDuplicate: { check: trueOrFalse },
  extra: { check: jsonObject },
};

const ADD_ALL_OPTIONS: OptionTable<AddAllOptions> = {
  priority: JOB_OPTIONS.priority,
  urgent: JOB_OPTIONS.urgent,
  delayMs: JOB_OPTIONS.delayMs,
  attempts: JOB_OPTIONS.attempts,
  uniqueForMs: JOB_OPTIONS.uniqueForMs,
  allowDuplicate: JOB_OPTIONS.allowDuplicate,
  chunkSize: { check: (setting) => wholeNumber(setting, 1, 10_000) },
  onInvalid: { check: functionFor<NonNullable<AddAllOptions['onInvalid']>>() },
  onProgress: { check: functionFor<NonNullable<AddAllOptions['onProgress']>>() },
  signal: { check: abortSignal },
};

const DEAD_FILTER: OptionTable<DeadFilter> = {
  ids: { check: strings },
  code: { check: (setting) => (typeof setting.value === 'string' ? filledString(setting) : strings(setting)) },
  marketplace: { check: (setting) => oneOf(setting, MARKETPLACES) },
  endpoint: { check: (setting) => oneOf<EndpointName>(setting, ENDPOINT_NAMES) },
};

const DEAD_OPTIONS: OptionTable<DeadOptions> = {
  ...DEAD_FILTER,
  pages: { check: trueOrFalse },
  limit: { check: (setting) => wholeNumber(setting, 1) },
};

/** Names of options that queues and workers must have. */
type Required = 'redis' | 'prefix' | 'name';
/** Options with the server, the prefix and the name of the queue. */
export type Connected<Options extends QueueConnectionOptions> = Omit<Options, Required> & {
  [Name in Required]: NonNullable<Options[Name]>;
};

/** Returns checked options with the server, the prefix and the name. @throws BadRequestError `INVALID_CONFIGURATION` if no server is set */
export function connected<Options extends QueueConnectionOptions>(
  options: Options,
  environment: Environment = process.env,
): Connected<Options> {
  const { prefix = PREFIX, name = 'calls' } = options;
  return { ...options, redis: redisOf(options.redis, environment), prefix, name };
}

/** Returns the checked options of a queue. @throws BadRequestError `INVALID_CONFIGURATION` with the option's name */
export function queueOptions(options: QueueOptions): Connected<QueueOptions> {
  return connected<QueueOptions>(readOptions('createQueue', QUEUE_OPTIONS, options, process.env));
}

/** Returns the checked options of a job. @throws BadRequestError `INVALID_CONFIGURATION` with the option's name */
export function jobOptions(options: JobOptions): Checked<JobOptions> {
  return readOptions('jobs', JOB_OPTIONS, options);
}

/** Returns the checked options of `addAll`. @throws BadRequestError `INVALID_CONFIGURATION` with the option's name */
export function addAllOptions(options: AddAllOptions): AddAllOptions {
  return readOptions('addAll', ADD_ALL_OPTIONS, options);
}

/** Returns a checked filter of dead jobs. @throws BadRequestError `INVALID_CONFIGURATION` with the member's name */
export function deadFilter(filter: DeadFilter): DeadFilter {
  return readOptions('the filter of dead jobs', DEAD_FILTER, filter);
}

/** Returns the checked options of `dead`. @throws BadRequestError `INVALID_CONFIGURATION` with the option's name */
export function deadOptions(options: DeadOptions): DeadOptions {
  return readOptions('dead', DEAD_OPTIONS, options);
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
