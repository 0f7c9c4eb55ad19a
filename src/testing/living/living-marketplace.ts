/** A marketplace that lives, for tests of repricers and monitors: as pages, or as the data of its pages. */
import { ENDPOINT_NAMES, type EndpointName } from '../../contract/endpoints.ts';
import { fieldsOf } from '../../contract/fields.ts';
import type { FullParams } from '../../contract/marketplace.ts';
import { offersOfCondition } from '../../local/condition-filter.ts';
import { lastOffersAgain } from '../../local/offers-past-end.ts';
import type { PageResult } from '../../local/page-reading.ts';
import { type TargetPage, targetPage } from '../../local/requests.ts';
import { readOptions } from '../../options/table.ts';
import { type DetectedPage, detectPageType, readPage } from '../../pages/index.ts';
import type { PageSource } from '../../sources/page-source.ts';
import { fixturePages } from '../../sources/saved/fixture-pages.ts';
import { answer, wholeAnswer } from '../answer.ts';
import { errorOf } from '../error-of.ts';
import type { FakeHandlers } from '../fake-handlers.ts';
import { type FakeMarketplace, type FakeMarketplaceOptions, fakeMarketplace } from '../fake-marketplace.ts';
import { NOT_FOUND_PAGE } from '../site.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import type { LivingBlockCode, LivingChange, LivingDisturbance } from './changes.ts';
import { offersPage, searchPage } from './list-pages.ts';
import { type LivingCondition, type LivingRecord, Market } from './market.ts';
import { LIVING_OPTIONS, type LivingMarketplaceOptions } from './options.ts';
import { productPage } from './product-page.ts';
import type { LivingTruth } from './state.ts';

/** A marketplace whose prices, stock, Buy Boxes and listings change on a virtual clock. */
export interface LivingMarketplace {
  /** Its clock. Nothing happens until it is advanced. */
  readonly clock: VirtualClock;
  /** The ASINs of its products. */
  readonly asins: readonly string[];
  /** A page source of its pages, in the structure of the site: product, offers and search on `us`. */
  readonly pages: PageSource;
  /** Returns a marketplace of its data, for tests that need no pages: what the local backend reads from them. */
  marketplace(options?: Omit<FakeMarketplaceOptions, 'now'>): FakeMarketplace;
  /** Returns what is true of a product, now or at a time before [milliseconds since the epoch]. @throws BadRequestError for an unknown product */
  truth(asin: string, time?: number): LivingTruth;
  /** Returns what happened so far, of one product or of all, in order. */
  history(asin?: string): readonly LivingRecord[];
  /** Returns whether requests are refused, and whether pages lack parts, now or at a time before. */
  condition(asin?: string, time?: number): LivingCondition;
  /** Makes something happen now: a repricer's own price, for example. @throws BadRequestError for an unknown product or seller */
  change(change: LivingChange | LivingDisturbance): void;
}

/**
 * Returns a marketplace that lives: prices move, the Buy Box changes hands, stock runs out and comes back, listings vanish, blocks come. A script says
 * what happens when, or rates say how often it happens at random. The same seed gives the same market, however often it is read.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, and for a line of the script that is not possible, with its number
 * @example
 * const market = livingMarketplace({ seed: 7, products: 50 });
 * const marketplace = market.marketplace();
 * await market.clock.advance(3_600_000);
 * market.truth('B0LIVE0001').price;
 */
export function livingMarketplace(options: LivingMarketplaceOptions = {}): LivingMarketplace {
  const market = new Market(readOptions('livingMarketplace', LIVING_OPTIONS, options));
  const { clock, asins } = market;
  return {
    clock,
    asins,
    pages: livingPages(market),
    marketplace: (fakeOptions = {}) => fakeMarketplace(handlersOf(market), { ...fakeOptions, now: clock.now }),
    truth: (asin, time) => market.truth(asin, time),
    history: (asin) => market.history(asin),
    condition: (asin, time) => market.condition(asin, time),
    change: (change) => market.change(change),
  };
}

