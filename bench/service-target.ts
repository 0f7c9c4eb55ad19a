/** The targets of the service's benchmark, each in its own process: the fixture marketplace, or a bare Hono handler over it. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createLocalMarketplace, httpPages } from '../src/entries/local.ts';
import { startFixtureMarketplace } from '../src/entries/testing.ts';

const { BENCH_TARGET, BENCH_SITE = '' } = process.env;

if (BENCH_TARGET === 'site') {
  const site = await startFixtureMarketplace();
  // The fixture marketplace records all requests, which are not needed here.
  setInterval(() => site.requests.splice(0), 1_000);
  process.send?.(site.url);
} else {
  const marketplace = createLocalMarketplace({ pages: httpPages({ via: BENCH_SITE }), concurrency: 50 });
  const app = new Hono();
  app.get('/v1/product', async (context) =>
    context.json(await marketplace.product({ asin: String(context.req.query('asin')) })),
  );
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.(`http://127.0.0.1:${port}`));
}
process.on('disconnect', () => process.exit());
