import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOffers, type OfferEntry } from '../../src/index.ts';
import { fakeMarketplace, offer, offerSite } from './fake.ts';

const asin = { asin: 'B0LANTERN1' };

describe('allOffers', () => {
  it('returns 15 offers from pages of 11 and 4', async () => {
    const listed = Array.from({ length: 14 }, (_, index) => offer(`SELLER${index}`, { is_fba: index % 2 === 0 }));
    const marketplace = fakeMarketplace({
      offers: offerSite(listed, offer('PINNED', { is_amazon: true, is_fba: true })),
    });
    const { offers, ...sum } = await allOffers(marketplace, asin);
    expect(offers.map(({ name }) => name)).toEqual(['PINNED', ...listed.map(({ name }) => name)]);
    expect(sum).toEqual({
      fba_count: 8,
      fbm_count: 7,
      sold_by_amazon: true,
      pages: 2,
      usage: { requests_consumed: 2, requests_remaining: 998 },
    });
  });

  it('keeps the featured offer once when the list has it too', async () => {
    const site = offerSite([offer('A'), offer('B')], offer('A'));
    const { offers, fbm_count } = await allOffers(fakeMarketplace({ offers: site }), asin);
    expect(offers.map(({ name, is_pinned = false }) => [name, is_pinned])).toEqual([
      ['A', true],
      ['B', false],
    ]);
    expect(fbm_count).toBe(2);
  });

  it('keeps different offers of one seller, and two equal offers of one page', async () => {
    const same = [offer('A'), offer('A', { condition: 'used_good' }), offer('A', { price: 9 }), offer('B'), offer('B')];
    expect((await allOffers(fakeMarketplace({ offers: offerSite(same) }), asin)).offers).toHaveLength(5);
  });

  it('counts the credit of a repeated page, but not its offers', async () => {
    const site = offerSite(
      Array.from({ length: 12 }, (_, index) => offer(`S${index}`)),
      offer('PINNED'),
    );
    const marketplace = fakeMarketplace({ offers: (page) => ({ ...site(page), total_pages: 3 }) });
    const { offers, pages, usage } = await allOffers(marketplace, asin);
    expect(offers).toHaveLength(13);
    expect({ pages, consumed: usage.requests_consumed }).toEqual({ pages: 2, consumed: 3 });
  });

  it('drops an offer that moved to the next page between two calls, also from the counts', async () => {
    const marketplace = fakeMarketplace({
      offers: (page) => ({
        product_sellers_info: page === 1 ? [offer('A'), offer('B')] : [offer('B'), offer('C', { is_fba: true })],
        page_index: page - 1,
        total_pages: 2,
        fba_count: page === 1 ? 0 : 1,
        fbm_count: page === 1 ? 2 : 1,
      }),
    });
    expect(await allOffers(marketplace, asin)).toMatchObject({ fba_count: 1, fbm_count: 2, pages: 2 });
  });

  it('returns no offers for a product that does not exist', async () => {
    expect(await allOffers(fakeMarketplace({ offers: () => null }), asin)).toMatchObject({ offers: [], pages: 1 });
  });

  it('stops at maxPages and minRemaining, and returns the offers read so far', async () => {
    const site = offerSite(Array.from({ length: 40 }, (_, index) => offer(`S${index}`)));
    expect((await allOffers(fakeMarketplace({ offers: site }), asin, { maxPages: 2 })).offers).toHaveLength(20);
    const poor = await allOffers(fakeMarketplace({ offers: site }, 4), asin, { minRemaining: 1 });
    expect(poor).toMatchObject({ pages: 3, usage: { requests_remaining: 1 } });
  });

  it('returns all offers in order for any listing', async () => {
    const entry = fc.record({
      name: fc.constantFrom('A', 'B', 'C', 'D'),
      price: fc.integer({ min: 1, max: 500 }),
      is_fba: fc.boolean(),
      is_amazon: fc.boolean(),
    });
    const listing = fc.uniqueArray(entry, {
      maxLength: 45,
      selector: ({ name, price, is_fba }) => `${name}${price}${is_fba}`,
    });
    await fc.assert(
      fc.asyncProperty(listing, fc.boolean(), async (entries, isFeatured) => {
        const all = entries.map(({ name, ...members }) => offer(name, members));
        const [first, ...rest] = all;
        const pinned = isFeatured ? first : undefined;
        const site = offerSite(pinned === undefined ? all : rest, pinned);
        const got = await allOffers(fakeMarketplace({ offers: site }), asin);
        const plain = (offers: OfferEntry[]) => offers.map(({ name, price, is_fba }) => [name, price, is_fba]);
        expect(plain(got.offers)).toEqual(plain(all));
        expect(got.fba_count).toBe(all.filter(({ is_fba }) => is_fba).length);
        expect(got.fbm_count).toBe(all.filter(({ is_fba }) => !is_fba).length);
        expect(got.sold_by_amazon).toBe(all.some(({ is_amazon }) => is_amazon));
        const listed = all.length - (pinned === undefined ? 0 : 1);
        expect(got.pages).toBe(Math.max(1, Math.ceil(listed / 10)));
      }),
      { numRuns: 200 },
    );
  });
});