function handlersOf(market: Market): FakeHandlers {
  const readings = new Map<string, Reading>();
  const respond = (name: EndpointName) => async (params: FullParams<EndpointName>) => {
    // The filter and the counts of offers need more than the fields of the call.
    const target = { ...targetPage(name, params), fields: 'condition' in params ? undefined : fieldsOf(params) };
    const { blocked } = market.condition(target.detected.asin);
    if (blocked !== undefined) throw errorOf(blocked);
    const read = async (one: TargetPage) => readNow(market, readings, one);
    const { page } = await lastOffersAgain(await read(target), target, read);
    const { page_type, data, gaps } = 'condition' in params ? offersOfCondition(page, params.condition) : page;
    if (data === null) return answer.notFound(page_type);
    return wholeAnswer(page_type, data, gaps.length === 0 ? {} : { gaps });
  };
  return Object.fromEntries(ENDPOINT_NAMES.map((name) => [name, respond(name)])) as unknown as FakeHandlers;
}

/** A page that was read. */
interface Reading extends PageResult {
  body: string;
}

/** Reads a page as the local backend does; one that shows the same as before is not read again. */
function readNow(market: Market, readings: Map<string, Reading>, target: TargetPage): PageResult {
  const { url, detected, language, fields } = target;
  const { status, body } = shownAt(market, detected);
  const key = `${url} ${fields}`;
  const before = readings.get(key);
  if (before?.body === body) return structuredClone(before);
  const requestedAt = new Date(market.clock.now());
  const page = readPage(body, { url, status, requestedAt, language, fields }, detected);
  const source = { url, status, attempts: 1, fetched_at: requestedAt.toISOString() };
  readings.set(key, { page, source, body });
  return structuredClone({ page, source });
}

/** Returns the page that a URL shows now; the 404 page if the market does not have it. */
function shownAt(market: Market, detected: DetectedPage): { status: number; body: string } {
  const body = bodyOf(market, detected);
  return body === undefined ? { status: 404, body: NOT_FOUND_PAGE } : { status: 200, body };
}

function bodyOf(market: Market, { marketplace, page_type, asin, keyword = '', page = 1 }: DetectedPage) {
  if (marketplace !== 'us') return undefined;
  if (page_type === 'search') return searchPage({ keyword, page, all: market.found(keyword) });
  const product = asin === undefined ? undefined : market.product(asin);
  if (product?.isListed !== true) return undefined;
  const now = market.clock.now();
  if (page_type === 'product') return productPage(product, now, market.condition(asin).partial);
  return page_type === 'offers' ? offersPage(product, page, now) : undefined;
}

/** The fixtures that show each block. */
const BLOCK_PAGES: Readonly<Record<LivingBlockCode, string>> = {
  CAPTCHA: 'https://www.amazon.com/dp/B0CAPTCHA1',
  INTERSTITIAL: 'https://www.amazon.com/dp/B0CONTINUE',
  ROBOT_CHECK: 'https://www.amazon.com/dp/B0ROBOTCHK',
  UNAVAILABLE: 'https://www.amazon.com/dp/B0SERVICE5',
};

/** Returns a page source that shows the market as it is when a page is requested. Other pages are not found. */
function livingPages(market: Market): PageSource {
  const fixtures = fixturePages();
  return async (request) => {
    const { url } = request;
    const detected = detectPageType(url);
    const fetchedAt = new Date(market.clock.now());
    const { blocked } = market.condition(detected?.asin);
    const { status, body } =
      blocked !== undefined
        ? await fixtures({ ...request, url: BLOCK_PAGES[blocked] })
        : detected === undefined
          ? { status: 404, body: NOT_FOUND_PAGE }
          : shownAt(market, detected);
    return { url, status, headers: { 'content-type': 'text/html;charset=UTF-8' }, body, fetchedAt };
  };
}
