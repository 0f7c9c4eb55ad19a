/** "A page past the end is not empty: the last page is re-served, `page_index` echoes the requested page, and the request is billed." */
import { describe, expect, it } from 'vitest';
import {
  createLocalMarketplace,
  type PageRequest,
  type PageResponse,
  type PageSource,
} from '../../src/entries/local.ts';
import { offer, panel } from '../pages/offers/page.ts';

const ASIN = 'B0TESTCASE';
/** The page that the site serves after the last one. */
const EMPTY = '<input type="hidden" value="0" id="aod-total-offer-count"/><div class="a-section" role="list"></div>';

/** Ten offers, or fewer, with their own prices. */
const offers = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => offer(first + index, { price: `$${first + index}.00` }));

/** A site with a pinned offer and `count` others. */
function site(count: number, bodyOf: (page: number) => string | undefined = () => undefined) {
  const requests: URL[] = [];
  const pages: PageSource = async ({ url }: PageRequest): Promise<PageResponse> => {
    requests.push(new URL(url));
    const page = Number(new URL(url).searchParams.get('pageno') ?? 1);
    const left = Math.max(0, Math.min(10, count - (page - 1) * 10));
    const list = offers((page - 1) * 10 + 1, left);
    const own = left === 0 && page > 1 ? EMPTY : panel(page === 1 ? offer(99) : undefined, list, count);
    return { url, status: 200, headers: {}, body: bodyOf(page) ?? own };
  };
  return { pages, requests };
}

async function offersOf(page: number, { pages }: { pages: PageSource }, condition: 'all' | 'used' = 'all') {
  const marketplace = createLocalMarketplace({
    pages,
    packs: [{ id: 'test', requests: 10, purchasedAt: new Date('2026-03-01'), validDays: 30, connections: 10 }],
    now: () => Date.parse('2026-03-10T12:00:00Z'),
    retries: 0,
  });
  try {
    return await marketplace.offers({ asin: ASIN, page, condition });
  } finally {
    await marketplace.close();
  }
}

const pricesOf = ({ data }: Awaited<ReturnType<typeof offersOf>>) =>
  data?.product_sellers_info.map(({ price }) => price);

describe('a page of offers past the end', () => {
  it('is the last page again, with the requested page number, and costs one credit', async () => {
    const shop = site(14);
    const last = await offersOf(2, shop);
    const past = await offersOf(7, shop);
    expect(pricesOf(last)).toEqual([11, 12, 13, 14]);
    expect(pricesOf(past)).toEqual([11, 12, 13, 14]);
    expect(past).toMatchObject({ found: true, data: { page_index: 6, total_pages: 2, total_offers_count: 15 } });
    expect(past.meta.usage).toEqual({ requests_consumed: 1, requests_remaining: 9 });
  });

  it('never contains the pinned offer: "Pages after the first never contain a pinned offer."', async () => {
    const past = await offersOf(2, site(3));
    expect(pricesOf(past)).toEqual([1, 2, 3]);
    expect(past.data).toMatchObject({ page_index: 1, total_pages: 1, fba_count: 0, fbm_count: 3 });
    expect(past.data?.product_sellers_info.some(({ is_pinned }) => is_pinned)).toBe(false);
  });

  it('is the page before, if the number of pages is one too high', async () => {
    expect(
      pricesOf(
        await offersOf(
          9,
          site(21, (page) => (page === 3 ? EMPTY : undefined)),
        ),
      ),
    ).toEqual(Array.from({ length: 10 }, (_, index) => index + 11));
  });

  it('is the last page also for a site that answers with "not found"', async () => {
    const shop = site(3);
    const pages: PageSource = async (request) =>
      request.url.includes('pageno=') ? { url: request.url, status: 404, headers: {}, body: '' } : shop.pages(request);
    expect(pricesOf(await offersOf(2, { pages }))).toEqual([1, 2, 3]);
  });

  it('is empty for a product without other offers', async () => {
    expect(await offersOf(2, site(0))).toMatchObject({
      found: true,
      data: { page_index: 1, product_sellers_info: [], total_pages: 1 },
    });
  });

  it('keeps the condition of the call', async () => {
    const shop = site(3);
    const past = await offersOf(2, shop, 'used');
    expect(past.data).toMatchObject({ page_index: 1, product_sellers_info: [], fba_count: 0, fbm_count: 0 });
    expect(shop.requests.every((url) => url.searchParams.get('filters')?.includes('used'))).toBe(true);
  });
});

it('fetches nothing more for a page with offers', async () => {
  const shop = site(14);
  await offersOf(1, shop);
  await offersOf(2, shop);
  expect(shop.requests).toHaveLength(2);
});
