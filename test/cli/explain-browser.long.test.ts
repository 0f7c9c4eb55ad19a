import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { expectAccessible, expectFits, hasChromium, type Opening, save, useChromium } from '../browser.ts';
import { start } from './batch/process.ts';
import { product, URL_OF_PAGE } from './explain-page.ts';

const LANTERN = join(FIXTURES_FOLDER, 'product/us-lantern.html');

describe.skipIf(!hasChromium)('explain --html in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'buybox-explain-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const openPage = useChromium();

  /** Explains a page with the installed program. Returns the URL of the file. */
  async function explained(page: string, ...flags: string[]): Promise<string> {
    const file = join(folder, `${crypto.randomUUID()}.html`);
    const { exit, err } = start(['explain', page, '--html', file, ...flags]);
    expect(await exit, err()).toBe(0);
    return pathToFileURL(file).href;
  }

  /** The same for the text of a page. */
  function explainedText(html: string): Promise<string> {
    const file = join(folder, 'page.html');
    writeFileSync(file, html);
    return explained(file, '--url', URL_OF_PAGE);
  }

  let lantern: Promise<string> | undefined;
  /** The file of the lantern: the same for all tests. */
  const explainedLantern = () => (lantern ??= explained(LANTERN));

  async function open(url: string, opening: Opening = {}): Promise<Page> {
    const page = await openPage(url, { reducedMotion: 'reduce', ...opening });
    await page.locator('html[data-ready]').waitFor();
    return page;
  }

  const row = (page: Page, path: string) => page.locator(`tr[data-path="${path}"]`);
  const shownOnPage = (page: Page) => page.frameLocator('iframe').locator('[data-shown]').allTextContents();
  const shownRows = (page: Page) =>
    page.locator('tr.shown').evaluateAll((rows) => rows.map((one) => (one as HTMLElement).dataset.path));
  const paths = (page: Page) =>
    page.locator('tr[data-path]:visible').evaluateAll((rows) => rows.map((one) => (one as HTMLElement).dataset.path));

  it('shows the place of a field: of a row below the pointer, and of one that was clicked', async () => {
    const page = await open(await explainedLantern());
    await row(page, 'bb_price').hover();
    await expect.poll(() => shownOnPage(page)).toEqual([expect.stringContaining('34')]);
    expect(await page.locator('.label').textContent()).toBe('bb_price');
    // The page scrolls to a value that is further down.
    await row(page, 'model_number').click();
    await expect.poll(() => shownOnPage(page)).toEqual([expect.stringContaining('LM-CL1000')]);
    const shown = page.frameLocator('iframe').locator('[data-shown]');
    await expect.poll(async () => ((await shown.boundingBox())?.y ?? -1) > 0).toBe(true);
    await expect.poll(async () => ((await shown.boundingBox())?.y ?? 900) < 900).toBe(true);
    expect(await row(page, 'model_number').getByRole('button').getAttribute('aria-pressed')).toBe('true');
    // It stays when the pointer leaves.
    await page.getByRole('heading', { level: 1 }).hover();
    expect(await shownRows(page)).toEqual(['model_number']);
    await row(page, 'feature_bullets').hover();
    await expect.poll(async () => (await shownOnPage(page)).length).toBe(4);
    await save(page, 'explain-wide-light');
  });

  it('shows the field of a place on the page, below the pointer and clicked', async () => {
    const page = await open(await explainedLantern());
    const price = await page.frameLocator('iframe').locator('#apex_desktop .priceToPay').boundingBox();
    const [x, y] = [(price?.x ?? 0) + 8, (price?.y ?? 0) + 8];
    await page.mouse.move(x, y);
    await expect.poll(() => shownRows(page)).toContain('bb_price');
    await expect.poll(async () => (await page.locator('tr.shown').first().boundingBox())?.y).toBeLessThan(900);
    await page.mouse.click(x, y);
    await page.mouse.move(2, 2);
    expect(await shownRows(page)).toContain('bb_price');
    await page.keyboard.press('Escape');
    expect(await shownRows(page)).toEqual([]);
  });

  it('finds fields by name, value, place and group, and lists the missing ones with their places', async () => {
    const page = await open(await explainedLantern(), { colorScheme: 'dark' });
    const search = page.getByRole('searchbox');
    await search.fill('34.99');
    await expect.poll(() => paths(page)).toContain('bb_price');
    expect(await paths(page)).not.toContain('title');
    await search.fill('#apex_desktop');
    await expect.poll(() => paths(page)).toContain('bb_price');
    await search.fill('');
    await search.fill('ean');
    await page.locator('li[data-path="ean"] summary').click();
    await page.locator('li[data-path="ean"]').getByText('#productFactsDesktopExpander').waitFor();
    await save(page, 'explain-missing-dark');
    await search.fill('no such field');
    await page.getByText('No field matches.').waitFor();
  });

  it('works with the keyboard alone', async () => {
    const page = await open(await explainedLantern());
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('bb_price');
    await page.keyboard.press('Enter');
    await expect.poll(() => paths(page)).toEqual(['bb_price']);
    await row(page, 'bb_price').getByRole('button').focus();
    await expect.poll(() => shownRows(page)).toEqual(['bb_price']);
    await page.keyboard.press('Enter');
    await page.locator('tr.pinned').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('tr.pinned').count()).toBe(0);
  });

  const LOOKS = [
    [360, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const;

  it.each(isNightly ? LOOKS : LOOKS.slice(0, 1))(
    'has no accessibility violations and fits the width: %i, %s',
    async (width, colorScheme) => {
      const page = await open(await explainedLantern(), { width, colorScheme });
      await row(page, 'bb_price').click();
      await expectFits(page);
      await save(page, `explain-${width}-${colorScheme}`);
      // The copied page is not ours, and runs no script that could check it.
      await expectAccessible(page, ['color-contrast', 'button-name', 'label'], { iframes: false });
    },
  );

  /** The first has what the others have: many elements, many texts, and depth. */
  const LARGE = [
    ['100,000 nested elements with text', '<b>x'.repeat(100_000)],
    ['3 MB', '<div class="a-section"><span class="a-size-base">Words of a long page</span></div>'.repeat(36_000)],
    ['100,000 nested elements', '<div>'.repeat(100_000)],
  ] as const;

  it.each(isNightly ? LARGE : LARGE.slice(0, 1))('works on a page with %s', async (_, rest) => {
    const page = await open(await explainedText(product('Camping Lantern', rest)));
    await row(page, 'title').hover();
    await expect.poll(() => shownOnPage(page)).toEqual(['Camping Lantern']);
  });

  it('runs and loads nothing of a hostile page', async () => {
    const requested: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      requested.push(request.url);
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const remote = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const hostile = [
      `<script>alert(1)</script><img src="${remote}a.png" onerror="alert(1)"><body onload="alert(1)">`,
      `<iframe src="${remote}"></iframe><iframe srcdoc="<script>parent.alert(1)</script>"></iframe>`,
      `<a href="javascript:alert(1)" id="link">link</a><form action="${remote}"><button id="send">send</button></form>`,
      `<style>@import "${remote}a.css"; body { background: url(${remote}b.png) } @font-face { font-family: x; src: u\\72l(${remote}c) } p { font-family: x } * { outline: none !important }</style>`,
      `<meta http-equiv="refresh" content="0;url=${remote}"><base href="${remote}"><svg onload="alert(1)"><animate onbegin="alert(1)"/></svg>`,
      `<p style="position: fixed; inset: 0; z-index: 99999">over everything</p><video src="${remote}d" autoplay></video>`,
    ];
    const url = await explainedText(product('&lt;/title>&lt;script>alert(1)&lt;/script>Lantern', hostile.join('')));
    // The browser can report what the policy refused.
    const page = await open(url, { allowed: /Content Security Policy|asked for http:\/\/127|^failed: http:\/\/127/ });
    for (const id of ['link', 'send']) {
      const box = await page.frameLocator('iframe').locator(`#${id}`).boundingBox();
      await page.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + 4);
    }
    await row(page, 'title').hover();
    await expect.poll(() => shownRows(page)).toEqual(['title']);
    expect(page.url()).toBe(url);
    expect(requested).toEqual([]);
    server.close();
  });
});
