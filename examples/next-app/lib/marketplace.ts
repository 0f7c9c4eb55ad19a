/** The one marketplace of the application, for its pages and its service alike. */
import { createMarketplace, type Marketplace } from 'buybox';

// Pages and route handlers are bundled apart, and are loaded anew when a file changes: only the process is the same.
const kept: { buyboxMarketplace?: Promise<Marketplace> } = Object(globalThis);

/** Made when it is first asked for, not while the application is built. */
export function theMarketplace(): Promise<Marketplace> {
  kept.buyboxMarketplace ??= open();
  return kept.buyboxMarketplace;
}

/** `BUYBOX_FIXTURES=1` takes pages of the package's own, without the internet. */
async function open(): Promise<Marketplace> {
  if (process.env.BUYBOX_FIXTURES !== '1') return createMarketplace({ timeoutMs: 15_000 });
  const { httpPages } = await import('buybox/local');
  const { startFixtureMarketplace } = await import('buybox/testing');
  const site = await startFixtureMarketplace();
  return createMarketplace({ backend: 'local', pages: httpPages({ via: site.url }), now: site.now, retries: 0 });
}
