/** The errors of responses that are too large. */
import { TransportError } from '../contract/errors.ts';

/** Returns the error of a response that is larger than `maxBytes`. A retry would be as large. */
export function oversizeError(sender: string, maxBytes: number): TransportError {
  return new TransportError(`${sender} returned more than ${maxBytes} bytes (maxBytes).`, { retryable: false });
}

/** Returns the error of a body that is larger than `maxBytes` when it is decompressed. */
export function oversizeContentError(maxBytes: number, what = 'the response body', cause?: unknown): TransportError {
  const message = `${what} is larger than ${maxBytes} bytes when decompressed (maxBytes).`;
  return new TransportError(message, { cause, retryable: false });
}
