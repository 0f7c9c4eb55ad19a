/** The fixture marketplace for programs that fetch pages themselves: a browser, a scraping service. */
import { createServer } from 'node:http';
import type { FixtureMarketplace } from 'buybox/testing';
import got from 'got';
import type { Browser } from 'playwright-core';

/** Returns the fixture page for a URL of the real marketplace. */
async function fixturePage(site: FixtureMarketplace, url: string): Promise<{ status: number; body: string }> {
  const { pathname, search, host } = new URL(url);
  const { statusCode: status, body } = await got(`${site.url}${pathname}${search}`, {
    headers: { host },
    throwHttpErrors: false,
  });
  return { status, body };
}

/** Returns a browser whose tabs show fixture pages for every URL. */
export function fixtureBrowser(browser: Browser, site: FixtureMarketplace): Pick<Browser, 'newContext'> {
  const newContext: Browser['newContext'] = async (options) => {
    const context = await browser.newContext(options);
    await context.route('**/*', async (route) => {
      const { status, body } = await fixturePage(site, route.request().url());
      await route.fulfill({ status, contentType: 'text/html;charset=UTF-8', body });
    });
    return context;
  };
  return { newContext };
}

/** Starts a scraping service on loopback, with the key `key`, that serves fixture pages. */
export async function startFetchService(
  site: FixtureMarketplace,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(async ({ url, headers }, response) => {
    if (headers.authorization !== 'Bearer key') return void response.writeHead(401).end();
    const target = new URL(url ?? '/', site.url).searchParams.get('url') ?? '';
    const { status, body } = await fixturePage(site, target);
    response.writeHead(200, { 'x-site-status': String(status), 'content-type': 'text/html;charset=UTF-8' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/fetch`, close };
}
