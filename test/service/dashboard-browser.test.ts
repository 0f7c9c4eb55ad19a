import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../../src/service.ts';
import { setUpService } from './setup.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Folder for screenshots. */
const { SCREENSHOTS } = process.env;
const TOKEN = 'the-operator-token';
const DAY = 86_400_000;

describe.skipIf(!existsSync(CHROMIUM))('the dashboard in a browser', { timeout: 60_000 }, () => {
  let browser: Browser;
  let server: Listening;

  beforeAll(async () => {
    const { service, store, get, scrape } = await setUpService({ operatorToken: TOKEN }, { requests: 5_000 });
    server = await listen(service, { port: 0 });
    const [key] = await store.listKeys();
    const outcomes = ['found', 'found', 'found', 'not_found', 'rejected', 'failed'] as const;
    for (let index = 0; index < 900; index++) {
      const outcome = outcomes[(index * 7) % 6] ?? 'found';
      const endpoint = ['product', 'product', 'search', 'offers'][(index * 5) % 4] ?? 'product';
      const failure = outcome === 'failed' ? 503 : outcome === 'rejected' ? 400 : 200;
      await store.record({
        requestId: crypto.randomUUID(),
        keyId: key?.id ?? '',
        endpoint,
        marketplace: 'us',
        status: failure,
        code: failure === 200 ? null : failure === 400 ? 'INVALID_PARAMETER' : 'CAPTCHA',
        outcome,
        consumed: 0,
        timingMs: 800 + (index % 700),
        at: Date.now() - (index % 29) * DAY,
      });
    }
    await get('/v1/product?asin=B0LANTERN1');
    await scrape({ url: 'https://www.amazon.com/dp/B0CAPTCHA1' });
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-background-networking'],
    });
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** Opens the dashboard and signs in. The second value collects problems: refused scripts or styles, and requests to other sites. */
  async function open(options: { width: number; colorScheme: 'light' | 'dark' }): Promise<[Page, string[]]> {
    const { width, colorScheme } = options;
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const problems: string[] = [];
    page.on('console', (message) => {
      // The sign-in page has status 401.
      if (message.type() === 'error' && !message.text().includes('401')) problems.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !request.url().startsWith('data:')) problems.push(request.url());
    });
    await page.goto(`${server.url}/dashboard`);
    await page.getByLabel('Token').fill(TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    return [page, problems];
  }

  async function look(page: Page, name: string): Promise<void> {
    // Nothing is wider than the window.
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(content).toBeLessThanOrEqual(window ?? 0);
    if (SCREENSHOTS !== undefined) await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
  }

  it.each([
    ['wide-light', 1200, 'light'],
    ['phone-dark', 390, 'dark'],
  ] as const)('%s: keys, packs, charts and a call', async (name, width, colorScheme) => {
    const [page, problems] = await open({ width, colorScheme });
    await look(page, `${name}-keys`);
    expect(await page.locator('.charts svg').count()).toBe(4);
    const bars = await page.locator('.charts rect.found').first().boundingBox();
    expect(bars?.height).toBeGreaterThan(0);

    await page.getByLabel('Name').fill(`shop ${name}`);
    await page.getByRole('button', { name: 'Create key' }).click();
    expect(await page.locator('.secret').textContent()).toMatch(/^bb_/);
    await look(page, `${name}-new-key`);
    await page.getByRole('link', { name: 'To the key' }).click();
    await page.getByLabel('Pack').selectOption('500000');
    await page.getByRole('button', { name: 'Add pack', exact: true }).click();
    await page.getByText('500,000 credits left').waitFor();
    await page.getByRole('button', { name: 'Add free pack' }).click();
    await page.getByText('501,000 credits left').waitFor();

    await page.getByRole('link', { name: 'Try it' }).click();
    await page.getByLabel('asin').fill('B0LANTERN1');
    await page.getByLabel('Charged to').selectOption({ label: `shop ${name} (501,000 left)` });
    await page.getByRole('button', { name: 'Call' }).click();
    expect(JSON.parse((await page.locator('#envelope').textContent()) ?? '')).toMatchObject({
      found: true,
      meta: { usage: { requests_remaining: 500_999 } },
    });
    await look(page, `${name}-try`);

    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('link', { name: `shop ${name}` }).click();
    await look(page, `${name}-key`);
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('link', { name: 'To the key' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText(/revoked \d{4}-/).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Token').waitFor();
    await look(page, `${name}-sign-in`);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('shows the reference page without the internet', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 900 } });
    await page.route('**/*', (route) =>
      route.request().url().startsWith(server.url) ? route.continue() : route.abort(),
    );
    await page.goto(`${server.url}/reference`);
    await page.getByText('ProductData', { exact: true }).click();
    await page.getByText('bb_price', { exact: true }).first().waitFor();
    await look(page, 'phone-reference');
    await page.close();
  });
});
