/** With Node's own test runner. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMarketplace } from 'buybox';
import { httpPages } from 'buybox/local';
import { startFixtureMarketplace } from 'buybox/testing';

test('pages over HTTP, on loopback', async () => {
  const site = await startFixtureMarketplace();
  const marketplace = createMarketplace({ pages: httpPages({ via: site.url }), now: site.now });
  const { data } = await marketplace.product({ asin: 'B0LANTERN1' });
  assert.equal(data.asin, 'B0LANTERN1');
  await marketplace.close();
  await site.close();
});
