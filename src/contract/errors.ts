/**
 * Every error that a call can end with. Both backends throw the same classes, codes and messages.
 *
 * `instanceof` works across the package's entries and between its ESM and CommonJS builds: it checks a brand, not the prototype.
 */
import type { Usage } from './envelope.ts';
import { ERROR_KINDS, type ErrorCode, errorPageOf, isErrorCode } from './error-kinds.ts';
import { safeLine, safeText } from './safe-text.ts';
import { shortened } from './shown.ts';

const BRAND = Symbol.for('buybox.error');

/** A code of `ERROR_CODES`, or a service's own. Editors suggest the known ones. */
export type AnyErrorCode = ErrorCode | (string & Record<never, never>);

/** Options of an error. `status` and `retryable` default to those of the code, see `ERROR_CODES`. */
export interface MarketplaceErrorOptions {
  /** HTTP status of the failure, or the status that it would have over HTTP. @default the code's */
  status?: number;
  /** Stable, machine-readable code: one of `ERROR_CODES`, or a service's own. @default the class's */
  code?: AnyErrorCode;
  /** `meta.request_id` of the failed call. */
  requestId?: string | undefined;
  /** `meta.usage` of the failed call. */
  usage?: Usage | undefined;
  /** Whether the call cost a credit. Failed calls do not. @default false */
  billed?: boolean;
  /** Whether another attempt can succeed. @default the code's */
  retryable?: boolean;
  /** How long the response asked to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** The error that caused this one. */
  cause?: unknown;
}

/** Options of {@link BadRequestError}. */
export interface BadRequestErrorOptions extends MarketplaceErrorOptions {
  /** Name of the invalid parameter or setting. */
  parameter?: string | undefined;
}

/** The longest message, in characters. It repeats parts of pages, which somebody else writes. */
export const LONGEST_MESSAGE = 2_000;
const LONGEST_NAME = 200;

/**
 * Base class of all errors of this library. Branch on the class, or on `code`.
 *
 * @example
 * try { await marketplace.product({ asin }) } catch (error) {
 *   if (error instanceof MarketplaceError && error.retryable) queue.later(asin);
 *   else throw error;
 * }
 */
export class MarketplaceError extends Error {
  /** HTTP status of the failure, or the status that it would have over HTTP. */
  readonly status: number;
  /** Stable, machine-readable code: one of `ERROR_CODES`, or a service's own. */
  readonly code: AnyErrorCode;
  /** `meta.request_id` of the failed call. `undefined` if the error was thrown before a call started, as for an invalid parameter. */
  readonly requestId: string | undefined;
  /** `meta.usage` of the failed call. `undefined` if no call started, or if a service did not respond. */
  readonly usage: Usage | undefined;
  /** Whether the call cost a credit. */
  readonly billed: boolean;
  /** Whether another attempt can succeed. `false` for `TIMEOUT`, because the call has used its time: a new call can succeed. */
  readonly retryable: boolean;
  /** How long to wait before the next call, in milliseconds: what the response asked for, or the rest of a budget's period. `undefined` if unknown. */
  readonly retryAfterMs: number | undefined;
  /**
   * The page about the code, in the package: `buybox/docs/errors/TIMEOUT.md`. `import.meta.resolve(error.docUrl)` returns its `file:` URL.
   * A code that only a service knows has the page of the class's own code.
   */
  readonly docUrl: string;

