/** How many offers the listing has, and on how many pages (design §5.14). Only the first page tells. */
import type { OfferEntry } from '../../contract/data/offers.ts';
import type { Page } from '../page.ts';

const OFFERS_PER_PAGE = 10;

/** All offers of the listing. */
export function totalOffers(page: Page, offers: readonly OfferEntry[]): number | undefined {
  const others = page.once(otherOffersCount);
  if (others === undefined) return offers.length === 0 ? 0 : undefined;
  return others + pinnedCount(offers);
}

/** Pages of ten beside the pinned offer: 1 when it stands there alone, 0 when none does. */
export function totalPages(page: Page, offers: readonly OfferEntry[]): number | undefined {
  const others = page.once(otherOffersCount);
  if (others === undefined) return offers.length === 0 ? 0 : page.once(lastListingPage);
  return Math.max(Math.ceil(others / OFFERS_PER_PAGE), pinnedCount(offers));
}

function pinnedCount(offers: readonly OfferEntry[]): number {
  return offers.some(({ is_pinned }) => is_pinned === true) ? 1 : 0;
}

/** The panel's own count leaves the pinned offer out. */
function otherOffersCount(page: Page): number | undefined {
  const hidden = page.at('aod-total-offer-count').attr('value');
  return page.locale.count(hidden ?? page.at('aod-filter-offer-count-string').text());
}

/** The older page numbers its pages. */
function lastListingPage(page: Page): number | undefined {
  const numbers = page.at('olpOfferListColumn').texts('.a-pagination li').map(Number).filter(Number.isInteger);
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}
