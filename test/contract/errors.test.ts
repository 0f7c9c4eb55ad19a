import { describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  BadRequestError,
  BlockedError,
  InternalError,
  MarketplaceError,
  ParseError,
  QuotaExceededError,
  RateLimitError,
  TransportError,
  UnavailableError,
} from '../../src/contract/errors.ts';

describe('errors', () => {
  it.each([
    [new BadRequestError('x'), 'BadRequestError', 400, 'INVALID_PARAMETER', false],
    [new AuthenticationError('x'), 'AuthenticationError', 401, 'UNAUTHORIZED', false],
    [new RateLimitError('x'), 'RateLimitError', 429, 'RATE_LIMITED', true],
    [new QuotaExceededError('x'), 'QuotaExceededError', 429, 'QUOTA_EXCEEDED', false],
    [new InternalError('x'), 'InternalError', 500, 'INTERNAL', true],
    [new ParseError('x'), 'ParseError', 500, 'PARSER_ERROR', false],
    [new TransportError('x'), 'TransportError', 500, 'TRANSPORT_ERROR', true],
    [new TransportError('x', { code: 'TIMEOUT' }), 'TransportError', 500, 'TIMEOUT', false],
    [new UnavailableError('x'), 'UnavailableError', 503, 'UNAVAILABLE', true],
    [new UnavailableError('x', { code: 'SIGN_IN_REQUIRED' }), 'UnavailableError', 503, 'SIGN_IN_REQUIRED', false],
    [new BlockedError('x'), 'BlockedError', 503, 'BLOCKED', true],
    [new BlockedError('x', { code: 'CAPTCHA' }), 'BlockedError', 503, 'CAPTCHA', true],
  ])('%s has its status, code and whether it is retried', (error, name, status, code, retryable) => {
    expect(error).toMatchObject({ name, status, code, retryable, billed: false });
    expect(error).toBeInstanceOf(MarketplaceError);
    expect(error).toBeInstanceOf(Error);
  });

  it('knows its lineage', () => {
    const error = new BlockedError('x');
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).not.toBeInstanceOf(InternalError);
    expect(new ParseError('x')).toBeInstanceOf(InternalError);
    expect(new Error('x')).not.toBeInstanceOf(MarketplaceError);
    expect(null).not.toBeInstanceOf(MarketplaceError);
  });

  it('leaves classes derived by users to the prototype', () => {
    class Mine extends BlockedError {}
    expect(new Mine('x')).toBeInstanceOf(Mine);
    expect(new Mine('x')).toBeInstanceOf(BlockedError);
    expect(new BlockedError('x')).not.toBeInstanceOf(Mine);
  });

  it('logs its fields without cause and stack', () => {
    const error = new BadRequestError('asin: "x" must be an ASIN', { parameter: 'asin', cause: new Error('secret') });
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      name: 'BadRequestError',
      parameter: 'asin',
      status: 400,
    });
    expect(JSON.stringify(error)).not.toContain('secret');
  });
});
