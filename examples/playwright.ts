/**
 * Fetches pages with Playwright and parses them with buybox.
 *
 *   node examples/playwright.ts B0LANTERN1
 *   node examples/playwright.ts --fixtures
 *
 * The environment variable `CHROMIUM` is the path of the browser. Default: `/usr/bin/chromium`.
 */
import { createMarketplace, TransportError } from 'buybox';
import type { PageSource } from 'buybox/local';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

/** Returns a page source that opens each page in a tab. Every session is a browser context with its own cookies. */
export function browserPages(browser: Pick<Browser, 'newContext'>): PageSource {
  const contexts = new Map<string, Promise<BrowserContext>>();
  const pages: PageSource = async ({ url, session, signal }) => {
    const context = contexts.get(session) ?? browser.newContext();
    contexts.set(session, context);
    const tab = await (await context).newPage();
    const stop = () => void tab.close().catch(() => undefined);
    signal.addEventListener('abort', stop, { once: true });
    try {
      const response = await tab.goto(url, { waitUntil: 'domcontentloaded' });
      return { url: tab.url(), status: response?.status() ?? 200, headers: {}, body: await tab.content() };
    } catch (cause) {
      signal.throwIfAborted();
      throw new TransportError(`the browser could not open ${url}`, { cause });
    } finally {
      signal.removeEventListener('abort', stop);
      await tab.close().catch(() => undefined);
    }
  };
  pages.close = async () => {
    for (const context of contexts.values()) await (await context).close();
  };
  return pages;
}

if (process.argv[1] === import.meta.filename) {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  if (process.argv.includes('--fixtures')) await onFixtures(executablePath);
  else {
    const browser = await chromium.launch({ executablePath });
    const marketplace = createMarketplace({ backend: 'local', pages: browserPages(browser) });
    try {
      console.log(await marketplace.product({ asin: process.argv[2] ?? '' }));
    } finally {
      await marketplace.close();
      await browser.close();
    }
  }
}

async function onFixtures(executablePath: string): Promise<void> {
  const { fixtureBrowser } = await import('./fixture-pages.ts');
  const site = await (await import('buybox/testing')).startFixtureMarketplace();
  // The sandbox is not needed for our own pages.
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
  const pages = browserPages(fixtureBrowser(browser, site));
  const marketplace = createMarketplace({ backend: 'local', pages, now: site.now });
  try {
    console.log(await marketplace.product({ asin: 'B0LANTERN1' }));
  } finally {
    await marketplace.close();
    await browser.close();
    await site.close();
  }
}
