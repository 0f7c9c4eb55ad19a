/**
 * Starts the application, and ends it without cutting anyone off.
 *
 *   npm start                    asks the sites, or the hosted service of BUYBOX_BASE_URL and BUYBOX_API_KEY with BUYBOX_BACKEND=remote
 *   npm start -- --fixtures      asks pages of the package's own, without the internet
 */
import type { Server } from 'node:http';
import { createMarketplace, type Marketplace } from 'buybox';
import { createApp } from './app.ts';

/** How long running requests may take to end. */
const GRACE_MS = 20_000;

const marketplace = process.argv.includes('--fixtures') ? await onFixtures() : createMarketplace({ timeoutMs: 15_000 });
const server = createApp(marketplace).listen(Number(process.env.PORT ?? 3000), () => {
  const address = server.address();
  console.log(`http://localhost:${typeof address === 'object' && address !== null ? address.port : address}`);
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(server, marketplace));

/** Takes no more requests, waits for those that run, then lets go of what the marketplace holds open. */
async function stop(running: Server, open: Marketplace): Promise<void> {
  const late = setTimeout(() => running.closeAllConnections(), GRACE_MS);
  // A connection whose request ends now is kept open by its client.
  const idle = setInterval(() => running.closeIdleConnections(), 50);
  await new Promise((resolve) => running.close(resolve));
  clearTimeout(late);
  clearInterval(idle);
  await open.close();
}

async function onFixtures(): Promise<Marketplace> {
  const { startFixtureMarketplace } = await import('buybox/testing');
  const { httpPages } = await import('buybox/local');
  const site = await startFixtureMarketplace();
  const local = createMarketplace({ backend: 'local', pages: httpPages({ via: site.url }), now: site.now });
  return { ...local, close: () => local.close().then(() => site.close()) };
}
