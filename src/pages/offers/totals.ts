/** The number of offers of the listing, and of its pages. Only the first page shows them. */
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
  if (others === undefined) return offers.length === 0 ? 0 : page.once(lastListingPage);
  return Math.max(Math.ceil(others / OFFERS_PER_PAGE), pinnedCount(offers));
}

function pinnedCount(offers: readonly OfferEntry[]): number {
  return offers.some(({ is_pinned }) => is_pinned === true) ? 1 : 0;
}

/** The count of the panel is without the pinned offer. */
function otherOffersCount(page: Page): number | undefined {
  const hidden = page.at('aod-total-offer-count').attr('value');
  return page.locale.count(hidden ?? page.at('aod-filter-offer-count-string').text());
}

/** The pagination of the older page. */
function lastListingPage(page: Page): number | undefined {
  const numbers = page.at('olpOfferListColumn').texts('.a-pagination li').map(Number).filter(Number.isInteger);
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}
