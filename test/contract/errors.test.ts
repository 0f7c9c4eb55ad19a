import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/contract/error-codes.ts';
import { type ErrorCode, errorCodeOfStatus } from '../../src/contract/error-kinds.ts';
import {
  AuthenticationError,
  BadRequestError,
  BlockedError,
  BudgetExceededError,
  InternalError,
  MarketplaceError,
  ParseError,
  QuotaExceededError,
  RateLimitError,
  TransportError,
  UnavailableError,
} from '../../src/contract/errors.ts';
import { ERROR_CLASSES } from '../../src/contract/stored-error.ts';

const codes = Object.keys(ERROR_CODES) as ErrorCode[];

describe('errors', () => {
  it.each([
    [new BadRequestError('x'), 'INVALID_PARAMETER'],
    [new AuthenticationError('x'), 'UNAUTHORIZED'],
    [new RateLimitError('x'), 'RATE_LIMITED'],
    [new QuotaExceededError('x'), 'QUOTA_EXCEEDED'],
    [new BudgetExceededError('x'), 'BUDGET_EXCEEDED'],
    [new InternalError('x'), 'INTERNAL'],
    [new ParseError('x'), 'PARSER_ERROR'],
    [new TransportError('x'), 'TRANSPORT_ERROR'],
    [new UnavailableError('x'), 'UNAVAILABLE'],
    [new BlockedError('x'), 'BLOCKED'],
  ] as const)('%s has a default code', (error, code) => {
    expect(error).toMatchObject({ name: ERROR_CODES[code].class, code });
    expect(error).toBeInstanceOf(MarketplaceError);
    expect(error).toBeInstanceOf(Error);
  });

  it.each(codes)('have the status and retryable of %s in the table', (code) => {
    const { class: name, status, retryable } = ERROR_CODES[code];
    const error = new ERROR_CLASSES[name]('x', { code });
    expect(error).toMatchObject({ name, status, code, retryable, billed: false });
  });

  it('use status and retryable of the options instead of the table', () => {
    const error = new TransportError('x', { status: 502, retryable: false });
    expect(error).toMatchObject({ status: 502, code: 'TRANSPORT_ERROR', retryable: false });
  });

  it("with a service's own code have the status and retryable of their class", () => {
    expect(new BlockedError('x', { code: 'OWN' })).toMatchObject({ status: 503, code: 'OWN', retryable: true });
    expect(new MarketplaceError('x', { code: 'OWN' })).toMatchObject({ status: 500, code: 'OWN' });
  });

  it.each([
    [400, 'INVALID_PARAMETER'],
    [404, 'NOT_FOUND'],
    [408, 'REQUEST_TIMEOUT'],
    [422, 'INVALID_PARAMETER'],
    [429, 'RATE_LIMITED'],
    [500, 'INTERNAL'],
    [501, 'INTERNAL'],
    [502, 'UNAVAILABLE'],
    [503, 'UNAVAILABLE'],
  ])('for status %i without a code have the code %s', (status, code) => {
    expect(errorCodeOfStatus(status)).toBe(code);
  });

  it('are instances of their base classes', () => {
    const error = new BlockedError('x');
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).not.toBeInstanceOf(InternalError);
    expect(new ParseError('x')).toBeInstanceOf(InternalError);
    expect(new BudgetExceededError('x')).toBeInstanceOf(QuotaExceededError);
    expect(new Error('x')).not.toBeInstanceOf(MarketplaceError);
    expect(null).not.toBeInstanceOf(MarketplaceError);
  });

  it('support subclasses of users', () => {
    class Mine extends BlockedError {}
    expect(new Mine('x')).toBeInstanceOf(Mine);
    expect(new Mine('x')).toBeInstanceOf(BlockedError);
    expect(new BlockedError('x')).not.toBeInstanceOf(Mine);
  });

  it.each(codes)('%s has the documentation page of its code', (code) => {
    const error = new ERROR_CLASSES[ERROR_CODES[code].class]('x', { code });
    expect(error.docUrl).toBe(`buybox/docs/errors/${code}.md`);
  });

  it("with a service's own code have the documentation page of their class", () => {
    expect(new BlockedError('x', { code: 'OWN' }).docUrl).toBe('buybox/docs/errors/BLOCKED.md');
    // A name that every object has is not a code of the table.
    expect(new UnavailableError('x', { code: 'constructor' }).docUrl).toBe('buybox/docs/errors/UNAVAILABLE.md');
  });

  it('become JSON without the stack', () => {
    const error = new BadRequestError('asin: "x" is not a valid ASIN.', { parameter: 'asin' });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'BadRequestError',
      message: 'asin: "x" is not a valid ASIN.',
      status: 400,
      code: 'INVALID_PARAMETER',
      billed: false,
      retryable: false,
      docUrl: 'buybox/docs/errors/INVALID_PARAMETER.md',
      parameter: 'asin',
    });
  });

  it('become JSON with the message of a cause only if it is an error of this library', () => {
    const reset = Object.assign(new Error('http://user:secret@proxy.example'), { code: 'ECONNRESET' });
    const first = new TransportError('the connection failed.', { cause: reset });
    expect(first.cause).toBe(reset);
    expect(first.toJSON().cause).toEqual({ name: 'Error', code: 'ECONNRESET' });
    expect(JSON.stringify(first)).not.toContain('secret');
    const last = new TransportError('timed out.', { code: 'TIMEOUT', cause: first });
    const { cause } = JSON.parse(JSON.stringify(last));
    expect(cause).toEqual({ name: 'TransportError', code: 'TRANSPORT_ERROR', message: 'the connection failed.' });
    expect(new InternalError('x', { cause: 'a string' }).toJSON().cause).toBeUndefined();
  });
});
