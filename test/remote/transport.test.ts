import { gzipSync } from 'node:zlib';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRemoteMarketplace, fetchTransport, type Transport, TransportError } from '../../src/entries/remote.ts';
import { ASIN, envelope, KEY, type Reply, serviceOf } from './service.ts';
import { TRANSPORTS } from './transports.ts';

const params = { asin: ASIN };
const MAX_BYTES = 10_000;
const body = JSON.stringify(envelope());

/** Sends zeros without an end, and counts the bytes. */
function endless(headers: Record<string, string> = {}) {
  const sent = { bytes: 0, isClosed: false };
  const reply: Reply = (_, response) => {
    const chunk = Buffer.alloc(1_000, '0');
    const send = () => {
      while (!sent.isClosed && response.write(chunk)) sent.bytes += chunk.length;
    };
    response.on('drain', send).on('close', () => {
      sent.isClosed = true;
    });
    response.writeHead(200, headers);
    send();
  };
  return { sent, reply };
}

describe.each(TRANSPORTS)('a response over %s', (_, transport) => {
  it.each(['gzip', 'identity'])('is decompressed: %s', async (encoding) => {
    const reply: Reply = (_, response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.end(encoding === 'gzip' ? gzipSync(body) : body);
    };
    await using service = await serviceOf(reply, transport());
    expect(await service.marketplace.product(params)).toEqual(envelope());
  });

  it('may have exactly maxBytes bytes', async () => {
    await using service = await serviceOf({ body }, { ...transport(), maxBytes: Buffer.byteLength(body) });
    expect((await service.marketplace.product(params)).found).toBe(true);
  });

  it('that says that it is too large is not read, and not requested again', async () => {
    const { sent, reply } = endless({ 'content-length': '1000000000' });
    await using service = await serviceOf(reply, { ...transport(), maxBytes: MAX_BYTES, retries: 2 });
    const error = await service.marketplace.product(params).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({
      message: `${service.baseUrl} returned more than ${MAX_BYTES} bytes (maxBytes).`,
      retryable: false,
    });
    await expect.poll(() => sent.isClosed).toBe(true);
    expect(service.asked).toHaveLength(1);
  });

  it('is read up to maxBytes', async () => {
    const { sent, reply } = endless();
    await using service = await serviceOf(reply, { ...transport(), maxBytes: MAX_BYTES });
    await expect(service.marketplace.product(params)).rejects.toMatchObject({
      message: `${service.baseUrl} returned more than ${MAX_BYTES} bytes (maxBytes).`,
      retryable: false,
    });
    await expect.poll(() => sent.isClosed).toBe(true);
  });

  it('is decompressed up to maxBytes', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000, '0'));
    const reply: Reply = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    await using service = await serviceOf(reply, { ...transport(), maxBytes: MAX_BYTES });
    await expect(service.marketplace.product(params)).rejects.toMatchObject({
      message: `the response body is larger than ${MAX_BYTES} bytes when decompressed (maxBytes).`,
      retryable: false,
    });
  });

  it('that never comes ends with the time of the call, and closes its connection', async () => {
    await using service = await serviceOf(() => undefined, transport());
    await expect(service.marketplace.product(params, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    await expect.poll(() => service.openSockets()).toBe(0);
  });

  it('that stops in its body ends with the abort of the call, with its reason', async () => {
    const controller = new AbortController();
    const reply: Reply = (_, response) => {
      response.writeHead(200, { 'content-length': '2000' }).write('{"success": tr', () => controller.abort('enough'));
    };
    await using service = await serviceOf(reply, transport());
    await expect(service.marketplace.product(params, { signal: controller.signal })).rejects.toBe('enough');
    await expect.poll(() => service.openSockets()).toBe(0);
  });

  it('of msw is read', async () => {
    const mocks = setupServer(http.get('https://api.example.test/v1/product', () => HttpResponse.json(envelope())));
    mocks.listen();
    onTestFinished(() => mocks.close());
    await using marketplace = createRemoteMarketplace({
      baseUrl: 'https://api.example.test',
      apiKey: KEY,
      ...transport(),
    });
    expect(await marketplace.product(params)).toEqual(envelope());
  });
});

describe('fetchTransport', () => {
  it('calls the function of its option, without following redirects', async () => {
    const asked: [string, RequestInit][] = [];
    const fetch = async (url: string, init: RequestInit) => {
      asked.push([url, init]);
      return Response.json(envelope());
    };
    const transport = fetchTransport({ fetch });
    await using marketplace = createRemoteMarketplace({ baseUrl: 'https://api.example.test', apiKey: KEY, transport });
    await marketplace.product(params);
    expect(asked).toMatchObject([
      [
        `https://api.example.test/v1/product?asin=${ASIN}&marketplace=us&language=en`,
        { method: 'GET', redirect: 'manual', headers: { 'x-api-key': KEY } },
      ],
    ]);
  });

  it('reports a redirect that a browser hides', async () => {
    // As a browser returns it: `new Response` refuses the status 0.
    const hidden = Object.create(Response.error(), { type: { value: 'opaqueredirect' } }) as Response;
    Object.defineProperties(hidden, { status: { value: 0 }, headers: { value: new Headers() }, body: { value: null } });
    const transport = fetchTransport({ fetch: async () => hidden });
    await using marketplace = createRemoteMarketplace({ baseUrl: 'https://api.example.test', apiKey: KEY, transport });
    await expect(marketplace.product(params)).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      parameter: 'baseUrl',
      message: expect.stringContaining('the service responded with a redirect to an address that the browser hides.'),
    });
  });

  it.each([
    [{ fetch: 5 }, 'fetch: 5 is not valid: expected a function.'],
    [{ fetsh: fetch }, 'fetsh: is not an option of fetchTransport. Did you mean "fetch"?'],
  ])('refuses invalid options: %o', (options, message) => {
    expect(() => fetchTransport(options as never)).toThrow(message);
  });

  it('is refused if it is not a transport', () => {
    const options = { baseUrl: 'https://api.example.test', apiKey: KEY, transport: fetch as unknown as Transport };
    expect(() => createRemoteMarketplace(options)).toThrow(
      'transport: a function is not valid: expected a transport, such as fetchTransport().',
    );
  });
});

describe('a transport of your own', () => {
  it('gets requests with the key and the limit, and is closed with the marketplace', async () => {
    const seen: unknown[] = [];
    const transport: Transport = {
      send: async (request) => {
        seen.push(request);
        return { status: 200, headers: {}, body: new TextEncoder().encode(body) };
      },
      close: () => void seen.push('closed'),
    };
    const marketplace = createRemoteMarketplace({
      baseUrl: 'https://api.example.test',
      apiKey: KEY,
      transport,
      maxBytes: 5_000,
    });
    await marketplace.scrape({ url: `https://www.amazon.com/dp/${ASIN}` });
    await marketplace.close();
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: 'https://api.example.test/v1/scrape',
        headers: { 'x-api-key': KEY, 'content-type': 'application/json', 'idempotency-key': expect.any(String) },
        body: expect.stringContaining(ASIN),
        maxBytes: 5_000,
      },
      'closed',
    ]);
  });
});
