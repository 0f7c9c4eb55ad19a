/** Generates the results of a batch: responses of the fixture pages with random changes, as `buybox batch` writes them. */

import type { AnyEnvelope } from '../../../src/contract/marketplace.ts';
import type { OfferEntry, ProductData } from '../../../src/entries/index.ts';
import { createLocalMarketplace, savedPages } from '../../../src/entries/local.ts';
import { FIXTURES_FOLDER } from '../../../src/package-folder.ts';

/** The lines of the files of a batch. */
export interface GeneratedBatch {
  results: string[];
  failures: string[];
}

const PRODUCTS = [
  { asin: 'B0LANTERN1', marketplace: 'us', weight: 6 },
  { asin: 'B0BOTTLE01', marketplace: 'us', weight: 4 },
  { asin: 'B0WASSERK1', marketplace: 'de', weight: 5 },
  { asin: 'B0MOKAPOT1', marketplace: 'it', weight: 3 },
  { asin: 'B0TETSUBN1', marketplace: 'jp', weight: 2 },
  { asin: 'B0TEAPOTS1', marketplace: 'uk', weight: 1 },
] as const;

const SELLERS = [
  'Larkmoor Direct',
  'Brightside Goods',
  'Küchenkiste Handels GmbH',
  'Casa & Cucina S.r.l.',
  'Northfold Trading',
  'Mill Lane Supplies',
  'Harbour Outlet',
  '鉄瓶工房',
  'Second Shelf',
  '<b>Bold & "Cheap"</b>',
  'A very long name of a seller that goes on and on because nobody ever told it where a name should come to its end',
  'Tinder and Tarp',
  'Riverbend',
  'Onda Blu',
  'Waldhaus',
];

const CONDITIONS = [
  ['new', 'New'],
  ['new', 'New'],
  ['new', 'New'],
  ['used_like_new', 'Used - Like New'],
  ['used_very_good', 'Used - Very Good'],
  ['used_good', 'Used - Good'],
  ['used_acceptable', 'Used - Acceptable'],
  ['collectible', 'Collectible - Good'],
  [null, 'Renewed'],
] as const;

const FAILURES = [
  ['CAPTCHA', 'BlockedError', 'the marketplace returned a captcha instead of https://www.amazon.com/dp/B0CAPTCHA1'],
  ['ROBOT_CHECK', 'BlockedError', 'the marketplace returned a robot check'],
  ['TIMEOUT', 'TransportError', 'the call took longer than its 60000 ms'],
  ['TRANSPORT_ERROR', 'TransportError', 'the connection was reset (ECONNRESET)'],
  [
    'PARSER_ERROR',
    'ParseError',
    'the page lacks what a product page must have: <title> "</table><script>alert(1)</script>"',
  ],
] as const;

/** Generates the results of this many calls. The same seed returns the same lines. */
export async function generateBatch(calls: number, seed = 7): Promise<GeneratedBatch> {
  await using marketplace = createLocalMarketplace({ pages: savedPages(FIXTURES_FOLDER) });
  const random = randomOf(seed);
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new RangeError('nothing to pick from');
    return value;
  };
  const products = await Promise.all(
    PRODUCTS.map(async ({ asin, marketplace: code, weight }) => ({
      weight,
      envelope: await marketplace.product({ asin, marketplace: code }),
    })),
  );
  const weighted = products.flatMap(({ weight, envelope }) => Array.from({ length: weight }, () => envelope));
  const offers = [
    await marketplace.offers({ asin: 'B0LANTERN1' }),
    await marketplace.offers({ asin: 'B0WASSERK1', marketplace: 'de' }),
  ];
  const lists: AnyEnvelope[] = [
    await marketplace.search({ keyword: 'camping lantern' }),
    await marketplace.search({ keyword: 'wasserkocher', marketplace: 'de' }),
    await marketplace.scrape({ url: 'https://www.amazon.co.uk/Best-Sellers-Home-Kitchen/zgbs/kitchen' }),
    await marketplace.scrape({ url: 'https://www.amazon.com/product-reviews/B0LANTERN1' }),
    await marketplace.seller({ sellerId: 'A1LARKMOOR0US' }),
  ];
  const batch: GeneratedBatch = { results: [], failures: [] };
  let at = Date.UTC(2026, 10, 20, 8, 3);
  for (let index = 0; index < calls; index++) {
    at += 2_000 + Math.floor(random() * 50_000);
    const isBad = index > calls * 0.55 && index < calls * 0.65;
    const params = { asin: `B0${String(index).padStart(8, '0')}`, marketplace: pick(PRODUCTS).marketplace };
    const request = { endpoint: 'product', params };
    if (random() < (isBad ? 0.6 : 0.03)) {
      const [code, name, message] = isBad ? pick(FAILURES.slice(0, 2)) : pick(FAILURES);
      const error = { name, code, status: 503, message, billed: false, retryable: true };
      batch.failures.push(JSON.stringify({ request, error, failed_at: new Date(at).toISOString() }));
      continue;
    }
    const kind = random();
    const template: AnyEnvelope = kind < 0.7 ? pick(weighted) : kind < 0.87 ? pick(offers) : pick(lists);
    const envelope = varied(template, random, pick);
    envelope.meta = {
      ...envelope.meta,
      timestamp: new Date(at).toISOString(),
      timing_ms: Math.round(600 + 1_800 * random() ** 3),
      request_id: crypto.randomUUID(),
      usage: { requests_consumed: 1, requests_remaining: 10_000 - batch.results.length },
    };
    const isNotFound = random() < 0.04;
    const response = isNotFound ? { ...envelope, found: false, data: null } : envelope;
    batch.results.push(JSON.stringify({ request, response }));
  }
  return batch;
}

