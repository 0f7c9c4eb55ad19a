/**
 * What buybox gives, shown: one product, one search, one offers call, one seller.
 *
 *   npm run demo                                       pages of the fixture marketplace, fetched over real HTTP
 *   npm run demo -- --folder DIR                       pages that you saved: a folder with an index.json
 *   npm run demo -- --live B08N5WRWNW --marketplace de the real site
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

/** The fixture marketplace on a free port of loopback: the whole way, without the internet. */
async function fixtures(): Promise<void> {
  const site = await startFixtureMarketplace();
  await using marketplace = createMarketplace({ backend: 'local', pages: httpPages({ via: site.url }), now: site.now });
  await show('product', 'a product with its Buy Box', () => marketplace.product({ asin: 'B0LANTERN1' }), [
    'bb_price is what a shopper pays now; promotion tells whether that is a deal, and against which price',
    'dates of delivery are absolute (date_min); days_min counts from the request and goes stale',
    'a field that the page does not show is absent: nothing is filled with zeros',
  ]);
  await show(
    'search',
    'a search in German, on amazon.de',
    () => marketplace.search({ keyword: 'wasserkocher', marketplace: 'de', language: 'native' }),
    [
      'shallow_parts holds organic results only; sponsored_count says how many advertisements were left out',
      'prices read "39,99 €" on the page and 39.99 here; coupons are not in the price',
    ],
  );
  await show('offers', 'all offers of the first product', () => marketplace.offers({ asin: 'B0LANTERN1' }), [
    'is_pinned marks the featured offer; its place in the list does not',
    'condition is null where the heading is none of the six; condition_text keeps its words',
  ]);
  await show(
    'seller',
    'a seller with the imprint that the EU asks for',
    () => marketplace.seller({ sellerId: 'A1KUECHENKIST', marketplace: 'de' }),
    ['percentages are of the last 12 months; feedback holds the other periods'],
  );
  await show('product', 'a product that does not exist', () => marketplace.product({ asin: 'B0NOTFOUND' }), [
    'not found is no error: found is false, data is null, and the request is billed',
  ]);
  await show('product', 'a page behind a captcha', () => marketplace.product({ asin: 'B0CAPTCHA1' }), [
    'a block is an error, never an empty product; it was retried with fresh sessions, and costs nothing',
  ]);
  await site.close();
}

/** The first page of each type in a folder of saved pages. */
async function folder(path: string): Promise<void> {
  const index: { url: string }[] = JSON.parse(await readFile(join(path, 'index.json'), 'utf8'));
  await using marketplace = createMarketplace({ backend: 'local', pages: savedPages(path), retries: 0 });
  for (const type of ['product', 'search', 'offers', 'seller'] satisfies PageType[]) {
    const url = index.map((page) => page.url).find((address) => detectPageType(address)?.page_type === type);
    if (url === undefined) console.log(`\nThe folder has no ${type} page.`);
    else await show(type, url, () => marketplace.scrape({ url }), []);
  }
}

/** The real site, politely. */
async function live(asin: string, code: string): Promise<void> {
  const marketplaceCode = MARKETPLACES.find((known) => known === code);
  if (marketplaceCode === undefined) throw new Error(`--marketplace ${code} must be one of ${MARKETPLACES.join(', ')}`);
  await using marketplace: Marketplace = createMarketplace({ backend: 'local' });
  await liveCalls(marketplace, asin, marketplaceCode);
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

/** Long tables are told by their length. */
function brief(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) =>
      ['specifications', 'top_reviews', 'variations', 'refinements', 'images'].includes(name) && Array.isArray(value)
        ? [name, `[${value.length} of them]`]
        : [name, value],
    ),
  );
}
