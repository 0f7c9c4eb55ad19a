/** Builds the documentation site and checks it in a browser. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages } from '../../docs/pages.ts';
import { ERROR_CODES } from '../../src/index.ts';
import { root } from './blocks.ts';

const run = promisify(execFile);
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** How long the browser of a busy machine may take. */
const PATIENCE_MS = 300_000;
const site = join(root, 'docs/.vitepress/dist');
const hasBrowser = existsSync(CHROMIUM);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Serves the built site on loopback. */
async function serveSite(): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    const path = new URL(String(request.url), 'http://localhost').pathname;
    const file = join(site, path.endsWith('/') ? `${path}index.html` : path);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
      .end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, [Symbol.asyncDispose]: close };
}

describe('the site', () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (hasBrowser) browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    rmSync(site, { recursive: true, force: true });
    await run('npm', ['run', 'docs'], { cwd: root, maxBuffer: 1e8 });
  });
  afterAll(() => browser?.close());

  it('has every page, every error, and the reference of every entry', () => {
    const entries = [
      '',
      '/parse',
      '/local',
      '/remote',
      '/queue',
      '/redis',
      '/service',
      '/opentelemetry',
      '/testing',
    ].map((entry) => `api/buybox${entry}/index`);
    const expected = [
      'index',
      ...pages.map(({ name }) => name),
      ...Object.keys(ERROR_CODES).map((code) => `errors/${code}`),
      ...entries,
    ];
    expect(expected.filter((name) => !existsSync(join(site, `${name}.html`)))).toEqual([]);
  });

  it('shows the examples that pages link to', () => {
    const html = readFileSync(join(site, 'sources/examples-playwright-ts.html'), 'utf8');
    expect(html).toContain('browserPages');
  });

  describe.skipIf(!hasBrowser)('in a browser', () => {
    /** Opens a page, and collects its requests to other hosts and its errors. */
    async function open(
      url: string,
      options: { colorScheme?: 'light' | 'dark'; width?: number } = {},
    ): Promise<{ page: Page; faults: string[] }> {
      const { colorScheme = 'light', width = 1280 } = options;
      if (browser === undefined) throw new Error('the browser did not start');
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      page.setDefaultTimeout(PATIENCE_MS);
      const faults: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(new URL(url).origin) && !request.url().startsWith('data:'))
          faults.push(request.url());
      });
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });
      page.on('pageerror', (error) => faults.push(String(error)));
      await page.goto(url, { waitUntil: 'networkidle' });
      return { page, faults };
    }

    it.each(['light', 'dark'] as const)(
      'has the colours of a %s scheme and sends no request to other hosts',
      async (colorScheme) => {
        await using served = await serveSite();
        const { page, faults } = await open(`${served.url}/errors.html`, { colorScheme });
        const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const [red = 0] = (background.match(/\d+/g) ?? []).map(Number);
        expect(red > 128).toBe(colorScheme === 'light');
        expect(faults).toEqual([]);
      },
    );

    it.each(['/index.html', '/data.html', '/errors/CAPTCHA.html', '/api/buybox/type-aliases/ProductData.html'])(
      'fits a phone screen: %s',
      async (path) => {
        await using served = await serveSite();
        const { page, faults } = await open(`${served.url}${path}`, { width: 390 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
        expect(faults).toEqual([]);
      },
    );

    it('has a search that works in the browser', async () => {
      await using served = await serveSite();
      const { page, faults } = await open(`${served.url}/index.html`);
      // The page reacts to keys when its scripts have run.
      const input = page.locator('#localsearch-input');
      while (!(await input.isVisible())) await page.keyboard.press('Control+k', { delay: 50 });
      await input.fill('captcha');
      await page.locator('.results a').first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/errors/CAPTCHA**');
      expect(faults).toEqual([]);
    });
  });
});
