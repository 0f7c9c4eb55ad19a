import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LogEntry, memoryStore } from '../../src/entries/service.ts';
import { AtOnce } from '../../src/service/gates/requests-at-once.ts';
import { MOST_WINDOWS, RateWindows } from '../../src/service/rate-windows.ts';
import { fixturePages, marketplaceOf, setUpService } from './setup.ts';

const LANTERN = '/v1/product?asin=B0LANTERN1';

const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Returns a service, and a function that calls it with a key from an address. */
async function setUp(options: Parameters<typeof setUpService>[0] = {}) {
  const setup = await setUpService(options);
  const call = (key: string | undefined, address: string, path = LANTERN) =>
    setup.send(path, key === undefined ? {} : { headers: { 'x-api-key': key } }, from(address));
  const statuses = async (count: number, key: string | undefined, address: string, path = LANTERN) => {
    const found: number[] = [];
    for (let index = 0; index < count; index++) found.push((await call(key, address, path)).status);
    return found;
  };
  return { ...setup, call, statuses };
}

describe('wrong keys from an IP address', () => {
  it('are limited, and valid keys from the same address are not', async () => {
    const { call, statuses, key } = await setUp({ wrongKeysPerMinute: 3 });
    expect(await statuses(5, 'bb_wrong', '2001:db8::1')).toEqual([401, 401, 401, 429, 429]);
    const refused = await call('bb_wrong', '2001:db8:0:0:ffff::2');
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
    expect(refused.body.error.message).toMatch(/^too many wrong API keys from this IP address: expected at most 3 per/);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await call(key, '2001:db8::1')).status).toBe(200);
    expect((await call('bb_wrong', '2001:db8:0:1::1')).status).toBe(401);
    expect((await call('bb_wrong', '192.0.2.1')).status).toBe(401);
  });

  it('are counted again after a minute, even if the wall clock is set back', async () => {
    const clock = { now: 1e12 };
    const { statuses } = await setUp({ now: () => clock.now, wrongKeysPerMinute: 1 });
    expect(await statuses(2, 'bb_wrong', '192.0.2.1')).toEqual([401, 429]);
    clock.now -= 3_600_000;
    vi.advanceTimersByTime(59_999);
    expect(await statuses(1, 'bb_wrong', '192.0.2.1')).toEqual([429]);
    vi.advanceTimersByTime(1);
    expect(await statuses(2, 'bb_wrong', '192.0.2.1')).toEqual([401, 429]);
  });

  it('count for IPv4-mapped addresses as for the IPv4 address', async () => {
    const { statuses } = await setUp({ wrongKeysPerMinute: 1 });
    expect(await statuses(1, 'bb_wrong', '::ffff:192.0.2.1')).toEqual([401]);
    expect(await statuses(1, 'bb_wrong', '::ffff:c000:201')).toEqual([429]);
    expect(await statuses(1, 'bb_wrong', '192.0.2.1')).toEqual([429]);
    expect(await statuses(1, 'bb_wrong', '::ffff:192.0.2.2')).toEqual([401]);
  });

  it('read the store only if they have the form of a key', async () => {
    const store = memoryStore();
    const { statuses } = await setUp({ store });
    const listKeys = vi.spyOn(store, 'listKeys');
    await statuses(3, 'x'.repeat(10_000), '192.0.2.1');
    expect(listKeys).not.toHaveBeenCalled();
  });

  it('are logged with the address, then counted: the first, the 10th and the 100th refusal of a minute', async () => {
    const { statuses, send, log } = await setUp({ wrongKeysPerMinute: 2 });
    await statuses(2 + 250, 'bb_wrong', '192.0.2.1');
    const shown = ({ status, address, limit, refusals }: LogEntry) => ({ status, address, limit, refusals });
    const refused = { status: 429, address: '192.0.2.1', limit: 'wrong_keys' };
    expect(log.map(shown)).toEqual([
      { status: 401, address: '192.0.2.1', limit: undefined, refusals: undefined },
      { status: 401, address: '192.0.2.1', limit: undefined, refusals: undefined },
      { ...refused, refusals: 1 },
      { ...refused, refusals: 10 },
      { ...refused, refusals: 100 },
    ]);
    const { text } = await send('/metrics');
    expect(text).toContain('buybox_requests_refused_total{limit="wrong_keys"} 250');
    expect(text).toContain('buybox_requests_refused_total{limit="sign_ins"} 0');
    expect(text).toContain('buybox_requests_total{endpoint="none",status="429",code="RATE_LIMITED"} 250');
  });
});

