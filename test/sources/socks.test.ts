import type { lookup as resolveAll } from 'node:dns';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMarketplace } from '../../src/entries/index.ts';
import { httpPages, type PageRequest } from '../../src/entries/local.ts';
import { guardedLookup, type Lookup } from '../../src/sources/guard.ts';
import { Transport } from '../../src/sources/http/transport.ts';
import { ASIN } from '../local/pages.ts';
import { CERTIFICATE } from './certificate.ts';
import { closedPort, startProxy } from './proxy.ts';
import { type SocksBehaviour, startSocks } from './socks-proxy.ts';

const changes: unknown[] = [];
const request = (session = 'us-1'): PageRequest => ({
  url: `https://www.amazon.com/dp/${ASIN}`,
  marketplace: 'us',
  language: 'en',
  attempt: 1,
  session,
  signal: new AbortController().signal,
  onProxy: (change) => changes.push(change),
});
const sourceOf = (proxy: string[], limit = {}) => httpPages({ proxy, certificateAuthority: CERTIFICATE, ...limit });

afterEach(() => {
  changes.length = 0;
});

/** Sends a request through a proxy, with a look-up that a test chooses. */
async function send(proxy: string, lookup: Lookup): Promise<number> {
  const transport = new Transport({ certificateAuthority: CERTIFICATE }, lookup);
  const agent = transport.tunnel(proxy);
  try {
    const url = new URL('https://www.amazon.com/');
    return (await transport.send({ url, headers: {}, agent, signal: new AbortController().signal })).status;
  } finally {
    agent.destroy();
    transport.close();
  }
}

/** A look-up that finds one address, and keeps what was asked for. */
function finding(address: string) {
  const asked: unknown[] = [];
  const lookup: Lookup = (hostname, { family }, callback) => {
    asked.push([hostname, family]);
    callback(null, address, 4);
  };
  return { asked, lookup };
}

describe('a SOCKS proxy', () => {
  it('is asked for the name of the site, and keeps its connection', async () => {
    await using proxy = await startSocks();
    const pages = sourceOf([`socks5h://127.0.0.1:${proxy.port}`]);
    for (const _ of [1, 2]) expect(await pages(request())).toMatchObject({ status: 200 });
    expect(proxy.asked).toEqual([{ version: 5, host: 'www.amazon.com', port: 443 }]);
    await pages.close?.();
  });

  it('gets the user name and the password', async () => {
    const credentials = { user: 'us@er:1', password: 'ge/heim%' };
    await using proxy = await startSocks({ credentials });
    const pages = sourceOf([`socks5h://us%40er%3A1:ge%2Fheim%25@127.0.0.1:${proxy.port}`]);
    expect((await pages(request())).status).toBe(200);
    expect(proxy.asked).toEqual([{ version: 5, host: 'www.amazon.com', port: 443, ...credentials }]);
    await pages.close?.();
  });

  it.each([
    ['socks5', 5, 0, '8.8.8.8'],
    ['socks4', 4, 4, '8.8.8.8'],
  ] as const)('with %s:// is asked for an address that was looked up', async (protocol, version, family, host) => {
    await using proxy = await startSocks();
    const { asked, lookup } = finding(host);
    expect(await send(`${protocol}://127.0.0.1:${proxy.port}`, lookup)).toBe(200);
    expect(asked).toEqual([['www.amazon.com', family]]);
    expect(proxy.asked).toMatchObject([{ version, host, port: 443 }]);
  });

  it('with socks4a:// is asked for the name of the site', async () => {
    await using proxy = await startSocks();
    const { asked, lookup } = finding('8.8.8.8');
    expect(await send(`socks4a://user@127.0.0.1:${proxy.port}`, lookup)).toBe(200);
    expect([asked, proxy.asked]).toEqual([[], [{ version: 4, host: 'www.amazon.com', port: 443, user: 'user' }]]);
  });

  it('with socks5:// is not asked for a private address', async () => {
    await using proxy = await startSocks();
    const resolve = (_: string, __: unknown, callback: (error: null, found: object[]) => void) =>
      callback(null, [{ address: '10.0.0.1', family: 4 }]);
    const lookup = guardedLookup(resolve as unknown as typeof resolveAll);
    await expect(send(`socks5://127.0.0.1:${proxy.port}`, lookup)).rejects.toThrow(
      'www.amazon.com resolves to the private address 10.0.0.1',
    );
    expect(proxy.asked).toEqual([]);
  });

  it.each<[string, string, SocksBehaviour]>([
    ['refuses the password', 'credentials', { credentials: { user: 'user', password: 'other' } }],
    ['refuses to connect to the site', 'refused', { status: 2 }],
    ['ends the connection', 'broken', { ends: true }],
    ['never responds', 'unreachable', { isSilent: true }],
  ])('that %s is out of rotation, and the call uses the next one', async (_, reason, behaviour) => {
    await using bad = await startSocks(behaviour);
    await using good = await startProxy();
    const limit = behaviour.isSilent ? { connectTimeoutMs: 1_000 } : {};
    const pages = sourceOf([`socks5h://user:geheim@127.0.0.1:${bad.port}`, `http://127.0.0.1:${good.port}`], limit);
    expect((await pages(request())).status).toBe(200);
    expect(changes).toMatchObject([{ proxy: `socks5h://***@127.0.0.1:${bad.port}`, state: 'out', reason }]);
    await pages(request('us-2'));
    expect(changes).toHaveLength(1);
    await pages.close?.();
  });

  it('that is dead is out of rotation, and the next SOCKS proxy is used', async () => {
    await using good = await startSocks();
    const dead = await closedPort();
    const pages = sourceOf([`socks5h://user:geheim@127.0.0.1:${dead}`, `socks5h://127.0.0.1:${good.port}`]);
    expect((await pages(request())).status).toBe(200);
    expect(changes).toMatchObject([{ state: 'out', reason: 'unreachable' }]);
    await pages.close?.();
  });

  it.each<[string, SocksBehaviour]>([
    ['refused the user name or the password (SOCKS authentication)', { credentials: { user: 'user', password: 'x' } }],
    ['refused to connect to the site (NotAllowed)', { status: 2 }],
    ['did not respond as a proxy does (ECONNRESET)', { ends: true }],
  ])('that %s has an error without its password', async (message, behaviour) => {
    await using proxy = await startSocks(behaviour);
    const events: unknown[] = [];
    await using marketplace = createMarketplace({
      backend: 'local',
      proxy: `socks5h://user:geheim@127.0.0.1:${proxy.port}`,
      retries: 0,
      onEvent: (event) => events.push(event),
    });
    const error = await marketplace.product({ asin: ASIN }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'TransportError' });
    expect(String(error)).toContain(`proxy: "socks5h://***@127.0.0.1:${proxy.port}" ${message}.`);
    expect(inspect([error, events], { depth: 9, showHidden: true })).not.toContain('geheim');
  });

  it('can be one of several in BUYBOX_PROXY', async () => {
    await using proxy = await startSocks({ status: 2 });
    vi.stubEnv('BUYBOX_PROXY', `http://127.0.0.1:${await closedPort()},socks5h://127.0.0.1:${proxy.port}`);
    try {
      await using marketplace = createMarketplace({ backend: 'local', retries: 0 });
      await expect(marketplace.product({ asin: ASIN })).rejects.toThrow('NotAllowed');
    } finally {
      vi.unstubAllEnvs();
    }
    expect(proxy.asked).toHaveLength(1);
  });
});
