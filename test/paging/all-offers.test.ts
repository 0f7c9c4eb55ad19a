import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnyMarketplace, allOffers, type OfferEntry } from '../../src/entries/index.ts';
import { runsOf } from '../runs.ts';
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
      found: true,
      complete: true,
      gaps: [],
      fba_count: 8,
      fbm_count: 7,
      sold_by_amazon: true,
      pages: 2,
      usage: { requests_consumed: 2, requests_remaining: 998 },
    });
  });

  it.each(['x', -1, 1.5, {}])('counts the offers itself if the counts of a page are %j', async (odd) => {
    const site = offerSite([offer('A', { is_fba: true }), offer('B', { is_fba: false })]);
    const marketplace = fakeMarketplace({
      offers: (page) => ({ ...site(page), fba_count: odd, fbm_count: odd, total_offers_count: odd }) as never,
    });
    expect(await allOffers(marketplace, asin)).toMatchObject({ complete: true, fba_count: 1, fbm_count: 1 });
  });

  it('refuses fields before any request: offers would lack what their type has', async () => {
    const marketplace = fakeMarketplace({ offers: offerSite([offer('A')]) });
    const params = { ...asin, fields: ['product_sellers_info.price'] };
    await expect(allOffers(marketplace, params)).rejects.toMatchObject({
      code: 'INVALID_PARAMETER',
      parameter: 'fields',
      message: expect.stringMatching(/^fields: unknown parameter: .*offerPages/),
    });
    expect(marketplace.made).toEqual([]);
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
    const none = await allOffers(fakeMarketplace({ offers: () => null }), asin);
    expect(none).toMatchObject({ found: false, complete: true, offers: [], pages: 1 });
    for (const field of ['asin', 'title', 'incomplete_reason']) expect(none).not.toHaveProperty(field);
  });

  it('has the ASIN and the title of the first page, and the gaps of all pages once', async () => {
    const site = offerSite(Array.from({ length: 12 }, (_, index) => offer(`S${index}`)));
    const fake = fakeMarketplace({
      offers: (page) => ({ ...site(page), asin: 'B0LANTERN1', title: `Lantern ${page}` }),
    });
    const language = { landmark: 'html', kind: 'language', detail: 'the page is in "de", not in "en"' } as const;
    const place = { landmark: 'glow-ingress-line2', kind: 'place', detail: 'the page is for "Togo"' } as const;
    const marketplace: AnyMarketplace = {
      ...fake,
      offers: async (params) => {
        const envelope = await fake.offers(params);
        return { ...envelope, meta: { ...envelope.meta, gaps: params.page === 1 ? [language] : [language, place] } };
      },
    };
    expect(await allOffers(marketplace, asin)).toMatchObject({
      found: true,
      asin: 'B0LANTERN1',
      title: 'Lantern 1',
      complete: true,
      gaps: [language, place],
    });
  });

  it('is complete if the pages have as many offers as the first one counts', async () => {
    const site = offerSite([offer('A'), offer('B')], offer('A'));
    const counted = (total_offers_count: number) =>
      allOffers(fakeMarketplace({ offers: (page) => ({ ...site(page), total_offers_count }) }), asin);
    // The featured offer is in the list too.
    expect(await counted(3)).toMatchObject({ complete: true, offers: { length: 2 } });
    expect(await counted(4)).toMatchObject({ complete: false, incomplete_reason: 'fewer_offers' });
  });

  it('is not compared with the count of all conditions if the offers are of one condition', async () => {
    const used = fakeMarketplace({ offers: () => ({ ...offerSite([offer('A')])(1), total_offers_count: 9 }) });
    expect(await allOffers(used, { ...asin, condition: 'used' })).toMatchObject({ complete: true });
  });

  it('is not complete if a later page does not exist or a page is cut off', async () => {
    const site = offerSite(Array.from({ length: 12 }, (_, index) => offer(`S${index}`)));
    const ended = fakeMarketplace({ offers: (page) => (page === 1 ? site(1) : null) });
    expect(await allOffers(ended, asin)).toMatchObject({ complete: false, incomplete_reason: 'page_not_found' });
    const fake = fakeMarketplace({ offers: site });
    const cut = { landmark: 'html', kind: 'partial', detail: 'the HTML ends before the page is complete' } as const;
    const offers: AnyMarketplace['offers'] = async (params) => {
      const envelope = await fake.offers(params);
      return { ...envelope, meta: { ...envelope.meta, gaps: [cut] } };
    };
    expect(await allOffers({ ...fake, offers }, asin)).toMatchObject({
      complete: false,
      incomplete_reason: 'partial_page',
      gaps: [cut],
    });
  });

  it('stops at maxPages and minRemaining, and returns the offers read so far', async () => {
    const site = offerSite(Array.from({ length: 40 }, (_, index) => offer(`S${index}`)));
    const few = await allOffers(fakeMarketplace({ offers: site }), asin, { maxPages: 2 });
    expect(few).toMatchObject({ complete: false, incomplete_reason: 'max_pages', offers: { length: 20 } });
    expect(await allOffers(fakeMarketplace({ offers: site }), asin, { maxPages: 4 })).toMatchObject({ complete: true });
    const poor = await allOffers(fakeMarketplace({ offers: site }, 4), asin, { minRemaining: 1 });
    expect(poor).toMatchObject({
      complete: false,
      incomplete_reason: 'min_remaining',
      pages: 3,
      usage: { requests_remaining: 1 },
    });
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
      runsOf(200),
    );
  });
});
