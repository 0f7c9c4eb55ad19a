import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { BadRequestError } from '../../src/entries/index.ts';
import { type ListenOptions, listen } from '../../src/entries/service.ts';
import { fixturePages, marketplaceOf, setUpService } from './setup.ts';

const LANTERN = '/v1/product?asin=B0LANTERN1';

async function start(options: Parameters<typeof setUpService>[0] = {}, listening: ListenOptions = {}) {
  const setup = await setUpService(options);
  const server = await listen(setup.service, { port: 0, ...listening });
  return { ...setup, server, url: server.url, headers: { 'x-api-key': setup.key } };
}

/** Sends bytes, and returns everything that is received until the connection ends. */
function raw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

describe('the head of a request', () => {
  it.each([
    ['two hosts', 'Host: x\r\nHost: y', 'host: was sent twice: expected one.'],
    ['the same host twice', 'Host: x\r\nhost: x', 'host: was sent twice: expected one.'],
    ['no host', 'A: b', 'host: missing: expected the host of the service.'],
    ['an empty host', 'Host:', 'host: is not a host'],
    ['a host with a path', 'Host: x/y', 'host: is not a host'],
    ['a host with a user name', 'Host: x@y', 'host: is not a host'],
    ['a host with a comma', 'Host: x,y', 'host: is not a host'],
    ['a port that is too large', 'Host: x:99999', 'host: is not a host'],
    ['a host with a quote', 'Host: x"y', 'host: is not a host'],
    ['two keys', 'Host: x\r\nX-Api-Key: wrong', 'x-api-key: was sent twice: expected one.'],
    ['two Authorization headers', 'Host: x\r\nAuthorization: a\r\nAuthorization: b', 'authorization: was sent twice'],
    ['two idempotency keys', 'Host: x\r\nIdempotency-Key: a\r\nIdempotency-Key: b', 'idempotency-key: was sent twice'],
    ['two origins', 'Host: x\r\nOrigin: https://a.test\r\nOrigin: https://b.test', 'origin: was sent twice'],
    ['two content types', 'Host: x\r\nContent-Type: a/b\r\nContent-Type: c/d', 'content-type: was sent twice'],
    ['two lengths', 'Host: x\r\nContent-Length: 2\r\nContent-Length: 2', 'the request is not valid HTTP.'],
    ['a length and chunks', 'Host: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked', 'the request is not valid'],
    ['an unknown transfer encoding', 'Host: x\r\nTransfer-Encoding: xchunked', 'transfer-encoding: is not supported'],
    ['a folded header', 'Host: x\r\nA: b\r\n c', 'the request is not valid HTTP.'],
    ['a space before the colon', 'Host : x', 'the request is not valid HTTP.'],
    ['an escape character', 'Host: x\r\nX-Request-Id: \u001b[31m', 'the request is not valid HTTP.'],
  ])('is refused with %s', async (_, head, message) => {
    const { url, server, key, log } = await start();
    const response = await raw(url, `GET ${LANTERN} HTTP/1.1\r\n${head}\r\nX-Api-Key: ${key}\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1.1 400 /);
    const body = JSON.parse(response.slice(response.indexOf('\r\n\r\n')));
    expect(body).toMatchObject({ success: false, error: { code: 'INVALID_PARAMETER' } });
    expect(body.error.message).toContain(message);
    // After the end: a refused request is never a call as well.
    await server.close();
    expect(log).toMatchObject([{ status: 400, code: 'INVALID_PARAMETER', address: '127.0.0.1', key_id: undefined }]);
  });

  it.each(['http://other.test/v1/product', 'https://x/v1/product', '*', 'other.test:443'])(
    'is refused with the target %s',
    async (target) => {
      const { url, server, key } = await start();
      const response = await raw(url, `OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`);
      expect(response).toMatch(/^HTTP\/1.1 400 /);
      expect(response).not.toContain('other.test');
      await server.close();
    },
  );

  it.each(['x', 'x:8787', '127.0.0.1:8787', '[::1]:8787', 'buy_box-1.example.test'])(
    'is accepted with the host %s',
    async (host) => {
      const { url, server, key } = await start();
      const response = await raw(
        url,
        `GET ${LANTERN} HTTP/1.1\r\nHost: ${host}\r\nX-Api-Key: ${key}\r\nConnection: close\r\n\r\n`,
      );
      expect(response).toMatch(/^HTTP\/1.1 200 /);
      expect(response).toContain(`http://${host}/v1/product`);
      await server.close();
    },
  );

  it.each(['TRACE', 'HEAD', 'PROPFIND', 'DELETE'])('is refused with the method %s', async (method) => {
    const { url, server, key } = await start();
    const response = await raw(
      url,
      `${method} ${LANTERN} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\nConnection: close\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1.1 405 /);
    await server.close();
  });

  it('reaches no other server with the method CONNECT', async () => {
    const { url, server } = await start();
    expect(await raw(url, 'CONNECT other.test:443 HTTP/1.1\r\nHost: other.test:443\r\n\r\n')).not.toContain('200');
    await server.close();
  });
});

describe('listen', () => {
  it('serves HTTP, and returns the URL that was called', async () => {
    const { url, headers, server } = await start();
    const response = await fetch(`${url}${LANTERN}`, { headers });
    expect(await response.json()).toMatchObject({ found: true, meta: { request_url: `${url}${LANTERN}` } });
    await server.close();
  });

  it('limits wrong keys by the IP address of the connection', async () => {
    const { url, server } = await start({ wrongKeysPerMinute: 1 });
    const statuses = [];
    for (let call = 0; call < 2; call++) {
      statuses.push((await fetch(`${url}${LANTERN}`, { headers: { 'x-api-key': 'wrong' } })).status);
    }
    expect(statuses).toEqual([401, 429]);
    await server.close();
  });

  it('stops reading a body that is too long, even without a Content-Length header', async () => {
    const { url, headers, server } = await start({ maxBodyBytes: 1_000 });
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(900))),
    });
    const response = await fetch(`${url}/v1/scrape`, {
      method: 'POST',
      body: endless,
      headers: { ...headers, 'content-type': 'application/json' },
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: 'BODY_TOO_LARGE' } });
    await server.close();
  });

  it.each([
    ['too many headers', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    ['an invalid host', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400, 'INVALID_PARAMETER'],
    ['bytes that are not HTTP', 'hello\r\n\r\n', 400, 'INVALID_PARAMETER'],
    ['headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\n', 408, 'REQUEST_TIMEOUT'],
    [
      'a body that never arrives',
      'POST /v1/scrape HTTP/1.1\r\nHost: x\r\nX-Api-Key: KEY\r\n' +
        'Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
      408,
      'REQUEST_TIMEOUT',
    ],
  ])('refuses %s in the same form', async (_, bytes, status, code) => {
    const { url, server, key, log, send } = await start(
      {},
      status === 408 ? { headersTimeoutMs: 200, requestTimeoutMs: 400 } : {},
    );
    const response = await raw(url, bytes.replace('KEY', key));
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toMatchObject({
      success: false,
      error: { code },
      meta: { usage: { requests_consumed: 0 } },
    });
    expect(log).toContainEqual(expect.objectContaining({ status, code, endpoint: undefined, requests_consumed: 0 }));
    expect((await send('/metrics')).text).toContain(
      `buybox_requests_total{endpoint="none",status="${status}",code="${code}"} 1`,
    );
    await server.close();
  });

  it('aborts the call of a caller that disconnects, without a charge', async () => {
    const caller = new AbortController();
    const aborted = Promise.withResolvers<void>();
    const marketplace = marketplaceOf((_, options) => {
      const { promise, reject } = Promise.withResolvers<never>();
      options?.signal?.addEventListener('abort', () => {
        aborted.resolve();
        reject(options.signal?.reason);
      });
      caller.abort();
      return promise;
    });
    const { url, headers, server, store, id } = await start({ marketplace });
    await expect(fetch(`${url}${LANTERN}`, { headers, signal: caller.signal })).rejects.toThrow();
    await aborted.promise;
    await expect
      .poll(async () => (await store.recentRequests({ limit: 1 })).requests)
      .toMatchObject([{ code: 'CALLER_LEFT' }]);
    expect(await store.ledger.remaining(id)).toBe(100);
    await server.close();
  });

  it('finishes running calls when it is closed, and accepts no new ones', async () => {
    const inner = fixturePages();
    const [called, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const marketplace = marketplaceOf(async (params, options) => {
      called.resolve();
      await release.promise;
      return inner.product(params, options);
    });
    const { url, headers, server } = await start({ marketplace });
    const running = fetch(`${url}${LANTERN}`, { headers });
    await called.promise;
    const closed = server.close();
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    release.resolve();
    expect((await running).status).toBe(200);
    await closed;
  });

  it('does not wait for idle connections when it is closed', async () => {
    // They could stay for longer than a test may take.
    const stay = { graceMs: 600_000, headersTimeoutMs: 600_000, requestTimeoutMs: 600_000 };
    const { url, headers, server } = await start({}, stay);
    const { hostname, port } = new URL(url);
    const idle = connect(Number(port), hostname);
    await once(idle, 'connect');
    await (await fetch(`${url}${LANTERN}`, { headers })).text();
    await server.close();
    idle.destroy();
  });

  it('aborts calls that run longer than graceMs when it is closed', async () => {
    const called = Promise.withResolvers<void>();
    const marketplace = marketplaceOf(() => {
      called.resolve();
      return new Promise(() => undefined);
    });
    const { url, headers, server, store, id } = await start({ marketplace }, { graceMs: 100 });
    const running = fetch(`${url}${LANTERN}`, { headers }).catch(() => 'disconnected');
    await called.promise;
    await server.close();
    expect(await running).toBe('disconnected');
    expect((await store.recentRequests({ limit: 1 })).requests).toMatchObject([{ code: 'CALLER_LEFT', consumed: 0 }]);
    expect(await store.ledger.remaining(id)).toBe(100);
  });

  it('names a port that is in use', async () => {
    const { url, service, server } = await start();
    const { port } = new URL(url);
    const refused = listen(service, { port: Number(port) });
    await expect(refused).rejects.toBeInstanceOf(BadRequestError);
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION', parameter: 'port' });
    await expect(refused).rejects.toThrow(`port: ${port} is in use on 127.0.0.1: expected a free port. Choose another`);
    await server.close();
  });
});
