/** The fixture marketplace, so that examples run without the internet. */
import { createMarketplace, type LocalBackendOptions, type Marketplace } from 'buybox';
import { httpPages } from 'buybox/local';
import { startFixtureMarketplace } from 'buybox/testing';

/** A marketplace whose pages come from loopback; closing it stops the server too. */
export async function fixtureMarketplace(options: LocalBackendOptions = {}): Promise<Marketplace> {
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