  constructor(message: string, options: MarketplaceErrorOptions = {}) {
    // Messages quote pages, services and parameters, and programs print them.
    super(
      safeText(shortened(message, LONGEST_MESSAGE)),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    const { kind, defaultCode } = new.target;
    const { code = defaultCode } = options;
    const known = isErrorCode(code) ? code : defaultCode;
    const { status, retryable } = ERROR_KINDS[known];
    this.name = kind;
    this.status = options.status ?? status;
    this.code = safeLine(shortened(code, LONGEST_NAME));
    this.requestId = options.requestId === undefined ? undefined : safeLine(shortened(options.requestId, LONGEST_NAME));
    this.usage = options.usage;
    this.billed = options.billed ?? false;
    this.retryable = options.retryable ?? retryable;
    this.retryAfterMs = options.retryAfterMs;
    this.docUrl = `buybox/docs/${errorPageOf(known)}`;
    Object.defineProperty(this, BRAND, { value: lineage(new.target) });
  }

  /** The class's name, safe from minifiers. */
  static readonly kind: string = 'MarketplaceError';

  /** Code of errors that are created without one. Also decides `status` and `retryable` of codes that only a service knows. */
  static readonly defaultCode: ErrorCode = 'INTERNAL';

  static override [Symbol.hasInstance](value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return false;
    // A user's own subclass has no `kind` of its own: the prototype decides, as for any class.
    if (!Object.hasOwn(this, 'kind')) return Object.prototype.isPrototypeOf.call(this.prototype, value);
    const brand = (value as { [BRAND]?: unknown })[BRAND];
    return Array.isArray(brand) && brand.includes(this.kind);
  }

  /**
   * Returns the fields for logs, without secrets and without the stack. Of a cause it has the name and the code, and the message only if the cause is
   * an error of this library.
   */
  toJSON(): Record<string, unknown> {
    const { name, message, status, code, requestId, usage, billed, retryable, retryAfterMs, docUrl } = this;
    const cause = loggedCause(this.cause);
    return { name, message, status, code, requestId, usage, billed, retryable, retryAfterMs, docUrl, cause };
  }
}

/** Messages of other libraries can contain secrets, such as the URL of a proxy. */
function loggedCause(cause: unknown): { name: string; code?: unknown; message?: string } | undefined {
  if (cause instanceof MarketplaceError) return { name: cause.name, code: cause.code, message: cause.message };
  return cause instanceof Error ? { name: cause.name, code: (cause as { code?: unknown }).code } : undefined;
}

/** Returns the kinds of a class and of its base classes, most specific first. */
function lineage(start: typeof MarketplaceError): string[] {
  const kinds: string[] = [];
  for (let type: unknown = start; typeof type === 'function'; type = Object.getPrototypeOf(type)) {
    if (Object.hasOwn(type, 'kind')) kinds.push((type as typeof MarketplaceError).kind);
  }
  return kinds;
}

/**
 * A parameter, URL or setting is invalid. Thrown before anything is sent, and never retried: fix the call.
 * Codes: `INVALID_PARAMETER`, `NATIVE_LANGUAGE_NOT_SUPPORTED`, `UNSUPPORTED_URL`, `INVALID_CONFIGURATION`.
 */
export class BadRequestError extends MarketplaceError {
  static override readonly kind: string = 'BadRequestError';
  static override readonly defaultCode: ErrorCode = 'INVALID_PARAMETER';
  /** Name of the invalid parameter or setting. */
  readonly parameter: string | undefined;

  constructor(message: string, options: BadRequestErrorOptions = {}) {
    super(message, options);
    this.parameter = options.parameter === undefined ? undefined : safeLine(shortened(options.parameter, LONGEST_NAME));
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), parameter: this.parameter };
  }
}

/** The API key is missing or wrong (401, `UNAUTHORIZED`). Never retried: fix the key. */
export class AuthenticationError extends MarketplaceError {
  static override readonly kind: string = 'AuthenticationError';
  static override readonly defaultCode: ErrorCode = 'UNAUTHORIZED';
}

/** Too many calls at once (429, `RATE_LIMITED`). Retried after `retryAfterMs`. */
export class RateLimitError extends MarketplaceError {
  static override readonly kind: string = 'RateLimitError';
  static override readonly defaultCode: ErrorCode = 'RATE_LIMITED';
}

/** No credits are left (429, `QUOTA_EXCEEDED`). Never retried: add a pack. */
export class QuotaExceededError extends MarketplaceError {
  static override readonly kind: string = 'QuotaExceededError';
  static override readonly defaultCode: ErrorCode = 'QUOTA_EXCEEDED';
}

/**
 * The program's own `budget` is used up (429, `BUDGET_EXCEEDED`). Thrown before anything is sent, and never retried. `retryAfterMs` is the time
 * until the next period of the budget.
 */
export class BudgetExceededError extends QuotaExceededError {
  static override readonly kind: string = 'BudgetExceededError';
  static override readonly defaultCode: ErrorCode = 'BUDGET_EXCEEDED';
}

/** The service or this library failed (500, `INTERNAL`). Retried. */
export class InternalError extends MarketplaceError {
  static override readonly kind: string = 'InternalError';
  static override readonly defaultCode: ErrorCode = 'INTERNAL';
}

/**
 * The HTML is not a page of the expected type, or lacks a required part (500, `PARSER_ERROR`), or takes too long to read (`PARSE_TIMEOUT`). Never
 * retried: the same HTML fails again.
 */
export class ParseError extends InternalError {
  static override readonly kind: string = 'ParseError';
  static override readonly defaultCode: ErrorCode = 'PARSER_ERROR';
}

/** The connection failed (`TRANSPORT_ERROR`, retried), or the call timed out (`TIMEOUT`, not retried). */
export class TransportError extends InternalError {
  static override readonly kind: string = 'TransportError';
  static override readonly defaultCode: ErrorCode = 'TRANSPORT_ERROR';
}

/** The marketplace cannot serve the page now (503, `UNAVAILABLE`, retried), or only to signed-in shoppers (`SIGN_IN_REQUIRED`, not retried). */
export class UnavailableError extends MarketplaceError {
  static override readonly kind: string = 'UnavailableError';
  static override readonly defaultCode: ErrorCode = 'UNAVAILABLE';
}

/**
 * The marketplace returned a robot check instead of the page. Retried with a new session. Make fewer calls, or use another proxy.
 * Codes: `CAPTCHA`, `INTERSTITIAL`, `PROOF_OF_WORK`, `ROBOT_CHECK`, and `BLOCKED` if nothing more is known.
 */
export class BlockedError extends UnavailableError {
  static override readonly kind: string = 'BlockedError';
  static override readonly defaultCode: ErrorCode = 'BLOCKED';
}
