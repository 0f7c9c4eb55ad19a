/**
 * Prints who has the Buy Box of products, and when the seller or the price changes. With your seller id it also says when you win or lose the Buy Box.
 *
 *   node examples/buy-box-monitor.ts B0LANTERN1:us B0WASSERK1:de --seller A1B2C3D4E5F6G7 --every 900
 *   node examples/buy-box-monitor.ts B0LANTERN1 --once --state buy-boxes.json      for cron: the file stores the last state
 *   node examples/buy-box-monitor.ts --fixtures --seller A1LARKMOOR0US
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { batch, createMarketplace, type EnvelopeOf, type Marketplace, type Params } from 'buybox';

/** The Buy Box of a product. Without a featured offer there is no seller. */
export interface BuyBox {
  /** Time of the request, ISO 8601. */
  at: string;
  /** Whether the marketplace knows the product at all. */
  isListed: boolean;
  /** `null` for the operator's own offers. */
  sellerId?: string | null;
  sellerName?: string;
  price?: number;
  shipping?: number;
  currency?: string;
}

/** A change of a Buy Box: `seen` is the first result, `taken` a change between other sellers, `won` and `lost` concern your seller id. */
export type Change = 'seen' | 'won' | 'lost' | 'taken' | 'price';

/** A change, or a failed call. */
export type News =
  | { product: string; change: Change; now: BuyBox; before?: BuyBox }
  | { product: string; error: Error };

/** Checks each product once, yields the changes since `known`, and updates `known`. Costs one credit for each product: only page 1 of the offers has the featured offer. */
export async function* buyBoxNews(
  marketplace: Marketplace,
  products: readonly Params<'offers'>[],
  known: Map<string, BuyBox>,
  mine?: string,
): AsyncGenerator<News> {
  const requests = products.map((params) => ({ endpoint: 'offers' as const, params }));
  for await (const { request, response, error } of batch(marketplace, requests)) {
    const product = [request.params.asin, request.params.marketplace].filter(Boolean).join(':');
    if (error !== undefined) {
      // After a block or a timeout the Buy Box is unknown, not lost: `known` keeps its state.
      yield { product, error };
      continue;
    }
    const now = buyBoxOf(response);
    const before = known.get(product);
    known.set(product, now);
    const change = changeOf(before, now, mine);
    if (change !== undefined) yield { product, change, now, ...(before && { before }) };
  }
}

function buyBoxOf({ found, data, meta }: EnvelopeOf<'offers'>): BuyBox {
  const state = { at: meta.timestamp, isListed: found };
  const featured = data?.product_sellers_info.find((offer) => offer.is_pinned);
  if (featured === undefined) return state;
  const { seller_id: sellerId, name = 'a seller without a name', price, shipping_price: shipping, currency } = featured;
  return {
    ...state,
    sellerId,
    sellerName: name,
    ...(price !== undefined && { price }),
    ...(shipping !== undefined && { shipping }),
    ...(currency !== undefined && { currency }),
  };
}

function changeOf(before: BuyBox | undefined, now: BuyBox, mine: string | undefined): Change | undefined {
  if (before === undefined) return 'seen';
  const holders = [before, now].map(({ sellerId, sellerName }) => sellerId ?? sellerName);
  if (holders[0] !== holders[1]) {
    if (mine !== undefined && now.sellerId === mine) return 'won';
    return mine !== undefined && before.sellerId === mine ? 'lost' : 'taken';
  }
  return before.price !== now.price || before.shipping !== now.shipping ? 'price' : undefined;
}

/** Returns a sentence for a change. */
export function sentenceOf(news: News): string {
  if ('error' in news) return `${news.product}: ${news.error.message}`;
  const { product, change, now, before } = news;
  const was = before === undefined ? '' : `, before: ${wordsOf(before)}`;
  const marks = { won: 'WON ', lost: 'LOST ', taken: '', seen: '', price: '' };
  return `${marks[change]}${product}: ${wordsOf(now)}${was}`;
}

function wordsOf({ isListed, sellerName, price, shipping, currency }: BuyBox): string {
  if (!isListed) return 'is not sold here';
  if (sellerName === undefined) return 'has no Buy Box';
  const cost = price === undefined ? 'a price that is not shown' : `${price} ${currency ?? ''}`.trim();
  return `${sellerName} at ${cost}${shipping ? ` and ${shipping} shipping` : ''}`;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seller: { type: 'string' },
      every: { type: 'string', default: '900' },
      once: { type: 'boolean', default: false },
      state: { type: 'string' },
      fixtures: { type: 'boolean', default: false },
    },
  });
  const marketplace = values.fixtures
    ? await (await import('./fixtures.ts')).fixtureMarketplace()
    : createMarketplace();
  try {
    const words =
      positionals.length > 0 || !values.fixtures ? positionals : ['B0LANTERN1', 'B0WASSERK1:de', 'B0HAMMOCK1'];
    // The call checks the marketplace's code.
    const products = words.map((word) => {
      const [asin, marketplace] = word.split(':');
      return { asin, marketplace } as Params<'offers'>;
    });
    const { state } = values;
    const known = new Map<string, BuyBox>(
      state !== undefined && existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : [],
    );
    for (;;) {
      for await (const news of buyBoxNews(marketplace, products, known, values.seller)) {
        ('error' in news ? console.error : console.log)(sentenceOf(news));
      }
      if (state !== undefined) writeFileSync(state, JSON.stringify([...known]));
      if (values.once || values.fixtures) break;
      await sleep(Number(values.every) * 1000);
    }
  } finally {
    await marketplace.close();
  }
}
