import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { fixtureBrowser } from '../../examples/fixture-pages.ts';
import { browserPages } from '../../examples/playwright.ts';
import { createMarketplace } from '../../src/entries/index.ts';
import { startFixtureMarketplace } from '../../src/entries/testing.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

it.skipIf(!existsSync(CHROMIUM))('the example playwright opens pages in a browser', async () => {
  await using site = await startFixtureMarketplace();
  await using browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  const pages = browserPages(fixtureBrowser(browser, site));
  await using marketplace = createMarketplace({ backend: 'local', pages, now: site.now });
  const { data } = await marketplace.product({ asin: 'B0LANTERN1' });
  expect(data).toMatchObject({ asin: 'B0LANTERN1', bb_price: 34.99 });
});
