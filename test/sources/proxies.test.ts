import { Agent } from 'node:https';
import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { BadRequestError, createMarketplace } from '../../src/entries/index.ts';
import { createLocalMarketplace, httpPages, type PageRequest } from '../../src/entries/local.ts';
import { resolveOptions } from '../../src/marketplace/options.ts';
import { chosenProxy, sessionCountOf } from '../../src/sources/proxies/proxies.ts';
import { ASIN } from '../local/pages.ts';
import { CERTIFICATE } from './certificate.ts';
import { responds, startProxy, startRaw } from './proxy.ts';

const request = (session: string, attempt = 1): PageRequest => ({
  url: `https://www.amazon.com/dp/${ASIN}`,
  marketplace: 'us',
  language: 'en',
  attempt,
  session,
  signal: new AbortController().signal,
});

describe('proxies', () => {
  it('tunnels through the proxy with its credentials, and keeps them out of errors', async () => {
    await using proxy = await startProxy(() => responds('403 Forbidden'));
    const url = `http://user:geheim@127.0.0.1:${proxy.port}`;
    const events: unknown[] = [];
    await using marketplace = createMarketplace({
      backend: 'local',
      proxy: url,
      retries: 0,
      onEvent: (event) => events.push(event),
    });
    const error = await marketplace.product({ asin: ASIN }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'TransportError',
      message: `proxy: "http://***@127.0.0.1:${proxy.port}" refused to connect to the site (status 403). Check that the proxy allows the site.`,
    });
    expect(proxy.asked).toEqual([{ target: 'www.amazon.com:443', authorization: `Basic ${btoa('user:geheim')}` }]);
    for (const seen of [inspect(error, { depth: 9, showHidden: true }), inspect(events, { depth: 9 })]) {
      expect(seen).not.toContain('geheim');
      expect(seen).not.toContain(btoa('user:geheim'));
    }
  });

  it('says that the proxy refused the password, without the password', async () => {
    await using proxy = await startProxy(() => responds('407 Proxy Authentication Required'));
    await using marketplace = createMarketplace({
      backend: 'local',
      proxy: `http://user:geheim@127.0.0.1:${proxy.port}`,
      retries: 0,
    });
    const error = await marketplace.product({ asin: ASIN }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'TransportError',
      message: `proxy: "http://***@127.0.0.1:${proxy.port}" refused the user name or the password (status 407). Check both in the option proxy.`,
    });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('geheim');
  });

  it('decodes the credentials of the URL', async () => {
    await using proxy = await startProxy(() => responds('403 Forbidden'));
    const url = `http://us%40er:p%25%3A%2F@127.0.0.1:${proxy.port}`;
    await using marketplace = createMarketplace({ backend: 'local', proxy: url, retries: 0 });
    await marketplace.product({ asin: ASIN }).catch(() => undefined);
    expect(proxy.asked[0]?.authorization).toBe(`Basic ${btoa('us@er:p%:/')}`);
  });

  it('asks the proxy to keep the connection', async () => {
    const heads: string[] = [];
    await using proxy = await startRaw((socket) => {
      socket.once('data', (head) => {
        heads.push(String(head));
        socket.destroy();
      });
    });
    const pages = httpPages({ proxy: `http://127.0.0.1:${proxy.port}` });
    await expect(pages(request('a'))).rejects.toThrow('did not respond as a proxy does');
    await pages.close?.();
    expect(heads[0]).toMatch(/^connection: keep-alive\r$/im);
  });

  it('reads the proxy from the environment if the option is not set', async () => {
    await using proxy = await startProxy(() => responds('403 Forbidden'));
    process.env.BUYBOX_PROXY = `http://127.0.0.1:${proxy.port}`;
    try {
      await using marketplace = createMarketplace({ backend: 'local', retries: 0 });
      await marketplace.product({ asin: ASIN }).catch(() => undefined);
    } finally {
      delete process.env.BUYBOX_PROXY;
    }
    expect(proxy.asked).toHaveLength(1);
  });

  it('uses one proxy per session, several in turn', async () => {
    await using first = await startProxy();
    await using second = await startProxy();
    const proxy = [`http://127.0.0.1:${first.port}`, `http://127.0.0.1:${second.port}`];
    const pages = httpPages({ proxy, certificateAuthority: CERTIFICATE });
    expect(pages.sessionCount).toBe(2);
    for (const session of ['us-1-1', 'us-2-1', 'us-3-1', 'us-2-1', 'us-1-1']) await pages(request(session));
    // A session keeps its connection.
    expect([first.asked.length, second.asked.length]).toEqual([2, 1]);
    await pages.close?.();
  });

  it('calls a function once per session, with the attempt', () => {
    const attempts: number[] = [];
    const proxy = (attempt: number) => {
      attempts.push(attempt);
      return 'http://127.0.0.1:1';
    };
    expect(chosenProxy(proxy, 3)).toBe('http://127.0.0.1:1');
    expect(attempts).toEqual([3]);
    expect(sessionCountOf(proxy)).toBe(1);
  });

  it.each([
    [
      'http://user:100%@proxy.test:1',
      'proxy',
      /"http:\/\/\*\*\*@proxy\.test:1" has a "%" .* not percent-encoded: expected "%25"\.$/,
    ],
    [
      'proxy.test:8080:user:geheim',
      'proxy',
      /"\*\*\*" is not a proxy URL: it has no protocol: expected a URL such as "http:\/\/user:password@/,
    ],
    ['user:geheim:proxy.test:8080', 'proxy', /"\*\*\*" is not a proxy URL: it has no protocol/],
    ['proxy.test:8080', 'proxy', /"proxy\.test:8080" is not a proxy URL: it has no protocol/],
    ['http://proxy.test:8080:user:geheim', 'proxy', /"http:\/\/\*\*\*" is not a proxy URL/],
    ['http://user:ge/heim@proxy.test:1', 'proxy', /Percent-encode special characters of the password\.$/],
    [
      'socks6://user:geheim@proxy.test:1',
      'proxy',
      /"socks6:\/\/\*\*\*@proxy\.test:1" has the protocol socks6:\/\/: expected http:\/\/, https:\/\/, socks5:\/\//,
    ],
    [
      'http://proxy.test:1/?apikey=geheim',
      'proxy',
      /"http:\/\/proxy\.test:1\/\*\*\*" has a path, a query or a fragment/,
    ],
    ['http://proxy.test:1/geheim', 'proxy', /has a path, a query or a fragment: expected only a host and a port/],
    ['nowhere', 'proxy', /is not a proxy URL/],
    [['http://proxy.test:1', ''], 'proxy[1]', /is not a proxy URL/],
    [['http://proxy.test:1', 5], 'proxy[1]', /^proxy\[1\]: 5 is not a proxy URL: expected a string/],
    [[], 'proxy', /the list is empty/],
    [{}, 'proxy', /^proxy: an object is not a proxy URL/],
  ])('refuses %j when the page source is made, without the password', (proxy, parameter, message) => {
    for (const make of [
      () => httpPages({ proxy: proxy as never }),
      () => createMarketplace({ proxy: proxy as never }),
      () => createLocalMarketplace({ proxy: proxy as never }),
    ]) {
      const error = errorOf(make);
      expect(error).toMatchObject({ parameter, code: 'INVALID_CONFIGURATION' });
      expect(error.message).toMatch(message);
      expect(error.message).not.toContain('heim');
    }
  });

  it('refuses an invalid variable by its name', () => {
    vi.stubEnv('BUYBOX_PROXY', 'http://proxy.test:1,http://user:100%@proxy.test:2');
    try {
      expect(errorOf(() => createMarketplace()).message).toMatch(
        /^BUYBOX_PROXY\[1\]: "http:\/\/\*\*\*@proxy\.test:2" has a "%"/,
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it.each<[string, unknown, RegExp]>([
    ['an invalid URL', () => 'http://user:100%@proxy.test:1', /^proxy: "http:\/\/\*\*\*@proxy\.test:1" has a "%"/],
    ['nothing', () => undefined, /^proxy: undefined is not a proxy URL: expected a string/],
    ['a promise', async () => 'http://user:geheim@proxy.test:1', /^proxy: an object is not a proxy URL/],
  ])('refuses %s from a function, for the attempt', async (_, proxy, message) => {
    await using marketplace = createMarketplace({ backend: 'local', proxy: proxy as never, retries: 0 });
    const error = await marketplace.product({ asin: ASIN }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'INVALID_CONFIGURATION', parameter: 'proxy' });
    expect((error as Error).message).toMatch(message);
  });

  it('hides the error of a function that throws, which can contain the URL', async () => {
    const proxy = () => new URL('user:geheim@:x').href.concat(new URL('//user:geheim').href);
    await using marketplace = createMarketplace({ backend: 'local', proxy, retries: 0 });
    const error = await marketplace.product({ asin: ASIN }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'TransportError',
      message: 'proxy: the function failed (TypeError ERR_INVALID_URL).',
    });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('geheim');
  });

  it('refuses an async function, and its own failure does not end the process', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const proxy = (async () => Promise.reject(new Error('geheim'))) as never;
    await using marketplace = createMarketplace({ backend: 'local', proxy, retries: 0 });
    await expect(marketplace.product({ asin: ASIN })).rejects.toMatchObject({ parameter: 'proxy' });
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('a share of the proxies', () => {
  it('has the proxies that no other process has, and together the processes have all', async () => {
    const proxies = [await startProxy(), await startProxy(), await startProxy()];
    const proxy = proxies.map(({ port }) => `http://127.0.0.1:${port}`);
    const asked = () => proxies.map((each) => each.asked.length);
    const sources = [1, 2].map((share) =>
      httpPages({ proxy, proxyShare: { share, of: 2 }, certificateAuthority: CERTIFICATE }),
    );
    expect(sources.map(({ sessionCount }) => sessionCount)).toEqual([2, 1]);
    for (const session of ['us-1-1', 'us-2-1', 'us-3-1']) await sources[1]?.(request(session));
    expect(asked()).toEqual([0, 3, 0]);
    for (const session of ['us-1-1', 'us-2-1']) await sources[0]?.(request(session));
    expect(asked()).toEqual([1, 3, 1]);
    for (const source of sources) await source.close?.();
    for (const each of proxies) await each[Symbol.asyncDispose]();
  });

  it('can be set in the environment, and is used by every backend of pages', async () => {
    await using proxy = await startProxy(() => responds('403 Forbidden'));
    vi.stubEnv('BUYBOX_PROXY', `http://127.0.0.1:9,http://127.0.0.1:${proxy.port}`);
    vi.stubEnv('BUYBOX_PROXY_SHARE', '2/2');
    try {
      await using marketplace = createMarketplace({ backend: 'local', retries: 0 });
      const error = await marketplace.product({ asin: ASIN }).catch((reason: unknown) => reason);
      expect(String(error)).toContain(`127.0.0.1:${proxy.port}" refused`);
      expect(String(error)).not.toContain(':9"');
      expect(() => createLocalMarketplace({ proxy: 'http://a.test:1', proxyShare: { share: 1, of: 2 } })).toThrow();
    } finally {
      vi.unstubAllEnvs();
    }
  });

  const three = ['http://a.test:1', 'http://b.test:1', 'http://c.test:1'];
  it.each<[unknown, unknown, string, RegExp]>([
    [
      three,
      { share: 2, of: 8 },
      'proxyShare',
      /^proxyShare: 8 processes cannot share 3 proxies: expected a list of at/,
    ],
    [undefined, { share: 1, of: 2 }, 'proxyShare', /^proxyShare: 2 processes cannot share 0 proxies/],
    [() => 'http://a.test:1', { share: 1, of: 1 }, 'proxyShare', /^proxyShare: 1 processes cannot share 0 proxies/],
    [three, { share: 0, of: 2 }, 'proxyShare.share', /^proxyShare.share: 0 is not valid: expected a whole number of 1/],
    [three, { share: 1.5, of: 2 }, 'proxyShare.share', /1.5 is not valid: expected a whole number of 1 or more/],
    [three, { share: 3, of: 2 }, 'proxyShare', /has share 3 and of 2: expected, for example, { share: 2, of: 8 }/],
    [three, { share: 1 }, 'proxyShare', /has share 1 and of undefined/],
    [three, { share: 1, off: 2 }, 'proxyShare.off', /is not an option of proxyShare. Did you mean "of"/],
    [three, 2, 'proxyShare', /2 is not valid: expected an object/],
  ])('of %j refuses %j when the page source is made', (proxy, proxyShare, parameter, message) => {
    for (const make of [httpPages, createMarketplace, createLocalMarketplace] as ((options: object) => unknown)[]) {
      const error = errorOf(() => make({ proxy, proxyShare }));
      expect(error).toMatchObject({ parameter, code: 'INVALID_CONFIGURATION' });
      expect(error.message).toMatch(message);
    }
  });

  it('of the environment is not used with an agent', () => {
    const agent = { https: new Agent() };
    expect(resolveOptions({ agent }, { BUYBOX_PROXY_SHARE: '2/8' })).toMatchObject({ agent });
  });
});

function errorOf(run: () => unknown): BadRequestError {
  try {
    run();
  } catch (error) {
    if (error instanceof BadRequestError) return error;
    throw error;
  }
  throw new Error('accepted');
}
