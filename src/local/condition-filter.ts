/** Applies the `condition` parameter of offers. */
import type { OfferConditionFilter } from '../contract/codes.ts';
import type { OfferEntry, OffersData } from '../contract/data/offers.ts';
import type { ParsedPage } from '../pages/index.ts';

/** Returns the page with only the offers of a condition. The counts describe the filtered page; the totals describe the whole listing. */
export function offersOfCondition(page: ParsedPage, filter: OfferConditionFilter): ParsedPage {
  if (filter === 'all' || page.page_type !== 'offers' || !page.found) return page;
  const offers = page.data.product_sellers_info.filter(({ condition }) =>
    filter === 'used' ? condition?.startsWith('used_') === true : condition === filter,
  );
  return { ...page, data: withOffers(page.data, offers) };
}

/** Returns the data with other offers. The counts describe these; the totals stay. */
export function withOffers(data: OffersData, offers: OfferEntry[]): OffersData {
  return {
    ...data,
    product_sellers_info: offers,
    sold_by_amazon: offers.some(({ is_amazon }) => is_amazon === true),
    fba_count: offers.filter(({ is_fba }) => is_fba === true).length,
    fbm_count: offers.filter(({ is_fba }) => is_fba === false).length,
  };
}
