import { describe, expect, it } from 'vitest';
import {
  type AnyMarketplace,
  allOffers,
  BadRequestError,
  type BatchOptions,
  type BatchProgress,
  type BatchRequest,
  batch,
  type OffersData,
  UnavailableError,
} from '../../src/entries/index.ts';
import { fakeMarketplace, offer, offerSite } from './fake.ts';

const offers = (asin = 'B0LANTERN1') => ({ endpoint: 'offers', params: { asin }, pages: 'all' }) as const;
const many = Array.from({ length: 24 }, (_, index) => offer(`A${index}`));

async function resultsOf<const Request extends BatchRequest>(
  marketplace: AnyMarketplace,
  requests: readonly Request[],
  options: BatchOptions = {},
) {
  const results = [];
  for await (const result of batch(marketplace, requests, options)) results.push(result);
  return results;
}

describe("pages: 'all' of a batch", () => {
  it('merges offers as allOffers does, and counts the credits', async () => {
    const marketplace = fakeMarketplace({ offers: offerSite(many, offer('PINNED', { is_fba: true })) });
    const progress: BatchProgress[] = [];
    const [result] = await resultsOf(marketplace, [offers()], { onProgress: (now) => progress.push(now) });
    const all = await allOffers(marketplace, { asin: 'B0LANTERN1' });
    expect(result?.response?.data).toEqual({
      ...offerSite(many, offer('PINNED', { is_fba: true }))(1),
      product_sellers_info: all.offers,
      fba_count: all.fba_count,
      fbm_count: all.fbm_count,
      sold_by_amazon: false,
    });
    expect(result?.response?.meta.usage).toEqual({ requests_consumed: 3, requests_remaining: 997 });
    expect(result?.pages).toEqual({ count: 3, complete: true });
    expect(progress).toEqual([expect.objectContaining({ completed: 1, creditsConsumed: 3, creditsRemaining: 997 })]);
  });

  it('merges the entries of searches and categories, each once', async () => {
    const tiles = (page: number) => ({
      current_page: page,
      last_page_number: 2,
      shallow_parts: [`A${page}`, 'SAME'].map((asin) => ({ asin, sampled_variation_asins: [] })),
      sponsored_parts: [{ asin: `AD${page}`, sampled_variation_asins: [] }],
    });
    const marketplace = fakeMarketplace({ search: tiles, category: tiles });
    const results = await resultsOf(marketplace, [
      { endpoint: 'search', params: { keyword: 'tea' }, pages: 'all' },
      { endpoint: 'category', params: { node: '1' }, pages: 'all' },
    ]);
    for (const { response } of results as unknown as { response: { data: ReturnType<typeof tiles> } }[]) {
      expect(response.data.shallow_parts.map(({ asin }) => asin)).toEqual(['A1', 'SAME', 'A2']);
      expect(response.data.sponsored_parts.map(({ asin }) => asin)).toEqual(['AD1', 'AD2']);
    }
  });

  it('has only the fields of the request', async () => {
    const marketplace = fakeMarketplace({ offers: offerSite(many) });
    const params = { asin: 'B0LANTERN1', fields: ['product_sellers_info.price'] } as const;
    const [result] = await resultsOf(marketplace, [{ ...offers(), params }]);
    const { product_sellers_info: entries = [], ...rest } = (result?.response?.data ?? {}) as Partial<OffersData>;
    expect(rest).toEqual({ page_index: 0 });
    expect(entries).toHaveLength(24);
    expect(entries[23]).toEqual({ seller_id: 'A23', price: 10 });
  });

  it('returns the envelope of a product that does not exist', async () => {
    const [result] = await resultsOf(fakeMarketplace({ offers: () => null }), [offers()]);
    expect(result?.response).toMatchObject({ found: false, data: null, meta: { usage: { requests_consumed: 1 } } });
    expect(result?.pages).toEqual({ count: 1, complete: true });
  });

  it('says why a list is not complete', async () => {
    const site = offerSite(many);
    const short = fakeMarketplace({ offers: (page) => ({ ...site(page), total_offers_count: 30 }) });
    expect((await resultsOf(short, [offers()]))[0]?.pages).toMatchObject({ incomplete_reason: 'fewer_offers' });
    const gone = fakeMarketplace({ offers: (page) => (page < 3 ? site(page) : null) });
    expect((await resultsOf(gone, [offers()]))[0]?.pages).toMatchObject({ incomplete_reason: 'page_not_found' });
    const [limited] = await resultsOf(fakeMarketplace({ offers: site }), [offers()], { maxPages: 2 });
    expect(limited?.pages).toEqual({ count: 2, complete: false, incomplete_reason: 'max_pages' });
    expect((limited?.response?.data as OffersData | undefined)?.product_sellers_info).toHaveLength(20);
  });

  it('has the gaps of all pages, each once', async () => {
    const fake = fakeMarketplace({ offers: offerSite(many) });
    const gap = (detail: string) => ({ landmark: 'html', kind: 'language', detail });
    const withGaps = async (params: { asin: string; page?: number }) => {
      const envelope = await fake.offers(params);
      return { ...envelope, meta: { ...envelope.meta, gaps: [gap('same'), gap(`page ${params.page}`)] } };
    };
    const [result] = await resultsOf({ ...fake, offers: withGaps as never }, [offers()]);
    expect(result?.response?.meta.gaps?.map(({ detail }) => detail)).toEqual(['same', 'page 1', 'page 2', 'page 3']);
  });

  it('fails with the error of a page, whose earlier pages are paid', async () => {
    const site = offerSite(many);
    const busy = new UnavailableError('busy');
    const marketplace = fakeMarketplace({ offers: (page) => (page < 3 ? site(page) : busy) });
    const progress: BatchProgress[] = [];
    const [result] = await resultsOf(marketplace, [offers()], { onProgress: (now) => progress.push(now) });
    expect(result?.error).toBe(busy);
    expect(progress.at(-1)).toMatchObject({ failed: 1, completed: 1, creditsConsumed: 2 });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 20])('never spends more than maxCredits: %i', async (maxCredits) => {
    const marketplace = fakeMarketplace({ offers: offerSite(many), product: () => ({ asin: 'A' }) });
    const requests: BatchRequest[] = [
      offers('A000000001'),
      { endpoint: 'product', params: { asin: 'A' } },
      offers('A000000002'),
    ];
    const results = await resultsOf(marketplace, requests, { maxCredits, concurrency: 2 });
    expect(marketplace.made.length).toBe(Math.min(maxCredits, 7));
    for (const { pages } of results) if (pages?.complete === false) expect(pages.incomplete_reason).toBe('max_credits');
    if (maxCredits >= 7) expect(results.map(({ pages }) => pages?.complete)).not.toContain(false);
  });

  it('refuses an endpoint without pages, and the parameter page', async () => {
    const marketplace = fakeMarketplace({ product: () => ({ asin: 'A' }), offers: offerSite(many) });
    const wrong = [
      { endpoint: 'product', params: { asin: 'A' }, pages: 'all' },
      { endpoint: 'offers', params: { asin: 'A', page: 2 }, pages: 'all' },
    ] as unknown as BatchRequest[];
    const results = await resultsOf(marketplace, wrong);
    expect(results.map(({ error }) => error)).toEqual([expect.any(BadRequestError), expect.any(BadRequestError)]);
    expect(results.map(({ error }) => error?.message)).toEqual([
      'pages: product has no pages: leave it out.',
      "page: the request has pages: 'all': leave one of them out.",
    ]);
    expect(marketplace.made).toEqual([]);
  });

  it('leaves another member of the user with this name alone', async () => {
    const marketplace = fakeMarketplace({ offers: offerSite(many) });
    const [result] = await resultsOf(marketplace, [{ ...offers(), pages: '320' as 'all' }]);
    expect((result?.response?.data as OffersData | undefined)?.product_sellers_info).toHaveLength(10);
    expect(result).not.toHaveProperty('pages');
  });

  it('calls methods of a class on their object', async () => {
    const fake = fakeMarketplace({ product: () => ({ asin: 'A' }) });
    class Own {
      readonly inner = fake;
      product(params: { asin: string }) {
        return this.inner.product(params);
      }
    }
    const [result] = await resultsOf(new Own() as unknown as AnyMarketplace, [
      { endpoint: 'product', params: { asin: 'A' } },
    ]);
    expect(result?.error).toBeUndefined();
  });
});
