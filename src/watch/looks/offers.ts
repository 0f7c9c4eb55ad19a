/** The values of offers pages, and their offers. */
import type { OfferEntry, OffersData } from '../../contract/generated/offers.ts';
import type { SellerName, WatchedOffer } from '../types.ts';
import { type Reading, unlessNull } from './reading.ts';
import { couponOf, type Rows } from './rows.ts';
import { sellerName } from './seller-name.ts';

/** All offers pages of a look. */
export interface OffersPages {
  /** Page 1: only it has the featured offer and the right totals. */
  first: OffersData | undefined;
  /** The featured offer. */
  pinned: OfferEntry | undefined;
  /** Whether the offers of one condition were asked for: the featured offer can be another one. */
  isFiltered: boolean;
}

const OFFER = 'product_sellers_info';

/** Values of the product on its offers pages. That there is no featured offer is known from page 1 with the offers of all conditions. */
export const offersRows: Rows<OffersPages> = {
  price: {
    fields: [`${OFFER}.price`, `${OFFER}.is_pinned`],
    parts: ['buybox'],
    read: (pages) => (isWithoutFeatured(pages) ? null : unlessNull(pages.pinned?.price)),
  },
  currency: {
    fields: [`${OFFER}.currency`],
    read: ({ first, pinned }) =>
      [pinned, ...(first?.product_sellers_info ?? [])].find((offer) => offer?.currency !== undefined)?.currency,
  },
  shipping_price: { fields: [`${OFFER}.shipping_price`], read: ({ pinned }) => pinned?.shipping_price },
  list_price: {
    fields: [`${OFFER}.list_price`],
    parts: ['references', 'buybox'],
    read: ({ pinned }) => pinned?.list_price ?? noneIfPriced(pinned),
  },
  coupon: {
    fields: [`${OFFER}.coupon`],
    parts: ['buybox'],
    read: ({ pinned }) => couponOf(pinned?.coupon) ?? noneIfPriced(pinned),
  },
  seller: {
    fields: [`${OFFER}.seller_id`, `${OFFER}.name`, `${OFFER}.is_amazon`],
    parts: ['buybox'],
    read: (pages) => (isWithoutFeatured(pages) ? null : featuredSeller(pages.pinned)),
  },
  is_suppressed: {
    fields: [`${OFFER}.is_pinned`],
    parts: ['buybox'],
    isAbsence: (isSuppressed) => isSuppressed,
    read: (pages) => (pages.pinned === undefined ? ifWhole(pages, hasOffers(pages.first)) : false),
  },
  in_stock: {
    fields: ['total_offers_count'],
    parts: ['list'],
    isAbsence: (isInStock) => !isInStock,
    read: (pages) => (hasOffers(pages.first) === true ? true : ifWhole(pages, hasOffers(pages.first))),
  },
  stock_qty: {
    fields: [`${OFFER}.stock_qty`],
    parts: ['buybox'],
    read: ({ pinned }) => (pinned === undefined ? undefined : (pinned.stock_qty ?? null)),
  },
  sellers_all: { fields: ['total_offers_count'], read: ({ first }) => first?.total_offers_count },
  rating: { fields: ['rating'], read: ({ first }) => first?.rating },
  reviews: { fields: ['reviews'], read: ({ first }) => first?.reviews },
  title: { fields: ['title'], read: ({ first }) => first?.title },
  image_url: { fields: ['image_url'], read: ({ first }) => first?.image_url },
};

/** Further fields: those of the other offers, and the totals. */
export const OFFER_FIELDS: readonly string[] = [
  `${OFFER}.condition`,
  `${OFFER}.condition_text`,
  `${OFFER}.is_fba`,
  'total_pages',
];

function hasOffers(first: OffersData | undefined): boolean | undefined {
  if (first === undefined) return undefined;
  return first.product_sellers_info.length > 0 || (first.total_offers_count ?? 0) > 0;
}

function isWithoutFeatured(pages: OffersPages): boolean {
  return pages.pinned === undefined && ifWhole(pages, pages.first !== undefined) === true;
}

function ifWhole<Value>({ isFiltered }: OffersPages, value: Value): Value | undefined {
  return isFiltered ? undefined : value;
}

/** The coupon and the struck-through price are next to the price. */
function noneIfPriced(pinned: OfferEntry | undefined): null | undefined {
  return typeof pinned?.price === 'number' ? null : undefined;
}

function featuredSeller(pinned: OfferEntry | undefined): SellerName | undefined {
  return pinned === undefined ? undefined : nameOf(pinned);
}

function nameOf({ seller_id, name, is_amazon }: OfferEntry): SellerName | undefined {
  return sellerName(seller_id, name, is_amazon);
}

