/** A fake marketplace with six methods, like the fakes in an application's tests. */
import { ENDPOINT_NAMES } from '../../src/contract/endpoints.ts';
import type {
  AnyMarketplace,
  CallOptions,
  EnvelopeOf,
  OfferEntry,
  OffersData,
  ResponseMeta,
} from '../../src/entries/index.ts';

/** A call that was made to the fake. */
export interface Made {
  endpoint: string;
  params: { page?: number; [name: string]: unknown };
  options: CallOptions | undefined;
}

type DataByEndpoint = { [Name in 'product' | 'search' | 'offers' | 'category']?: (page: number) => unknown };

/** Returns a marketplace whose `data` come from functions of the page number. `null` is not found, an `Error` is thrown. */
export function fakeMarketplace(pages: DataByEndpoint, credits = 1_000): AnyMarketplace & { made: Made[] } {
  const made: Made[] = [];
  let remaining = credits;
  const method = (endpoint: keyof DataByEndpoint) => async (params: object, options?: CallOptions) => {
    const { page = 1 } = params as { page?: number };
    made.push({ endpoint, params: params as Made['params'], options });
    options?.signal?.throwIfAborted();
    const data = pages[endpoint]?.(page);
    if (data instanceof Error) throw data;
    remaining--;
    const meta = { usage: { requests_consumed: 1, requests_remaining: remaining } } as ResponseMeta;
    return { success: true, found: data !== null, page_type: endpoint, data, meta } as EnvelopeOf<'product'>;
  };
  const none = () => Promise.reject(new Error('these tests do not call this method'));
  const others = Object.fromEntries(ENDPOINT_NAMES.map((name) => [name, none])) as unknown as AnyMarketplace;
  return {
    ...others,
    made,
    product: method('product'),
    search: method('search') as unknown as AnyMarketplace['search'],
    offers: method('offers') as unknown as AnyMarketplace['offers'],
    category: method('category') as unknown as AnyMarketplace['category'],
    close: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Returns an offer of a seller. */
export function offer(seller: string, members: Partial<OfferEntry> = {}): OfferEntry {
  return { seller_id: seller, name: seller, price: 10, is_fba: false, condition: 'new', delivery: [], ...members };
}

/**
 * Returns the offers of a page as the site does: ten per page, the pinned offer in addition on page 1, and a wrong `total_pages` on later pages. A page
 * after the last one repeats it.
 */
export function offerSite(offers: readonly OfferEntry[], pinned?: OfferEntry): (page: number) => OffersData {
  const truePages = Math.max(Math.ceil(offers.length / 10), pinned === undefined ? 0 : 1);
  return (page) => {
    const served = Math.max(1, Math.min(page, truePages));
    const listed = offers.slice((served - 1) * 10, served * 10);
    const entries = page === 1 && pinned !== undefined ? [{ ...pinned, is_pinned: true }, ...listed] : listed;
    const counted = offers.length + (page > 1 && pinned !== undefined ? 1 : 0);
    return {
      product_sellers_info: entries,
      page_index: page - 1,
      total_pages: Math.max(Math.ceil(counted / 10), truePages),
      fba_count: entries.filter(({ is_fba }) => is_fba === true).length,
      fbm_count: entries.filter(({ is_fba }) => is_fba === false).length,
      sold_by_amazon: entries.some(({ is_amazon }) => is_amazon === true),
    };
  };
}
