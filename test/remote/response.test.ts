import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarketplaceError } from '../../src/entries/index.ts';
import { withoutEchoes } from '../../src/options/secrets.ts';
import { readResponse } from '../../src/remote/response.ts';
import { envelope } from './service.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const KEY = 'sk-test-0123456789';

function read(status: number, body: unknown, headers: Record<string, string> = {}): unknown {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readResponse({ status, headers, body: text }, { now: NOW, redact: (shown) => withoutEchoes(shown, KEY) });
}

function errorOf(status: number, body: unknown, headers: Record<string, string> = {}): MarketplaceError {
  try {
    read(status, body, headers);
  } catch (error) {
    if (error instanceof MarketplaceError) return error;
    throw error;
  }
  throw new Error('no error was thrown');
}

const failure = (code: string | undefined, extra: object = {}) => ({
  success: false,
  error: { ...(code === undefined ? {} : { code }), message: 'message of the service', ...extra },
  meta: { request_id: 'an-id', usage: { requests_consumed: 0, requests_remaining: 7 } },
});

describe('readResponse', () => {
  it('returns an envelope unchanged', () => {
    const live = envelope({ extra: [1, { a: null }], page_type: 'of tomorrow' });
    expect(read(200, live)).toEqual(live);
    expect(read(200, { found: false })).toEqual({ found: false });
  });

  it('refuses an envelope that is nested deeper than what it becomes a part of may be', () => {
    const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;
    expect(read(200, { found: true, data: deep(189) })).toMatchObject({ found: true });
    expect(() => read(200, { found: true, data: deep(190) })).toThrow(
      expect.objectContaining({ code: 'TRANSPORT_ERROR' }),
    );
  });

  it.each([
    [400, 'INVALID_PARAMETER', 'BadRequestError', false],
    [400, 'NATIVE_LANGUAGE_NOT_SUPPORTED', 'BadRequestError', false],
    [400, 'UNSUPPORTED_URL', 'BadRequestError', false],
    [400, 'CODE_OF_ITS_OWN', 'BadRequestError', false],
    [403, 'FORBIDDEN', 'BadRequestError', false],
    [404, 'NOT_FOUND', 'BadRequestError', false],
    [413, 'TOO_LARGE', 'BadRequestError', false],
    [422, 'INVALID_PARAMETER', 'BadRequestError', false],
    [401, 'UNAUTHORIZED', 'AuthenticationError', false],
    [401, 'KEY_REVOKED', 'AuthenticationError', false],
    [408, 'SLOW_CALLER', 'TransportError', true],
    [429, 'RATE_LIMITED', 'RateLimitError', true],
    [429, 'QUOTA_EXCEEDED', 'QuotaExceededError', false],
    [500, 'INTERNAL', 'InternalError', true],
    [500, 'PARSER_ERROR', 'ParseError', false],
    [500, 'TRANSPORT_ERROR', 'TransportError', true],
    [500, 'TIMEOUT', 'TransportError', false],
    [500, 'CODE_OF_ITS_OWN', 'InternalError', true],
    [501, 'NOT_IMPLEMENTED', 'InternalError', false],
    [502, 'BAD_GATEWAY', 'UnavailableError', true],
    [503, 'UNAVAILABLE', 'UnavailableError', true],
    [503, 'SIGN_IN_REQUIRED', 'UnavailableError', false],
    [503, 'BLOCKED', 'BlockedError', true],
    [503, 'CAPTCHA', 'BlockedError', true],
    [503, 'INTERSTITIAL', 'BlockedError', true],
    [503, 'PROOF_OF_WORK', 'BlockedError', true],
    [503, 'ROBOT_CHECK', 'BlockedError', true],
    [504, 'GATEWAY_TIMEOUT', 'UnavailableError', true],
    [599, 'STRANGE', 'InternalError', false],
  ])('throws for status %i with the code %s: %s', (status, code, name, retryable) => {
    const error = errorOf(status, failure(code));
    expect(error).toMatchObject({ name, status, code, retryable, message: 'message of the service', billed: false });
    expect(error).toMatchObject({ requestId: 'an-id', usage: { requests_consumed: 0, requests_remaining: 7 } });
  });

  it('uses the status when the code contradicts it', () => {
    expect(errorOf(500, failure('UNAUTHORIZED'))).toMatchObject({ name: 'InternalError', code: 'UNAUTHORIZED' });
    expect(errorOf(400, failure('INTERNAL'))).toMatchObject({ name: 'BadRequestError', code: 'INTERNAL' });
    expect(errorOf(500, failure('constructor'))).toMatchObject({ name: 'InternalError', code: 'constructor' });
  });

  it('uses Retry-After to distinguish a rate limit from a quota without a code', () => {
    const limited = errorOf(429, failure(undefined), { 'retry-after': '3' });
    expect(limited).toMatchObject({ name: 'RateLimitError', code: 'RATE_LIMITED', retryAfterMs: 3_000 });
    const usedUp = errorOf(429, 'no more');
    expect(usedUp).toMatchObject({ name: 'QuotaExceededError', code: 'QUOTA_EXCEEDED', retryable: false });
  });

  it('reads Retry-After of any failure', () => {
    expect(errorOf(503, '', { 'retry-after': '7' }).retryAfterMs).toBe(7_000);
    expect(errorOf(503, '', { 'retry-after': 'Fri, 20 Nov 2026 12:00:05 GMT' }).retryAfterMs).toBe(5_000);
  });

  it.each([
    [{ error: 'in words' }, 'in words', undefined],
    [{ message: 'at the top', code: 'OWN' }, 'at the top', 'OWN'],
    [{ errors: [{ message: 'first', code: 'OWN' }, { message: 'second' }] }, 'first', 'OWN'],
    [{ detail: 'of problem details', title: 'Problem' }, 'of problem details', undefined],
    [{ title: 'Problem' }, 'Problem', undefined],
    ['"just a text"', 'just a text', undefined],
    [{ error: { message: '  ' } }, /^the service responded 500 with JSON: /, undefined],
    [{ error: 42, meta: 'no object' }, /^the service responded 500 with JSON: /, undefined],
    ['null', 'the service responded 500 with JSON: "null".', undefined],
    ['', 'the service responded 500 with an empty body.', undefined],
    [
      '<!DOCTYPE html><html><body>Bad gateway</body></html>',
      /^the service responded 500 with HTML: "<!DOCTYPE/,
      undefined,
    ],
    ['{"success": false, "err', /^the service responded 500 with incomplete or damaged JSON: /, undefined],
    ['upstream connect error', 'the service responded 500 with text: "upstream connect error".', undefined],
  ])('reads the message and code of an unknown error body: %j', (body, message, code = 'INTERNAL') => {
    const error = errorOf(500, body);
    expect(error).toMatchObject({ name: 'InternalError', code });
    expect(error.message).toMatch(message);
    if (typeof message === 'string') expect(error.message).toBe(message);
  });

  it.each([
    [404, '<!doctype html><title>Not found</title>', /HTML: ".*"\. Check that baseUrl is the URL of its API\.$/],
    [200, '<!doctype html><title>A shop</title>', /instead of JSON\. Check that baseUrl is the URL of its API\.$/],
    [400, '<html>The plain HTTP request was sent to HTTPS port', /Set baseUrl to a URL that starts with https:\/\/\.$/],
    [503, '<html>Busy</html>', /HTML: "<html>Busy<\/html>"\.$/],
  ])('says what to check if a wrong host responds %i with %s', (status, body, message) => {
    expect(errorOf(status, body).message).toMatch(message);
  });

  it('reads the name of the invalid parameter', () => {
    expect(errorOf(400, failure('INVALID_PARAMETER', { details: { parameter: 'asin' } }))).toMatchObject({
      parameter: 'asin',
    });
  });

  it('reads the request id from the header when the body has none, and the usage', () => {
    expect(errorOf(500, 'x', { 'x-request-id': 'from-header' }).requestId).toBe('from-header');
    const billed = { ...failure('INTERNAL'), meta: { usage: { requests_consumed: 1, requests_remaining: 7 } } };
    expect(errorOf(500, billed)).toMatchObject({ billed: true, usage: { requests_consumed: 1 } });
  });

  it.each([
    ['an empty body', '', 'TransportError', true],
    ['HTML of a proxy', '<html><h1>Sign in to the Wi-Fi</h1></html>', 'TransportError', true],
    ['truncated JSON', JSON.stringify(envelope()).slice(0, 200), 'TransportError', true],
    ['JSON that is not an envelope', { message: 'hello' }, 'InternalError', false],
    ['an array', [], 'InternalError', false],
    ['null', 'null', 'InternalError', false],
    ['a found that is not a boolean', { found: 'yes' }, 'InternalError', false],
  ])('throws for a 200 with %s: %s', (_, body, name, retryable) => {
    const error = errorOf(200, body);
    expect(error).toMatchObject({ name, status: 500, retryable });
    expect(error.message).toMatch(/^the service responded 200 with .*baseUrl/);
  });

  it('throws the error of the code for a 200 with success: false; without a known code it is not retryable', () => {
    expect(errorOf(200, failure('UNAUTHORIZED'))).toMatchObject({ name: 'AuthenticationError', status: 401 });
    expect(errorOf(200, failure('CAPTCHA'))).toMatchObject({ name: 'BlockedError', status: 503, retryable: true });
    expect(errorOf(200, { ...envelope(), success: false })).toMatchObject({ name: 'InternalError', retryable: false });
    expect(errorOf(200, failure('OWN'))).toMatchObject({ name: 'InternalError', code: 'OWN', retryable: false });
  });

  it('reports a redirect as an invalid baseUrl, without its query', () => {
    const error = errorOf(302, '', { location: 'https://login.example.com/start?token=secret' });
    expect(error).toMatchObject({ name: 'BadRequestError', code: 'INVALID_CONFIGURATION', parameter: 'baseUrl' });
    expect(error.message).toContain('https://login.example.com/start. ');
    expect(error.message).not.toContain('secret');
  });

  it('never shows the key, even when the service repeats it', () => {
    for (const body of [`no such key: ${KEY}`, failure('UNAUTHORIZED', { message: `no such key: ${KEY}` }), KEY]) {
      for (const status of [200, 401, 500]) {
        const error = errorOf(status, body);
        expect(error.message).not.toContain(KEY);
        expect(JSON.stringify(error)).not.toContain(KEY);
      }
    }
    expect(errorOf(401, failure('UNAUTHORIZED', { message: `key ${KEY}` })).message).toBe('key [redacted]');
  });

  it('shows the key in no member of an error', () => {
    const error = { code: `NO_${KEY}`, message: 'no', details: { parameter: KEY } };
    for (const meta of [{ request_id: KEY }, {}]) {
      const refused = errorOf(400, JSON.stringify({ success: false, error, meta }), { 'x-request-id': KEY });
      expect(refused).toMatchObject({ code: 'NO_[redacted]', parameter: '[redacted]', requestId: '[redacted]' });
      expect(inspect(refused, { depth: 9, showHidden: true })).not.toContain(KEY);
    }
    expect(errorOf(301, '', { location: `https://other.test/${KEY}` }).message).not.toContain(KEY);
  });

  it('returns an envelope or throws a MarketplaceError for any response', () => {
    const body = fc.oneof(fc.string(), fc.json(), fc.constant(JSON.stringify(envelope())));
    const header = fc.oneof(fc.string(), fc.nat().map(String));
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), body, header, (status, text, retryAfter) => {
        try {
          expect(read(status, text, { 'retry-after': retryAfter })).toHaveProperty('found');
        } catch (error) {
          expect(error).toBeInstanceOf(MarketplaceError);
        }
      }),
    );
  });
});
