/** Sends errors between threads with their classes and fields. */
import { type BadRequestError, type BadRequestErrorOptions, MarketplaceError } from '../../contract/errors.ts';
import { ERROR_CLASSES, type ErrorClass } from '../../contract/stored-error.ts';

/** An error in a form that can be sent. */
export interface WireError {
  name: string;
  message: string;
  stack: string | undefined;
  /** Options of an error of this library; the code of a system error, such as `ECONNRESET`. */
  facts: Omit<BadRequestErrorOptions, 'cause'>;
  cause?: WireError;
}

const CLASSES = new Map<string, ErrorClass>(Object.entries({ ...ERROR_CLASSES, MarketplaceError }));

/** Returns an error, or another thrown value, in a form that can be sent. */
export function toWire(thrown: unknown): WireError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack } = error;
  const cause = error.cause === undefined ? {} : { cause: toWire(error.cause) };
  const { code, status, requestId, usage, billed, retryable, retryAfterMs, parameter } =
    error as Partial<BadRequestError>;
  const text = typeof code === 'string' ? { code } : {};
  const isOwn = error instanceof MarketplaceError;
  const facts = isOwn ? { ...text, status, requestId, usage, billed, retryable, retryAfterMs, parameter } : text;
  return { name, message, stack, facts: facts as WireError['facts'], ...cause };
}

/** Returns the error that was sent, with its class and stack. */
export function fromWire({ name, message, stack, facts, ...wire }: WireError): unknown {
  const cause = wire.cause === undefined ? {} : { cause: fromWire(wire.cause) };
  // Only errors of this library have a status: that of another one can have the same name.
  const Class = facts.status === undefined ? undefined : CLASSES.get(name);
  if (Class !== undefined) return Object.assign(new Class(message, { ...facts, ...cause }), { stack });
  return Object.assign(new Error(message, cause), { name, stack, ...facts });
}
