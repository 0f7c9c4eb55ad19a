import { describe, expect, it } from 'vitest';
import { allowedUrl, isPrivateAddress, publicLookup } from '../../../src/local/http/guard.ts';

describe('the guard of requests', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
  ])('treats %s as private', (address) => expect(isPrivateAddress(address)).toBe(true));

  it.each(['52.94.236.248', '8.8.8.8', '172.32.0.1', '2600:9000::1', '::ffff:8.8.8.8'])(
    'treats %s as public',
    (address) => expect(isPrivateAddress(address)).toBe(false),
  );

  it('rejects a host name that resolves to a private address', async () => {
    const outcome = await new Promise((resolve) => publicLookup('localhost', {}, (error) => resolve(error)));
    expect(outcome).toMatchObject({ message: expect.stringContaining('private address') });
  });

  it.each([
    'https://www.amazon.com/dp/B0',
    'https://amazon.co.jp/',
    'https://m.amazon.de/',
    'https://amzn.eu/d/x',
    'https://a.co/d/x',
  ])('allows %s', (url) => {
    expect(allowedUrl(url, 'https://www.amazon.com/').href).toBe(new URL(url).href);
  });

  it.each([
    'https://notamazon.it/',
    'https://amazon.evil.com/',
    'https://www.amazon.com.evil.com/',
    'https://aws.amazon.com/',
    'http://www.amazon.de/',
    'ftp://www.amazon.de/',
  ])('rejects %s', (url) =>
    expect(() => allowedUrl(url, 'https://www.amazon.com/')).toThrow(/outside the operator's sites/),
  );
});
