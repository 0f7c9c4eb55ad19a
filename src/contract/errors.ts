/**
 * Every error that a call can end with (design §4). The same classes, codes and messages come from both backends.
 *
 * `instanceof` holds across the package's entries and between its ESM and CommonJS builds: it looks at a brand, not at the prototype.
 */
import type { Usage } from './envelope.ts';

const BRAND = Symbol.for('buybox.error');

/** What can be known of a failed call. All of it is optional. */
export interface MarketplaceErrorOptions {
  /** HTTP status that the failure has, or would have, on the wire. */
  status?: number;
  /** Stable, machine-readable code: see the table of `design` §4; a service's own codes are passed through. */
  code?: string;
  /** `meta.request_id` of the failed call. */
  requestId?: string | undefined;
  /** `meta.usage` of the failed call. */
  usage?: Usage | undefined;
  /** Whether the call cost a credit. Failures do not. */
  billed?: boolean;
  /** Whether the same call can succeed later. */
  retryable?: boolean;
  /** How long the answer asked to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** What went wrong underneath. */
  cause?: unknown;
}

/** What {@link BadRequestError} knows beyond any error. */
export interface BadRequestErrorOptions extends MarketplaceErrorOptions {
  /** The parameter or setting at fault. */
  parameter?: string | undefined;
}

/**
 * The root of all errors of this library. Branch on the class, or on `code`.
 *
 * @example
 * try { await marketplace.product({ asin }) } catch (error) {
 *   if (error instanceof MarketplaceError && error.retryable) queue.later(asin);
 *   else throw error;
 * }
 */
export class MarketplaceError extends Error {
  /** HTTP status that the failure has, or would have, on the wire. */
  readonly status: number;
  /** Stable, machine-readable code. */
  readonly code: string;
  /** `meta.request_id` of the failed call, when there was one. */
  readonly requestId: string | undefined;
  /** `meta.usage` of the failed call, when it is known. */
  readonly usage: Usage | undefined;
  /** Whether the call cost a credit. */
  readonly billed: boolean;
  /** Whether the same call can succeed later. */
  readonly retryable: boolean;
  /** How long the answer asked to wait, in milliseconds, when it did. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: MarketplaceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.kind;
    this.status = options.status ?? 500;
    this.code = options.code ?? 'INTERNAL';
    this.requestId = options.requestId;
    this.usage = options.usage;
    this.billed = options.billed ?? false;
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs;
    Object.defineProperty(this, BRAND, { value: lineage(new.target) });
  }

  /** The class's name, safe from minifiers. */
  static readonly kind: string = 'MarketplaceError';

  static override [Symbol.hasInstance](value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return false;
    // A class of the user's own, derived from one of these, has no kind of its own: the prototype decides, as anywhere.
    if (!Object.hasOwn(this, 'kind')) return Object.prototype.isPrototypeOf.call(this.prototype, value);
    const brand = (value as { [BRAND]?: unknown })[BRAND];
    return Array.isArray(brand) && brand.includes(this.kind);
  }

  /** The fields, for logs: no cause, no stack. */
  toJSON(): Record<string, unknown> {
    const { name, message, status, code, requestId, usage, billed, retryable, retryAfterMs } = this;
    return { name, message, status, code, requestId, usage, billed, retryable, retryAfterMs };
  }
}

/** The kinds of a class and all classes above it, most special first. */
function lineage(start: typeof MarketplaceError): string[] {
  const kinds: string[] = [];
  for (let type: unknown = start; typeof type === 'function'; type = Object.getPrototypeOf(type)) {
    if (Object.hasOwn(type, 'kind')) kinds.push((type as typeof MarketplaceError).kind);
  }
  return kinds;
}

/**
 * The caller's mistake: a parameter, a URL or a setting. Raised before anything is sent. Mend the call; it is never retried.
 * Codes: `INVALID_PARAMETER`, `NATIVE_LANGUAGE_NOT_SUPPORTED`, `UNSUPPORTED_URL`, `INVALID_CONFIGURATION`.
 */
