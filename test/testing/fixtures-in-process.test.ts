import { setupServer } from 'msw/node';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMarketplace } from '../../src/entries/index.ts';
import { fixtureMarketplace, noPace, noPaceEnvironment } from '../../src/entries/testing.ts';
import { pageHandlers } from '../../src/entries/testing-msw.ts';

afterEach(() => vi.unstubAllEnvs());

/** Two pages one after the other, and a block, with the pace of the real sites: more than 3 seconds. */
const LIVE_MS = 1_000;
const ASINS = ['B0LANTERN1', 'B0BOTTLE01', 'B0HAMMOCK1'];

describe('fixtureMarketplace', () => {
  it('reads the fixtures in process, and other pages are not found', async () => {
    await using marketplace = fixtureMarketplace({ language: 'en' });
    expect((await marketplace.product({ asin: 'B0LANTERN1' })).data?.bb_price).toBe(34.99);
    expect((await marketplace.product({ asin: 'B0NOWHERE1' })).found).toBe(false);
    expect(() => fixtureMarketplace({ pages: 5 as never })).toThrow('pages: 5 is not valid: expected a page source');
  });
});

describe('noPace', () => {
  it.each([
    ['as options', () => createMarketplace({ backend: 'local', retries: 0, ...noPace })],
    [
      'from the environment',
      () => {
        for (const [name, value] of Object.entries(noPaceEnvironment)) vi.stubEnv(name, value);
        return createMarketplace({ backend: 'local', retries: 0 });
      },
    ],
  ])('requests pages without waiting, also after a block, %s', async (_, open) => {
    const server = setupServer(...pageHandlers());
    server.listen({ onUnhandledFrame: 'error' });
    const waits: number[] = [];
    try {
      await using marketplace = open();
      await marketplace.product({ asin: 'B0CAPTCHA1' }).catch(() => undefined);
      for (const asin of ASINS) waits.push((await marketplace.product({ asin })).meta.queued_ms ?? 0);
    } finally {
      server.close();
    }
    expect(Math.max(...waits)).toBeLessThan(LIVE_MS);
  });
});
