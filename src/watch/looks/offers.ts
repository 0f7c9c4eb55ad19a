/** The offers of offers pages. */
import type { OfferEntry, OffersData } from '../../contract/generated/offers.ts';
import type { WatchedOffer } from '../types.ts';
import { VALUE_ROWS } from '../values.ts';
import { offerSeller } from './members.ts';
import type { Reading } from './reading.ts';

const OFFER = 'product_sellers_info';

/** Further fields: those of the other offers, and the totals. */
export const OFFER_FIELDS: readonly string[] = [
  `${OFFER}.condition`,
  `${OFFER}.condition_text`,
  `${OFFER}.is_fba`,
  'total_pages',
];

/** Whether it is known which offers a page has, and which further ones there are. */
export function isReadable(page: OffersData, reading: Reading): boolean {
  const { product_sellers_info: offers, page_index, total_pages, total_offers_count } = page;
  const counts = Object.entries({ page_index, total_pages, total_offers_count });
  const areKnown = counts.map(([name, count]) => reading.accepts('count', count, name));
  if (!reading.accepts('offers', offers, OFFER) || offers === undefined) return false;
  for (const offer of offers) {
    const { condition, condition_text, price, shipping_price, is_pinned } = offer;
    areKnown.push(
      reading.accepts('seller', offerSeller(offer), `${OFFER}.seller_id`),
      reading.accepts('condition', condition, `${OFFER}.condition`),
      reading.accepts('condition', condition_text, `${OFFER}.condition_text`),
      reading.accepts('amount', price, `${OFFER}.price`),
      reading.accepts('amount', shipping_price, `${OFFER}.shipping_price`),
      reading.accepts('truth', is_pinned, `${OFFER}.is_pinned`),
    );
  }
  return !areKnown.includes(false);
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
export function offersOf(
  given: readonly OffersData[],
  isFiltered: boolean,
  reading: Reading,
): { offers: Record<string, WatchedOffer>; is_complete: boolean } {
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

/** The values of single offers, with their kinds. */
const OFFER_VALUES = [
  ...VALUE_ROWS.flatMap(([name, { isOfOffers, kind }]) => (isOfOffers === true ? [[name, kind] as const] : [])),
  ['is_fba', 'truth'],
  ['is_pinned', 'truth'],
] as const;

function watchedOffer(offer: OfferEntry, reading: Reading): WatchedOffer {
  const { condition, is_pinned = false } = offer;
  const given: Readonly<Record<string, unknown>> = { ...offer, is_pinned };
  const known = OFFER_VALUES.flatMap(([name, kind]) => {
    const value = given[name];
    return value !== undefined && reading.accepts(kind, value, `${OFFER}.${name}`) ? [[name, value]] : [];
  });
  return { seller: offerSeller(offer) ?? {}, condition: condition ?? null, ...Object.fromEntries(known) };
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
function hasAllOffers(pages: readonly OffersData[], offers: object): boolean {
  const count = firstPage(pages)?.total_offers_count;
  return count === undefined || count === Object.keys(offers).length;
}
