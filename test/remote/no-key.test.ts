/** `apiKey: false`: a proxy adds the key. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMarketplace } from '../../src/entries/index.ts';
import { createRemoteMarketplace } from '../../src/entries/remote.ts';
import { createRemoteMarketplace as createEdgeMarketplace } from '../../src/entries/remote-edge.ts';
import { ASIN, KEY, serviceOf } from './service.ts';
import { TRANSPORTS } from './transports.ts';

const warnings = vi.spyOn(process, 'emitWarning').mockReturnValue();

beforeEach(() => {
  warnings.mockClear();
  vi.unstubAllEnvs();
});

/** The functions that create a remote marketplace, on each runtime. */
const CREATORS = {
  'createRemoteMarketplace of Node': createRemoteMarketplace,
  'createRemoteMarketplace of other runtimes': createEdgeMarketplace,
  createMarketplace: (options: Parameters<typeof createRemoteMarketplace>[0]) =>
    createMarketplace({ ...options, backend: 'remote' }),
};

describe.each(TRANSPORTS)('a marketplace without a key, over %s', (_, transportOptions) => {
  it.each(Object.entries(CREATORS))('sends none: %s', async (_name, create) => {
    vi.stubEnv('BUYBOX_API_KEY', KEY);
    await using service = await serviceOf({});
    await using marketplace = create({ baseUrl: service.baseUrl, apiKey: false, ...transportOptions() });
    const { found } = await marketplace.product({ asin: ASIN }, { headers: { 'x-session': '7' } });
    expect(found).toBe(true);
    await marketplace.scrape({ url: `https://www.amazon.de/dp/${ASIN}` });
    expect(service.asked).toHaveLength(2);
    for (const { headers } of service.asked) {
      expect(headers).not.toHaveProperty('x-api-key');
      expect(headers).toHaveProperty('idempotency-key');
    }
    expect(service.asked[0]?.headers).toHaveProperty('x-session', '7');
  });

  it('throws what the proxy responds', async () => {
    const refused = {
      status: 401,
      body: { success: false, error: { code: 'UNAUTHORIZED', message: 'sign in first' } },
    };
    await using service = await serviceOf(refused, { apiKey: false, ...transportOptions() });
    await expect(service.marketplace.product({ asin: ASIN })).rejects.toMatchObject({
      name: 'AuthenticationError',
      message: 'sign in first',
    });
  });
});

describe('a marketplace without a key', () => {
  it.each(Object.entries(CREATORS))('is created without a warning about the key: %s', async (_name, create) => {
    await using _marketplace = create({ baseUrl: 'http://proxy.example.test', apiKey: false });
    expect(warnings.mock.calls).toEqual([]);
  });

  it.each(Object.entries(CREATORS))('must say so: %s', (_name, create) => {
    const message = (apiKey: unknown) => {
      try {
        create({ baseUrl: 'https://proxy.example.test', apiKey: apiKey as string });
      } catch (error) {
        return (error as Error).message;
      }
      return undefined;
    };
    expect(message(undefined)).toBe(
      'apiKey: missing: expected a key of the service for the remote backend. Set BUYBOX_API_KEY, or apiKey to false if a proxy adds the key.',
    );
    expect(message(null)).toBe('apiKey: has the type object: expected a string, a function or false.');
    expect(message(true)).toBe('apiKey: has the type boolean: expected a string, a function or false.');
    expect(message('')).toMatch(/^apiKey: is not valid: /);
  });
});