/** Whether it is known which offers a page has, and which further ones there are. */
export function isReadable(page: OffersData, reading: Reading): boolean {
  const { product_sellers_info: offers, page_index, total_pages, total_offers_count } = page;
  const counts = Object.entries({ page_index, total_pages, total_offers_count });
  const areKnown = counts.map(([name, count]) => reading.accepts('count', count, name));
  if (!reading.accepts('offers', offers, OFFER) || offers === undefined) return false;
  for (const offer of offers) {
    const { condition, condition_text, price, shipping_price, is_pinned } = offer;
    areKnown.push(
      reading.accepts('seller', nameOf(offer), `${OFFER}.seller_id`),
      reading.accepts('condition', condition, `${OFFER}.condition`),
      reading.accepts('condition', condition_text, `${OFFER}.condition_text`),
      reading.accepts('price', unlessNull(price), `${OFFER}.price`),
      reading.accepts('shipping_price', shipping_price, `${OFFER}.shipping_price`),
      reading.accepts('is_pinned', is_pinned, `${OFFER}.is_pinned`),
    );
  }
  return !areKnown.includes(false);
}

/** The offers of a look, and whether these are all that exist. */
export interface OffersLook {
  offers: Record<string, WatchedOffer>;
  is_complete: boolean;
}

/** Returns the pages without those after the last one, which repeat it. */
function existingPages(pages: readonly OffersData[]): OffersData[] {
  const total = firstPage(pages)?.total_pages ?? Number.POSITIVE_INFINITY;
  const numbers = new Set<number>();
  return [...pages]
    .sort((one, other) => one.page_index - other.page_index)
    .filter(({ page_index }) => {
      if (numbers.has(page_index) || page_index >= Math.max(total, 1)) return false;
      numbers.add(page_index);
      return true;
    });
}

/** Returns page 1. */
export function firstPage(pages: readonly OffersData[]): OffersData | undefined {
  return pages.find(({ page_index }) => page_index === 0);
}

/** Returns the offers of all pages by their keys, and whether these are all. */
export function offersOf(given: readonly OffersData[], isFiltered: boolean, reading: Reading): OffersLook {
  const pages = existingPages(given);
  const groups = new Map<string, OfferEntry[]>();
  for (const { product_sellers_info } of pages) {
    // An offer moves to the next page if another one is added while the pages are read.
    const before = new Map([...groups].map(([key, offers]) => [key, [...offers]]));
    for (const offer of product_sellers_info) {
      const key = sellerKey(offer);
      if (before.get(key)?.some((other) => isSameOffer(other, offer)) === true) continue;
      groups.set(key, [...(groups.get(key) ?? []), offer]);
    }
  }
  const offers = Object.fromEntries([...groups].flatMap(([key, same]) => numbered(key, same, reading)));
  const isWhole = !reading.unclear.has('list') && hasAllPages(pages);
  return { offers, is_complete: isWhole && (isFiltered || hasAllOffers(pages, offers)) };
}

/**
 * The seller and the condition. The offer id is not part of it: it is a token of the page, which can be another one at the next look. Several offers of
 * one seller in one condition are numbered by price, so that a change of one of them is a change of a price, and never a new offer.
 */
function sellerKey({ seller_id, name, is_amazon, condition, condition_text }: OfferEntry): string {
  const unnamed = name === undefined ? '' : `name:${name}`;
  const seller = seller_id ?? (is_amazon === true ? 'operator' : unnamed);
  return `${seller}/${condition ?? condition_text ?? ''}`;
}

function numbered(key: string, offers: readonly OfferEntry[], reading: Reading): [string, WatchedOffer][] {
  const sorted = [...offers].sort((one, other) => total(one) - total(other));
  return sorted.map((offer, index) => [index === 0 ? key : `${key}#${index + 1}`, watchedOffer(offer, reading)]);
}

function total({ price = Number.MAX_VALUE, shipping_price = 0 }: OfferEntry): number {
  return price + shipping_price;
}

function isSameOffer(one: OfferEntry, other: OfferEntry): boolean {
  return one.price === other.price && one.shipping_price === other.shipping_price;
}

function watchedOffer(offer: OfferEntry, reading: Reading): WatchedOffer {
  const { condition, price, currency, shipping_price, is_fba, stock_qty } = offer;
  const members = { price, currency, shipping_price, is_fba, is_pinned: offer.is_pinned ?? false, stock_qty };
  const known = Object.entries(members).filter(
    ([name, value]) =>
      value !== undefined && reading.accepts(name as keyof typeof members, unlessNull(value), `${OFFER}.${name}`),
  );
  return { seller: nameOf(offer) ?? {}, condition: condition ?? null, ...Object.fromEntries(known) };
}

/** Later pages can count one page too many: page 1 decides. */
function hasAllPages(pages: readonly OffersData[]): boolean {
  const first = firstPage(pages);
  if (first === undefined) return false;
  const { total_pages, total_offers_count, product_sellers_info } = first;
  if (total_pages === undefined) return total_offers_count === product_sellers_info.length;
  return pages.length >= total_pages;
}

/** If the number differs, the offers changed while the pages were read. */
function hasAllOffers(pages: readonly OffersData[], offers: OffersLook['offers']): boolean {
  const count = firstPage(pages)?.total_offers_count;
  return count === undefined || count === Object.keys(offers).length;
}
