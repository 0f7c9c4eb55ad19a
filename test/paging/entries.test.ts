import { describe, expect, it } from 'vitest';
import {
  BadRequestError,
  bestSellers,
  categoryEntries,
  type RankedEntry,
  searchEntries,
} from '../../src/entries/index.ts';
import { fakeMarketplace } from './fake.ts';

const list = (last: number, ...asins: string[]) => ({
  last_page_number: last,
  shallow_parts: asins.map((asin, index) => ({ asin, index_on_page: index + 1, sampled_variation_asins: [] })),
});
const placed = async (entries: AsyncIterable<RankedEntry>) => {
  const places: unknown[] = [];
  for await (const { asin, rank, page } of entries) places.push([asin, rank, page]);
  return places;
};
const pages = [list(3, 'A', 'B'), list(3, 'B', 'C'), list(3, 'C', 'D')];
const site = (members: object = {}) => {
  const page = (number: number) => pages[number - 1] ?? null;
  return fakeMarketplace({ search: page, category: page, ...members });
};

describe.each([
  [
    'searchEntries',
    (marketplace: ReturnType<typeof site>, options = {}) => searchEntries(marketplace, { keyword: 'tea' }, options),
  ],
  [
    'categoryEntries',
    (marketplace: ReturnType<typeof site>, options = {}) => categoryEntries(marketplace, { node: '1' }, options),
  ],
] as const)('%s', (name, entriesOf) => {
  it('returns each entry once, with its rank over all pages', async () => {
    expect(await placed(entriesOf(site()))).toEqual([
      ['A', 1, 1],
      ['B', 2, 1],
      ['C', 4, 2],
      ['D', 6, 3],
    ]);
  });

  it('fetches pages on demand', async () => {
    const marketplace = site();
    expect(await placed(entriesOf(marketplace, { maxPages: 1 }))).toHaveLength(2);
    expect(marketplace.made).toHaveLength(1);
    for await (const { asin } of entriesOf(marketplace)) if (asin === 'C') break;
    expect(marketplace.made).toHaveLength(3);
  });

  it('has no ranks after a page that was cut off', async () => {
    const marketplace = site();
    const whole = marketplace[name === 'searchEntries' ? 'search' : 'category'] as (
      ...given: unknown[]
    ) => Promise<object>;
    const cut = async (params: { page: number }) => {
      const envelope = (await whole(params)) as { meta: object };
      const gaps = params.page === 2 ? [{ landmark: 'html', kind: 'partial', detail: 'cut' }] : [];
      return { ...envelope, meta: { ...envelope.meta, gaps } };
    };
    const odd = { ...marketplace, search: cut, category: cut } as unknown as typeof marketplace;
    expect(await placed(entriesOf(odd))).toEqual([
      ['A', 1, 1],
      ['B', 2, 1],
      ['C', 4, 2],
      ['D', undefined, 3],
    ]);
  });

  it('returns nothing for a list that does not exist, and throws the error of a call', async () => {
    expect(await placed(entriesOf(fakeMarketplace({ search: () => null, category: () => null })))).toEqual([]);
    const error = new BadRequestError('no', { parameter: 'keyword' });
    await expect(placed(entriesOf(fakeMarketplace({ search: () => error, category: () => error })))).rejects.toBe(
      error,
    );
  });

  it('refuses fields and a first page at once', () => {
    const marketplace = site();
    expect(() => entriesOf(marketplace, { from: 2, x: 1 })).toThrow(/^x: is not an option of/);
    expect(() => searchEntries(marketplace, { keyword: 'tea', fields: ['title'] } as never)).toThrow(
      /^fields: is not for searchEntries, which returns whole entries/,
    );
    expect(() => searchEntries(marketplace, { keyword: 'tea', page: 2 } as never)).toThrow(/^page: /);
    expect(() => entriesOf(marketplace, { from: 2 })).toThrow(/^from: /);
  });
});

describe('bestSellers', () => {
  const bestsellers = (last: number | undefined) => {
    const urls: string[] = [];
    const fake = fakeMarketplace({});
    const scrape = async ({ url }: { url: string }) => {
      urls.push(url);
      const page = Number(new URL(url).searchParams.get('pg') ?? 1);
      const data = {
        current_page: page,
        entries: [{ rank: page, asin: 'A' }],
        ...(last && { last_page_number: last }),
      };
      return { success: true, found: true, page_type: 'bestseller', data, meta: {} };
    };
    return { urls, marketplace: { ...fake, scrape } as unknown as typeof fake };
  };
  const read = async (pages: AsyncIterable<{ data: unknown }>) => {
    const seen: unknown[] = [];
    for await (const { data } of pages) seen.push(data);
    return seen;
  };

  it('reads the pages of a list to the last one', async () => {
    const { urls, marketplace } = bestsellers(2);
    expect(await read(bestSellers(marketplace, { marketplace: 'uk', department: 'kitchen' }))).toHaveLength(2);
    expect(urls).toEqual([
      'https://www.amazon.co.uk/gp/bestsellers/kitchen',
      'https://www.amazon.co.uk/gp/bestsellers/kitchen?pg=2',
    ]);
  });

  it('reads one page without a last page number, and begins at the page of the parameters', async () => {
    expect(await read(bestSellers(bestsellers(undefined).marketplace, {}))).toHaveLength(1);
    const later = bestsellers(2);
    await read(bestSellers(later.marketplace, { page: 2 }));
    expect(later.urls).toEqual(['https://www.amazon.com/gp/bestsellers?pg=2']);
  });

  it('returns only the fields that were asked for', async () => {
    const pages = await read(bestSellers(bestsellers(2).marketplace, { fields: ['entries.title'] }));
    expect(pages[0]).toEqual({ current_page: 1, entries: [{ rank: 1, asin: 'A' }] });
  });

  it('refuses wrong parameters and options at once', () => {
    const { marketplace } = bestsellers(1);
    expect(() => bestSellers(marketplace, { node: '289742' })).toThrow(/^department: missing/);
    expect(() => bestSellers(marketplace, {}, { maxPages: 0 })).toThrow(/^maxPages: /);
  });
});
