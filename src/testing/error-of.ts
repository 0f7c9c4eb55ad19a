/** Errors of the library for tests, by their code. */
import { randomUUID } from 'node:crypto';
import { UNLIMITED_CREDITS } from '../contract/envelope.ts';
import { ERROR_CODES } from '../contract/error-codes.ts';
import type { ErrorCode } from '../contract/error-kinds.ts';
import type { BadRequestErrorOptions } from '../contract/errors.ts';
import { didYouMean } from '../contract/similar.ts';
import { ERROR_CLASSES } from '../contract/stored-error.ts';
import { invalidSetting } from '../options/checks.ts';
import { membersOf } from '../options/table.ts';

/** The class of the errors with a code. */
export type ErrorOf<Code extends ErrorCode> = InstanceType<(typeof ERROR_CLASSES)[(typeof ERROR_CODES)[Code]['class']]>;

/** Options of {@link errorOf}: every field of an error that a test can set. */
export interface ErrorOfOptions extends Omit<BadRequestErrorOptions, 'code'> {
  /** Message of the error. @default what the code means, and what to do about it */
  message?: string | undefined;
}

const OPTIONS: Readonly<Record<keyof ErrorOfOptions, true>> = {
  message: true,
  status: true,
  requestId: true,
  usage: true,
  billed: true,
  retryable: true,
  retryAfterMs: true,
  cause: true,
  parameter: true,
};

/** Milliseconds that an error with the code asks to wait, if the test sets no other wait. */
const WAITS: Readonly<Partial<Record<ErrorCode, number>>> = { RATE_LIMITED: 1_000, BUDGET_EXCEEDED: 3_600_000 };

/** Parameters that the errors of a parameter name, if the test names no other one. */
const PARAMETERS: Readonly<Partial<Record<ErrorCode, string>>> = {
  INVALID_PARAMETER: 'asin',
  NATIVE_LANGUAGE_NOT_SUPPORTED: 'language',
  UNSUPPORTED_URL: 'url',
  INVALID_CONFIGURATION: 'timeoutMs',
};

/**
 * Returns an error with a code, as a call would throw it: its class, status, message, usage, and whether it is retryable.
 *
 * @param code A code of `ERROR_CODES`.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an unknown code or option
 * @example
 * const fake = fakeMarketplace({ product: errorOf('CAPTCHA') });
 * const slow = errorOf('RATE_LIMITED', { retryAfterMs: 5_000 });
 */
export function errorOf<Code extends ErrorCode>(code: Code, options: ErrorOfOptions = {}): ErrorOf<Code> {
  if (!Object.hasOwn(ERROR_CODES, code))
    throw invalidSetting('code', code, `is not an error code. ${didYouMean(String(code), Object.keys(ERROR_CODES))}`);
  membersOf({ name: 'options', value: options }, 'errorOf', OPTIONS);
  const { class: name, source, summary, cure } = ERROR_CODES[code];
  const { message = `${summary} ${cure}`, ...fields } = options;
  // Errors of a parameter are thrown before a call starts: they belong to no request.
  const isOfCall = source === 'call' && name !== 'BadRequestError';
  const facts = isOfCall
    ? { requestId: randomUUID(), usage: { requests_consumed: 0, requests_remaining: UNLIMITED_CREDITS } }
    : {};
  const error = new ERROR_CLASSES[name](message, {
    ...facts,
    parameter: PARAMETERS[code],
    retryAfterMs: WAITS[code],
    ...fields,
    code,
  });
  return error as ErrorOf<Code>;
}
