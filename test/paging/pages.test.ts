import { describe, expect, it } from 'vitest';
import { BadRequestError, categoryPages, offerPages, searchPages, UnavailableError } from '../../src/entries/index.ts';
import { fakeMarketplace, offer, offerSite } from './fake.ts';

const list = (page: number, last: number | undefined, asins = [`B0PAGE${String(page).padStart(4, '0')}`]) => ({
  current_page: page,
  ...(last === undefined ? {} : { last_page_number: last }),
  shallow_parts: asins.map((asin) => ({ asin, sampled_variation_asins: [] })),
});

async function pagesOf(iterator: AsyncIterable<{ data: unknown }>): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const { data } of iterator) {
    const { current_page, page_index } = (data ?? {}) as { current_page?: number; page_index?: number };
    seen.push(current_page ?? (page_index === undefined ? null : page_index + 1));
  }
  return seen;
}

const keyword = { keyword: 'tea' };

describe('a list of a service that has another type', () => {
  it('may have entries with odd ASINs', async () => {
    const odd = fakeMarketplace({ search: (page) => list(page, 2, [{ toString: 1 } as never]) });
    expect(await pagesOf(searchPages(odd, keyword))).toEqual([1]);
  });

  it.each([0, -1, 1.5])('is read to its end with the last page number %d', async (last) => {
    const site = fakeMarketplace({ search: (page) => list(page, last, page < 3 ? undefined : []) });
    expect(await pagesOf(searchPages(site, keyword))).toEqual([1, 2, 3]);
  });

  it.each([7, 'text', {}, [null], [7]])('is an error with its name: %j', async (rows) => {
    const site = fakeMarketplace({
      search: () => ({ current_page: 1, shallow_parts: rows }) as never,
      offers: () => ({ page_index: 0, product_sellers_info: rows }) as never,
    });
    const error = (name: string) =>
      expect.objectContaining({
        code: 'PARSER_ERROR',
        message: expect.stringMatching(new RegExp(`^${name}: .* is not valid`)),
      });
    await expect(pagesOf(searchPages(site, keyword))).rejects.toThrow(error('shallow_parts'));
    await expect(pagesOf(offerPages(site, { asin: 'B0PAGE0001' }))).rejects.toThrow(error('product_sellers_info'));
  });

  it('ends as without a last page number if that is none', async () => {
    const site = fakeMarketplace({ search: (page) => list(page, 'x' as never, page < 3 ? undefined : []) });
    expect(await pagesOf(searchPages(site, keyword))).toEqual([1, 2, 3]);
  });
});

