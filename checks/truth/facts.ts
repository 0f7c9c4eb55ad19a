/** The values of the pages of a target at a time, from the script of the market alone. */
import type { LivingMarketplace, LivingOffer, LivingTruth } from '../../src/entries/testing.ts';
import { type Disturbance, disturbedFacts } from './disturbed.ts';
import { type Cut, type Extras, WHOLE_TILES } from './extras.ts';

/** A target of these tests. */
export interface Watched {
  id: string;
  endpoint: 'product' | 'offers' | 'search' | 'seller';
  params: { asin: string } | { keyword: string } | { sellerId: string };
  pages?: number;
  /** Limits of its rules. Without them it has no rules. */
  limits?: { price_below: number; stock_low: number };
}

/** Path of a value, and the value. `null`: it is not there. What a look does not show is absent. */
export type Facts = ReadonlyMap<string, unknown>;

/** The part of a gap that is compared. */
export interface GapName {
  landmark: string;
  kind: string;
}

const SEARCH_PAGE = 16;
const OFFERS_PAGE = 10;
/** The page says how many items are left from this number on. */
const FEW_LEFT = 10;

const missing = (landmark: string): GapName => ({ landmark, kind: 'missing' });
export const BOX = missing('#buybox');

const GAPS: Partial<Record<Cut, readonly GapName[]>> = {
  box: [BOX, missing('#customerReviews'), { landmark: 'html', kind: 'partial' }],
  images: [missing('#imageBlock')],
  tiles: [{ landmark: 'html', kind: 'partial' }],
  prices: [{ landmark: 'a-price', kind: 'partial' }],
  imprint: [missing('page-section-detail-seller-info')],
};

/** The market, and what is on its pages besides. */
export interface Shown {
  market: LivingMarketplace;
  /** Returns how a look differs from the market. */
  disturbed?: ((target: Watched, at: number) => Disturbance | undefined) | undefined;
  extras?: Extras | undefined;
}

/** Returns the product of a target. */
export function asinOf({ params }: Watched): string | undefined {
  return 'asin' in params ? params.asin : undefined;
}

/** Whether a look at a time fails: the site refuses it, or the page has nothing. */
export function failsAt({ market, extras, disturbed }: Shown, target: Watched, at: number): boolean {
  const asin = asinOf(target);
  if (market.condition(asin, at).blocked !== undefined || disturbed?.(target, at)?.kind === 'fails') return true;
  const isThere = asin === undefined || market.truth(asin, at).isListed;
  return isThere && cutOf(extras, target, at) === 'all';
}

/** Returns what a look at a time shows. */
export function factsAt(shown: Shown, target: Watched, at: number): Facts {
  return disturbedFacts(undisturbedFacts(shown, target, at), shown.disturbed?.(target, at));
}

function undisturbedFacts(shown: Shown, target: Watched, at: number): Facts {
  switch (target.endpoint) {
    case 'product':
      return productFacts(shown, target, at);
    case 'offers':
      return offersFacts(shown, target, at);
    case 'search':
      return searchFacts(shown, target, at);
    case 'seller':
      return sellerFacts(shown, target, at);
  }
}

function cutOf(extras: Extras | undefined, { endpoint, params }: Watched, at: number): Cut | undefined {
  return extras?.cut(endpoint, Object.values(params)[0] ?? '', at);
}

function gapsOf(cut: Cut | undefined): readonly GapName[] {
  return (cut && GAPS[cut]) ?? [];
}

function productFacts({ market, extras }: Shown, target: Watched, at: number): Facts {
  const asin = asinOf(target) as string;
  const truth = market.truth(asin, at);
  if (!truth.isListed) return new Map([['found', false]]);
  const cut = cutOf(extras, target, at);
  const isPartial = market.condition(asin, at).partial;
  const gaps = [...(isPartial && cut !== 'box' ? [BOX] : []), ...gapsOf(cut)];
  const own = extras?.product(asin, at);
  const isShort = cut === 'box';
  return new Map<string, unknown>([
    ['found', true],
    ['gaps', gaps],
    ...(isShort ? [] : [['rank', truth.rank] as const]),
    ...(isPartial || isShort ? [] : [...buyBoxFacts(truth), ...stockFacts(truth)]),
    ...(own === undefined ? [] : textFacts(own, cut)),
    ...(own === undefined ? [] : [['bullets', own.bullets] as const]),
    ...(own === undefined || isPartial || isShort || truth.price === undefined
      ? []
      : ([
          ['deal', own.deal],
          ['coupon', own.coupon],
        ] as const)),
  ]);
}

type Own = ReturnType<Extras['product']>;

