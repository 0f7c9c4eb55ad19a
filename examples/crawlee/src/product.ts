/**
 * Prints a product whose page Crawlee fetches.
 *
 *   npm run product -- B0LANTERN1
 *   npm run product -- --fixtures
 */
import { createMarketplace, type Marketplace } from 'buybox';
import { crawleePages } from './pages.ts';

const isOffline = process.argv.includes('--fixtures');
const marketplace = isOffline
  ? await onFixtures()
  : createMarketplace({ pages: crawleePages(), pace: { minGapMs: 1000 } });
try {
  console.log(JSON.stringify(await marketplace.product({ asin: isOffline ? 'B0LANTERN1' : (process.argv[2] ?? '') })));
} finally {
  await marketplace.close();
}

async function onFixtures(): Promise<Marketplace> {
  const { FixtureHttpClient } = await import('./fixtures.ts');
  const site = await (await import('buybox/testing')).startFixtureMarketplace();
  const local = createMarketplace({ pages: crawleePages({ httpClient: new FixtureHttpClient(site) }), now: site.now });
  const close = () => local.close().then(() => site.close());
  return { ...local, close, [Symbol.asyncDispose]: close };
}
