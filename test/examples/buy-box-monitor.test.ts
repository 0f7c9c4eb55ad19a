import { describe, expect, it } from 'vitest';
import { type BuyBox, buyBoxNews, type News, sentenceOf } from '../../examples/buy-box-monitor.ts';
import { fixtureMarketplace } from '../../examples/fixtures.ts';
import { BlockedError, type Marketplace, type OffersData } from '../../src/index.ts';
import { altered } from './altered.ts';

const LARKMOOR = 'A1LARKMOOR0US';
const NORTHPINE = 'A7NORTHPINE00';

/** Returns the changes of a product over several checks, each with an altered page. */
async function newsOf(looks: ((data: OffersData) => void)[], mine?: string, asin = 'B0LANTERN1'): Promise<string[]> {
  await using marketplace = await fixtureMarketplace();
  const known = new Map<string, BuyBox>();
  const sentences: string[] = [];
  for (const look of looks) {
    const seen = altered(marketplace, 'offers', ({ data }) => data !== null && look(data));
    for await (const news of buyBoxNews(seen, [{ asin }], known, mine)) sentences.push(sentenceOf(news));
  }
  return sentences;
}

const asItIs = () => undefined;
const featuring = (sellerId: string) => (data: OffersData) => {
  for (const offer of data.product_sellers_info) offer.is_pinned = offer.seller_id === sellerId;
};

describe('buy-box-monitor', () => {
  it('reports the seller once', async () => {
    expect(await newsOf([asItIs, asItIs])).toEqual(['B0LANTERN1: Larkmoor Outdoors at 34.99 USD']);
    expect(await newsOf([asItIs], undefined, 'B0HAMMOCK1')).toEqual(['B0HAMMOCK1: has no Buy Box']);
    expect(await newsOf([asItIs], undefined, 'B0NOTFOUND')).toEqual(['B0NOTFOUND: is not sold here']);
  });

  it('reports changes of the seller, and whether you win or lose', async () => {
    const looks = [asItIs, featuring(NORTHPINE), asItIs];
    const [taken, back] = [
      'B0LANTERN1: Northpine at 36 USD, before: Larkmoor Outdoors at 34.99 USD',
      'B0LANTERN1: Larkmoor Outdoors at 34.99 USD, before: Northpine at 36 USD',
    ];
    expect((await newsOf(looks)).slice(1)).toEqual([taken, back]);
    expect((await newsOf(looks, LARKMOOR)).slice(1)).toEqual([`LOST ${taken}`, `WON ${back}`]);
  });

  it('reports a lost Buy Box without a featured offer, and price changes', async () => {
    const dearer = (data: OffersData) => {
      const [first] = data.product_sellers_info;
      if (first !== undefined) Object.assign(first, { price: 36.5, shipping_price: 2 });
    };
    expect((await newsOf([asItIs, dearer, featuring('nobody')], LARKMOOR)).slice(1)).toEqual([
      'B0LANTERN1: Larkmoor Outdoors at 36.5 USD and 2 shipping, before: Larkmoor Outdoors at 34.99 USD',
      'LOST B0LANTERN1: has no Buy Box, before: Larkmoor Outdoors at 36.5 USD and 2 shipping',
    ]);
  });

  it('keeps the state after a failed call', async () => {
    await using marketplace = await fixtureMarketplace();
    const blocked: Marketplace = { ...marketplace, offers: () => Promise.reject(new BlockedError('a captcha')) };
    const known = new Map<string, BuyBox>();
    const changes: News[] = [];
    for (const site of [marketplace, blocked, marketplace]) {
      const kettle = { asin: 'B0WASSERK1', marketplace: 'de' } as const;
      for await (const news of buyBoxNews(site, [kettle], known, LARKMOOR)) changes.push(news);
    }
    expect(changes).toMatchObject([
      { product: 'B0WASSERK1:de', change: 'seen', now: { sellerId: null, price: 39.99 } },
      { product: 'B0WASSERK1:de', error: { code: 'BLOCKED' } },
    ]);
  });
});