export class BadRequestError extends MarketplaceError {
  static override readonly kind: string = 'BadRequestError';
  /** The parameter or setting at fault. */
  readonly parameter: string | undefined;

  constructor(message: string, options: BadRequestErrorOptions = {}) {
    super(message, { status: 400, code: 'INVALID_PARAMETER', ...options });
    this.parameter = options.parameter;
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), parameter: this.parameter };
  }
}

/** The key is missing or wrong (401, `UNAUTHORIZED`). Mend the key; it is never retried. */
export class AuthenticationError extends MarketplaceError {
  static override readonly kind: string = 'AuthenticationError';
  constructor(message: string, options: MarketplaceErrorOptions = {}) {
    super(message, { status: 401, code: 'UNAUTHORIZED', ...options });
  }
}

/** Too many calls at once (429, `RATE_LIMITED`). Retried after `retryAfterMs`. */
export class RateLimitError extends MarketplaceError {
  static override readonly kind: string = 'RateLimitError';
  constructor(message: string, options: MarketplaceErrorOptions = {}) {
    super(message, { status: 429, code: 'RATE_LIMITED', retryable: true, ...options });
  }
}

/** No credit is left (429, `QUOTA_EXCEEDED`). Add a pack; it is never retried. */
export class QuotaExceededError extends MarketplaceError {
  static override readonly kind: string = 'QuotaExceededError';
  constructor(message: string, options: MarketplaceErrorOptions = {}) {
    super(message, { status: 429, code: 'QUOTA_EXCEEDED', ...options });
  }
}

/** The service, or this library, failed (500, `INTERNAL`). Retried. */
export class InternalError extends MarketplaceError {
  static override readonly kind: string = 'InternalError';
  constructor(message: string, options: MarketplaceErrorOptions = {}) {
    super(message, { status: 500, code: 'INTERNAL', retryable: true, ...options });
  }
}

/** The text is no page of the marketplace, or lacks what such a page must have (500, `PARSER_ERROR`). Never retried: the same text fails again. */
export class ParseError extends InternalError {
  static override readonly kind: string = 'ParseError';
  constructor(message: string, options: MarketplaceErrorOptions = {}) {
    super(message, { code: 'PARSER_ERROR', retryable: false, ...options });
  }
}

/** The connection failed (`TRANSPORT_ERROR`, retried), or the call's time is spent (`TIMEOUT`, not retried). */
export class TransportError extends InternalError {
  static override readonly kind: string = 'TransportError';
  constructor(message: string, options: MarketplaceErrorOptions = {}) {
    super(message, { code: 'TRANSPORT_ERROR', retryable: options.code !== 'TIMEOUT', ...options });
  }
}

/** The marketplace cannot serve the page now (503, `UNAVAILABLE`, retried), or only to those who sign in (`SIGN_IN_REQUIRED`, not retried). */
export class UnavailableError extends MarketplaceError {
  static override readonly kind: string = 'UnavailableError';
  constructor(message: string, options: MarketplaceErrorOptions = {}) {
    super(message, {
      status: 503,
      code: 'UNAVAILABLE',
      retryable: options.code !== 'SIGN_IN_REQUIRED',
      ...options,
    });
  }
}

/**
 * The marketplace answered with a check for robots in place of the page. Retried with a fresh session; slow down, or come from elsewhere.
 * Codes: `CAPTCHA`, `INTERSTITIAL`, `PROOF_OF_WORK`, `ROBOT_CHECK`, and `BLOCKED` when no more is known.
 */
export class BlockedError extends UnavailableError {
  static override readonly kind: string = 'BlockedError';
  constructor(message: string, options: MarketplaceErrorOptions = {}) {
    super(message, { code: 'BLOCKED', ...options });
  }
}