describe('requests without a valid key', () => {
  it.each(['/openapi.json', '/reference', '/style.css', '/dashboard', '/nowhere', LANTERN])(
    'are limited per IP address: %s',
    async (path) => {
      const { statuses, call } = await setUp({ addressRequestsPerMinute: 2, operatorToken: 'the-operator-token' });
      const [first] = await statuses(2, undefined, '192.0.2.1', path);
      expect(first).not.toBe(429);
      const refused = await call(undefined, '192.0.2.1', path);
      expect(refused).toMatchObject({ status: 429, body: { success: false, error: { code: 'RATE_LIMITED' } } });
      expect(refused.headers.get('retry-after')).toBe('60');
      expect((await call(undefined, '192.0.2.2', path)).status).toBe(first);
    },
  );

  it('never use up the requests of valid keys, the checks of a load balancer or the style of the dashboard', async () => {
    const { statuses, key } = await setUp({ addressRequestsPerMinute: 2 });
    expect(await statuses(4, undefined, '192.0.2.1')).toEqual([401, 401, 429, 429]);
    expect(await statuses(3, key, '192.0.2.1')).toEqual([200, 200, 200]);
    expect(await statuses(1, key, '192.0.2.1', '/openapi.json')).toEqual([200]);
    expect(await statuses(3, undefined, '192.0.2.1', '/healthz')).toEqual([200, 200, 200]);
    expect(await statuses(3, undefined, '192.0.2.1', '/metrics')).toEqual([200, 200, 200]);
    expect(await statuses(3, undefined, '192.0.2.1', '/style.css')).toEqual([200, 200, 429]);
  });

  it('are limited per IP address in number at once, and probes are not', async () => {
    const { send, call, key } = await setUp({ addressRequestsAtOnce: 2, operatorToken: 'the-operator-token' });
    const bodies = [new TransformStream<Uint8Array>(), new TransformStream<Uint8Array>()];
    const running = bodies.map(({ readable: body }) =>
      send('/dashboard/sign-in', { method: 'POST', body, duplex: 'half' } as RequestInit, from('192.0.2.1')),
    );
    await expect.poll(async () => (await call(undefined, '192.0.2.1', '/reference')).status).toBe(429);
    const refused = await call(undefined, '192.0.2.1', '/reference');
    expect(refused).toMatchObject({ body: { error: { code: 'RATE_LIMITED' } } });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await call(undefined, '192.0.2.1', '/healthz')).status).toBe(200);
    expect((await call(undefined, '192.0.2.1', '/metrics')).status).toBe(200);
    expect((await call(undefined, '192.0.2.2', '/reference')).status).toBe(200);
    expect((await call(key, '192.0.2.1', '/reference')).status).toBe(200);
    for (const { writable } of bodies) await writable.close();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([401, 401]);
    expect((await call(undefined, '192.0.2.1', '/reference')).status).toBe(200);
  });
});

describe('failed requests without a valid key', () => {
  it('of many addresses are logged one by one up to a thousand per minute, then counted', async () => {
    const { send, log, key } = await setUp();
    for (let index = 0; index < 1_150; index++) await send('/nowhere', {}, from(`10.0.${index >> 8}.${index & 255}`));
    expect(log).toHaveLength(1_000 + 3);
    await send('/nowhere', { headers: { 'x-api-key': key } }, from('192.0.2.1'));
    await send('/openapi.json', {}, from('192.0.2.1'));
    expect(log).toHaveLength(1_000 + 3 + 2);
    vi.advanceTimersByTime(60_000);
    await send('/nowhere', {}, from('192.0.2.2'));
    expect(log).toHaveLength(1_000 + 3 + 3);
    expect((await send('/metrics')).text).toContain(
      'buybox_requests_total{endpoint="none",status="404",code="NOT_FOUND"} 1152',
    );
  });
});

