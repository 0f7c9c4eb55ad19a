import { describe, expect, it } from 'vitest';
import { connectionFailure } from '../../src/remote/connection-failure.ts';

const KEY = 'sk-test-0123456789';
const ORIGIN = 'https://api.example.com';

const failureOf = (message: string, code?: string) =>
  connectionFailure(Object.assign(new Error(message), code === undefined ? {} : { code }), ORIGIN, KEY);

describe('the error of a request that got no response', () => {
  it.each([
    [
      'getaddrinfo ENOTFOUND api.example.com',
      'ENOTFOUND',
      /: its host name was not found \(ENOTFOUND\)\. Check the host/,
      true,
    ],
    ['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS\.$/, false],
    ['unable to verify the first certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS\.$/, false],
    ['read ECONNRESET', 'ECONNRESET', /: the connection was closed \(ECONNRESET\)\.$/, true],
    [
      'write EPROTO: alert handshake failure\n',
      'EPROTO',
      /: write EPROTO: alert handshake failure \(EPROTO\)\.$/,
      true,
    ],
    ['something else.', undefined, /: something else\.$/, true],
  ])('says what to check for "%s"', (message, code, expected, retryable) => {
    const error = failureOf(message, code);
    expect(error.message).toMatch(expected);
    expect(error).toMatchObject({ name: 'TransportError', retryable, cause: { message: message.trim() } });
    expect((error.cause as { code?: string }).code).toBe(code);
  });

  it('does not contain the key', () => {
    const error = failureOf(`wrong header x-api-key: ${KEY}`, 'ERR_INVALID_CHAR');
    expect([error.message, String(error.cause)].join()).not.toContain(KEY);
  });
});
