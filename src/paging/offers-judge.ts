/** Decides which page of offers is the last one. */
import type { OfferEntry } from '../contract/data/offers.ts';
import type { EnvelopeOf } from '../contract/marketplace.ts';
import { offerKey } from './new-offers.ts';
import { countOf, rowsOf, type Verdict } from './walk.ts';

/** Offers of a full page, without the featured offer. */
const OFFERS_PER_PAGE = 10;

/** Decides after each page whether another one follows. @param knownTotal The number of pages, if page 1 was read before. */
export function offersJudge(
  condition = 'all',
  knownTotal?: number,
): (envelope: EnvelopeOf<'offers'>, page: number) => Verdict {
  let totalPages = knownTotal;
  const contents = new Set<string>();
  return ({ found, data }, page) => {
    if (!found) return 'last';
    if (page === 1) totalPages = countOf(data.total_pages, 1);
    const offers = rowsOf('product_sellers_info', data.product_sellers_info).filter(
      ({ is_pinned }) => is_pinned !== true,
    );
    const content = JSON.stringify(offers.map(offerKey));
    const isRepeat = offers.length > 0 && contents.has(content);
    contents.add(content);
    if (isRepeat) return 'repeat';
    return page >= (totalPages ?? guessedTotal(page, offers, condition)) ? 'last' : 'more';
  };
}

/** Without a total, a page that is not full is the last one. With a condition each page is filtered, so only an empty page is the last one. */
function guessedTotal(page: number, offers: readonly OfferEntry[], condition: string): number {
  const full = condition === 'all' ? OFFERS_PER_PAGE : 1;
  return offers.length < full ? page : page + 1;
}
