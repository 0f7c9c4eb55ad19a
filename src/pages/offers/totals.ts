/** The number of offers of the listing, and of its pages. */
import type { OfferEntry } from '../../contract/data/offers.ts';
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
  if (others === undefined) return offers.length === 0 ? 0 : (page.once(lastListingPage) ?? onlyPage(page, offers));
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

/** A short list of the older page has no pagination. */
function onlyPage(page: Page, offers: readonly OfferEntry[]): number | undefined {
  return page.at('olpOfferList').exists && offers.length < OFFERS_PER_PAGE ? 1 : undefined;
}

/** The pagination of the older page. */
function lastListingPage(page: Page): number | undefined {
  const numbers = page.at('olpOfferListColumn').texts('.a-pagination li').map(Number).filter(Number.isInteger);
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}
