import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bestSellers, createMarketplace, searchEntries } from '../../src/entries/index.ts';
import { parsePage } from '../../src/entries/parse.ts';
import { fixtureMarketplace, fixturePages, startFixtureMarketplace } from '../../src/entries/testing.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
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

describe('lists', () => {
  const LANTERNS = ['1 B0LANTERN1 1', '6 B0LANTERN2 2', '11 B0KINDLELN 2'];

  it('have the page that they call the last one', () => {
    const index = JSON.parse(readFileSync(join(FIXTURES_FOLDER, 'index.json'), 'utf8')) as {
      url: string;
      file: string;
    }[];
    const lists = index.filter(({ file }) => /^(?:search|category|storefront|bestseller)\//.test(file));
    const withoutLast = lists.filter(({ url, file }) => {
      const { data } = parsePage(readFileSync(join(FIXTURES_FOLDER, file), 'utf8'), { url });
      const { current_page = 1, last_page_number: last = 1 } = data as Record<string, number>;
      const isThere = lists.some(
        (other) => other.url === (last === 1 ? url : `${url.replace(/&page=2$/, '')}&page=${last}`),
      );
      return last < current_page || !isThere;
    });
    expect(lists.length).toBeGreaterThan(10);
    expect(withoutLast).toEqual([]);
  });

  it.each([
    ['fixtureMarketplace()', () => fixtureMarketplace()],
    ['{ fixtures: true }', () => createMarketplace({ fixtures: true })],
    ['{ pages: fixturePages() }', () => createMarketplace({ pages: fixturePages() })],
  ])('of %s are read to their end', async (_, open) => {
    await using marketplace = open();
    const lines: string[] = [];
    for await (const { rank, asin, page } of searchEntries(marketplace, { keyword: 'camping lantern' }))
      lines.push(`${rank} ${asin} ${page}`);
    expect(lines).toEqual(expect.arrayContaining(LANTERNS));
    const kettles: string[] = [];
    for await (const { asin } of searchEntries(marketplace, { keyword: 'wasserkocher', marketplace: 'de' }))
      kettles.push(String(asin));
    expect(kettles).toEqual(['B0WASSERK1', 'B0WASSERK3']);
    const ranks: number[] = [];
    const kitchen = { marketplace: 'uk', department: 'kitchen', list: 'best_sellers' } as const;
    for await (const { data } of bestSellers(marketplace, kitchen))
      ranks.push(...(data?.entries ?? []).map(({ rank }) => rank));
    expect(ranks).toEqual([1, 2, 3, 4, 5]);
  });

  it.each([
    ['search', 'camping lantern', 11],
    ['category', '7000004', 4],
    ['offers', 'B0LANTERN1', 15],
  ] as const)('of %s --all-pages --fixtures are read to their end', async (command, subject, count) => {
    const { code, out, err } = await run(command, subject, '--all-pages', '--fixtures', '--ndjson');
    expect(code, err).toBe(0);
    expect(out.split('\n').filter(Boolean)).toHaveLength(count);
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

  it('names the marketplace that has the page as a fixture', async () => {
    const { code, err } = await run('product', 'B0WASSERK1', '--fixtures');
    expect(code).toBe(2);
    expect(err).toMatch(/is not a fixture page, but there is one of it on de\. Set the marketplace to de\./);
    expect(err).not.toContain('expected for example');
    expect((await run('offers', 'B0WASSERK1', '--fixtures')).err).toContain('is not a fixture page');
  });

  it('says that the page is not a fixture, and what to do', async () => {
    const { code, err } = await run('product', 'B0ELSEWHER', '--fixtures');
    expect(code).toBe(2);
    expect(err).toMatch(/B0ELSEWHER\S* is not a fixture page/);
    expect(err).toContain('To request the real site, remove the fixtures.');
  });
});
