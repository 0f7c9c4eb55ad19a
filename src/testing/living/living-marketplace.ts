/** A marketplace that lives, for tests of repricers and monitors: as pages, or as data without HTML. */
import { ENDPOINT_NAMES, type EndpointName } from '../../contract/endpoints.ts';
import type { FullParams } from '../../contract/marketplace.ts';
import { offersOfCondition } from '../../local/condition-filter.ts';
import { targetPage } from '../../local/requests.ts';
import { readOptions } from '../../options/table.ts';
import { type DetectedPage, detectPageType, type ParsedPage } from '../../pages/index.ts';
import type { PageRequest, PageResponse, PageSource } from '../../sources/page-source.ts';
import { fixturePages } from '../../sources/saved/fixture-pages.ts';
import { type AnyAnswer, answer, wholeAnswer } from '../answer.ts';
import { errorOf } from '../error-of.ts';
import type { FakeHandlers } from '../fake-handlers.ts';
import { type FakeMarketplace, type FakeMarketplaceOptions, fakeMarketplace } from '../fake-marketplace.ts';
import { NOT_FOUND_PAGE } from '../site.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import type { LivingBlockCode, LivingChange, LivingDisturbance } from './changes.ts';
import { offersData, productData, searchData } from './data.ts';
import { offersPage, type Results, searchPage } from './list-pages.ts';
import { type LivingCondition, type LivingRecord, Market } from './market.ts';
import { LIVING_OPTIONS, type LivingMarketplaceOptions } from './options.ts';
import { productPage } from './product-page.ts';
import type { LivingProduct, LivingTruth } from './state.ts';

/** A marketplace whose prices, stock, Buy Boxes and listings change on a virtual clock. */
export interface LivingMarketplace {
  /** Its clock. Nothing happens until it is advanced. */
  readonly clock: VirtualClock;
  /** The ASINs of its products. */
  readonly asins: readonly string[];
  /** A page source of its pages, in the structure of the site: product, offers and search on `us`. */
  readonly pages: PageSource;
  /** Returns a marketplace of its data, without HTML: the same that the local backend reads from its pages. */
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

const GAP = { landmark: '#buybox', kind: 'missing' as const, detail: 'the page has no #buybox' };

function handlersOf(market: Market): FakeHandlers {
  const respond = (name: EndpointName) => (params: FullParams<EndpointName>) => envelopeOf(market, name, params);
  return Object.fromEntries(ENDPOINT_NAMES.map((name) => [name, respond(name)])) as FakeHandlers;
}

function envelopeOf(market: Market, name: EndpointName, params: FullParams<EndpointName>): AnyAnswer {
  const { detected } = targetPage(name, params);
  const { page_type } = detected;
  const { blocked, partial } = market.condition(detected.asin);
  if (blocked !== undefined) throw errorOf(blocked);
  const data = shownAt(market, detected, DATA);
  if (data === undefined) return answer.notFound(page_type);
  const page = { page_type, found: true, data } as ParsedPage;
  const asked = 'condition' in params ? offersOfCondition(page, params.condition).data : data;
  return wholeAnswer(page_type, asked as object, page_type === 'product' && partial ? { gaps: [GAP] } : {});
}

/** How a market is shown: as data, or as HTML. */
interface Face<Shown> {
  product: (product: LivingProduct, now: number, isPartial: boolean) => Shown;
  offers: (product: LivingProduct, page: number, now: number) => Shown;
  search: (results: Results) => Shown;
}

const DATA: Face<object> = { product: productData, offers: offersData, search: searchData };
const HTML: Face<string> = { product: productPage, offers: offersPage, search: searchPage };

/** Returns what a URL shows now. `undefined` if the market does not have it. */
function shownAt<Shown>(market: Market, detected: DetectedPage, face: Face<Shown>): Shown | undefined {
  const { page_type, asin, page = 1, marketplace } = detected;
  if (marketplace !== 'us') return undefined;
  if (page_type === 'search') return face.search(resultsOf(market, detected));
  const product = asin === undefined ? undefined : market.product(asin);
  if (product === undefined || !product.isListed) return undefined;
  const now = market.clock.now();
  if (page_type === 'product') return face.product(product, now, market.condition(asin).partial);
  return page_type === 'offers' ? face.offers(product, page, now) : undefined;
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
    const body = detected === undefined ? undefined : shownAt(market, detected, HTML);
    return body === undefined ? respond(404, NOT_FOUND_PAGE) : respond(200, body);
  };
}

/** Returns the listed products whose titles have all words of the keyword, the best-selling first. */
function resultsOf(market: Market, { keyword = '', page = 1 }: DetectedPage): Results {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean);
  const isMatch = ({ title, isListed }: LivingProduct) =>
    isListed && words.every((word) => title.toLowerCase().includes(word));
  const all = market
    .products()
    .filter(isMatch)
    .sort((one, other) => one.rank - other.rank);
  return { keyword, page, all };
}
