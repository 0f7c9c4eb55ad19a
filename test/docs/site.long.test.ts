/** Builds the documentation site and checks it in a browser. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../checks/docs/blocks.ts';
import { pages } from '../../docs/pages.ts';
import { ERROR_CODES } from '../../src/entries/index.ts';
import { expectFits, hasChromium, type Opening, useChromium } from '../browser.ts';

const run = promisify(execFile);
const site = join(root, 'docs/.vitepress/dist');

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
  let served: Awaited<ReturnType<typeof serveSite>>;
  beforeAll(async () => {
    rmSync(site, { recursive: true, force: true });
    await run('npm', ['run', 'docs'], { cwd: root, maxBuffer: 1e8 });
    served = await serveSite();
  });
  afterAll(() => served[Symbol.asyncDispose]());

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

  describe.skipIf(!hasChromium)('in a browser', () => {
    const openPage = useChromium();
    const open = (path: string, opening: Opening = {}) =>
      openPage(`${served.url}${path}`, { waitUntil: 'networkidle', ...opening });

    it.each(['light', 'dark'] as const)(
      'has the colours of a %s scheme and sends no request to other hosts',
      async (colorScheme) => {
        const page = await open('/errors.html', { colorScheme });
        const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const [red = 0] = (background.match(/\d+/g) ?? []).map(Number);
        expect(red > 128).toBe(colorScheme === 'light');
      },
    );

    it.each(['/index.html', '/data.html', '/errors/CAPTCHA.html', '/api/buybox/type-aliases/ProductData.html'])(
      'fits a phone screen: %s',
      async (path) => {
        const page = await open(path, { width: 390 });
        await expectFits(page);
      },
    );

    const SEARCHES = [
      ['cache', 'how-to'],
      ['docker', 'how-to'],
      ['EAN', 'how-to'],
      ['upgrade', 'how-to'],
      ['user agent', 'how-to'],
      ['nothing comes back', 'troubleshooting'],
      ['several machines', 'many-machines'],
      ['captcha', 'errors/CAPTCHA'],
    ] as const;

    it('has a search that finds what a newcomer types, and opens it', async () => {
      const page = await open('/index.html');
      // The page reacts to keys when its scripts have run.
      const input = page.locator('#localsearch-input');
      while (!(await input.isVisible())) await page.keyboard.press('Control+k', { delay: 50 });
      for (const [text, name] of SEARCHES) {
        await input.fill('');
        await page.locator('.results a').first().waitFor({ state: 'detached' });
        await input.fill(text);
        await page.locator(`.results a[href*="/${name}"]`).first().waitFor();
      }
      await page.keyboard.press('Enter');
      await page.waitForURL('**/errors/CAPTCHA**');
    });
  });
});
