import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { type AnyMarketplace, UnavailableError } from '../../src/entries/index.ts';
import { createService, memoryStore, type ServiceOptions, sqliteStore } from '../../src/entries/service.ts';
import { monotonicClock } from '../ledger/monotonic.ts';
import { dataFolder } from './serve-process.ts';
import { fixturePages, marketplaceOf, ORIGIN, setUpService } from './setup.ts';

const LANTERN = '/v1/product?asin=B0LANTERN1';
const KEY = { 'idempotency-key': '3d0ae4c8-7b63-4e0c-b4f4-6b3ab34b2a09' };

const folder = dataFolder();
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Creates a service that counts the calls of its marketplace. */
async function setUp(options: Partial<ServiceOptions> = {}, onCall: () => Promise<void> = async () => {}) {
  const inner = fixturePages();
  const calls: string[] = [];
  const product: AnyMarketplace['product'] = async (params, callOptions) => {
    calls.push(params.asin);
    await onCall();
    return inner.product(params, callOptions);
  };
  return { ...(await setUpService({ marketplace: marketplaceOf(product), ...options })), calls };
}

describe('a request with an Idempotency-Key', () => {
  it('is charged once, and repeated requests get the same response', async () => {
    const { get, calls, log, store, id } = await setUp();
    const first = await get(LANTERN, KEY);
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    const again = await get(LANTERN, KEY);
    expect({ status: again.status, text: again.text }).toEqual({ status: 200, text: first.text });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('x-request-id')).toBe(first.body.meta.request_id);
    expect(calls).toEqual(['B0LANTERN1']);
    expect(await store.ledger.remaining(id)).toBe(99);
    expect(log).toMatchObject([
      { outcome: 'found', requests_consumed: 1, replayed: undefined },
      { outcome: 'found', requests_consumed: 0, replayed: true, request_id: first.body.meta.request_id },
    ]);
    expect((await store.recentRequests({ limit: 9 })).requests).toMatchObject([{ consumed: 0 }, { consumed: 1 }]);
  });

  it('is charged once for a product that is not found', async () => {
    const { get, store, id } = await setUp();
    for (let request = 0; request < 2; request++) {
      expect(await get('/v1/product?asin=B0NOTFOUND', KEY)).toMatchObject({ status: 200, body: { found: false } });
    }
    expect(await store.ledger.remaining(id)).toBe(99);
  });

  it.each([
    ['/v1/search?keyword=camping+lantern'],
    ['/v1/offers?asin=B0LANTERN1'],
    ['/v1/seller?sellerId=A1LARKMOOR0US'],
    ['/v1/category?node=7000004'],
  ])('is charged once on %s', async (path) => {
    const { get, store, id } = await setUpService();
    const { text } = await get(path, KEY);
    expect((await get(path, KEY)).text).toBe(text);
    expect(await store.ledger.remaining(id)).toBe(99);
  });

  it('is charged once on /v1/scrape, also with the parameters in another order', async () => {
    const { scrape, store, id } = await setUpService();
    const { text } = await scrape({ url: 'https://www.amazon.com/dp/B0LANTERN1', language: 'en' }, KEY);
    const again = await scrape({ language: 'en', url: 'https://www.amazon.com/dp/B0LANTERN1' }, KEY);
    expect(again.text).toBe(text);
    expect(await store.ledger.remaining(id)).toBe(99);
  });

  it('is refused with other parameters, even on another endpoint', async () => {
    const { get, calls, log } = await setUp();
    await get(LANTERN, KEY);
    for (const path of ['/v1/product?asin=B0NOTFOUND', `${LANTERN}&marketplace=de`, '/v1/offers?asin=B0LANTERN1']) {
      const { status, body } = await get(path, KEY);
      expect(status).toBe(422);
      expect(body).toMatchObject({
        error: { code: 'INVALID_PARAMETER', details: { parameter: 'Idempotency-Key' } },
        meta: { usage: { requests_consumed: 0, requests_remaining: 99 } },
      });
      expect(body.error.message).toBe(
        'Idempotency-Key: was used for a call with other parameters: expected a new key for each call. Repeat a key only to retry the same call.',
      );
    }
    expect(calls).toEqual(['B0LANTERN1']);
    expect(log.at(-1)).toMatchObject({ status: 422, outcome: 'rejected' });
  });

  it('is the same call with a default parameter as without it', async () => {
    const { get, calls } = await setUp();
    await get(LANTERN, KEY);
    expect((await get(`${LANTERN}&marketplace=us&language=en`, KEY)).status).toBe(200);
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['', 'Idempotency-Key: "" is not valid: expected 1 to 255 printable ASCII characters, such as a UUID.'],
    ['k'.repeat(256), `Idempotency-Key: "${'k'.repeat(76)}... is not valid`],
    ['schl\u00fcssel', 'Idempotency-Key: "schl\u00fcssel" is not valid'],
    ['a\tb', 'Idempotency-Key: "a\\tb" is not valid'],
  ])('is refused with the key %j', async (key, message) => {
    const { get, calls } = await setUp();
    const { status, body } = await get(LANTERN, { 'idempotency-key': key });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { code: 'INVALID_PARAMETER', details: { parameter: 'Idempotency-Key' } },
      meta: { usage: { requests_remaining: 100 } },
    });
    expect(body.error.message).toContain(message);
    expect(calls).toEqual([]);
  });

  it('accepts a key of 255 printable characters', async () => {
    const { get } = await setUp();
    expect((await get(LANTERN, { 'idempotency-key': `"${'~'.repeat(253)}"` })).status).toBe(200);
  });

  it('is independent of the same key of another caller', async () => {
    const { service, store, get, calls } = await setUp();
    const other = await setUpService({ store });
    await get(LANTERN, KEY);
    const headers = { ...KEY, 'x-api-key': other.key };
    const response = await service(new Request(`${ORIGIN}${LANTERN}`, { headers }));
    expect(response.headers.has('idempotency-replayed')).toBe(false);
    expect(calls).toHaveLength(2);
  });

  it('is retried after a failure, which is not stored', async () => {
    const failures = [new UnavailableError('down')];
    const { get, calls, store, id } = await setUp({}, async () => {
      const failure = failures.pop();
      if (failure !== undefined) throw failure;
    });
    expect((await get(LANTERN, KEY)).status).toBe(503);
    const retried = await get(LANTERN, KEY);
    expect({ status: retried.status, replayed: retried.headers.has('idempotency-replayed') }).toEqual({
      status: 200,
      replayed: false,
    });
    expect(calls).toHaveLength(2);
    expect(await store.ledger.remaining(id)).toBe(99);
  });

  it('waits for the same request that still runs, and gets its response', async () => {
    const slow = Promise.withResolvers<void>();
    const { get, calls, store, id } = await setUp({}, () => slow.promise);
    const requests = [get(LANTERN, KEY), get(LANTERN, KEY), get(LANTERN, KEY)];
    expect((await get('/v1/product?asin=B0NOTFOUND', KEY)).status).toBe(422);
    slow.resolve();
    const [first, ...repeats] = await Promise.all(requests);
    expect(repeats.map(({ text }) => text)).toEqual([first?.text, first?.text]);
    expect(repeats.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(['true', 'true']);
    expect(calls).toEqual(['B0LANTERN1']);
    expect(await store.ledger.remaining(id)).toBe(99);
  });

  it('gets the failure of the same request that still runs', async () => {
    const slow = Promise.withResolvers<void>();
    const { get, calls, log } = await setUp({}, () => slow.promise);
    const requests = [get(LANTERN, KEY), get(LANTERN, KEY)];
    slow.reject(new UnavailableError('down'));
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([503, 503]);
    expect(calls).toHaveLength(1);
    expect(log.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
  });

  it('makes the call itself when the caller of the running request disconnects', async () => {
    let running = 0;
    const slow = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { service, key, get, calls, store, id } = await setUp({}, async () => {
      await slow[running++]?.promise;
    });
    const caller = new AbortController();
    const request = new Request(`${ORIGIN}${LANTERN}`, {
      headers: { ...KEY, 'x-api-key': key },
      signal: caller.signal,
    });
    const left = service(request);
    while (running === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    const repeated = get(LANTERN, KEY);
    caller.abort();
    expect((await left).status).toBe(499);
    slow[1]?.resolve();
    expect(await repeated).toMatchObject({ status: 200, body: { meta: { usage: { requests_consumed: 1 } } } });
    expect(calls).toHaveLength(2);
    expect(await store.ledger.remaining(id)).toBe(99);
  });

  it('gets the stored response if the first caller left after the charge', async () => {
    const store = memoryStore();
    const { service, key, get, id } = await setUp({ store });
    const caller = new AbortController();
    const record = store.record.bind(store);
    // The call is logged right after it is charged.
    store.record = async (entry) => {
      caller.abort();
      await record(entry);
    };
    const headers = { ...KEY, 'x-api-key': key };
    await service(new Request(`${ORIGIN}${LANTERN}`, { headers, signal: caller.signal }));
    const { status, headers: got } = await get(LANTERN, KEY);
    expect({ status, replayed: got.get('idempotency-replayed') }).toEqual({ status: 200, replayed: 'true' });
    expect(await store.ledger.remaining(id)).toBe(99);
  });

  it('needs no credit and no connection for a stored response', async () => {
    const { get } = await setUpService({}, { requests: 1 });
    await get(LANTERN, KEY);
    expect((await get(LANTERN)).status).toBe(429);
    expect(await get(LANTERN, KEY)).toMatchObject({ status: 200, body: { meta: { usage: { requests_consumed: 1 } } } });
  });

  it('is a new call after idempotencyMs', async () => {
    const later = monotonicClock();
    const clock = { now: 1e12 };
    const { get, calls } = await setUp({ now: () => clock.now, idempotencyMs: 60_000 });
    await get(LANTERN, KEY);
    later(59_999);
    // Setting the clock of the machine does not make it a new call, which would be charged again.
    clock.now += 2 * 86_400_000;
    await get(LANTERN, KEY);
    expect(calls).toHaveLength(1);
    later(1);
    expect((await get(LANTERN, KEY)).headers.has('idempotency-replayed')).toBe(false);
    expect(calls).toHaveLength(2);
  });

  it('is charged once by services that share a SQLite file, even at the same time', async () => {
    const path = join(folder, 'shared.db');
    const slow = Promise.withResolvers<void>();
    const first = await setUp({ store: sqliteStore(path) }, () => slow.promise);
    const inner = fixturePages();
    let running = 0;
    const marketplace = marketplaceOf(async (params, options) => {
      running++;
      await slow.promise;
      return inner.product(params, options);
    });
    const otherStore = sqliteStore(path);
    const other = createService({ marketplace, store: otherStore });
    const headers = { ...KEY, 'x-api-key': first.key };
    const atOther = () => other(new Request(`${ORIGIN}${LANTERN}`, { headers }));
    const requests = [first.get(LANTERN, KEY).then(({ text }) => text), atOther().then((got) => got.text())];
    while (running === 0 || first.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    slow.resolve();
    const [text, otherText] = await Promise.all(requests);
    expect(otherText).toBe(text);
    expect(await otherStore.ledger.remaining(first.id)).toBe(99);
    expect((await atOther()).headers.get('idempotency-replayed')).toBe('true');
    expect(running).toBe(1);
    await otherStore.close();
    await first.store.close();
  });

  it('can be sent from a web page of an allowed origin', async () => {
    const { send } = await setUpService({ cors: ['https://app.example.test'] });
    const headers = { origin: 'https://app.example.test', 'access-control-request-method': 'GET' };
    const preflight = await send(LANTERN, { method: 'OPTIONS', headers });
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('idempotency-key');
  });
});
