/**
 * A program that uses every entry of the package; the folders beside this one hand the entries in, as they load them. All of it is on
 * loopback: pages of fixtures, a marketplace that reads them, a service over it, a client of the service.
 */
module.exports = async function run({
  root,
  local,
  parse,
  remote,
  service,
  redis,
  queue,
  opentelemetry,
  testing,
  msw,
  watch,
}) {
  const site = await testing.startFixtureMarketplace();
  const pages = local.httpPages({ via: site.url });
  const marketplace = root.createMarketplace({ pages, now: site.now, retries: 0 });
  const threaded = root.createMarketplace({ pages, now: site.now, parseIn: 'workers' });
  const store = service.memoryStore();
  const { id, key } = await service.createKey(store, 'consumer', Date.now());
  await service.buyPack(store, id, service.packOffer('10000'), Date.now());
  const listening = await service.listen(service.createService({ marketplace, store }), { port: 0 });
  const client = remote.createRemoteMarketplace({ baseUrl: listening.url, apiKey: key, retries: 0 });
  try {
    const read = await marketplace.product({ asin: 'B0LANTERN1' });
    const hosted = await client.product({ asin: 'B0LANTERN1' });
    const missing = await client.product({ asin: 'B0NOTFOUND' });
    const blocked = await client.product({ asin: 'B0CAPTCHA1' }).catch((error) => error);
    const { offers } = await root.allOffers(client, { asin: 'B0LANTERN1' });
    const [, inThread] = await Promise.all(['B0HAMMOCK1', 'B0HEADLMP1'].map((asin) => threaded.product({ asin })));
    let refused;
    try {
      parse.parsePage('<form action="/errors/validateCaptcha"><input id="captchacharacters"></form>', {
        url: 'https://www.amazon.com/dp/B0LANTERN1',
      });
    } catch (error) {
      refused = error;
    }
    return {
      title: read.data.title,
      sameData: JSON.stringify(read.data) === JSON.stringify(hosted.data),
      missing: [missing.found, missing.data],
      blocked: [blocked.name, blocked.code, blocked instanceof root.BlockedError],
      offers: offers.length > 0,
      inThread: inThread.data.asin,
      refused: [refused instanceof root.BlockedError, refused instanceof root.MarketplaceError],
      page: parse.detectPageType('https://www.amazon.de/dp/B0WASSERK1').marketplace,
      handlers: msw.apiHandlers().length,
      // Loading the entry needs no ioredis, and opens no connection.
      redis: typeof redis.redisLedger,
      // Loading the entry needs no package of OpenTelemetry.
      opentelemetry: typeof opentelemetry.observe,
      queue: typeof queue.createQueue,
      // Loading the entry needs neither bullmq nor a database.
      watch: typeof watch.watch,
    };
  } finally {
    for (const each of [client, listening, threaded, marketplace, site]) await each.close();
  }
};
