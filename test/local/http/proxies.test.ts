import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createMarketplace } from '../../../src/index.ts';
import { proxyOf, sessionCountOf } from '../../../src/local/http/proxies.ts';
import { httpPages, type PageRequest } from '../../../src/local.ts';
import { ASIN } from '../pages.ts';

const request = (session: string, attempt = 1): PageRequest => ({
  url: `https://www.amazon.com/dp/${ASIN}`,
  marketplace: 'us',
  language: 'en',
  attempt,
  session,
  signal: AbortSignal.timeout(5_000),
});

/** A proxy that records its CONNECT requests and refuses them. */
async function startProxy() {
  const asked: { target: string; authorization: string | undefined }[] = [];
  const server = createServer();
  server.on('connect', ({ url, headers }, socket) => {
    asked.push({ target: String(url), authorization: headers['proxy-authorization'] });
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { asked, port, [Symbol.dispose]: () => server.close() };
}

describe('proxies', () => {
  it('tunnels through the proxy with its credentials, and keeps them out of errors', async () => {
    using proxy = await startProxy();
    const url = `http://user:geheim@127.0.0.1:${proxy.port}`;
    const events: unknown[] = [];
    await using marketplace = createMarketplace({
      backend: 'local',
      proxy: url,
      retries: 0,
      onEvent: (event) => events.push(event),
    });
    const error = await marketplace.product({ asin: ASIN }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'BLOCKED' });
    expect(proxy.asked).toEqual([{ target: 'www.amazon.com:443', authorization: `Basic ${btoa('user:geheim')}` }]);
    const { inspect } = await import('node:util');
    for (const seen of [inspect(error, { depth: 9, showHidden: true }), inspect(events, { depth: 9 })]) {
      expect(seen).not.toContain('geheim');
      expect(seen).not.toContain(btoa('user:geheim'));
    }
  });

  it('reads the proxy from the environment if the option is not set', async () => {
    using proxy = await startProxy();
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
    using first = await startProxy();
    using second = await startProxy();
    const pages = httpPages({ proxy: [`http://127.0.0.1:${first.port}`, `http://127.0.0.1:${second.port}`] });
    expect(pages.sessionCount).toBe(2);
    for (const session of ['us-1-1', 'us-2-1', 'us-1-1', 'us-2-1', 'us-1-1'])
      await pages(request(session)).catch(() => undefined);
    expect([first.asked.length, second.asked.length]).toEqual([3, 2]);
    await pages.close?.();
  });

  it('calls a function once per session, with the attempt', () => {
    const attempts: number[] = [];
    const proxy = (attempt: number) => {
      attempts.push(attempt);
      return 'http://127.0.0.1:1';
    };
    expect(proxyOf(proxy, 0, 3)).toBe('http://127.0.0.1:1');
    expect(attempts).toEqual([3]);
    expect(sessionCountOf(proxy)).toBe(1);
  });

  it.each([
    [[''], 'proxy[0]'],
    ['nowhere', 'proxy'],
    ['socks5://127.0.0.1:1', 'proxy'],
    [[], 'proxy'],
  ])('refuses %j', (proxy, parameter) => {
    expect(() => httpPages({ proxy })).toThrow(expect.objectContaining({ parameter, code: 'INVALID_CONFIGURATION' }));
  });
});
