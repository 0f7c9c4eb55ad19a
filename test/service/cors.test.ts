import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/entries/service.ts';
import { setUpService } from './setup.ts';

const LANTERN = '/v1/product?asin=B0LANTERN1';
const APP = 'https://app.example.test';
const EVIL = 'https://evil.example.test';

type Options = Parameters<typeof setUpService>[0];

async function setUp(options: Options = {}) {
  const setup = await setUpService({ cors: [APP], ...options });
  const preflight = (origin: string, headers: Record<string, string> = {}, path = LANTERN) =>
    setup.send(path, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET', ...headers } });
  return { ...setup, preflight };
}

/** Returns the headers that browsers read, without those that are absent. */
function shared(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'));
}

describe('the option cors', () => {
  it('allows an origin in the preflight request, without a key', async () => {
    const { preflight } = await setUp();
    const { status, headers, text } = await preflight(APP, { 'access-control-request-headers': 'x-api-key' });
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect(shared(headers)).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': 'x-api-key,content-type,Idempotency-Key',
      'access-control-max-age': '600',
    });
    expect(headers.get('vary')).toContain('Origin');
  });

  it.each([EVIL, 'null', 'http://app.example.test', `${APP}:8443`, 'https://app.example.test.evil.test', ''])(
    'does not allow the origin %j',
    async (origin) => {
      const { preflight, get } = await setUp();
      expect((await preflight(origin)).headers.has('access-control-allow-origin')).toBe(false);
      const { headers } = await get(LANTERN, { origin });
      expect(headers.has('access-control-allow-origin')).toBe(false);
      expect(headers.get('vary')).toContain('Origin');
    },
  );

  it('never allows cookies, nor pages of the internet in a private network', async () => {
    const { preflight, get } = await setUp();
    const { headers } = await preflight(APP, { 'access-control-request-private-network': 'true' });
    for (const found of [headers, (await get(LANTERN, { origin: APP })).headers]) {
      expect(found.has('access-control-allow-credentials')).toBe(false);
      expect(found.has('access-control-allow-private-network')).toBe(false);
    }
  });

  it('lets pages read the request id and the time to wait', async () => {
    const { get } = await setUp();
    const { headers } = await get(LANTERN, { origin: APP });
    expect(headers.get('access-control-expose-headers')).toBe('x-request-id,retry-after,Idempotency-Replayed');
  });

  it('allows every origin with "*"', async () => {
    const { preflight, get } = await setUp({ cors: ['*'] });
    expect((await preflight(EVIL)).headers.get('access-control-allow-origin')).toBe('*');
    expect((await get(LANTERN, { origin: 'null' })).headers.get('access-control-allow-origin')).toBe('*');
  });

  it('allows pages to read failures too', async () => {
    const store = memoryStore();
    const { send, get, key } = await setUp({ store, wrongKeysPerMinute: 1 });
    const from = { incoming: { socket: { remoteAddress: '192.0.2.1' } } };
    const wrong = () => send(LANTERN, { headers: { origin: APP, 'x-api-key': 'wrong' } }, from);
    const responses = [await wrong(), await wrong(), await get('/v1/nothing', { origin: APP })];
    responses.push(await send(LANTERN, { method: 'DELETE', headers: { origin: APP, 'x-api-key': key } }));
    store.listKeys = () => Promise.reject(new Error('no disk'));
    responses.push(await get(LANTERN, { origin: APP }));
    expect(responses.map(({ status }) => status)).toEqual([401, 429, 404, 405, 500]);
    for (const { headers } of responses) {
      expect(headers.get('access-control-allow-origin')).toBe(APP);
      expect(headers.get('access-control-expose-headers')).toContain('retry-after');
    }
  });

  it('does not count preflight requests as requests without a key', async () => {
    const { send, key } = await setUp({ addressRequestsPerMinute: 1 });
    const from = { incoming: { socket: { remoteAddress: '192.0.2.1' } } };
    const headers = { origin: APP, 'access-control-request-method': 'GET' };
    for (let call = 0; call < 3; call++)
      expect((await send(LANTERN, { method: 'OPTIONS', headers }, from)).status).toBe(204);
    expect((await send(LANTERN, { headers: { origin: APP, 'x-api-key': key } }, from)).status).toBe(200);
  });

  it.each(['/dashboard', '/dashboard/keys', '/metrics', '/healthz', '/openapi.json'])(
    'does not apply to %s',
    async (path) => {
      const { send, preflight } = await setUp({ cors: ['*'], operatorToken: 'the-operator-token' });
      expect(shared((await send(path, { headers: { origin: APP } })).headers)).toEqual({});
      expect(shared((await preflight(APP, {}, path)).headers)).toEqual({});
    },
  );
});
