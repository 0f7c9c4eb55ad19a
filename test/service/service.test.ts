import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AnyMarketplace, UnavailableError } from '../../src/entries/index.ts';
import { ResponseMetaSchema } from '../../src/entries/schemas.ts';
import { createService, memoryStore, type ServiceOptions } from '../../src/entries/service.ts';
import { fixturePages, marketplaceOf, ORIGIN, setUpService, UUID } from './setup.ts';

const LANTERN = '/v1/product?asin=B0LANTERN1';

afterEach(() => {
  vi.useRealTimers();
});

describe('the service', () => {
  it('responds with an envelope that has the meta of the service', async () => {
    const { get } = await setUpService();
    const { status, headers, body } = await get(`${LANTERN}&marketplace=us`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, found: true, page_type: 'product', data: { asin: 'B0LANTERN1' } });
    expect(ResponseMetaSchema.parse(body.meta)).toEqual({
      marketplace: 'us',
      language: 'en',
      timing_ms: expect.any(Number),
      request_url: `${ORIGIN}${LANTERN}&marketplace=us`,
      timestamp: expect.any(String),
      request_id: expect.stringMatching(UUID),
      usage: { requests_consumed: 1, requests_remaining: 99 },
      source: {
        url: 'https://www.amazon.com/dp/B0LANTERN1',
        status: 200,
        attempts: 1,
        language: 'en',
        fetched_at: '2026-11-20T12:00:00.000Z',
      },
    });
    expect(headers.get('x-request-id')).toBe(body.meta.request_id);
    expect(headers.get('content-type')).toBe('application/json');
  });

  it.each([
    ['/v1/search?keyword=camping+lantern&page=2', 'search'],
    ['/v1/offers?asin=B0LANTERN1&page=2&condition=all', 'offers'],
    ['/v1/seller?sellerId=A1LARKMOOR0US', 'seller'],
    ['/v1/category?node=7000004', 'category'],
  ])('serves %s', async (path, pageType) => {
    const { get } = await setUpService();
    expect(await get(path)).toMatchObject({ status: 200, body: { found: true, page_type: pageType } });
  });

  it('passes gaps and the page of its marketplace, and no others', async () => {
    const gaps = [{ landmark: 'html', kind: 'language', detail: 'the page is in "de", not in "en"' }] as const;
    const source = { url: 'https://www.amazon.com/dp/B0LANTERN1', status: 200, attempts: 3, fetched_at: 'then' };
    const product: AnyMarketplace['product'] = async (params) => {
      const envelope = await fixturePages().product(params);
      return { ...envelope, meta: { ...envelope.meta, gaps: [...gaps], source, extra: 'x' } };
    };
    const { get } = await setUpService({ marketplace: marketplaceOf(product) });
    const { body } = await get(LANTERN);
    expect(body.meta.gaps).toEqual(gaps);
    // Its time is not a timestamp: the service sends only what agrees with its OpenAPI document.
    expect(body.meta).not.toHaveProperty('source');
    expect(body.meta).not.toHaveProperty('extra');
  });

  it('scrapes a page by its URL, and returns its marketplace and language', async () => {
    const { scrape } = await setUpService();
    const { status, body } = await scrape({ url: 'https://www.amazon.de/dp/B0WASSERK1', language: 'native' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      page_type: 'product',
      meta: { marketplace: 'de', language: 'native', request_url: `${ORIGIN}/v1/scrape` },
    });
  });

  it('bills a product that is not found', async () => {
    const { get } = await setUpService();
    const { status, body } = await get('/v1/product?asin=B0NOTFOUND');
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, found: false, data: null, meta: { usage: { requests_consumed: 1 } } });
  });

  it.each([
    ['/v1/product', 'asin', 'asin: missing: expected 10'],
    ['/v1/product?asin=short', 'asin', 'asin: "short" is not a valid ASIN'],
    ['/v1/product?asin=B0LANTERN1&marketplace=xx', 'marketplace', '"xx" is not a marketplace: expected one of us'],
    ['/v1/product?asin=B0LANTERN1&colour=red', 'colour', 'colour: unknown parameter: expected asin'],
    ['/v1/product?asin=B0LANTERN1&asin=B0LANTERN1', 'asin', 'asin: appears twice'],
    ['/v1/product?asin=B0LANTERN1&__proto__=1', '__proto__', 'unknown parameter'],
    ['/v1/search?keyword=', 'keyword', 'is empty'],
    ['/v1/search?keyword=lamp&page=0', 'page', 'page: 0 is not a page number: expected 1 or more'],
    ['/v1/search?keyword=lamp&page=1.5', 'page', 'page: 1.5 is not a whole number'],
    ['/v1/search?keyword=lamp&page=two', 'page', 'page: "two" is not a whole number'],
    ['/v1/search?keyword=lamp&page=', 'page', 'page: "" is not a whole number'],
    ['/v1/search?keyword=lamp&page=01', 'page', 'page: "01" is not a whole number. Did you mean 1?'],
    ['/v1/search?keyword=lamp&page=1.0', 'page', 'page: "1.0" is not a whole number. Did you mean 1?'],
    ['/v1/category?node=7000004&min_price=05', 'min_price', 'min_price: "05" is not a number. Did you mean 5?'],
    ['/v1/category?node=7000004&min_price=20&max_price=10.00', 'min_price', 'min_price: 20 is above max_price'],
    ['/v1/offers?asin=B0LANTERN1&condition=mint', 'condition', '"mint" is not a condition: expected one of all'],
    ['/v1/seller?sellerid=A1LARKMOOR0US', 'sellerid', 'Did you mean "sellerId"?'],
    ['/v1/category?node=7000004&min_price=1.234', 'min_price', 'more than 2 decimals'],
  ])('refuses %s and names the parameter', async (path, parameter, message) => {
    const { get } = await setUpService();
    const { status, body } = await get(path);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      success: false,
      error: { code: 'INVALID_PARAMETER', details: { parameter } },
      meta: { usage: { requests_consumed: 0, requests_remaining: 100 }, request_url: `${ORIGIN}${path}` },
    });
    expect(body.error.message).toContain(message);
    ResponseMetaSchema.parse(body.meta);
  });

  it('refuses the native language for a marketplace that does not support it', async () => {
    const { get } = await setUpService();
    expect(await get(`${LANTERN}&language=native`)).toMatchObject({
      status: 400,
      body: { error: { code: 'NATIVE_LANGUAGE_NOT_SUPPORTED' }, meta: { language: 'native' } },
    });
  });

  it.each([
    ['', 'body: is not JSON'],
    ['{"url":', 'body: is not JSON'],
    ['[]', 'body: is not a JSON object'],
    ['null', 'body: is not a JSON object'],
    ['{}', 'url: missing: expected a URL'],
    ['{"url":"https://www.amazon.com/dp/B0LANTERN1","marketplace":"de"}', 'is not the marketplace of the URL'],
    ['{"url":"https://www.amazon.com/dp/B0LANTERN1","extra":1}', 'extra: unknown parameter'],
  ])('refuses the body %j', async (body, message) => {
    const { scrape } = await setUpService();
    const response = await scrape(body);
    expect(response.status).toBe(400);
    expect(response.body.error.message).toContain(message);
  });

  it.each([
    'http://169.254.169.254/latest',
    'http://localhost/dp/B0LANTERN1',
    'https://www.amazon.com.evil.test/dp/B0LANTERN1',
    'file:///etc/passwd',
  ])('refuses to scrape a URL of another site: %s', async (url) => {
    const { scrape } = await setUpService();
    expect(await scrape({ url })).toMatchObject({ status: 400, body: { error: { code: 'UNSUPPORTED_URL' } } });
  });

  it('refuses bodies that are not JSON or too long', async () => {
    const { scrape } = await setUpService({ maxBodyBytes: 100 });
    expect(await scrape('url=x', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
      status: 400,
      body: { error: { details: { parameter: 'content-type' } } },
    });
    expect(await scrape({ url: 'x'.repeat(100) })).toMatchObject({
      status: 413,
      body: { error: { code: 'BODY_TOO_LARGE' }, meta: { usage: { requests_consumed: 0, requests_remaining: 100 } } },
    });
  });

  it('responds to unknown paths with 404 and to wrong methods with 405, in the same form', async () => {
    const { get, send, key } = await setUpService();
    expect(await get('/v1/reviews')).toMatchObject({
      status: 404,
      body: { success: false, error: { code: 'NOT_FOUND' }, meta: { usage: { requests_remaining: 100 } } },
    });
    expect(await send('/nowhere')).toMatchObject({ status: 404, body: { meta: { usage: { requests_remaining: 0 } } } });
    expect((await send(LANTERN, { method: 'POST', headers: { 'x-api-key': key } })).body).toMatchObject({
      error: { code: 'METHOD_NOT_ALLOWED' },
      meta: { usage: { requests_consumed: 0, requests_remaining: 100 } },
    });
    expect((await send(LANTERN, { method: 'POST' })).body.meta.usage.requests_remaining).toBe(0);
    for (const method of ['POST', 'DELETE', 'HEAD', 'OPTIONS']) {
      const { status, headers } = await send(LANTERN, { method, headers: { 'x-api-key': key } });
      expect({ method, status, allow: headers.get('allow') }).toEqual({ method, status: 405, allow: 'GET' });
    }
    const { status, headers } = await get('/v1/scrape');
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'POST' });
  });

  it('refuses missing, wrong and revoked keys with the same message', async () => {
    const { send, store, id, key } = await setUpService();
    const bodies = [];
    const wrong = key.replace(/.{3}$/, 'AAA');
    for (const headers of [{}, { 'x-api-key': 'nonsense' }, { 'x-api-key': wrong }])
      bodies.push(await send(LANTERN, { headers }));
    await store.changeKey(id, { revokedAt: 1 });
    bodies.push(await send(LANTERN, { headers: { 'x-api-key': key } }));
    for (const { status, body } of bodies) {
      expect(status).toBe(401);
      expect(body.error).toEqual(bodies[0]?.body.error);
      expect(body.error.code).toBe('UNAUTHORIZED');
      expect(body.meta.usage).toEqual({ requests_consumed: 0, requests_remaining: 0 });
    }
  });

  it('refuses a call without credits, without a Retry-After header', async () => {
    const { get } = await setUpService({}, { requests: 1 });
    expect(await get(LANTERN)).toMatchObject({ status: 200, body: { meta: { usage: { requests_remaining: 0 } } } });
    const refused = await get(LANTERN);
    expect(refused).toMatchObject({
      status: 429,
      body: { error: { code: 'QUOTA_EXCEEDED' }, meta: { usage: { requests_consumed: 0, requests_remaining: 0 } } },
    });
    expect(refused.headers.has('retry-after')).toBe(false);
  });

  it('refuses calls beyond the connections of the packs, with a Retry-After header', async () => {
    const slow = Promise.withResolvers<void>();
    const inner = fixturePages();
    let calls = 0;
    const marketplace = marketplaceOf(async (params, options) => {
      calls++;
      await slow.promise;
      return inner.product(params, options);
    });
    const { get } = await setUpService({ marketplace }, { requests: 9, connections: 2 });
    const running = [get(LANTERN), get(LANTERN)];
    await expect.poll(() => calls).toBe(2);
    const refused = await get(LANTERN);
    expect(refused).toMatchObject({
      status: 429,
      body: { error: { code: 'RATE_LIMITED' }, meta: { usage: { requests_remaining: 9 } } },
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    slow.resolve();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await get(LANTERN)).body.meta.usage.requests_remaining).toBe(6);
  });

  it('ends a call after timeoutMs even if the marketplace does not', async () => {
    const { get } = await setUpService({
      marketplace: marketplaceOf(() => new Promise(() => undefined)),
      timeoutMs: 1,
      queueTimeoutMs: 1,
    });
    expect(await get(LANTERN)).toMatchObject({
      status: 500,
      body: { error: { code: 'TIMEOUT', message: 'timed out after 1 ms (timeoutMs).' } },
    });
  });

  it('aborts the call of a caller that disconnects, without a charge', async () => {
    let ended: unknown;
    const caller = new AbortController();
    const marketplace = marketplaceOf((_, options) => {
      setImmediate(() => caller.abort());
      const { promise, reject } = Promise.withResolvers<never>();
      options?.signal?.addEventListener('abort', () => {
        ended = options.signal?.reason;
        reject(ended);
      });
      return promise;
    });
    const { send, key, log, store, id } = await setUpService({ marketplace });
    await send(LANTERN, { headers: { 'x-api-key': key }, signal: caller.signal });
    expect(ended).toBeDefined();
    expect(log).toMatchObject([{ status: 499, code: 'CALLER_LEFT', requests_consumed: 0 }]);
    expect((await store.recentRequests({ limit: 1 })).requests).toMatchObject([
      { keyId: id, status: 499, outcome: 'failed' },
    ]);
  });

  it('writes each request to the store and the log, without secrets', async () => {
    const { get, key, log, store, id } = await setUpService();
    await get(LANTERN);
    await get('/v1/product?asin=B0NOTFOUND');
    await get(`/v1/product?asin=x&key=${key}`);
    await get(`/v1/${key}`);
    expect((await store.recentRequests({ keyId: id, limit: 10 })).requests).toMatchObject([
      { endpoint: 'product', status: 400, code: 'INVALID_PARAMETER', outcome: 'rejected', consumed: 0 },
      { endpoint: 'product', status: 200, code: null, outcome: 'not_found', consumed: 1 },
      { endpoint: 'product', status: 200, code: null, outcome: 'found', consumed: 1, keyId: id },
    ]);
    expect(log).toMatchObject([
      {
        endpoint: 'product',
        outcome: 'found',
        path: '/v1/product',
        key_id: id,
        upstream_request_id: expect.stringMatching(UUID),
      },
      { outcome: 'not_found' },
      { outcome: 'rejected' },
      { status: 404, path: '/v1/bb_[redacted]' },
    ]);
    expect(JSON.stringify(log)).not.toContain(key.slice(16));
  });

  it('returns the public URL in meta if it is set', async () => {
    const { get } = await setUpService({ baseUrl: 'https://data.example.test/amazon/' });
    expect((await get(LANTERN)).body.meta.request_url).toBe(`https://data.example.test/amazon${LANTERN}`);
  });

  it('sends headers that stop browsers from running or caching a response', async () => {
    const { get } = await setUpService();
    const { headers } = await get(LANTERN);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.has('access-control-allow-origin')).toBe(false);
  });

  it('allows the origins of the cors option, and no others', async () => {
    const { send, key } = await setUpService({ cors: ['https://app.example.test'] });
    const headers = { origin: 'https://app.example.test', 'access-control-request-method': 'GET' };
    const preflight = await send(LANTERN, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-api-key');
    const allowed = await send(LANTERN, { headers: { origin: headers.origin, 'x-api-key': key } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.test');
    const other = await send(LANTERN, { headers: { origin: 'https://evil.example.test', 'x-api-key': key } });
    expect(other.headers.has('access-control-allow-origin')).toBe(false);
  });

  it('serves its health and its metrics', async () => {
    const { get, send } = await setUpService();
    await get(LANTERN);
    await get('/v1/product?asin=x');
    for (const path of ['/healthz', '/readyz', '/livez'])
      expect(await send(path)).toMatchObject({ status: 200, body: { status: 'ok' } });
    const { text } = await send('/metrics');
    expect(text).toContain('buybox_requests_total{endpoint="product",status="200",code=""} 1');
    expect(text).toContain('buybox_requests_total{endpoint="product",status="400",code="INVALID_PARAMETER"} 1');
    expect(text).toContain('buybox_request_duration_seconds_count{endpoint="product"} 2');
    expect(text).toContain('buybox_credits_charged_total 1');
  });

  it('responds with status 500 in the same form when the store fails, and hides the cause', async () => {
    const store = memoryStore();
    const { get, send, log } = await setUpService({ store });
    Object.assign(store.ledger, {
      reserve: () => Promise.reject(new Error('disk /secret is full')),
      remaining: () => Promise.reject(new Error('disk /secret is full')),
    });
    for (const { status, body, text } of [await get(LANTERN), await send('/healthz'), await send('/readyz')]) {
      expect({ status, code: body.error.code }).toEqual({ status: 500, code: 'INTERNAL' });
      expect(text).not.toContain('secret');
    }
    expect(log[0]?.error).toContain('disk /secret is full');
    expect((await send('/livez')).status).toBe(200);
  });

  it('does not ask a store again that could not be used for a call: that would wait once more', async () => {
    const store = memoryStore();
    const { get } = await setUpService({ store });
    let asked = 0;
    const away = () => Promise.reject(new UnavailableError('redis: away'));
    Object.assign(store.ledger, {
      reserve: away,
      remaining: () => {
        asked++;
        return away();
      },
    });
    expect(await get(LANTERN)).toMatchObject({ status: 503, body: { error: { code: 'UNAVAILABLE' } } });
    expect(asked).toBe(0);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no disk');
      },
    ],
    ['rejects', async () => Promise.reject(new Error('no disk'))],
  ])('sends a response that is charged even if onRequest %s', async (_, onRequest) => {
    const warnings = vi.spyOn(process, 'emitWarning').mockReturnValue();
    const { get } = await setUpService({ onRequest: onRequest as () => void });
    expect((await get('/v1/product?asin=B0LANTERN1')).status).toBe(200);
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings.mock.calls.map(([message]) => message)).toEqual([
      'onRequest: the listener failed. Further errors of it are ignored.',
    ]);
    warnings.mockRestore();
  });

  it('sends a response that is charged even if its log record cannot be written', async () => {
    const store = memoryStore();
    const { get, log, id } = await setUpService({ store });
    store.record = () => Promise.reject(new Error('disk /secret is full'));
    expect(await get(LANTERN)).toMatchObject({ status: 200, body: { meta: { usage: { requests_consumed: 1 } } } });
    expect(await store.ledger.remaining(id)).toBe(99);
    expect(log[0]).toMatchObject({ status: 200, error: expect.stringContaining('disk /secret is full') });
  });

  it.each([
    [
      { marketplace: {} as AnyMarketplace },
      /^marketplace: an object is not a marketplace: expected the result of createMarketplace/,
    ],
    [{ marketplace: undefined }, /^marketplace: missing: expected the result of createMarketplace\(\)\.$/],
    [
      { store: {} as never },
      /^store: an object is not valid: expected a store: memoryStore\(\), sqliteStore\(path\) or redisStore\(url\)\.$/,
    ],
    [{ store: undefined }, /^store: missing: expected memoryStore\(\), sqliteStore\(path\) or redisStore\(url\)\.$/],
    [{ marktplace: 1 }, /^marktplace: is not an option of createService\. Did you mean "marketplace"\?$/],
    [{ timeout: 1 }, /^timeout: is not an option of createService\. Did you mean "timeoutMs"\?$/],
    [{ onRequest: 'log' as never }, /^onRequest: "log" is not valid: expected a function/],
    [{ idempotencyMs: 0 }, /^idempotencyMs: 0 is not valid/],
    [{ baseUrl: 'nowhere' }, /^baseUrl: .* is not a URL: expected one such as/],
    [{ timeoutMs: 0 }, /^timeoutMs: 0 is not valid/],
    [{ maxBodyBytes: -1 }, /^maxBodyBytes: -1 is not valid/],
    [{ concurrency: 0 }, /^concurrency: 0 is not valid/],
    [{ maxQueue: 1.5 }, /^maxQueue: 1.5 is not valid/],
    [{ queueTimeoutMs: 0 }, /^queueTimeoutMs: 0 is not valid/],
    [{ cors: ['foo'] }, /^cors: "foo" is not an origin/],
    [{ cors: 'https://app.example.test' as never }, /^cors: .* is not a list/],
    [{ trustProxy: 'yes' }, /^trustProxy: "yes" is not valid: expected true, false, a number of proxies, or networks/],
    [{ keyRequestsPerMinute: 0 }, /^keyRequestsPerMinute: 0 is not valid/],
    [{ keyRequestsAtOnce: 0 }, /^keyRequestsAtOnce: 0 is not valid/],
    [{ addressRequestsPerMinute: 0 }, /^addressRequestsPerMinute: 0 is not valid/],
    [{ addressRequestsAtOnce: 0 }, /^addressRequestsAtOnce: 0 is not valid/],
    [{ wrongTokens: 0 }, /^wrongTokens: 0 is not valid/],
    [{ operatorToken: 'short' }, /^operatorToken: is too short: expected a string of at least 16 characters\.$/],
  ] as [Partial<ServiceOptions>, RegExp][])('refuses the option %j', (options, message) => {
    expect(() =>
      createService({ marketplace: fixturePages(), store: memoryStore(), ...options } as ServiceOptions),
    ).toThrow(message);
  });

  it('refuses to be created without options', () => {
    for (const options of [undefined, null, 'options', []])
      expect(() => createService(options as never)).toThrow(/^options: .* is not valid: expected an object\.$/);
    expect(() => createService({} as never)).toThrow('marketplace: missing');
  });
});
