/** The number of offers of the listing, and of its pages. */
import type { OfferEntry } from '../../contract/data/offers.ts';
import { largestOf, ordinalNumber } from '../../locale/index.ts';
import type { Page } from '../page.ts';

const OFFERS_PER_PAGE = 10;

/** Returns the number of all offers. */
export function totalOffers(page: Page, offers: readonly OfferEntry[]): number | undefined {
  const others = page.once(otherOffersCount);
  if (others === undefined) return offers.length === 0 ? 0 : undefined;
  return others + pinnedCount(offers);
}

/** Returns the number of pages with ten offers each, the pinned offer not counted: 1 for a pinned offer alone, 0 without any offer. */
export function totalPages(page: Page, offers: readonly OfferEntry[]): number | undefined {
  const others = page.once(otherOffersCount);
  if (others === undefined) return offers.length === 0 ? 0 : (page.once(lastListingPage) ?? onlyPage(page));
  return Math.max(Math.ceil(others / OFFERS_PER_PAGE), pinnedCount(offers));
}

/**
 * Returns the number of pages that a later page shows. Its count includes the pinned offer, so that the number can be one too high. The count of a
 * page without offers is not that of the listing.
 */
export function laterTotalPages(page: Page, offers: readonly OfferEntry[]): number | undefined {
  if (offers.length === 0) return undefined;
  const all = page.once(otherOffersCount);
  return all === undefined ? page.once(lastListingPage) : Math.ceil(all / OFFERS_PER_PAGE);
}

function pinnedCount(offers: readonly OfferEntry[]): number {
  return offers.some(({ is_pinned }) => is_pinned === true) ? 1 : 0;
}

/** The count of the panel is without the pinned offer. */
function otherOffersCount(page: Page): number | undefined {
  const hidden = page.at('aod-total-offer-count').attr('value');
  return page.locale.count(hidden ?? page.at('aod-filter-offer-count-string').text());
}

/** A list of the offer-listing page without pagination has one page. A page that was cut off can have lost its pagination. Seen 2015 to 2020. */
function onlyPage(page: Page): number | undefined {
  const hasPages = page.has('.a-pagination, a[href*="startIndex="]');
  return page.at('olpOfferList').exists && !hasPages && !page.source.isCut ? 1 : undefined;
}

/** The pagination of the offer-listing page. Seen 2015 to 2020. Inside the list: Seen 2015. */
function lastListingPage(page: Page): number | undefined {
  const places = ['olpOfferListColumn', 'olpOfferList'].map((id) => page.at(id));
  const items = places.map((place) => place.texts('.a-pagination li')).find(({ length }) => length > 0) ?? [];
  return largestOf(items.flatMap((item) => ordinalNumber(item) ?? []));
}
