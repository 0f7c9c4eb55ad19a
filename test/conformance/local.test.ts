import { createMarketplace } from '../../src/entries/index.ts';
import { httpPages } from '../../src/entries/local.ts';
import { fixturePages, startFixtureMarketplace } from '../../src/entries/testing.ts';
import { conformance } from './suite.ts';
import { now, packsOf, withFaults } from './target.ts';

conformance({
  name: 'the local backend over HTTP',
  isTransport: true,
  async open({ credits, settings } = {}) {
    const site = await startFixtureMarketplace({ pages: fixturePages({ now }) });
    const pages = withFaults(httpPages({ via: site.url }));
    const marketplace = createMarketplace({
      backend: 'local',
      pages,
      now,
      retries: 0,
      ...packsOf(credits),
      ...settings,
    });
    return {
      marketplace,
      async [Symbol.asyncDispose]() {
        await marketplace.close();
        await site.close();
      },
    };
  },
});
