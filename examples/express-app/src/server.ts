/**
 * Starts the application, and shuts it down gracefully.
 *
 *   npm start                    fetches from the sites; with BUYBOX_BACKEND=remote it calls the service at BUYBOX_BASE_URL
 *   npm start -- --fixtures      runs offline on the fixture pages of the package
 */
import type { Server } from 'node:http';
import { createMarketplace, type Marketplace } from 'buybox';
import { createApp } from './app.ts';

/** Milliseconds that running requests may take to finish. */
const GRACE_MS = 20_000;

const marketplace = process.argv.includes('--fixtures') ? await onFixtures() : createMarketplace({ timeoutMs: 15_000 });
const server = createApp(marketplace).listen(Number(process.env.PORT ?? 3000), () => {
  const address = server.address();
  console.log(`http://localhost:${typeof address === 'object' && address !== null ? address.port : address}`);
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(server, marketplace));

/** Stops accepting requests, waits for running ones, then closes the marketplace. */
async function stop(running: Server, open: Marketplace): Promise<void> {
  const deadline = setTimeout(() => running.closeAllConnections(), GRACE_MS);
  // Clients keep connections open after their request.
  const idle = setInterval(() => running.closeIdleConnections(), 50);
  await new Promise((resolve) => running.close(resolve));
  clearTimeout(deadline);
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
