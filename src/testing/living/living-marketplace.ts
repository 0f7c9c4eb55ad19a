/** A marketplace that lives, for tests of repricers and monitors: as pages, or as data without HTML. */
import type { EndpointName } from '../../contract/endpoints.ts';
import type { FullParams } from '../../contract/marketplace.ts';
import { offersOfCondition } from '../../local/condition-filter.ts';
import { targetPage } from '../../local/requests.ts';
import { readOptions } from '../../options/table.ts';
import type { DetectedPage, ParsedPage } from '../../pages/index.ts';
import type { PageSource } from '../../sources/page-source.ts';
import { answer, wholeAnswer } from '../answer.ts';
import { errorOf } from '../error-of.ts';
import type { FakeHandlers, FakeResult } from '../fake-handlers.ts';
import { type FakeMarketplace, type FakeMarketplaceOptions, fakeMarketplace } from '../fake-marketplace.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import type { LivingChange } from './changes.ts';
import { offersData, productData, searchData } from './data.ts';
import { type LivingCondition, type LivingRecord, Market } from './market.ts';
import { LIVING_OPTIONS, type LivingDisturbance, type LivingMarketplaceOptions } from './options.ts';
import { livingPages, resultsOf } from './source.ts';
import type { LivingTruth } from './state.ts';

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
  const respond = <Name extends EndpointName>(name: Name) => {
    return (params: FullParams<Name>) => resultOf(market, name, params) as FakeResult<Name>;
  };
  return {
    product: respond('product'),
    search: respond('search'),
    offers: respond('offers'),
    seller: respond('seller'),
    scrape: respond('scrape'),
    category: respond('category'),
  };
}

function resultOf<Name extends EndpointName>(market: Market, name: Name, params: FullParams<Name>): unknown {
  const { detected } = targetPage(name, params);
  const { asin, page_type } = detected;
  const { blocked, partial } = market.condition(asin);
  if (blocked !== undefined) throw errorOf(blocked);
  const data = dataOf(market, detected, partial);
  if (data === undefined) return answer.notFound(page_type);
  if (page_type === 'product' && partial) return wholeAnswer('product', data, { gaps: [GAP] });
  const page = { page_type, found: true, data } as ParsedPage;
  return 'condition' in params ? offersOfCondition(page, params.condition).data : data;
}

function dataOf(market: Market, detected: DetectedPage, partial: boolean): object | undefined {
  const { page_type, asin, page = 1 } = detected;
  if (detected.marketplace !== 'us') return undefined;
  if (page_type === 'search') return searchData(resultsOf(market, detected));
  const product = asin === undefined ? undefined : market.product(asin);
  if (product === undefined || !product.isListed) return undefined;
  const now = market.clock.now();
  if (page_type === 'product') return productData(product, now, partial);
  return page_type === 'offers' ? offersData(product, page, now) : undefined;
}