type Pick = <T>(values: readonly T[]) => T;

function varied(template: AnyEnvelope, random: () => number, pick: Pick): AnyEnvelope {
  const envelope = structuredClone(template);
  if (!envelope.found) return envelope;
  if (envelope.page_type === 'product') varyProduct(envelope.data, envelope.meta.marketplace, random, pick);
  if (envelope.page_type === 'offers')
    for (const offer of envelope.data.product_sellers_info) varyOffer(offer, random, pick);
  if (envelope.page_type === 'search')
    for (const entry of envelope.data.shallow_parts) {
      if (entry.price !== undefined) entry.price = money(entry.price * spread(random, 0.6));
      if (entry.rating !== undefined) entry.rating = Math.round(10 * (3.6 + 1.4 * random())) / 10;
    }
  return envelope;
}

function varyProduct(data: ProductData, place: string, random: () => number, pick: Pick): void {
  const has = data.bb_price !== undefined && random() > 0.06;
  data.buybox = has;
  if (!has) {
    delete data.bb_price;
    delete data.seller;
  } else if (data.bb_price !== undefined) {
    data.bb_price =
      place === 'jp' ? Math.round(data.bb_price * spread(random, 0.5)) : money(data.bb_price * spread(random, 0.9));
    const index = Math.floor(SELLERS.length * random() ** 2.2);
    data.seller =
      random() < 0.34
        ? { name: place === 'us' ? 'Amazon.com' : 'Amazon EU S.a.r.L.', is_amazon: true }
        : { id: `A${index}SELLER0000`, name: SELLERS[index] ?? '', is_amazon: false };
    data.is_fba = data.seller.is_amazon || random() < 0.6;
  }
  data.in_stock = has || random() < 0.4;
  if (random() < 0.08) data.stock_qty = pick([1, 2, 3, 5, 8, 14]);
  data.rating = Math.round(10 * (3.4 + 1.6 * Math.sqrt(random()))) / 10;
  for (const name of ['rating', 'image_url', 'bsr', 'delivery', 'feature_bullets'] as const)
    if (random() < 0.05) delete data[name];
  if (place === 'jp' && random() < 0.8) delete data.bsr;
}

function varyOffer(offer: OfferEntry, random: () => number, pick: Pick): void {
  const index = Math.floor(SELLERS.length * random() ** 1.6);
  const [condition, text] = offer.is_pinned === true ? CONDITIONS[0] : pick(CONDITIONS);
  if (offer.price !== undefined) offer.price = money(offer.price * spread(random, 0.4));
  Object.assign(offer, { condition, condition_text: text, is_fba: random() < 0.55, name: SELLERS[index] });
  offer.is_amazon = random() < 0.12;
  offer.seller_id = offer.is_amazon ? null : `A${index}SELLER0000`;
}

/** A factor around 1, sometimes far from it. */
function spread(random: () => number, width: number): number {
  return Math.exp((random() + random() + random() - 1.5) * width * 1.6);
}

function money(amount: number): number {
  return Math.round(amount * 100) / 100;
}

/** A random number generator from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
