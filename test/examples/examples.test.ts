import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFetchService } from '../../examples/fixture-pages.ts';
import { fixtureMarketplace } from '../../examples/fixtures.ts';
import { loggerOf } from '../../examples/log-with-pino.ts';
import { serviceOf } from '../../examples/proxy-service.ts';
import { createMarketplace } from '../../src/entries/index.ts';
import { startFixtureMarketplace } from '../../src/entries/testing.ts';

describe('the examples', () => {
  it('proxy-service fetches through a service', async () => {
    await using site = await startFixtureMarketplace();
    const service = await startFetchService(site);
    onTestFinished(service.close);
    await using marketplace = createMarketplace({ backend: 'local', pages: serviceOf(service.url, 'key') });
    expect((await marketplace.product({ asin: 'B0LANTERN1' })).data).toMatchObject({ bb_price: 34.99 });
    expect((await marketplace.product({ asin: 'B0NOTFOUND' })).found).toBe(false);
    await using refused = createMarketplace({ backend: 'local', pages: serviceOf(service.url, 'wrong') });
    await expect(refused.product({ asin: 'B0LANTERN1' })).rejects.toThrow('refused the key');
  });

  it('log-with-pino writes one line for each event, without pages', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    await using marketplace = await fixtureMarketplace({ onEvent: loggerOf(logger), retries: 0 });
    await marketplace.product({ asin: 'B0LANTERN1' });
    await marketplace.product({ asin: 'B0CAPTCHA1' }).catch(() => undefined);
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['request', 'response', 'charged', 'done', 'blocked']),
    );
    expect(logged.find(({ msg }) => msg === 'blocked')).toMatchObject({
      level: 50,
      code: 'CAPTCHA',
      page: expect.stringMatching(/^\d+ characters$/),
    });
  });
});
