/** The testing kit from CommonJS: the declarations of `buybox/testing/msw` import the types of msw, which is an ES module. */
import { startFixtureMarketplace } from 'buybox/testing';
import { apiHandlers } from 'buybox/testing/msw';

startFixtureMarketplace().then(async (site) => {
  console.log(JSON.stringify({ handlers: apiHandlers().length, loopback: site.url.startsWith('http://127.0.0.1') }));
  await site.close();
});
