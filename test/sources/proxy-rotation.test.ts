import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMarketplace, type MarketplaceEvent } from '../../src/entries/index.ts';
import { httpPages, type PageRequest } from '../../src/entries/local.ts';
import { ProxyFault } from '../../src/sources/proxies/proxy-fault.ts';
import { ProxyRotation } from '../../src/sources/proxies/proxy-rotation.ts';
import { ASIN, CAPTCHA_PAGE, productPage } from '../local/pages.ts';
import { CERTIFICATE } from './certificate.ts';
import { type Behaviour, closedPort, responds, startProxy, startRaw, works } from './proxy.ts';

const changes: unknown[] = [];
const request = (session: string): PageRequest => ({
  url: `https://www.amazon.com/dp/${ASIN}`,
  marketplace: 'us',
  language: 'en',
  attempt: 1,
  session,
  signal: new AbortController().signal,
  onProxy: (change) => changes.push(change),
});
const url = (port: number) => `http://user:geheim@127.0.0.1:${port}`;
const sourceOf = (...ports: number[]) => httpPages({ proxy: ports.map(url), certificateAuthority: CERTIFICATE });

/** Moves the monotonic clock. */
function later(ms: number): void {
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + ms);
}

afterEach(() => {
  vi.restoreAllMocks();
  changes.length = 0;
});

