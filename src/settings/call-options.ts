/** The options of single calls, of both backends. */
import type { CallOptions } from '../contract/marketplace.ts';
import { abortSignal, milliseconds } from './checks.ts';
import { type OptionTable, readOptions } from './table.ts';

/** The checks of the options. */
export const CALL_OPTIONS: OptionTable<CallOptions> = {
  signal: { check: abortSignal },
  timeoutMs: { check: (setting) => milliseconds(setting) },
  queueTimeoutMs: { check: (setting) => milliseconds(setting) },
};

/** Returns the checked options of a call. @throws BadRequestError `INVALID_CONFIGURATION` with the option's name */
export function callOptions(options: CallOptions = {}): CallOptions {
  return readOptions('calls', CALL_OPTIONS, options);
}
