/** The fixture marketplace: lets examples run offline. */
import { createMarketplace, type Marketplace, type MarketplaceOptions } from 'buybox';
import { httpPages } from 'buybox/local';
import { startFixtureMarketplace } from 'buybox/testing';

/** Returns a marketplace that fetches fixture pages on loopback. Closing it stops the server. */
export async function fixtureMarketplace(options: MarketplaceOptions = {}): Promise<Marketplace> {
  const site = await startFixtureMarketplace();
  const marketplace = createMarketplace({
    backend: 'local',
    pages: httpPages({ via: site.url }),
    now: site.now,
    ...options,
  });
  const close = async () => {
    await marketplace.close();
    await site.close();
  };
  return { ...marketplace, close, [Symbol.asyncDispose]: close };
}
