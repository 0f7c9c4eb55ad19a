import type { lookup as resolveAll } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMarketplace } from '../../src/entries/index.ts';
import { createLocalMarketplace, httpPages } from '../../src/entries/local.ts';
import { resolveOptions } from '../../src/marketplace/options.ts';
import { guardedLookup } from '../../src/sources/guard.ts';
import { Transport } from '../../src/sources/http/transport.ts';
import { ASIN, productPage } from '../local/pages.ts';
import { CERTIFICATE, PRIVATE_KEY } from './certificate.ts';
import { serve } from './server.ts';

/** An agent that connects to a port of this machine, whatever host is asked for. */
class LoopbackAgent extends Agent {
  readonly #port: number;
  readonly hosts: unknown[] = [];

  constructor(port: number) {
    super({ keepAlive: true });
    this.#port = port;
  }

  override createConnection(...[options, callback]: Parameters<Agent['createConnection']>) {
    const { host } = options as { host?: unknown };
    this.hosts.push(host);
    return super.createConnection({ ...options, host: '127.0.0.1', port: this.#port }, callback);
  }
}

async function startSite() {
  const versions: string[] = [];
  const server = createServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, ({ httpVersion }, response) => {
    versions.push(httpVersion);
    response.end(productPage());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, versions, [Symbol.asyncDispose]: async () => close() };
}

describe('an agent', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('carries the requests to the sites, and stays open', async () => {
    await using site = await startSite();
    const https = new LoopbackAgent(site.port);
    const destroy = vi.spyOn(https, 'destroy');
    const pages = httpPages({ agent: { https }, certificateAuthority: CERTIFICATE });
    await using marketplace = createLocalMarketplace({ pages, pace: { minGapMs: 0, jitterMs: 0 }, retries: 0 });
    for (const _ of [1, 2]) expect(await marketplace.product({ asin: ASIN })).toMatchObject({ found: true });
    await marketplace.close();
    expect([https.hosts, site.versions]).toEqual([['www.amazon.com'], ['1.1', '1.1']]);
    expect(destroy).not.toHaveBeenCalled();
    https.destroy();
  });

  it('is taken by both functions that create a marketplace', async () => {
    for (const create of [createMarketplace, createLocalMarketplace]) {
      const https = new LoopbackAgent(9);
      await using marketplace = create({ agent: { https }, retries: 0 });
      await expect(marketplace.product({ asin: ASIN })).rejects.toMatchObject({ name: 'TransportError' });
      expect(https.hosts).toEqual(['www.amazon.com']);
      https.destroy();
    }
  });

  it('carries the requests to a loopback URL', async () => {
    await using server = await serve((_, response) => response.end(productPage()));
    const http = new HttpAgent({ keepAlive: true });
    const createConnection = vi.spyOn(http, 'createConnection');
    await using marketplace = createMarketplace({ via: server.url, agent: { http } });
    expect(await marketplace.product({ asin: ASIN })).toMatchObject({ found: true });
    expect(createConnection).toHaveBeenCalledTimes(1);
    http.destroy();
  });

  it('of Node does not connect to a private address', async () => {
    const resolve = (_: string, __: unknown, callback: (error: null, found: object[]) => void) =>
      callback(null, [{ address: '10.0.0.1', family: 4 }]);
    const https = new Agent();
    const transport = new Transport({ agent: { https } }, guardedLookup(resolve as unknown as typeof resolveAll));
    const sent = transport.send({
      url: new URL('https://www.amazon.com/'),
      headers: {},
      signal: new AbortController().signal,
    });
    await expect(sent).rejects.toThrow('www.amazon.com resolves to the private address 10.0.0.1');
    transport.close();
    https.destroy();
  });

  it.each([
    [{ agent: { https: {} } }, 'agent.https', 'agent.https: an object is not valid: expected an Agent of node:https.'],
    [{ agent: { http: 5 } }, 'agent.http', 'agent.http: 5 is not valid: expected an Agent of node:http.'],
    [{ agent: { htps: 5 } }, 'agent.htps', 'agent.htps: is not an option of agent. Did you mean "https"?'],
    [{ agent: 5 }, 'agent', 'agent: 5 is not valid: expected an object.'],
    [
      { agent: {}, proxy: 'http://127.0.0.1:9' },
      'agent',
      'agent: cannot be used together with proxy. Set only one of them.',
    ],
    [
      { agent: {}, proxyShare: { share: 1, of: 2 } },
      'agent',
      'agent: cannot be used together with proxyShare. Set only one of them.',
    ],
  ])('is refused in %j', (options, parameter, message) => {
    for (const make of [createMarketplace, createLocalMarketplace, httpPages])
      expect(() => make(options as never)).toThrow(
        expect.objectContaining({ code: 'INVALID_CONFIGURATION', parameter, message }),
      );
  });

  it('replaces the proxies of the environment', () => {
    const agent = { https: new Agent() };
    const settings = resolveOptions({ agent }, { BUYBOX_PROXY: 'http://127.0.0.1:9', BUYBOX_PROXY_SHARE: '1/2' });
    expect(settings).toMatchObject({ agent });
    expect(settings).not.toHaveProperty('proxyShare');
    expect(settings.proxy).toBeUndefined();
  });
});
