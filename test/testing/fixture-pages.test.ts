import { describe, expect, it } from 'vitest';
import { createMarketplace } from '../../src/entries/index.ts';
import { fixturePages, startFixtureMarketplace } from '../../src/entries/testing.ts';
import { run } from '../cli/run.ts';

describe('fixturePages', () => {
  it('gives a marketplace offline data, with dates that do not depend on the current day', async () => {
    await using marketplace = createMarketplace({ pages: fixturePages() });
    const { data } = await marketplace.product({ asin: 'B0WASSERK1', marketplace: 'de' });
    expect(data).toMatchObject({ bb_price: 39.99, currency: 'EUR' });
    expect(data?.delivery?.map(({ date_min }) => date_min)).toEqual(['2026-11-25', '2026-11-21']);
    expect((await marketplace.product({ asin: 'B0NOTFOUND' })).found).toBe(false);
  });

  it('explains how to go live when a page is not a fixture, and does not retry', async () => {
    const events: string[] = [];
    await using marketplace = createMarketplace({ pages: fixturePages(), onEvent: ({ type }) => events.push(type) });
    await expect(marketplace.product({ asin: 'B0ELSEWHER' })).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      parameter: 'fixtures',
      message: expect.stringMatching(
        /B0ELSEWHER\S* is not a fixture page: expected for example https:\/\/www\.amazon\.com\/dp\/B0LANTERN1, .*\. To request the real site, remove the fixtures\.$/,
      ),
    });
    expect(events).not.toContain('retry');
  });
});

it.each(['new', 'used', 'used_good', 'collectible'] as const)('has offers of the condition %s', async (condition) => {
  await using marketplace = createMarketplace({ fixtures: true });
  const { data } = await marketplace.offers({ asin: 'B0LANTERN1', condition });
  const conditions = data?.product_sellers_info.map((offer) => offer.condition) ?? [];
  expect(conditions.every((one) => one?.startsWith(condition))).toBe(true);
  expect(conditions.length).toBeGreaterThan(0);
});

it('opens the site in a browser at the URL of the fixture marketplace', async () => {
  await using site = await startFixtureMarketplace();
  const response = await fetch(`${site.url}/dp/B0LANTERN1`);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('Larkmoor');
  expect(site.requests).toEqual(['https://www.amazon.com/dp/B0LANTERN1']);
});

describe('--fixtures', () => {
  it.each([
    ['product', 'B0LANTERN1'],
    ['search', 'camping lantern'],
    ['offers', 'B0LANTERN1'],
    ['seller', 'A1LARKMOOR0US'],
    ['category', '7000004'],
    ['scrape', 'https://www.amazon.com/product-reviews/B0LANTERN1'],
  ])('lets %s run offline', async (...words) => {
    const { code, out, err } = await run(...words, '--fixtures');
    expect(code, err).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ success: true, found: true });
  });

  it('cannot be used with another source of pages', async () => {
    const { code, err } = await run('product', 'B0LANTERN1', '--fixtures', '--folder', '.');
    expect(code).toBe(2);
    expect(err).toContain("option '--fixtures' cannot be used with option '--folder <dir>'");
  });

  it('says that the page is not a fixture, and what to do', async () => {
    const { code, err } = await run('product', 'B0ELSEWHER', '--fixtures');
    expect(code).toBe(2);
    expect(err).toMatch(/B0ELSEWHER\S* is not a fixture page/);
    expect(err).toContain('To request the real site, remove the fixtures.');
  });
});
