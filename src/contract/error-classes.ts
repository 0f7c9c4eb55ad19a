/** The error classes by name, for errors that arrive from a service or from another thread. */
import type { ErrorClassName } from './error-kinds.ts';
import {
  AuthenticationError,
  BadRequestError,
  BlockedError,
  BudgetExceededError,
  InternalError,
  type MarketplaceError,
  type MarketplaceErrorOptions,
  ParseError,
  QuotaExceededError,
  RateLimitError,
  TransportError,
  UnavailableError,
} from './errors.ts';

/** Constructor of an error class. */
export type ErrorClass = new (
  message: string,
  options: MarketplaceErrorOptions & { parameter?: string | undefined },
) => MarketplaceError;

/** Every error class except the base class. */
export const ERROR_CLASSES: Readonly<Record<ErrorClassName, ErrorClass>> = {
  BadRequestError,
  AuthenticationError,
  RateLimitError,
  QuotaExceededError,
  BudgetExceededError,
  InternalError,
  ParseError,
  TransportError,
  UnavailableError,
  BlockedError,
};
