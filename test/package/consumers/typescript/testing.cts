/**
 * `buybox/testing` from CommonJS: under `nodenext` only. Its declarations name msw, which is an ES module alone, and `node16` lets CommonJS
 * import none of those.
 */
import { apiHandlers, startFixtureMarketplace } from 'buybox/testing';

startFixtureMarketplace().then(async (site) => {
  console.log(JSON.stringify({ handlers: apiHandlers().length, loopback: site.url.startsWith('http://127.0.0.1') }));
  await site.close();
});
