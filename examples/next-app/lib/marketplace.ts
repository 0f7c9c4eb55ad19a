/** The marketplace of the application, shared by its pages and its service. */
import { createMarketplace, type Marketplace } from 'buybox';

// Next.js bundles pages and route handlers separately and reloads them in development: only the global object is shared.
const kept: { buyboxMarketplace?: Promise<Marketplace> } = Object(globalThis);

/** Returns the marketplace; creates it at the first call, not during the build. */
export function theMarketplace(): Promise<Marketplace> {
  kept.buyboxMarketplace ??= open();
  return kept.buyboxMarketplace;
}

/** `BUYBOX_FIXTURES=1` runs offline on the fixture pages of the package. */
async function open(): Promise<Marketplace> {
  if (process.env.BUYBOX_FIXTURES !== '1') return createMarketplace({ timeoutMs: 15_000 });
  const { httpPages } = await import('buybox/local');
  const { startFixtureMarketplace } = await import('buybox/testing');
  const site = await startFixtureMarketplace();
  return createMarketplace({ backend: 'local', pages: httpPages({ via: site.url }), now: site.now, retries: 0 });
}
