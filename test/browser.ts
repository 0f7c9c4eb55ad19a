/** Chromium for tests. A test fails if a page that it opened logs an error, throws, asks with a dialog, or loads what it must not. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { AXE, type AxeResults } from './judges/judges.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Without a browser, tests that need one are skipped. */
export const hasChromium = existsSync(CHROMIUM);
/** How long the browser of a busy machine may take. */
const PATIENCE_MS = 300_000;
/** If set, the tests save screenshots in this folder. */
export const { SCREENSHOTS } = process.env;

/** How a page is opened. */
export interface Opening extends Omit<BrowserContextOptions, 'viewport'> {
  /** The width of the window: 1280 by default. */
  width?: number;
  /** The resources that the page may load: URLs that start with this. By default a file loads nothing else, and a site only what it has itself. */
  within?: string;
  /** The end of the wait: by default until the page and what it names are loaded. */
  waitUntil?: 'load' | 'networkidle';
  /** Problems that the test expects. */
  allowed?: RegExp;
}

/** Starts Chromium, if it is there, for the tests of a `describe`. Returns a function that opens pages; they are closed after the test. */
export function useChromium(
  args: () => readonly string[] = () => [],
): (url: string, opening?: Opening) => Promise<Page> {
  let browser: Browser | undefined;
  const problems: string[] = [];

  beforeAll(async () => {
    const all = ['--no-sandbox', '--disable-background-networking', ...args()];
    if (hasChromium) browser = await chromium.launch({ executablePath: CHROMIUM, args: all });
  });
  afterEach(async () => {
    const found = [...problems];
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
    problems.length = 0;
    expect(found, 'problems of the pages of this test').toEqual([]);
  });
  afterAll(() => browser?.close());

  return async (
    url,
    {
      width = 1280,
      within = url.startsWith('file:') ? url : new URL('/', url).href,
      waitUntil = 'load',
      allowed,
      ...options
    } = {},
  ) => {
    if (browser === undefined) throw new Error('there is no Chromium here');
    const context = await browser.newContext({ viewport: { width, height: 900 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const add = (problem: string) => void (allowed?.test(problem) !== true && problems.push(problem));
    page.on('console', (message) => {
      // Not the advice of the browser, which is verbose.
      if (/^(?:error|warning|assert|log|info)$/.test(message.type()))
        add(`console ${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => add(`thrown: ${error.message}`));
    page.on('dialog', (dialog) => {
      add(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('popup', (popup) => add(`popup: ${popup.url()}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(within) && !request.url().startsWith('data:')) add(`asked for ${request.url()}`);
    });
    page.on('requestfailed', (request) => add(`failed: ${request.url()} ${request.failure()?.errorText}`));
    page.on('response', (response) => response.status() >= 400 && add(`${response.status()}: ${response.url()}`));
    await page.goto(url, { waitUntil });
    return page;
  };
}

/** Expects that a page has no accessibility violations, and that these rules applied. */
export async function expectAccessible(page: Page, rules: readonly string[], options = {}): Promise<void> {
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  expect(violations.map(({ id, nodes }) => [page.url(), id, nodes[0]?.html])).toEqual([]);
  expect(passes.map(({ id }) => id)).toEqual(expect.arrayContaining([...rules]));
}

/** Expects that nothing is wider than the window. */
export async function expectFits(page: Page): Promise<void> {
  const [content = 0, window = 0] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(window);
}

/** Saves a screenshot if `SCREENSHOTS` names a folder. */
export async function save(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS !== undefined) await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}
