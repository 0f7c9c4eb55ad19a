import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import { buyPack, createKey, packOffer, sqliteStore } from '../../src/entries/service.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { expectAccessible, expectFits, hasChromium, type Opening, save, useChromium } from '../browser.ts';
import { recordOf } from './records.ts';
import { dataFolder, type ServeProcess, startServe } from './serve-process.ts';

const TOKEN = 'the-operator-token';
const HOUR = 3_600_000;

describe.skipIf(!hasChromium)('the dashboard in a browser', () => {
  const openPage = useChromium();
  let server: ServeProcess;
  let keyId: string;
  /** A request with retries, blocks, gaps and a long URL. */
  const unusual = crypto.randomUUID();

  beforeAll(async () => {
    const data = dataFolder();
    const store = sqliteStore(join(data, 'buybox.db'));
    const { id, key } = await createKey(store, 'first', Date.now());
    await buyPack(store, id, packOffer('free', { requests: 5_000 }), Date.now());
    keyId = id;
    const outcomes = ['found', 'found', 'found', 'not_found', 'rejected', 'failed'] as const;
    for (let index = 0; index < 900; index++) {
      const outcome = outcomes[(index * 7) % 6] ?? 'found';
      const endpoint = ['product', 'product', 'search', 'offers'][(index * 5) % 4] ?? 'product';
      const failure = outcome === 'failed' ? 503 : outcome === 'rejected' ? 400 : 200;
      await store.record(
        recordOf(keyId, {
          endpoint,
          status: failure,
          code: failure === 200 ? null : failure === 400 ? 'INVALID_PARAMETER' : 'CAPTCHA',
          outcome,
          marketplace: ['us', 'de', 'jp'][index % 3] ?? 'us',
          attempts: failure === 400 ? 0 : failure === 503 ? 3 : 1,
          blocks: failure === 503 ? 3 : 0,
          timingMs: 800 + (index % 700),
          at: Date.now() - (index % 29) * HOUR,
        }),
      );
    }
    await store.record(
      recordOf(keyId, {
        requestId: unusual,
        at: Date.now(),
        attempts: 3,
        blocks: 2,
        queuedMs: 1_200,
        timingMs: 4_321,
        retries: [
          { code: 'CAPTCHA', delayMs: 480 },
          { code: 'CAPTCHA', delayMs: 950 },
        ],
        gaps: [
          {
            landmark: '#corePriceDisplay_desktop_feature_div',
            kind: 'partial',
            detail: 'found a price without a currency: expected USD',
          },
        ],
        pageUrl: `https://www.amazon.com/dp/B0LANTERN1?${'keyword=camping+lantern&'.repeat(12)}`,
        upstreamRequestId: crypto.randomUUID(),
      }),
    );
    await store.record(
      recordOf(keyId, { requestId: unusual, at: Date.now(), attempts: 0, replayed: true, timingMs: 2 }),
    );
    await store.close();
    const env = { BUYBOX_OPERATOR_TOKEN: TOKEN };
    server = await startServe(['--folder', FIXTURES_FOLDER, '--retries', '0', '--no-log'], { data, env });
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const body = JSON.stringify({ url: 'https://www.amazon.com/dp/B0CAPTCHA1' });
    const found = await fetch(`${server.url}/v1/product?asin=B0LANTERN1`, { headers });
    const blocked = await fetch(`${server.url}/v1/scrape`, { method: 'POST', headers, body });
    expect([found.status, blocked.status]).toEqual([200, 503]);
  });

  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    rmSync(server.data, { recursive: true });
  });

  /** Follows a link or sends a form, with the mouse or a key, and waits until the next page is whole. */
  async function loaded(page: Page, target: Locator, key?: 'Enter'): Promise<void> {
    await Promise.all([page.waitForEvent('load'), key === undefined ? target.click() : target.press(key)]);
  }

  /** Opens the page to sign in, which has the status 401. */
  const openSignIn = (opening: Opening) => openPage(`${server.url}/dashboard`, { allowed: /\b401\b/, ...opening });

  /** Opens the dashboard and signs in. */
  async function open(opening: Opening): Promise<Page> {
    const page = await openSignIn(opening);
    await page.getByLabel('Token').fill(TOKEN);
    await loaded(page, page.getByRole('button', { name: 'Sign in' }));
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    return page;
  }

  async function look(page: Page, name: string): Promise<void> {
    await expectFits(page);
    await save(page, name);
  }

  const USES = [
    ['phone-dark', 390, 'dark'],
    ['wide-light', 1200, 'light'],
  ] as const;

  it.each(isNightly ? USES : USES.slice(0, 1))('%s: keys, packs and charts', async (name, width, colorScheme) => {
    const page = await open({ width, colorScheme });
    await look(page, `${name}-overview`);
    const bars = await page.locator('svg.plot rect.blue').first().boundingBox();
    expect(bars?.height).toBeGreaterThan(0);

    await loaded(page, page.getByRole('link', { name: 'Keys', exact: true }));
    await look(page, `${name}-keys`);
    await page.getByLabel('Name').fill(`shop ${name}`);
    await loaded(page, page.getByRole('button', { name: 'Create key' }));
    expect(await page.locator('.secret').textContent()).toMatch(/^bb_/);
    await look(page, `${name}-new-key`);
    await loaded(page, page.getByRole('link', { name: 'To the key' }));
    for (const [requests, credits] of [
      ['500000', '500,000'],
      ['1000', '501,000'],
    ] as const) {
      await page.getByLabel('Requests').fill(requests);
      await loaded(page, page.getByRole('button', { name: 'Add pack' }));
      await page.getByText(`${credits} credits left`).waitFor();
    }

    await loaded(page, page.getByRole('link', { name: 'Keys', exact: true }));
    await loaded(page, page.getByRole('link', { name: `shop ${name}` }));
    await look(page, `${name}-key`);
    await loaded(page, page.getByRole('button', { name: 'Rotate' }));
    await loaded(page, page.getByRole('link', { name: 'To the key' }));
    await loaded(page, page.getByRole('button', { name: 'Revoke' }));
    await page.getByText(/revoked \d{4}-/).waitFor();
    await loaded(page, page.getByRole('button', { name: 'Sign out' }));
    await page.getByLabel('Token').waitFor();
    await look(page, `${name}-sign-in`);
  });

  /** The pages that only show, with a name for their screenshots. */
  const pages = (): [string, string][] => [
    ['overview', '/dashboard'],
    ['requests', '/dashboard/requests'],
    ['request', `/dashboard/requests/${unusual}`],
    ['keys', '/dashboard/keys'],
    ['key', `/dashboard/keys/${keyId}`],
    ['problem', '/dashboard/requests/unknown'],
  ];

  const LOOKS = [
    ['narrow-dark', 320, 'dark', true],
    ['wide-light', 1280, 'light', true],
    ['wide-dark', 1280, 'dark', false],
    ['narrow-light', 320, 'light', false],
  ] as const;

  it.each(isNightly ? LOOKS : LOOKS.slice(0, 1))(
    '%s: pages fit the width and have no accessibility violations',
    async (name, width, colorScheme, isChecked) => {
      // One of the pages is that of an unknown request.
      const page = await open({ width, colorScheme, allowed: /\b40[14]\b/ });
      for (const [title, path] of pages()) {
        await page.goto(`${server.url}${path}`);
        await look(page, `${name}-${title}`);
        // The policy of the pages refuses scripts. Those of the test do not come from the page.
        if (isChecked) await expectAccessible(page, ['color-contrast', 'page-has-heading-one']);
      }
    },
  );

  it('works without scripts, and with the keyboard alone', async () => {
    const page = await openSignIn({ javaScriptEnabled: false, width: 900 });
    // The browser focuses the field after it loaded the page.
    await page.locator('input:focus').waitFor();
    await page.keyboard.type(TOKEN);
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('#main');
    await loaded(page, page.getByRole('link', { name: 'All requests' }), 'Enter');
    await loaded(page, page.getByRole('link', { name: 'Older' }), 'Enter');
    await loaded(page, page.locator('td a[href*="/requests/"]').first(), 'Enter');
    await page.getByRole('heading', { name: 'Request', exact: true }).waitFor();
    expect(await page.getByText('Endpoint', { exact: true }).locator('+ dd').textContent()).not.toBe('');
  });

  it('keeps the tables of a phone tables, and lets the keyboard scroll wide ones', async () => {
    const page = await open({ width: 320, colorScheme: 'light' });
    await page.goto(`${server.url}/dashboard/requests`);
    const table = page.getByRole('table');
    expect(await table.getByRole('row').count()).toBe(51);
    expect(await table.getByRole('columnheader').count()).toBe(6);
    expect(await table.getByRole('cell').count()).toBe(300);
    await page.goto(`${server.url}/dashboard/keys`);
    const region = page.getByRole('region', { name: 'Keys' });
    await region.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  });

  it('shows the reference page without the internet', async () => {
    const page = await openPage(`${server.url}/reference`, { width: 390 });
    await page.getByText('ProductData', { exact: true }).click();
    await page.getByText('bb_price', { exact: true }).first().waitFor();
    await look(page, 'phone-reference');
  });
});
