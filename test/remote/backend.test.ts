import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { type MarketplaceError, type MarketplaceEvent, withResponse } from '../../src/entries/index.ts';
import { createRemoteMarketplace, type RemoteMarketplaceOptions, Secret } from '../../src/entries/remote.ts';
import { textsReachableFrom } from '../reachable.ts';
import { ASIN, envelope, KEY, type Reply, serviceOf as startService } from './service.ts';
import { TRANSPORTS } from './transports.ts';

// The wait before a retry is a random part of a time that doubles: here it is none.
vi.spyOn(Math, 'random').mockReturnValue(0);

const failed = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each(TRANSPORTS)('the remote backend over %s', (transport, transportOptions) => {
  const isGot = transport === 'got';

  /** Starts a service, and a marketplace that calls it over the transport. */
  const serviceOf = (replies: Reply | Reply[], options: RemoteMarketplaceOptions = {}) =>
    startService(replies, { ...transportOptions(), ...options });

  /** Returns the error of a call to a service that cannot be reached. */
  async function failureAt(baseUrl: string): Promise<unknown> {
    await using marketplace = createRemoteMarketplace({ baseUrl, apiKey: KEY, retries: 0, ...transportOptions() });
    return await failed(marketplace.product({ asin: ASIN }));
  }

  it('sends parameters in the query and the key in its header, and returns the envelope unchanged', async () => {
    const live = envelope({ unheard: { of: ['it', 1] } });
    await using service = await serviceOf({ body: live });
    const keyword = 'café & 100% "鉄瓶"+';
    expect(await service.marketplace.search({ keyword, page: 2, marketplace: 'de' })).toEqual(live);
    const [asked] = service.asked;
    const url = new URL(asked?.url ?? '', service.baseUrl);
    expect(url.pathname).toBe('/v1/search');
    expect(Object.fromEntries(url.searchParams)).toEqual({ keyword, page: '2', marketplace: 'de', language: 'en' });
    expect(asked).toMatchObject({ method: 'GET', body: '' });
    expect(asked?.headers).toMatchObject({ 'x-api-key': KEY, accept: 'application/json' });
    expect(asked?.headers['user-agent']).toMatch(/^buybox\/\d/);
  });

  it('sends a POST body to scrape, without defaults that contradict the URL', async () => {
    await using service = await serviceOf({}, { marketplace: 'de', language: 'native' });
    await service.marketplace.scrape({ url: `https://www.amazon.fr/dp/${ASIN}` });
    const [asked] = service.asked;
    expect(asked).toMatchObject({ method: 'POST', url: '/v1/scrape' });
    expect(asked?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(asked?.body ?? '')).toEqual({ url: `https://www.amazon.fr/dp/${ASIN}`, language: 'native' });
  });

  it('keeps the path of baseUrl, with and without a trailing slash', async () => {
    await using service = await serviceOf({});
    for (const baseUrl of [`${service.baseUrl}/api`, `${service.baseUrl}/api/`]) {
      await using marketplace = createRemoteMarketplace({ baseUrl, apiKey: KEY, ...transportOptions() });
      await marketplace.product({ asin: ASIN });
    }
    expect(service.asked.map(({ url }) => url.split('?')[0])).toEqual(['/api/v1/product', '/api/v1/product']);
  });

  it('calls the apiKey function for each attempt', async () => {
    let keys = 0;
    const apiKey = async () => `key-number-${++keys}`;
    await using service = await serviceOf([{ status: 503, body: '' }, {}], { apiKey, retries: 1 });
    await service.marketplace.product({ asin: ASIN });
    expect(service.asked.map(({ headers }) => headers['x-api-key'])).toEqual(['key-number-1', 'key-number-2']);
  });

  it('sends an idempotency key for each call, the same for all its attempts', async () => {
    await using service = await serviceOf([{ status: 503, body: '' }, {}], { retries: 1 });
    await service.marketplace.product({ asin: ASIN });
    await service.marketplace.scrape({ url: `https://www.amazon.fr/dp/${ASIN}` });
    const [first, retried, other] = service.asked.map(({ headers }) => String(headers['idempotency-key']));
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(retried).toBe(first);
    expect(other).not.toBe(first);
  });

  it('has the id of the events as the idempotency key, and returns the id of the service', async () => {
    const ids = new Set<string>();
    const onEvent = ({ request_id }: MarketplaceEvent) => void ids.add(request_id);
    await using service = await serviceOf({ body: envelope() }, { onEvent });
    const { meta } = await service.marketplace.product({ asin: ASIN });
    expect([...ids]).toEqual([service.asked[0]?.headers['idempotency-key']]);
    expect(meta.request_id).toBe(envelope().meta.request_id);
    expect(ids).not.toContain(meta.request_id);
  });

  it.each([
    [() => Promise.reject(new Error('the vault is locked')), /^apiKey: the function failed: the vault is locked\.$/],
    [() => '', /^apiKey: the function returned .*: expected printable ASCII/],
    [() => 'with\nline end', /^apiKey: the function returned .*: expected printable ASCII/],
    [() => undefined as unknown as string, /returned undefined: /],
  ])('throws AuthenticationError if the apiKey function returns no valid key: %s', async (apiKey, message) => {
    await using service = await serviceOf({}, { apiKey });
    await expect(service.marketplace.product({ asin: ASIN })).rejects.toMatchObject({
      name: 'AuthenticationError',
      message: expect.stringMatching(message),
    });
    expect(service.asked).toEqual([]);
  });

  it('times out when the apiKey function never resolves', async () => {
    await using service = await serviceOf({}, { apiKey: () => new Promise<string>(() => undefined) });
    await expect(service.marketplace.product({ asin: ASIN }, { timeoutMs: 30 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
  });

  it.runIf(isGot)('reuses connections, and never opens more than maxConnections', async () => {
    await using service = await serviceOf(
      (_, response) => setTimeout(() => response.end(JSON.stringify(envelope())), 5),
      { maxConnections: 3 },
    );
    await Promise.all(Array.from({ length: 20 }, () => service.marketplace.product({ asin: ASIN })));
    await service.marketplace.product({ asin: ASIN });
    expect(service.asked).toHaveLength(21);
    expect(service.connections()).toBe(3);
  });

  it('never sends more than maxConnections requests at once', async () => {
    let open = 0;
    let most = 0;
    const reply: Reply = (_, response) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        response.end(JSON.stringify(envelope()));
      }, 5);
    };
    await using service = await serviceOf(reply, { maxConnections: 3 });
    await Promise.all(Array.from({ length: 20 }, () => service.marketplace.product({ asin: ASIN })));
    expect([most, service.asked.length]).toEqual([3, 20]);
  });

  it('closes its connections and aborts running calls when it is closed', async () => {
    await using service = await serviceOf(() => undefined);
    const call = failed(service.marketplace.product({ asin: ASIN }));
    while (service.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await service.marketplace.close();
    expect(await call).toMatchObject({
      name: 'TransportError',
      message: 'the marketplace was closed while the call ran.',
    });
    await expect.poll(() => service.openSockets()).toBe(0);
    await expect(service.marketplace.product({ asin: ASIN })).rejects.toThrow(
      'the marketplace is closed. Create a new one.',
    );
    await service.marketplace.close();
  });

  it('retries temporary failures, resets and incomplete responses', async () => {
    await using service = await serviceOf(
      [
        (request) => request.socket.destroy(),
        (_, response) =>
          response.writeHead(200, { 'content-length': '2000' }).write('{"success": tr', () => response.destroy()),
        { body: '{"success": tr' },
        { status: 503, body: '<html>busy</html>' },
        { status: 429, body: '', headers: { 'retry-after': '0' } },
        {},
      ],
      { retries: 5 },
    );
    const events: MarketplaceEvent[] = [];
    await using marketplace = createRemoteMarketplace({
      baseUrl: service.baseUrl,
      apiKey: KEY,
      retries: 5,
      ...transportOptions(),
      onEvent: (event) => events.push(event),
    });
    expect((await marketplace.product({ asin: ASIN })).found).toBe(true);
    const errors = events.flatMap((event) => (event.type === 'retry' ? [event.error] : []));
    expect(errors.map((error) => (error as MarketplaceError).name)).toEqual([
      'TransportError',
      'TransportError',
      'TransportError',
      'UnavailableError',
      'RateLimitError',
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'done', found: true, attempt: 6 });
  });

  it.each([
    [400, 'BadRequestError'],
    [401, 'AuthenticationError'],
    [429, 'QuotaExceededError'],
  ])('does not retry a %i', async (status, name) => {
    await using service = await serviceOf({ status, body: '' }, { retries: 3 });
    await expect(service.marketplace.product({ asin: ASIN })).rejects.toMatchObject({ name, status });
    expect(service.asked).toHaveLength(1);
  });

  it('throws the last error, with the request id', async () => {
    await using service = await serviceOf({ status: 500, body: { message: 'broken' } }, { retries: 1 });
    const error = await failed(service.marketplace.product({ asin: ASIN }));
    expect(error).toMatchObject({ name: 'InternalError', message: 'broken', requestId: expect.any(String) });
    expect(service.asked).toHaveLength(2);
  });

  it('throws for a redirect and does not follow it, to keep the key secret', async () => {
    await using other = await serviceOf({});
    await using service = await serviceOf({
      status: 307,
      headers: { location: `${other.baseUrl}/v1/product` },
      body: '',
    });
    await expect(service.marketplace.product({ asin: ASIN })).rejects.toMatchObject({ parameter: 'baseUrl' });
    expect(other.asked).toEqual([]);
  });

  it('throws TransportError with advice if no service listens', async () => {
    const gone = await serviceOf({});
    await gone[Symbol.asyncDispose]();
    const error = await failureAt(gone.baseUrl);
    expect(error).toMatchObject({ name: 'TransportError', code: 'TRANSPORT_ERROR', retryable: true });
    expect(error).toMatchObject({
      message: `${gone.baseUrl} did not respond: the connection was refused (ECONNREFUSED). Check that the service is running, and the host and port of baseUrl.`,
      cause: { code: 'ECONNREFUSED' },
    });
  });

  it('says that the port has no TLS if baseUrl starts with https, and does not retry', async () => {
    await using service = await serviceOf({});
    const error = await failureAt(service.baseUrl.replace('http:', 'https:'));
    expect(error).toMatchObject({ code: 'TRANSPORT_ERROR', retryable: false });
    expect(error).toMatchObject({
      message: expect.stringMatching(
        /^\S+ did not respond: the port does not speak TLS \((?:EPROTO|ERR_SSL_WRONG_VERSION_NUMBER)\)\. .* http:\/\/\.$/,
      ),
    });
  });

  it.each([
    ['a port with TLS', () => createTlsServer(), /: the connection was closed \((?:ECONNRESET|UND_ERR_SOCKET)\)\. /],
    [
      'a port of another protocol',
      () => createNetServer((socket) => socket.resume().end('SSH-2.0-x\r\n')),
      /: it sent no valid HTTP(?: \(HPE_\w+\))?\. /,
    ],
  ])('suggests https if baseUrl starts with http and is %s', async (_, create, why) => {
    const server = create();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const error = await failureAt(baseUrl);
    await new Promise((resolve) => server.close(resolve));
    expect(error).toMatchObject({ code: 'TRANSPORT_ERROR', message: expect.stringMatching(why) });
    expect(error).toMatchObject({
      message: expect.stringMatching(/set baseUrl to a URL that starts with https:\/\/\.$/),
    });
  });

  it('never shows the key: not in errors, causes, events or withResponse', async () => {
    const events: MarketplaceEvent[] = [];
    const onEvent = (event: MarketplaceEvent) => void events.push(event);
    const echo = { headers: { 'x-echo': KEY }, body: { ...envelope(), data: { asin: ASIN, title: KEY } } };
    await using service = await serviceOf(
      [echo, { status: 401, body: `wrong key ${KEY}` }, (request) => request.socket.destroy()],
      { onEvent },
    );
    const shown = await withResponse(service.marketplace, 'product', { asin: ASIN });
    expect(shown.headers['x-echo']).toBe('[redacted]');
    expect(shown.body).not.toContain(KEY);
    const errors = [
      await failed(service.marketplace.product({ asin: ASIN })),
      await failed(service.marketplace.product({ asin: ASIN })),
    ];
    for (const thing of [...errors, ...events]) {
      expect(inspect(thing, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain(KEY);
    }
  });

  it('leaves the key nowhere that can be reached from errors, events, responses and the marketplace', async () => {
    const seen: unknown[] = [];
    const encoded = [encodeURIComponent(KEY), Buffer.from(`x-api-key: ${KEY}`).toString('base64'), KEY.toUpperCase()];
    const texts = `${KEY} ${encoded.join(' ')}`;
    const failure = { success: false, error: { code: KEY, message: texts, details: { parameter: KEY } } };
    await using service = await serviceOf(
      [
        { headers: { 'x-echo': texts, [KEY]: '1', 'set-cookie': 'a=1' }, body: { ...envelope({ more: texts }) } },
        { status: 302, headers: { location: `https://user:${KEY}@other.test/${encoded[0]}/?key=${KEY}#${KEY}` } },
        { status: 400, body: { ...failure, meta: { request_id: texts } }, headers: { 'x-request-id': KEY } },
        { status: 500, body: texts, headers: { 'x-request-id': encoded[2] ?? '' } },
        { status: 200, body: texts },
        { status: 200, body: failure },
        { headers: { 'content-encoding': KEY }, body: 'x' },
        (request) => request.socket.destroy(),
        (request) => request.socket.end(`HTTP/1.1 200 OK\r\nx-\0${KEY}: ${KEY}\r\n\r\n`),
      ],
      { onEvent: (event) => seen.push(event) },
    );
    const params = { asin: ASIN };
    for (let call = 0; call < 9; call++)
      seen.push(await withResponse(service.marketplace, 'product', params).catch((error: unknown) => error));
    expect(seen.filter((thing) => thing instanceof Error)).toHaveLength(8);
    for (const text of textsReachableFrom([seen, service.marketplace]).map((one) => one.toLowerCase())) {
      expect(text).not.toContain(KEY.toLowerCase());
      expect(text).not.toContain(encoded[1]?.slice(20, 30).toLowerCase());
    }
  });

  it('keeps a short key in data, where it can be a word, and removes it from errors', async () => {
    const reply = { body: envelope({ data: { asin: ASIN, title: 'a test' } }) };
    await using service = await serviceOf([reply, { status: 401, body: 'no key "test"' }], { apiKey: 'test' });
    expect(await service.marketplace.product({ asin: ASIN })).toMatchObject({ data: { title: 'a test' } });
    await expect(service.marketplace.product({ asin: ASIN })).rejects.toThrow('[redacted]');
  });

  it('accepts a key that is held as a secret', async () => {
    for (const apiKey of [new Secret(KEY), () => new Secret(KEY)]) {
      await using service = await serviceOf({}, { apiKey });
      await service.marketplace.product({ asin: ASIN });
      expect(service.asked[0]?.headers['x-api-key']).toBe(KEY);
    }
  });

  it('shows of the error of a key function only the message and the code', async () => {
    const vault = Object.assign(new Error('the vault is sealed'), { code: 'SEALED', headers: { token: 'hvs.sesame' } });
    const apiKey = () => Promise.reject(vault);
    await using service = await serviceOf({}, { apiKey });
    const error = await failed(service.marketplace.product({ asin: ASIN }));
    expect(error).toMatchObject({ message: expect.stringContaining('the vault is sealed'), cause: { code: 'SEALED' } });
    expect(textsReachableFrom(error).join()).not.toContain('hvs.sesame');
  });

  it('publishes events', async () => {
    const events: MarketplaceEvent[] = [];
    await using service = await serviceOf({}, { onEvent: (event) => events.push(event) });
    await service.marketplace.product({ asin: ASIN, marketplace: 'de' });
    expect(events.map(({ type }) => type)).toEqual(['request', 'response', 'charged', 'done']);
    expect(events[0]).toMatchObject({
      url: `${service.baseUrl}/v1/product?asin=${ASIN}&marketplace=de&language=en`,
      endpoint: 'product',
      marketplace: 'de',
      attempt: 1,
    });
    expect(events[1]).toMatchObject({ status: 200, bytes: JSON.stringify(envelope()).length });
    expect(events[2]).toMatchObject({ consumed: 1, remaining: 99 });
  });
});
