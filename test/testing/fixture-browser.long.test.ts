import { describe, expect, it } from 'vitest';
import { startFixtureMarketplace } from '../../src/entries/testing.ts';
import { hasChromium, useChromium } from '../browser.ts';

describe.skipIf(!hasChromium)('the fixture marketplace in a browser', () => {
  // Pictures are on hosts of the site, which a test cannot reach.
  const open = useChromium(() => ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']);
  // So are the scripts that define `P`, which pages call. It has no icons and pictures: 404.
  const allowed = /m\.media-amazon\.com|ERR_NAME_NOT_RESOLVED|P is not defined|404/;

  it('opens a page, follows its links, and has the page of the site for all others', async () => {
    await using site = await startFixtureMarketplace();
    const page = await open(`${site.url}/s?k=camping+lantern`, { allowed });
    await page.locator('a[href*="/dp/B0LANTERN1"] h2').first().click();
    await page.waitForURL(/\/dp\/B0LANTERN1/);
    expect(await page.locator('#productTitle').innerText()).toContain('Larkmoor Camping Lantern');
    await page.goto(`${site.url}/s?rh=n%3A7000001%2Cn%3A7000004`);
    await page.locator('.s-pagination-next').click();
    await page.waitForURL(/page=2/);
    expect(await page.locator('.s-pagination-selected').innerText()).toBe('2');
    const lost = await open(`${site.url}/no/such/page`, { allowed });
    expect(await lost.title()).toBe('Page Not Found');
    expect(site.requests).toContain('https://www.amazon.com/s?rh=n%3A7000001%2Cn%3A7000004&page=2');
  });
});
