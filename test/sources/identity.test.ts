import { afterEach, describe, expect, it, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { identityWarning } from '../../scripts/identity-age.ts';
import { BadRequestError, createMarketplace } from '../../src/entries/index.ts';
import { createLocalMarketplace, type HttpPagesOptions, httpPages } from '../../src/entries/local.ts';
import { IDENTITY_DATE, NAVIGATION, SCRIPT } from '../../src/sources/http/identity.ts';
import { ASIN, productPage } from '../local/pages.ts';
import { serve } from './server.ts';

/** Returns the headers of the requests of two calls, of which the second one has headers of its own. */
async function sentWith(options: HttpPagesOptions, callHeaders: Record<string, string> = {}) {
  await using server = await serve((_, response) => response.end(productPage()));
  await using marketplace = createLocalMarketplace({ pages: httpPages({ via: server.url, ...options }), retries: 0 });
  await marketplace.product({ asin: ASIN }, { headers: callHeaders });
  return server.requests[0]?.headers ?? {};
}

describe('the default identity', () => {
  it('has a warning at a release two years later, and none before', () => {
    const day = Date.parse(IDENTITY_DATE);
    expect(identityWarning(day + 729 * 86_400_000)).toBeUndefined();
    expect(identityWarning(day + 731 * 86_400_000)).toBe(
      `The browser identity is of ${IDENTITY_DATE}, more than two years ago. Set the version of a current browser, its hints and IDENTITY_DATE in src/sources/http/identity.ts.`,
    );
    expect(manifest.scripts['release:version']).toMatch(/ && node scripts\/identity-age\.ts$/);
  });

  it('is one browser in pages and fragments', () => {
    for (const name of ['user-agent', 'sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform'])
      expect(SCRIPT[name]).toBe(NAVIGATION[name]);
    const version = /Chrome\/(\d+)/.exec(NAVIGATION['user-agent'] ?? '')?.[1];
    for (const brand of ['Chromium', 'Google Chrome'])
      expect(NAVIGATION['sec-ch-ua']).toContain(`"${brand}";v="${version}"`);
  });
});

describe('userAgent and headers', () => {
  it('replace those of the browser, without hints that contradict them', async () => {
    const sent = await sentWith({ userAgent: 'my-program/1.0', headers: { 'X-Tenant': '7', Accept: 'text/html' } });
    expect(sent).toMatchObject({
      'user-agent': 'my-program/1.0',
      'x-tenant': '7',
      accept: 'text/html',
      'sec-fetch-mode': 'navigate',
      host: 'www.amazon.com',
    });
    expect(Object.keys(sent).filter((name) => name.startsWith('sec-ch-ua'))).toEqual([]);
  });

  it('leave the hints of the browser without another user-agent', async () => {
    const sent = await sentWith({ headers: { 'x-tenant': '7' } });
    expect(sent).toMatchObject({ 'x-tenant': '7', 'sec-ch-ua': NAVIGATION['sec-ch-ua'] });
  });

  it('can have hints of their own', async () => {
    const sent = await sentWith({ userAgent: 'one/1', headers: { 'sec-ch-ua': '"One";v="1"' } });
    expect(sent['sec-ch-ua']).toBe('"One";v="1"');
    expect(sent).not.toHaveProperty('sec-ch-ua-platform');
  });

  it('are replaced by the headers of a call', async () => {
    const sent = await sentWith(
      { userAgent: 'one/1', headers: { 'user-agent': 'two/2', 'x-a': '1', 'x-b': '1' } },
      { 'x-b': '2' },
    );
    expect(sent).toMatchObject({ 'user-agent': 'two/2', 'x-a': '1', 'x-b': '2' });
    const other = await sentWith({}, { 'user-agent': 'three/3' });
    expect(other['user-agent']).toBe('three/3');
    expect(other).not.toHaveProperty('sec-ch-ua');
  });

  it.each<[object, string, string | RegExp]>([
    [{ userAgent: '' }, 'userAgent', 'userAgent: "" is not valid: expected a string that is not empty.'],
    [{ userAgent: 5 }, 'userAgent', 'userAgent: 5 is not valid: expected a string that is not empty.'],
    [
      { userAgent: 'a\r\nhost: b' },
      'userAgent',
      /^userAgent: is not valid: expected a string of at most 4000 printable/,
    ],
    [{ headers: ['a'] }, 'headers', 'headers: is not valid: expected an object of names and values.'],
    [{ headers: { 'x-a': 'a\nb' } }, 'headers.x-a', /^headers\.x-a: is not valid: expected a string of at most/],
    [{ headers: { 'x a': 'b' } }, 'headers', /^headers: "x a" is not the name of a header/],
    ...['Host', 'Cookie', 'Content-Length', 'Connection', 'Accept-Encoding', 'Proxy-Authorization'].map(
      (name): [object, string, string] => [
        { headers: { [name]: 'geheim' } },
        `headers.${name.toLowerCase()}`,
        `headers.${name.toLowerCase()}: is set by the marketplace: expected another header. Leave it out.`,
      ],
    ),
  ])('refuse %j when the marketplace is made', (options, parameter, message) => {
    for (const make of [createMarketplace, createLocalMarketplace, httpPages]) {
      let error: unknown;
      try {
        make(options as never);
      } catch (reason) {
        error = reason;
      }
      expect(error).toBeInstanceOf(BadRequestError);
      expect(error).toMatchObject({ code: 'INVALID_CONFIGURATION', parameter });
      if (typeof message === 'string') expect((error as Error).message).toBe(message);
      else expect((error as Error).message).toMatch(message);
    }
  });
});

describe('BUYBOX_USER_AGENT and BUYBOX_HEADERS', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('set both', async () => {
    vi.stubEnv('BUYBOX_USER_AGENT', 'my-program/1.0');
    vi.stubEnv('BUYBOX_HEADERS', '{"x-tenant":"7"}');
    await using server = await serve((_, response) => response.end(productPage()));
    await using marketplace = createMarketplace({ via: server.url, retries: 0 });
    await marketplace.product({ asin: ASIN });
    expect(server.requests[0]?.headers).toMatchObject({ 'user-agent': 'my-program/1.0', 'x-tenant': '7' });
  });

  it('refuse a text that is not JSON, without showing it', () => {
    vi.stubEnv('BUYBOX_HEADERS', 'x-tenant: geheim');
    expect(() => createMarketplace()).toThrow(
      'BUYBOX_HEADERS: is not JSON: expected an object of names and values, as in {"x-tenant":"7"}.',
    );
  });
});
