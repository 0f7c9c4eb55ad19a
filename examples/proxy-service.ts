/**
 * Fetches pages with a scraping service: an API that takes a URL and returns the page. buybox does the parsing, retries and credits.
 *
 *   SERVICE_URL=https://service.example.com/fetch SERVICE_KEY=... node examples/proxy-service.ts B0LANTERN1
 *   node examples/proxy-service.ts --fixtures
 */
import { createMarketplace, TransportError } from 'buybox';
import type { PageSource } from 'buybox/local';

/** Returns a page source that sends `GET <service>?url=...&country=...` with a key, and returns the site's status. */
export function serviceOf(service: string, key: string): PageSource {
  return async ({ url, marketplace, session, signal }) => {
    const request = new URL(service);
    request.searchParams.set('url', url);
    request.searchParams.set('country', marketplace);
    // Services that keep a proxy for each session need its name, which changes after a block.
    request.searchParams.set('session', session);
    let response: Response;
    try {
      response = await fetch(request, { headers: { authorization: `Bearer ${key}` }, signal });
    } catch (cause) {
      signal.throwIfAborted();
      throw new TransportError('the service could not be reached', { cause });
    }
    if (response.status === 401) throw new TransportError('the service refused the key', { retryable: false });
    return {
      url: response.headers.get('x-final-url') ?? url,
      status: Number(response.headers.get('x-site-status') ?? response.status),
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--fixtures')) await onFixtures();
  else {
    const { SERVICE_URL = '', SERVICE_KEY = '' } = process.env;
    const marketplace = createMarketplace({ backend: 'local', pages: serviceOf(SERVICE_URL, SERVICE_KEY) });
    try {
      console.log(await marketplace.product({ asin: process.argv[2] ?? '' }));
    } finally {
      await marketplace.close();
    }
  }
}

async function onFixtures(): Promise<void> {
  const { startFetchService } = await import('./fixture-pages.ts');
  const site = await (await import('buybox/testing')).startFixtureMarketplace();
  const service = await startFetchService(site);
  const marketplace = createMarketplace({ backend: 'local', pages: serviceOf(service.url, 'key'), now: site.now });
  try {
    console.log(await marketplace.product({ asin: 'B0LANTERN1' }));
  } finally {
    await marketplace.close();
    await service.close();
    await site.close();
  }
}
