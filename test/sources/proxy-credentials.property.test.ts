import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BadRequestError } from '../../src/entries/index.ts';
import { httpPages, type PageRequest } from '../../src/entries/local.ts';
import { isLong, runsOf } from '../runs.ts';
import { CERTIFICATE } from './certificate.ts';
import { startProxy, type TestProxy } from './proxy.ts';

const request = (): PageRequest => ({
  url: 'https://www.amazon.com/dp/B0TESTASIN',
  marketplace: 'us',
  language: 'en',
  attempt: 1,
  session: 'us-1-1',
  signal: new AbortController().signal,
});

let proxy: TestProxy;
beforeAll(async () => {
  proxy = await startProxy();
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
});

/** Returns the credentials that a proxy receives, or the error of a URL that is refused. */
async function sent(url: string): Promise<string | undefined | BadRequestError> {
  let pages: ReturnType<typeof httpPages>;
  try {
    pages = httpPages({ proxy: url, certificateAuthority: CERTIFICATE });
  } catch (error) {
    if (error instanceof BadRequestError) return error;
    throw error;
  }
  try {
    await pages(request());
    const { authorization } = proxy.asked.at(-1) ?? {};
    return authorization && Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
  } finally {
    await pages.close?.();
  }
}

/** Every ASCII character, and some that are longer in UTF-8 or UTF-16. */
const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const OTHERS = ['ä', 'ß', 'é', '\u0085', '\u00a0', '\u2028', '中', '\ufeff', '😀', '\ud800', '\udc00'];
/** The quick tests take two of the letters and digits, which are alike, and all other characters. */
const CHARACTERS = [...ASCII, ...OTHERS].filter((character) => isLong || !/[1-9B-Zb-z]/.test(character));
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

describe('credentials of a proxy', () => {
  it('arrive as they are when they are percent-encoded, or are refused when the setting is read', async () => {
    for (const [at, character] of CHARACTERS.entries()) {
      if (!character.isWellFormed()) continue;
      const pairs = [
        ['user', `ge${character}heim`],
        [`us${character}er`, 'geheim'],
      ] as const;
      // By day, each character has one of the places.
      for (const [user, password] of pairs.filter(
        (_, place) => isLong || character === ':' || (at + place) % 2 === 0,
      )) {
        const url = `http://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}`;
        const result = await sent(url);
        const isAllowed = !CONTROL.test(character) && !user.includes(':');
        if (isAllowed) expect(result).toBe(`${user}:${password}`);
        else expect(result).toMatchObject({ code: 'INVALID_CONFIGURATION', parameter: 'proxy' });
      }
    }
  });

  it('arrive as they were written when they are not encoded, or are refused without being shown', async () => {
    for (const character of CHARACTERS) {
      const [user, password] = ['nutzer', `ge${character}heim`];
      const result = await sent(`http://${user}:${password}@127.0.0.1:${proxy.port}`);
      if (result instanceof BadRequestError) {
        expect(result).toMatchObject({ code: 'INVALID_CONFIGURATION', parameter: 'proxy' });
        expect(result.message).not.toMatch(/heim|nutzer/);
      } else expect(result).toBe(`${user}:${password}`);
    }
  });

  it('are sent with an empty user name or password, and not at all without both', async () => {
    const host = `127.0.0.1:${proxy.port}`;
    expect(await sent(`http://user:@${host}`)).toBe('user:');
    expect(await sent(`http://user@${host}`)).toBe('user:');
    expect(await sent(`http://:geheim@${host}`)).toBe(':geheim');
    for (const none of [`http://@${host}`, `http://:@${host}`, `http://${host}/`, ` http://${host} `]) {
      expect(await sent(none)).toBeUndefined();
    }
  });

  it('hold for any text: exact, or refused without being shown', async () => {
    const unit = fc.oneof(fc.constantFrom(...'@:/#?%\\ [];,&=+\r\n\0'), fc.constantFrom(...ASCII, ...OTHERS));
    const text = fc.array(unit, { minLength: 1, maxLength: 12 }).map((units) => units.join(''));
    await fc.assert(
      fc.asyncProperty(text, text, fc.boolean(), async (user, password, isEncoded) => {
        fc.pre(!isEncoded || (user.isWellFormed() && password.isWellFormed()));
        const part = (value: string) => (isEncoded ? encodeURIComponent(`q9${value}9q`) : `q9${value}9q`);
        const result = await sent(`http://${part(user)}:${part(password)}@127.0.0.1:${proxy.port}`);
        if (!(result instanceof BadRequestError)) {
          const pair = `q9${user}9q:q9${password}9q`;
          // A "%" with two digits behind it is an encoding, whoever wrote it.
          expect([pair, decoded(pair)]).toContain(result);
        } else expect(result.message).not.toMatch(/q9|9q/);
      }),
      runsOf(300),
    );
  });

  it.each([
    ['http://user:geheim@proxy.test:0', /has the port 0/],
    ['http://user:geheim@proxy.test:99999', /is not a proxy URL/],
    ['http://us%3Aer:geheim@proxy.test:1', /has a ":" in its user name/],
    ['http://user:ge%00heim@proxy.test:1', /has a control character/],
    ['http://user:ge%0D%0Aheim@proxy.test:1', /has a control character/],
    ['http://user:ge\nheim@proxy.test:1', /has a control character/],
    ['http://user:ge\ud800heim@proxy.test:1', /half of a character/],
    ['http://user:ge%FFheim@proxy.test:1', /not percent-encoded/],
    ['socks4://user:geheim@proxy.test:1', /has a password, which SOCKS 4 does not have/],
    [`socks5://user:${'geheim'.repeat(43)}@proxy.test:1`, /longer than 255 bytes/],
    ['socks5://user:ge%00heim@proxy.test:1', /has a control character/],
    ['socks5h://user:geheim@proxy.test:0', /has the port 0/],
    ['socks5h://user:geheim@proxy.test:1/path', /has a path/],
    ['socks5h://user:geheim@:1080', /is not a proxy URL/],
    ['ftp://user:geheim@proxy.test:1', /has the protocol ftp:/],
    ['http://user:geheim@proxy.test:1/path', /has a path/],
    ['http://user:geheim@', /is not a proxy URL/],
  ])('%j is refused without its credentials', (url, message) => {
    let error: unknown;
    try {
      httpPages({ proxy: url });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: 'INVALID_CONFIGURATION', parameter: 'proxy' });
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toMatch(/heim|user(?!:| name| or)/);
  });

  it('reach proxies over TLS, and at IPv6 addresses', async () => {
    await using tls = await startProxy(undefined, { tls: true });
    await using ipv6 = await startProxy(undefined, { host: '::1' });
    for (const [other, url] of [
      [tls, `https://user:geheim@localhost:${tls.port}`],
      [tls, `https://user:geheim@127.0.0.1:${tls.port}`],
      [ipv6, `http://user:geheim@[::1]:${ipv6.port}`],
    ] as const) {
      const pages = httpPages({ proxy: url, certificateAuthority: CERTIFICATE });
      expect((await pages(request())).status).toBe(200);
      expect(other.asked.at(-1)).toEqual({
        target: 'www.amazon.com:443',
        authorization: `Basic ${btoa('user:geheim')}`,
      });
      await pages.close?.();
    }
  });
});

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
