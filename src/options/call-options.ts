/** The options of single calls, of both backends. */
import type { CallOptions } from '../contract/marketplace.ts';
import { abortSignal, invalidSetting, type Setting, wholeNumber } from './checks.ts';
import { duration } from './duration.ts';
import { requestHeaders } from './request-headers.ts';
import { type Checked, type OptionTable, optionsOf, readOptions } from './table.ts';

const PRINTABLE_ASCII = /^[ -~]{1,255}$/;

/** The form of an idempotency key, for messages. */
export const IDEMPOTENCY_KEY_FORM = '1 to 255 printable ASCII characters, such as a UUID';

/** Whether a text can be an idempotency key. */
export const isIdempotencyKey = (text: string): boolean => PRINTABLE_ASCII.test(text);

/** Negative priorities are for work that can wait. */
const LEAST_PRIORITY = Number.MIN_SAFE_INTEGER;

/** The checks of the options that several calls can share. */
export const SHARED_CALL_OPTIONS: OptionTable<Omit<CallOptions, 'idempotencyKey'>> = {
  signal: { check: abortSignal },
  timeoutMs: { check: (setting) => duration(setting, 1) },
  queueTimeoutMs: { check: (setting) => duration(setting, 1) },
  retries: { check: (setting) => wholeNumber(setting, 0) },
  headers: { check: requestHeaders },
  priority: { check: (setting) => wholeNumber(setting, LEAST_PRIORITY) },
};

const CALL_OPTIONS: OptionTable<CallOptions> = { ...SHARED_CALL_OPTIONS, idempotencyKey: { check: idempotencyKey } };

function idempotencyKey({ name, value }: Setting): string | undefined {
  if (value === undefined || (typeof value === 'string' && isIdempotencyKey(value))) return value;
  throw invalidSetting(name, value, `is not valid: expected ${IDEMPOTENCY_KEY_FORM}.`);
}

const NONE: Checked<CallOptions> = {};

/** Returns the checked options of a call. @throws BadRequestError `INVALID_CONFIGURATION` with the option's name */
export const callOptions = (options: CallOptions = NONE): Checked<CallOptions> =>
  options === NONE ? NONE : readOptions('calls', CALL_OPTIONS, options);

/** Returns of some options those that several calls can share. */
export const sharedCallOptions = (options: CallOptions): Omit<CallOptions, 'idempotencyKey'> =>
  optionsOf(SHARED_CALL_OPTIONS, options);
