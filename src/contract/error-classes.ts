/** The classes of errors by their names, for errors that come from elsewhere: a service, another thread. */
import type { ErrorClassName } from './error-codes.ts';
import {
  AuthenticationError,
  BadRequestError,
  BlockedError,
  InternalError,
  type MarketplaceError,
  type MarketplaceErrorOptions,
  ParseError,
  QuotaExceededError,
  RateLimitError,
  TransportError,
  UnavailableError,
} from './errors.ts';

/** What makes an error of a class. */
export type ErrorClass = new (
  message: string,
  options: MarketplaceErrorOptions & { parameter?: string | undefined },
) => MarketplaceError;

/** Every class but the one above them all. */
export const ERROR_CLASSES: Readonly<Record<ErrorClassName, ErrorClass>> = {
  BadRequestError,
  AuthenticationError,
  RateLimitError,
  QuotaExceededError,
  InternalError,
  ParseError,
  TransportError,
  UnavailableError,
  BlockedError,
};
