import { describe, expect, it } from 'vitest';
import { allowedUrl, publicLookup } from '../../src/sources/guard.ts';

describe('the guard of requests', () => {
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
    'https://www.amazon.de:8443/',
    'https://user@www.amazon.de/',
    'https://10.0.0.1/',
  ])('rejects %s', (url) =>
    expect(() => allowedUrl(url, 'https://www.amazon.com/')).toThrow(/outside the operator's sites/),
  );
});