function textFacts({ title, image, rating, reviews }: Own, cut?: Cut): [string, unknown][] {
  return [
    ['title', title],
    ...(cut === 'images' ? [] : [['image', image] satisfies [string, unknown]]),
    ['rating', rating],
    ['reviews', reviews],
  ];
}

function offersFacts({ market, extras }: Shown, target: Watched, at: number): Facts {
  const asin = asinOf(target) as string;
  const truth = market.truth(asin, at);
  if (!truth.isListed) return new Map([['found', false]]);
  const offers = cutOf(extras, target, at) === 'offers' ? shownOffers(truth) : truth.offers;
  return new Map<string, unknown>([
    ['found', true],
    ['gaps', []],
    ...(offers.length === truth.offers.length ? [['all', true] as const] : []),
    ...offers.map((offer) => [`offer ${offer.sellerId}`, offerOf(offer, truth.sellerId)] as const),
    ...buyBoxFacts(truth),
    ...(extras === undefined ? [] : textFacts(extras.product(asin, at))),
  ]);
}

/** Each page lacks its last offer, unless it is the only one besides the featured offer. */
function shownOffers({ offers, sellerId }: LivingTruth): readonly LivingOffer[] {
  const others = offers.filter((offer) => offer.sellerId !== sellerId);
  return offers.filter((offer) => {
    const index = others.indexOf(offer);
    const onPage = Math.min(OFFERS_PAGE, others.length - (index - (index % OFFERS_PAGE)));
    return index < 0 || onPage < 2 || index % OFFERS_PAGE !== onPage - 1;
  });
}

function searchFacts({ market, extras }: Shown, target: Watched, at: number): Facts {
  const { keyword } = target.params as { keyword: string };
  const cut = cutOf(extras, target, at);
  const found = market.asins
    .map((asin) => market.truth(asin, at))
    .filter(({ isListed }) => isListed && keyword === 'model')
    .sort((one, other) => one.rank - other.rank)
    .slice(0, (target.pages ?? 1) * SEARCH_PAGE);
  return new Map<string, unknown>([
    ['found', true],
    ['gaps', gapsOf(cut)],
    ...(cut === 'tiles' ? [] : [one('all', true)]),
    ...found.flatMap(({ asin, price, inStock }, index): [string, unknown][] => {
      const own = extras?.product(asin, at);
      const ratings = own === undefined ? [] : [one(`rating ${asin}`, own.rating), one(`reviews ${asin}`, own.reviews)];
      if (cut === 'tiles' && index % SEARCH_PAGE >= WHOLE_TILES) return [];
      // A tile without a price says that the product is sold out, or nothing. On an incomplete page, only what is there is known.
      const isShown = cut !== 'prices' && price !== undefined;
      return [
        // The positions after an incomplete page are unknown.
        ...(cut !== 'tiles' || index < SEARCH_PAGE ? [one(`rank ${asin}`, index + 1)] : []),
        ...(isShown ? [one(`price ${asin}`, price)] : []),
        ...(price === undefined && !inStock && cut === undefined ? [one(`price ${asin}`, null)] : []),
        ...(isShown || !inStock ? [one(`stock ${asin}`, inStock)] : []),
        ...ratings,
      ];
    }),
  ]);
}

function sellerFacts({ extras }: Shown, target: Watched, at: number): Facts {
  const { sellerId } = target.params as { sellerId: string };
  const cut = cutOf(extras, target, at);
  const { business, ...others } = extras?.seller(sellerId, at) ?? {};
  return new Map<string, unknown>([
    ['found', true],
    ['gaps', gapsOf(cut)],
    ...Object.entries(others).map(([name, value]) => one(`profile ${name}`, value)),
    ...(cut === 'imprint' ? [] : [one('profile business', business)]),
  ]);
}

function one(path: string, value: unknown): [string, unknown] {
  return [path, value];
}

/** Only a page with a featured offer says how many are left. */
function stockFacts({ stock }: LivingTruth): [string, unknown][] {
  return stock === undefined ? [] : [['left', stock <= FEW_LEFT ? stock : null]];
}

function buyBoxFacts({ price, sellerId: id, sellerName: name, inStock }: LivingTruth): [string, unknown][] {
  return [
    ['price', price ?? null],
    ['seller', id === undefined ? null : { id, name }],
    ['suppressed', inStock && id === undefined],
    ['stock', inStock],
  ];
}

function offerOf({ sellerId: id, sellerName: name, price, shipping, isFba }: LivingOffer, featured?: string): object {
  const seller = { id, name };
  const own = { price, currency: 'USD', shipping_price: shipping, is_fba: isFba, is_pinned: id === featured };
  return { seller, condition: 'new', ...own };
}
