/** The pages of a living marketplace, as a page source. */

import { type DetectedPage, detectPageType } from '../../pages/index.ts';
import type { PageRequest, PageResponse, PageSource } from '../../sources/page-source.ts';
import { fixturePages } from '../../sources/saved/fixture-pages.ts';
import { NOT_FOUND_PAGE } from '../site.ts';
import { offersPage, type Results, searchPage } from './list-pages.ts';
import type { Market } from './market.ts';
import type { LivingBlockCode } from './options.ts';
import { productPage } from './product-page.ts';
import type { LivingProduct } from './state.ts';

/** The fixtures that show each block. */
const BLOCK_PAGES: Readonly<Record<LivingBlockCode, string>> = {
  CAPTCHA: 'https://www.amazon.com/dp/B0CAPTCHA1',
  INTERSTITIAL: 'https://www.amazon.com/dp/B0CONTINUE',
  ROBOT_CHECK: 'https://www.amazon.com/dp/B0ROBOTCHK',
  UNAVAILABLE: 'https://www.amazon.com/dp/B0SERVICE5',
};

/** Returns a page source that shows the market as it is when a page is requested. Other pages are not found. */
export function livingPages(market: Market): PageSource {
  const fixtures = fixturePages();
  return async (request) => {
    const { url } = request;
    const detected = detectPageType(url);
    const fetchedAt = new Date(market.clock.now());
    const respond = (status: number, body: PageResponse['body']): PageResponse => ({
      url,
      status,
      headers: { 'content-type': 'text/html;charset=UTF-8' },
      body,
      fetchedAt,
    });
    const { blocked } = market.condition(detected?.asin);
    if (blocked !== undefined) {
      const page = await fixtures({ ...request, url: BLOCK_PAGES[blocked] } as PageRequest);
      return respond(page.status, page.body);
    }
    const body = detected === undefined ? undefined : pageOf(market, detected);
    return body === undefined ? respond(404, NOT_FOUND_PAGE) : respond(200, body);
  };
}

function pageOf(market: Market, detected: DetectedPage): string | undefined {
  const { page_type, asin, page = 1 } = detected;
  const now = market.clock.now();
  if (detected.marketplace !== 'us') return undefined;
  if (page_type === 'search') return searchPage(resultsOf(market, detected));
  const product = asin === undefined ? undefined : market.product(asin);
  if (product === undefined || !product.isListed) return undefined;
  if (page_type === 'product') return productPage(product, now, market.condition(asin).partial);
  return page_type === 'offers' ? offersPage(product, page, now) : undefined;
}

/** Returns the listed products whose titles have all words of the keyword, the best-selling first. */
export function resultsOf(market: Market, { keyword = '', page = 1 }: DetectedPage): Results {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean);
  const isMatch = ({ title, isListed }: LivingProduct) =>
    isListed && words.every((word) => title.toLowerCase().includes(word));
  const all = market
    .products()
    .filter(isMatch)
    .sort((one, other) => one.rank - other.rank);
  return { keyword, page, all };
}
