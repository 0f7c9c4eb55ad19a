import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupServer } from 'msw/node';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMarketplace, type Marketplace } from '../../src/entries/index.ts';
import { detectPageType } from '../../src/entries/parse.ts';
import {
  FIXTURE_TIME,
  fixtureMarketplace,
  fixturePages,
  noPace,
  noPaceEnvironment,
  startFixtureMarketplace,
  virtualClock,
} from '../../src/entries/testing.ts';
import { pageHandlers } from '../../src/entries/testing-msw.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import type { SavedPage } from '../../src/sources/saved/saved-folder.ts';
import { run } from '../cli/run.ts';
import { productPage } from '../local/pages.ts';
import { serve } from '../sources/server.ts';

const DAY = 86_400_000;
const SAVED = JSON.parse(readFileSync(join(FIXTURES_FOLDER, 'index.json'), 'utf8')) as SavedPage[];
/** A deal that runs at the time of the fixtures, and has ended four days later. */
const DEAL = { asin: 'B0HEADLMP1' };
/** A page of each type that says something relative to the day, and the deal. */
const URLS = [
  ...['product', 'search', 'offers', 'category'].map(
    (type) => SAVED.find(({ url }) => detectPageType(url)?.page_type === type)?.url ?? '',
  ),
  `https://www.amazon.com/dp/${DEAL.asin}`,
];

const moveTo = (time: number | string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });

beforeEach(() => void moveTo('2029-02-28T23:30:00Z'));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function dataOf(opened: Marketplace): Promise<unknown[]> {
  await using marketplace = opened;
  return await Promise.all(URLS.map(async (url) => (await marketplace.scrape({ url })).data));
}

/** Reads the pages with a marketplace of an application that does not know of the fixtures. */
async function dataOverMsw(open: () => Marketplace): Promise<unknown[]> {
  const server = setupServer(...pageHandlers());
  server.listen({ onUnhandledFrame: 'error' });
  return dataOf(open()).finally(() => server.close());
}

const FACES: [string, () => Promise<unknown[]>][] = [
  ['fixtureMarketplace', () => dataOf(fixtureMarketplace({ retries: 0 }))],
  ['fixturePages', () => dataOf(createMarketplace({ retries: 0, pages: fixturePages() }))],
  ['the option fixtures', () => dataOf(createMarketplace({ retries: 0, fixtures: true }))],
  ['pageHandlers with noPace', () => dataOverMsw(() => createMarketplace({ retries: 0, ...noPace }))],
  [
    'pageHandlers with noPaceEnvironment',
    () => {
      for (const [name, value] of Object.entries(noPaceEnvironment)) vi.stubEnv(name, value);
      return dataOverMsw(() => createMarketplace({ retries: 0 }));
    },
  ],
  [
    'startFixtureMarketplace',
    async () => {
      await using site = await startFixtureMarketplace();
      return await dataOf(createMarketplace({ retries: 0, via: site.url }));
    },
  ],
];

describe('the fixtures are read at their own time, on any day', () => {
  let atTheirTime: Promise<unknown[]> | undefined;

  it.each(FACES)('by %s', async (_, read) => {
    const later = await read();
    moveTo(FIXTURE_TIME);
    atTheirTime ??= dataOf(createMarketplace({ pages: fixturePages() }));
    expect(later).toEqual(await atTheirTime);
    expect(later.at(-1)).toMatchObject({ ...DEAL, promotion: { deal: { kind: 'limited_time' } } });
  });

  it.each([
    ['product', 'B0HEADLMP1'],
    ['search', 'camping lantern'],
    ['offers', 'B0LANTERN1'],
    ['seller', 'A1LARKMOOR0US'],
    ['category', '7000004'],
    ['scrape', 'https://www.amazon.com/product-reviews/B0LANTERN1'],
  ])('by buybox %s --fixtures', async (...words) => {
    const data = async () => JSON.parse((await run(...words, '--fixtures')).out).data;
    const later = await data();
    moveTo(FIXTURE_TIME);
    await expect(data()).resolves.toEqual(later);
    expect(later).toBeTruthy();
  });
});

describe('the time of the fixtures', () => {
  it('is the clock of fixtureMarketplace, unless it has another', async () => {
    await using marketplace = fixtureMarketplace();
    const { meta } = await marketplace.product(DEAL);
    expect(meta.source?.fetched_at).toBe(new Date(FIXTURE_TIME).toISOString());
    expect(Date.parse(meta.timestamp)).toBeGreaterThanOrEqual(FIXTURE_TIME);
    expect(Date.parse(meta.timestamp)).toBeLessThan(FIXTURE_TIME + DAY);
    const clock = virtualClock();
    await using other = fixtureMarketplace({ now: clock.now });
    expect((await other.product(DEAL)).data?.promotion?.deal).toMatchObject({ kind: 'limited_time' });
    await clock.advance(5 * DAY);
    const late = await other.product(DEAL);
    expect(late.data?.promotion?.deal).toBeNull();
    expect(late.meta.source?.fetched_at).toBe(new Date(FIXTURE_TIME + 5 * DAY).toISOString());
  });

  it('can be set for pages, in process and over HTTP', async () => {
    const now = () => FIXTURE_TIME + 5 * DAY;
    const fetched_at = new Date(now()).toISOString();
    await using site = await startFixtureMarketplace({ pages: fixturePages({ now }) });
    for (const options of [{ pages: fixturePages({ now }) }, { via: site.url }]) {
      await using marketplace = createMarketplace(options);
      const { data, meta } = await marketplace.product(DEAL);
      expect(data?.promotion?.deal).toBeNull();
      expect(meta.source).toMatchObject({ fetched_at });
    }
    expect(() => fixturePages({ now: 5 as never })).toThrow('now: 5 is not valid: expected a function.');
  });
});

describe('the clock of a real site', () => {
  it.each([
    ['date', 'Fri, 20 Nov 2020 12:00:00 GMT'],
    ['last-modified', 'Fri, 20 Nov 2020 12:00:00 GMT'],
    ['x-buybox-fetched-at', 'Fri, 20 Nov 2020 12:00:00 GMT'],
    ['x-buybox-fetched-at', '+020262-11-20T12:00:00Z'],
    ['x-buybox-fetched-at', '2020-11-31T99:00:00Z'],
  ])('does not decide when a page was read: %s %s', async (name, value) => {
    await using server = await serve((_, response) => response.setHeader(name, value).end(productPage()));
    await using marketplace = createMarketplace({ via: server.url, now: () => FIXTURE_TIME });
    const { meta } = await marketplace.product({ asin: 'B0LANTERN1' });
    expect(meta.source?.fetched_at).toBe(new Date(FIXTURE_TIME).toISOString());
  });
});
