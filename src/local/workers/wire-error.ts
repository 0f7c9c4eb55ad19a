/** Sends errors between threads with their classes and fields. */
import { BadRequestError, MarketplaceError, type MarketplaceErrorOptions } from '../../contract/errors.ts';
import { ERROR_CLASSES, type ErrorClass } from '../../contract/stored-error.ts';

/** An error, or another thrown value, in a form that can be sent. */
export type WireError =
  | {
      type: 'marketplace';
      kind: string;
      message: string;
      stack: string | undefined;
      options: WireOptions;
      cause?: WireError;
    }
  | {
      type: 'error';
      name: string;
      message: string;
      stack: string | undefined;
      /** Code of a system error, such as `ECONNRESET`. */
      code?: string;
      cause?: WireError;
    }
  | { type: 'other'; text: string };

type WireOptions = Omit<MarketplaceErrorOptions, 'cause'> & { parameter?: string | undefined };

const CLASSES = new Map<string, ErrorClass>(Object.entries(ERROR_CLASSES));

/** Returns an error in a form that can be sent. */
export function toWire(error: unknown): WireError {
  if (!(error instanceof Error)) return { type: 'other', text: String(error) };
  const { name, message, stack } = error;
  const cause = error.cause === undefined ? {} : { cause: toWire(error.cause) };
  if (!(error instanceof MarketplaceError)) {
    const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
    return { type: 'error', name, message, stack, ...code, ...cause };
  }
  const { status, code, requestId, usage, billed, retryable, retryAfterMs } = error;
  const parameter = error instanceof BadRequestError ? error.parameter : undefined;
  const options = { status, code, requestId, usage, billed, retryable, retryAfterMs, parameter };
  return { type: 'marketplace', kind: name, message, stack, options, ...cause };
}

/** Returns the error that was sent, with its class and stack. */
export function fromWire(wire: WireError): unknown {
  if (wire.type === 'other') return new Error(wire.text);
  const { message, stack } = wire;
  const cause = wire.cause === undefined ? {} : { cause: fromWire(wire.cause) };
  if (wire.type === 'error') {
    const { name, code } = wire;
    return Object.assign(new Error(message, cause), { name, stack }, code === undefined ? {} : { code });
  }
  const Class = CLASSES.get(wire.kind) ?? MarketplaceError;
  return Object.assign(new Class(message, { ...wire.options, ...cause }), { stack });
}
