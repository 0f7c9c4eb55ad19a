/**
 * Shows a product, a search, offers, a seller, a product that does not exist and a blocked page.
 *
 *   npm run demo                                       pages of the fixture marketplace, fetched over real HTTP
 *   npm run demo -- --folder DIR                       saved pages: a folder with an index.json
 *   npm run demo -- --live B0XXXXXXXX --marketplace de the real site
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createMarketplace,
  MARKETPLACES,
  type Marketplace,
  type MarketplaceCode,
  MarketplaceError,
  type PageType,
  type ResponseMeta,
} from 'buybox';
import { httpPages, savedPages } from 'buybox/local';
import { detectPageType } from 'buybox/parse';
import { startFixtureMarketplace } from 'buybox/testing';

const { values } = parseArgs({
  options: { live: { type: 'string' }, marketplace: { type: 'string', default: 'us' }, folder: { type: 'string' } },
});

if (values.live !== undefined) await live(values.live, values.marketplace);
else if (values.folder !== undefined) await folder(values.folder);
else await fixtures();

/** Runs offline: real HTTP requests to the fixture marketplace on loopback. */
async function fixtures(): Promise<void> {
  const site = await startFixtureMarketplace();
  const marketplace = createMarketplace({ backend: 'local', pages: httpPages({ via: site.url }), now: site.now });
  try {
    await show('product', 'a product with its Buy Box', () => marketplace.product({ asin: 'B0LANTERN1' }), [
      'bb_price is the price that a shopper pays now; promotion says whether it is a deal, and its reference price',
      'delivery dates are absolute (date_min); days_min counts from the request',
      'a field that the page does not show is absent, never zero',
    ]);
    await show(
      'search',
      'a search in German, on amazon.de',
      () => marketplace.search({ keyword: 'wasserkocher', marketplace: 'de', language: 'native' }),
      [
        'shallow_parts has organic results only; sponsored_count is the number of advertisements',
        '"39,99 €" on the page is 39.99 here; coupons are not subtracted from the price',
      ],
    );
    await show('offers', 'all offers of the first product', () => marketplace.offers({ asin: 'B0LANTERN1' }), [
      'is_pinned marks the featured offer, wherever it is in the list',
      'condition is null for an unknown heading; condition_text has its text',
    ]);
    await show(
      'seller',
      'a seller with the imprint that the EU requires',
      () => marketplace.seller({ sellerId: 'A1KUECHENKIST', marketplace: 'de' }),
      ['percentages are for the last 12 months; feedback has the other periods'],
    );
    await show('product', 'a product that does not exist', () => marketplace.product({ asin: 'B0NOTFOUND' }), [
      'not found is not an error: found is false, data is null, and the call costs a credit',
    ]);
    await show('product', 'a page behind a captcha', () => marketplace.product({ asin: 'B0CAPTCHA1' }), [
      'a block is an error, never an empty product; the call was retried with new sessions and costs nothing',
    ]);
  } finally {
    await marketplace.close();
    await site.close();
  }
}

/** Shows the first page of each type in a folder of saved pages. */
async function folder(path: string): Promise<void> {
  const index: { url: string }[] = JSON.parse(await readFile(join(path, 'index.json'), 'utf8'));
  const marketplace = createMarketplace({ backend: 'local', pages: savedPages(path), retries: 0 });
  try {
    for (const type of ['product', 'search', 'offers', 'seller'] satisfies PageType[]) {
      const url = index.map((page) => page.url).find((pageUrl) => detectPageType(pageUrl)?.page_type === type);
      if (url === undefined) console.log(`\nThe folder has no ${type} page.`);
      else await show(type, url, () => marketplace.scrape({ url }), []);
    }
  } finally {
    await marketplace.close();
  }
}

/** Sends requests to the real site, at the default pace. */
async function live(asin: string, code: string): Promise<void> {
  const marketplaceCode = MARKETPLACES.find((known) => known === code);
  if (marketplaceCode === undefined)
    throw new Error(`--marketplace: ${code} is not a marketplace: expected one of ${MARKETPLACES.join(', ')}.`);
  const marketplace = createMarketplace({ backend: 'local' });
  try {
    await liveCalls(marketplace, asin, marketplaceCode);
  } finally {
    await marketplace.close();
  }
}

async function liveCalls(marketplace: Marketplace, asin: string, code: MarketplaceCode): Promise<void> {
  await show('product', `${asin} on ${code}`, () => marketplace.product({ asin, marketplace: code }), []);
  await show('offers', `its offers`, () => marketplace.offers({ asin, marketplace: code }), []);
}

interface Shown {
  found: boolean;
  data: unknown;
  meta: ResponseMeta;
}

async function show(
  endpoint: string,
  what: string,
  call: () => Promise<Shown>,
  notes: readonly string[],
): Promise<void> {
  console.log(`\n${'─'.repeat(100)}\n${endpoint}: ${what}\n`);
  try {
    const { found, data, meta } = await call();
    console.log(
      `found: ${found}   ${meta.marketplace} · ${meta.language} · ${meta.timing_ms} ms · credits used ${meta.usage.requests_consumed}`,
    );
    console.dir(brief(data), { depth: 4, breakLength: 120, maxArrayLength: 3, maxStringLength: 90 });
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    console.log(
      `${error.name} [${error.code}] ${error.message}\nretryable: ${error.retryable}   billed: ${error.billed}`,
    );
  }
  for (const note of notes) console.log(`  → ${note}`);
}

/** Replaces long lists by their length. */
function brief(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) =>
      ['specifications', 'top_reviews', 'variations', 'refinements', 'images'].includes(name) && Array.isArray(value)
        ? [name, `[${value.length} entries]`]
        : [name, value],
    ),
  );
}
