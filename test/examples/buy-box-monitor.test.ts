import { describe, expect, it } from 'vitest';
import { type BuyBox, buyBoxNews, type News, sentenceOf } from '../../examples/buy-box-monitor.ts';
import { fixtureMarketplace } from '../../examples/fixtures.ts';
import { BlockedError, type Marketplace, type OffersData } from '../../src/index.ts';
import { altered } from './altered.ts';

const LARKMOOR = 'A1LARKMOOR0US';
const NORTHPINE = 'A7NORTHPINE00';

/** News of one product over several looks, each at an altered page. */
async function newsOf(looks: ((data: OffersData) => void)[], mine?: string, asin = 'B0LANTERN1'): Promise<string[]> {
  await using marketplace = await fixtureMarketplace();
  const known = new Map<string, BuyBox>();
  const told: string[] = [];
  for (const look of looks) {
    const seen = altered(marketplace, 'offers', ({ data }) => data !== null && look(data));
    for await (const news of buyBoxNews(seen, [{ asin }], known, mine)) told.push(sentenceOf(news));
  }
  return told;
}

const asItIs = () => undefined;
const featuring = (sellerId: string) => (data: OffersData) => {
  for (const offer of data.product_sellers_info) offer.is_pinned = offer.seller_id === sellerId;
};

describe('buy-box-monitor', () => {
  it('tells who has it, once', async () => {
    expect(await newsOf([asItIs, asItIs])).toEqual(['B0LANTERN1: Larkmoor Outdoors at 34.99 USD']);
    expect(await newsOf([asItIs], undefined, 'B0HAMMOCK1')).toEqual(['B0HAMMOCK1: nobody has the Buy Box']);
    expect(await newsOf([asItIs], undefined, 'B0NOTFOUND')).toEqual(['B0NOTFOUND: is not sold here']);
  });

  it('tells of hands, of yours above all', async () => {
    const looks = [asItIs, featuring(NORTHPINE), asItIs];
    const [taken, back] = [
      'B0LANTERN1: Northpine at 36 USD, before: Larkmoor Outdoors at 34.99 USD',
      'B0LANTERN1: Larkmoor Outdoors at 34.99 USD, before: Northpine at 36 USD',
    ];
    expect((await newsOf(looks)).slice(1)).toEqual([taken, back]);
    expect((await newsOf(looks, LARKMOOR)).slice(1)).toEqual([`LOST ${taken}`, `WON ${back}`]);
  });

  it('tells that it is lost when nobody is featured, and of prices', async () => {
    const dearer = (data: OffersData) => {
      const [first] = data.product_sellers_info;
      if (first !== undefined) Object.assign(first, { price: 36.5, shipping_price: 2 });
    };
    expect((await newsOf([asItIs, dearer, featuring('nobody')], LARKMOOR)).slice(1)).toEqual([
      'B0LANTERN1: Larkmoor Outdoors at 36.5 USD and 2 shipping, before: Larkmoor Outdoors at 34.99 USD',
      'LOST B0LANTERN1: nobody has the Buy Box, before: Larkmoor Outdoors at 36.5 USD and 2 shipping',
    ]);
  });

  it('takes a failed look for what it is: nothing is lost by it', async () => {
    await using marketplace = await fixtureMarketplace();
    const blocked: Marketplace = { ...marketplace, offers: () => Promise.reject(new BlockedError('a captcha')) };
    const known = new Map<string, BuyBox>();
    const told: News[] = [];
    for (const site of [marketplace, blocked, marketplace]) {
      const kettle = { asin: 'B0WASSERK1', marketplace: 'de' } as const;
      for await (const news of buyBoxNews(site, [kettle], known, LARKMOOR)) told.push(news);
    }
    expect(told).toMatchObject([
      { product: 'B0WASSERK1:de', change: 'seen', now: { sellerId: null, price: 39.99 } },
      { product: 'B0WASSERK1:de', error: { code: 'BLOCKED' } },
    ]);
  });
});