describe('probes', () => {
  it('are logged one by one up to a thousand per minute, then counted', async () => {
    const { send, log } = await setUp();
    for (let index = 0; index < 1_150; index++) await send('/healthz', {}, from('192.0.2.1'));
    expect(log).toHaveLength(1_000 + 3);
  });
});

describe('requests with a valid key', () => {
  it('are limited per key and minute, whatever their address', async () => {
    const { statuses, call, key } = await setUp({ keyRequestsPerMinute: 2 });
    expect(await statuses(2, key, '192.0.2.1')).toEqual([200, 200]);
    const refused = await call(key, '192.0.2.2');
    expect(refused).toMatchObject({
      status: 429,
      body: { error: { code: 'RATE_LIMITED' }, meta: { usage: { requests_consumed: 0, requests_remaining: 98 } } },
    });
    expect(refused.body.error.message).toContain('expected at most 2 per minute');
    expect(refused.headers.get('retry-after')).toBe('60');
    vi.advanceTimersByTime(60_000);
    expect(await statuses(1, key, '192.0.2.1')).toEqual([200]);
  });

  it('are limited per key in number at once, also those that wait for a stored response', async () => {
    const slow = Promise.withResolvers<void>();
    const inner = fixturePages();
    const product = vi.fn(async (...args: Parameters<typeof inner.product>) => {
      await slow.promise;
      return inner.product(...args);
    });
    const { get } = await setUpService({ marketplace: marketplaceOf(product), keyRequestsAtOnce: 2 });
    const repeated = { 'idempotency-key': 'one' };
    const running = [get(LANTERN, repeated), get(LANTERN, repeated)];
    await expect.poll(() => product).toHaveBeenCalled();
    expect(await get(LANTERN, repeated)).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
    slow.resolve();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await get(LANTERN)).status).toBe(200);
  });

  it('are logged with the key, without the address', async () => {
    const { statuses, key, id, log } = await setUp({ keyRequestsPerMinute: 1 });
    await statuses(30, key, '192.0.2.1');
    expect(log.slice(1)).toMatchObject([
      { key_id: id, address: undefined, limit: 'key_requests_per_minute', refusals: 1 },
      { key_id: id, address: undefined, limit: 'key_requests_per_minute', refusals: 10 },
    ]);
    expect(log).toHaveLength(3);
  });
});

describe('the count of what runs at once', () => {
  it('has a limit per key, and keeps nothing of keys whose work has ended', () => {
    const atOnce = new AtOnce(2);
    const turns = [atOnce.begin('a'), atOnce.begin('a'), atOnce.begin('a'), atOnce.begin('b')];
    expect(turns.map((turn) => turn !== undefined)).toEqual([true, true, false, true]);
    turns[0]?.[Symbol.dispose]();
    expect(atOnce.begin('a')).toBeDefined();
    for (const turn of turns.slice(1)) turn?.[Symbol.dispose]();
    expect(atOnce.size).toBe(1);
  });
});

describe('the windows of a limit', () => {
  it('need no more memory for more addresses: the oldest is dropped', () => {
    const windows = new RateWindows(1);
    windows.add('first');
    expect(windows.add('first').excess).toBe(1);
    for (let index = 0; index < MOST_WINDOWS + 500; index++) windows.add(`address ${index}`);
    expect(windows.size).toBe(MOST_WINDOWS);
    expect(windows.add('first').excess).toBe(0);
    expect(windows.add(`address ${MOST_WINDOWS + 499}`).excess).toBe(1);
  });
});
