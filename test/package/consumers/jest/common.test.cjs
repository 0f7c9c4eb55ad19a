const { dirname, join } = require('node:path');
const { BlockedError, createMarketplace } = require('buybox');
const { httpPages, savedPages } = require('buybox/local');
const { parsePage } = require('buybox/parse');
const { startFixtureMarketplace } = require('buybox/testing');

const fixtures = join(dirname(require.resolve('buybox/package.json')), 'fixtures');

test('pages in process', async () => {
  const marketplace = createMarketplace({ pages: savedPages(fixtures) });
  const { data } = await marketplace.product({ asin: 'B0LANTERN1' });
  expect(data.asin).toBe('B0LANTERN1');
  await marketplace.close();
});

test('pages over HTTP, on loopback', async () => {
  const site = await startFixtureMarketplace();
  const marketplace = createMarketplace({ pages: httpPages({ via: site.url }), now: site.now, retries: 0 });
  const { data } = await marketplace.product({ asin: 'B0LANTERN1' });
  expect(data.asin).toBe('B0LANTERN1');
  await expect(marketplace.product({ asin: 'B0CAPTCHA1' })).rejects.toThrow(BlockedError);
  await marketplace.close();
  await site.close();
});

test('errors by their class', () => {
  const captcha = '<form action="/errors/validateCaptcha"><input id="captchacharacters"></form>';
  expect(() => parsePage(captcha, { url: 'https://www.amazon.com/dp/B0LANTERN1' })).toThrow(BlockedError);
});