describe('a proxy that fails', () => {
  it.each<[string, string, () => Promise<{ port: number }>]>([
    ['refuses connections', 'unreachable', async () => ({ port: await closedPort() })],
    ['refuses the password', 'credentials', () => startProxy(() => responds('407 No'))],
    ['refuses to connect to the site', 'refused', () => startProxy(() => responds('502 Bad Gateway'))],
    ['ends the connection', 'broken', () => startRaw((socket) => socket.end())],
    ['sends something else', 'broken', () => startRaw((socket) => socket.end('SSH-2.0-OpenSSH\r\n'))],
    ['never responds', 'broken', () => startRaw(() => undefined)],
    [
      'sends data behind its response',
      'broken',
      () => startProxy(() => (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nextra')),
    ],
    [
      'ends the connection behind its response',
      'tunnel',
      () => startProxy(() => (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')),
    ],
  ])(
    'is taken out of rotation with an event if it %s, and the call uses the next one',
    async (fault, reason, start) => {
      const [bad, good] = [await start(), await startProxy()];
      const limit = fault === 'never responds' ? { connectTimeoutMs: 1_000 } : {};
      const pages = httpPages({ proxy: [bad.port, good.port].map(url), certificateAuthority: CERTIFICATE, ...limit });
      expect((await pages(request('us-1-1'))).status).toBe(200);
      const wait_ms = reason === 'credentials' ? 3_600_000 : 30_000;
      expect(changes).toEqual([{ proxy: `http://***@127.0.0.1:${bad.port}`, state: 'out', reason, wait_ms }]);
      // The session stays with the proxy that works, and new sessions do not try the other one.
      for (const session of ['us-1-1', 'us-2-1', 'us-3-1']) await pages(request(session));
      expect(changes).toHaveLength(1);
      await pages.close?.();
      await good[Symbol.asyncDispose]();
      if (Symbol.asyncDispose in bad) await (bad as AsyncDisposable)[Symbol.asyncDispose]();
    },
  );

  it('has its name shortened in its event', () => {
    const rotation = new ProxyRotation([`http://user:geheim@${'a'.repeat(400)}:8080`]);
    const change = rotation.fail(rotation.next(), new ProxyFault('unreachable', 'ENOTFOUND'));
    expect(change?.proxy).toMatch(/^http:\/\/\*\*\*@a+\.\.\.$/);
  });

  it('is tried by one call after its time, longer each time, and is back when it works', async () => {
    let behaviour: Behaviour = responds('503 Later');
    await using bad = await startProxy(() => behaviour);
    await using good = await startProxy();
    const pages = sourceOf(bad.port, good.port);
    const seen = () => [
      bad.asked.length,
      ...changes.splice(0).map((change) => Object.values(change as object).slice(1)),
    ];
    await pages(request('us-1-1'));
    expect(seen()).toEqual([1, ['out', 'refused', 30_000]]);
    later(29_000);
    await pages(request('us-1-1'));
    expect(seen()).toEqual([1]);
    later(1_001);
    await Promise.all(['us-1-1', 'us-1-1', 'us-1-1'].map((session) => pages(request(session))));
    expect(seen()).toEqual([2, ['out', 'refused', 60_000]]);
    later(60_001);
    behaviour = works;
    await pages(request('us-1-1'));
    expect(seen()).toEqual([3, ['back']]);
    await pages.close?.();
  });

  it('is out for ten minutes at most', () => {
    const rotation = new ProxyRotation(['http://a.test:1', 'http://b.test:1']);
    const first = rotation.next();
    const waits = Array.from({ length: 8 }, () => {
      later(600_001);
      rotation.take(first, new Set());
      return rotation.fail(first, new ProxyFault('unreachable', 'ECONNREFUSED'))?.wait_ms;
    });
    expect(waits).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000, 600_000]);
  });

  it('does not use up retries, and calls of many sessions report it once', async () => {
    const dead = await closedPort();
    await using good = await startProxy(undefined, { site: (_, response) => response.end(productPage()) });
    const events: MarketplaceEvent[] = [];
    await using marketplace = createMarketplace({
      backend: 'local',
      pages: sourceOf(dead, dead, good.port),
      pace: { minGapMs: 0, jitterMs: 0, concurrency: 9 },
      retries: 0,
      onEvent: (event) => events.push(event),
    });
    await Promise.all([1, 2, 3].map(() => marketplace.product({ asin: ASIN })));
    const proxies = events.filter(({ type }) => type === 'proxy');
    expect(proxies).toHaveLength(2);
    expect(proxies[0]).toMatchObject({ endpoint: 'product', proxy: `http://***@127.0.0.1:${dead}`, state: 'out' });
    expect(inspect(events, { depth: 9 })).not.toContain('geheim');
  });

  it('is not one whose page is a robot check', async () => {
    await using blocked = await startProxy(undefined, { site: (_, response) => response.end(CAPTCHA_PAGE) });
    const events: MarketplaceEvent[] = [];
    await using marketplace = createMarketplace({
      backend: 'local',
      pages: sourceOf(blocked.port),
      backoff: false,
      pace: { minGapMs: 0, jitterMs: 0 },
      retries: 1,
      onEvent: (event) => events.push(event),
    });
    await expect(marketplace.product({ asin: ASIN })).rejects.toMatchObject({ code: 'CAPTCHA' });
    expect(events.map(({ type }) => type)).toContain('blocked');
    expect(events.map(({ type }) => type)).not.toContain('proxy');
  });

  it('is tried again at once if it is the only one, and works as soon as it is back', async () => {
    let behaviour: Behaviour = responds('502 Bad Gateway');
    await using only = await startProxy(() => behaviour);
    const pages = sourceOf(only.port);
    await expect(pages(request('us-1-1'))).rejects.toMatchObject({
      name: 'TransportError',
      retryable: true,
      message: `proxy: "http://***@127.0.0.1:${only.port}" refused to connect to the site (status 502). Check that the proxy allows the site.`,
    });
    behaviour = works;
    expect((await pages(request('us-1-1'))).status).toBe(200);
    expect(changes).toMatchObject([{ state: 'out' }, { state: 'back' }]);
    await pages.close?.();
  });

  it('is not asked again with a wrong password, and the error names each proxy and its reason', async () => {
    const dead = await closedPort();
    await using wrong = await startProxy(() => responds('407 No'));
    const pages = sourceOf(wrong.port, dead);
    const error = await pages(request('us-1-1')).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'TransportError',
      retryable: true,
      message: `proxy: no proxy can be used: "http://***@127.0.0.1:${wrong.port}" refused the user name or the password (status 407); "http://***@127.0.0.1:${dead}" could not be reached (ECONNREFUSED). Check the option proxy.`,
    });
    await pages(request('us-1-1')).catch(() => undefined);
    expect(wrong.asked).toHaveLength(1);
    await pages.close?.();
    const alone = sourceOf(wrong.port);
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(alone(request('us-1-1'))).rejects.toMatchObject({ retryable: false });
    }
    expect(wrong.asked).toHaveLength(2);
    await alone.close?.();
  });

  it('that a function chose fails the attempt, and the function is asked again', async () => {
    const dead = await closedPort();
    await using good = await startProxy();
    const ports = [dead, good.port];
    const pages = httpPages({ proxy: () => url(ports.shift() ?? 1), certificateAuthority: CERTIFICATE });
    await expect(pages(request('us-1-1'))).rejects.toThrow(/could not be reached \(ECONNREFUSED\)/);
    expect((await pages(request('us-1-1'))).status).toBe(200);
    await pages.close?.();
  });

  it('stays in rotation when the call is aborted', async () => {
    await using slow = await startRaw(() => undefined);
    const pages = sourceOf(slow.port);
    const signal = AbortSignal.timeout(50);
    await expect(pages({ ...request('us-1-1'), signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(changes).toEqual([]);
    await pages.close?.();
  });
});
