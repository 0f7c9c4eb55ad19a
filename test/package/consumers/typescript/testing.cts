/** `buybox/testing` from CommonJS: its declarations import the types of msw, which is an ES module. */
import { apiHandlers, startFixtureMarketplace } from 'buybox/testing';

startFixtureMarketplace().then(async (site) => {
  console.log(JSON.stringify({ handlers: apiHandlers().length, loopback: site.url.startsWith('http://127.0.0.1') }));
  await site.close();
});