describe('searchPages', () => {
  it('ends after the last page', async () => {
    const marketplace = fakeMarketplace({ search: (page) => list(page, 3) });
    expect(await pagesOf(searchPages(marketplace, keyword))).toEqual([1, 2, 3]);
    expect(marketplace.made).toHaveLength(3);
  });

  it('uses the last page number of the current page', async () => {
    const growing = fakeMarketplace({ search: (page) => list(page, page < 4 ? page + 1 : 4) });
    expect(await pagesOf(searchPages(growing, keyword))).toEqual([1, 2, 3, 4]);
    const shrinking = fakeMarketplace({ search: (page) => list(page, page === 1 ? 7 : 2) });
    expect(await pagesOf(searchPages(shrinking, keyword))).toEqual([1, 2]);
    const late = fakeMarketplace({ search: (page) => list(page, page < 3 ? 7 : 2) });
    expect(await pagesOf(searchPages(late, keyword))).toEqual([1, 2, 3]);
  });

  it('ends at an empty page, a page that only repeats entries, or page 20 when there is no last page number', async () => {
    const empty = fakeMarketplace({ search: (page) => list(page, undefined, page < 3 ? undefined : []) });
    expect(await pagesOf(searchPages(empty, keyword))).toEqual([1, 2, 3]);
    const repeated = fakeMarketplace({ search: (page) => list(page, undefined, [`B0PAGE000${Math.min(page, 3)}`]) });
    expect(await pagesOf(searchPages(repeated, keyword))).toEqual([1, 2, 3]);
    const shuffled = fakeMarketplace({
      search: (page) => list(page, undefined, page % 2 === 1 ? ['B0PAGE0001', 'B0PAGE0002'] : ['B0PAGE0003']),
    });
    expect(await pagesOf(searchPages(shuffled, keyword))).toEqual([1, 2]);
    expect(shuffled.made).toHaveLength(3);
    const endless = fakeMarketplace({ search: (page) => list(page, undefined) });
    expect(await pagesOf(searchPages(endless, keyword))).toHaveLength(20);
  });

  it('ends after a page that is not found or has no results', async () => {
    expect(await pagesOf(searchPages(fakeMarketplace({ search: () => null }), keyword))).toEqual([null]);
    expect(await pagesOf(searchPages(fakeMarketplace({ search: () => list(1, 1, []) }), keyword))).toEqual([1]);
  });

  it('starts at from, and yields nothing after the last page', async () => {
    const site = () => fakeMarketplace({ search: (page) => list(page, 5) });
    expect(await pagesOf(searchPages(site(), { ...keyword, page: 4 }))).toEqual([4, 5]);
    expect(await pagesOf(searchPages(site(), { ...keyword, page: 2 }, { from: 5 }))).toEqual([5]);
    expect(await pagesOf(searchPages(site(), keyword, { from: 6 }))).toEqual([]);
  });

  it('stops at maxPages and minRemaining', async () => {
    const few = fakeMarketplace({ search: (page) => list(page, 9) });
    expect(await pagesOf(searchPages(few, keyword, { maxPages: 2 }))).toEqual([1, 2]);
    const poor = fakeMarketplace({ search: (page) => list(page, 9) }, 5);
    expect(await pagesOf(searchPages(poor, keyword, { minRemaining: 2 }))).toEqual([1, 2, 3]);
    const none = fakeMarketplace({ search: (page) => list(page, 9) }, 1);
    expect(await pagesOf(searchPages(none, keyword, { minRemaining: 0 }))).toEqual([1]);
  });

  it('fetches no page in advance', async () => {
    const marketplace = fakeMarketplace({ search: (page) => list(page, 9) });
    for await (const { data } of searchPages(marketplace, keyword)) if (data?.current_page === 2) break;
    expect(marketplace.made).toHaveLength(2);
  });

  it('passes the parameters, the signal and the timeout to each call', async () => {
    const { signal } = new AbortController();
    const marketplace = fakeMarketplace({ search: (page) => list(page, 1) });
    await pagesOf(searchPages(marketplace, { ...keyword, marketplace: 'de' }, { signal, timeoutMs: 5 }));
    expect(marketplace.made).toEqual([
      { endpoint: 'search', params: { ...keyword, marketplace: 'de', page: 1 }, options: { signal, timeoutMs: 5 } },
    ]);
  });

  it('throws the reason of the signal between pages', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const marketplace = fakeMarketplace({ search: (page) => list(page, 9) });
    const walk = async () => {
      for await (const _ of searchPages(marketplace, keyword, { signal: controller.signal })) controller.abort(reason);
    };
    await expect(walk()).rejects.toBe(reason);
    expect(marketplace.made).toHaveLength(1);
  });

  it('throws the error of a call, and another iteration can continue from that page', async () => {
    const marketplace = fakeMarketplace({ search: (page) => (page === 2 ? new UnavailableError('x') : list(page, 3)) });
    await expect(pagesOf(searchPages(marketplace, keyword))).rejects.toBeInstanceOf(UnavailableError);
    const working = fakeMarketplace({ search: (page) => list(page, 3) });
    expect(await pagesOf(searchPages(working, keyword, { from: 2 }))).toEqual([2, 3]);
  });

  it.each([{ maxPages: 0 }, { maxPages: 1.5 }, { minRemaining: -1 }, { from: 0 }, { from: Number.NaN }])(
    'throws BadRequestError for %o before it fetches a page',
    (options) => {
      const [parameter = ''] = Object.keys(options);
      const start = () => searchPages(fakeMarketplace({}), keyword, options);
      expect(start).toThrow(BadRequestError);
      expect(start).toThrow(new RegExp(`^${parameter}: `));
    },
  );
});

describe('categoryPages', () => {
  it('ends like a search, or after a landing page', async () => {
    const marketplace = fakeMarketplace({ category: (page) => list(page, 2) });
    expect(await pagesOf(categoryPages(marketplace, { node: '7000004' }))).toEqual([1, 2]);
    const landing = fakeMarketplace({ category: () => ({ name: 'Books', subcategories: [] }) });
    expect(await pagesOf(categoryPages(landing, { node: '1' }))).toEqual([null]);
  });
});

describe('offerPages', () => {
  const asin = { asin: 'B0LANTERN1' };
  const offers = (count: number) => Array.from({ length: count }, (_, index) => offer(`SELLER${index}`));

  it('uses only the total of page 1', async () => {
    // With 20 offers and a featured one, later pages have a total of 3 pages.
    const marketplace = fakeMarketplace({ offers: offerSite(offers(20), offer('PINNED')) });
    expect(await pagesOf(offerPages(marketplace, asin))).toEqual([1, 2]);
    expect(marketplace.made).toHaveLength(2);
  });

  it('fetches page 1 without yielding it when it starts at a later page', async () => {
    const marketplace = fakeMarketplace({ offers: offerSite(offers(20), offer('PINNED')) });
    expect(await pagesOf(offerPages(marketplace, asin, { from: 2 }))).toEqual([2]);
    expect(marketplace.made.map(({ params }) => params.page)).toEqual([1, 2]);
    expect(await pagesOf(offerPages(marketplace, asin, { from: 3 }))).toEqual([]);
    expect(await pagesOf(offerPages(fakeMarketplace({ offers: () => null }), asin, { from: 3 }))).toEqual([]);
  });

  it('does not yield a repeated last page when the total was too high', async () => {
    const site = offerSite(offers(14), offer('PINNED'));
    const marketplace = fakeMarketplace({ offers: (page) => ({ ...site(page), total_pages: 9 }) });
    expect(await pagesOf(offerPages(marketplace, asin))).toEqual([1, 2]);
    expect(marketplace.made).toHaveLength(3);
  });

  it('continues while pages are full when there is no total', async () => {
    const withoutTotal = (count: number) => {
      const site = offerSite(offers(count), offer('PINNED'));
      return fakeMarketplace({ offers: (page) => ({ ...site(page), total_pages: undefined }) });
    };
    expect(await pagesOf(offerPages(withoutTotal(14), asin))).toEqual([1, 2]);
    expect(await pagesOf(offerPages(withoutTotal(3), asin))).toEqual([1]);
    expect(await pagesOf(offerPages(withoutTotal(20), asin))).toEqual([1, 2]);
  });

  it('continues over pages without offers of the condition', async () => {
    const matches = [[offer('A')], [], [], [offer('B')]];
    const marketplace = fakeMarketplace({
      offers: (page) => ({ product_sellers_info: matches[page - 1] ?? [], page_index: page - 1, total_pages: 4 }),
    });
    expect(await pagesOf(offerPages(marketplace, { ...asin, condition: 'used' }))).toEqual([1, 2, 3, 4]);
  });

  it('ends after a page without offers or of an unknown product', async () => {
    expect(await pagesOf(offerPages(fakeMarketplace({ offers: offerSite([]) }), asin))).toEqual([1]);
    expect(await pagesOf(offerPages(fakeMarketplace({ offers: () => null }), asin))).toEqual([null]);
  });
});
