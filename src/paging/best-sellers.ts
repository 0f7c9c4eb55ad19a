/** Iterates over the pages of a best-seller list. */
import type { Language } from '../contract/codes.ts';
import type { Envelope } from '../contract/envelope.ts';
import type { AllFields, DataOf, FieldChoice, FieldsAsked } from '../contract/field-types.ts';
import type { BestsellerData } from '../contract/generated/lists.ts';
import type { AnyMarketplace } from '../contract/marketplace.ts';
import { sharedCallOptions } from '../options/call-options.ts';
import { marketplaceWith } from '../options/checks.ts';
import { type BestsellerPageParams, pageUrl } from '../pages/urls/page-url.ts';
import { type PagingOptions, pagingOptions } from './options.ts';
import { pagesOf, withNeeds } from './page-fields.ts';
import { countOf, walkPages } from './walk.ts';

/** Parameters of {@link bestSellers}. */
export interface BestSellersParams extends BestsellerPageParams {
  /** Language of the pages. @default the marketplace's default, else 'en' */
  language?: Language | undefined;
}

/**
 * Returns the pages of a best-seller list, one after the other: a list has two pages of 50 entries. An overview of several lists is the only page. Each page
 * is a call of `scrape`, and costs one credit.
 *
 * @throws BadRequestError for invalid parameters and options, before anything is fetched. The iteration throws the errors of the calls.
 * @example
 * for await (const { found, data } of bestSellers(marketplace, { marketplace: 'uk', department: 'kitchen', list: 'new_releases' })) {
 *   if (found) for (const { rank, asin } of data.entries) console.log(rank, asin);
 * }
 */
export function bestSellers<const Field extends FieldsAsked = AllFields>(
  marketplace: AnyMarketplace,
  params: BestSellersParams & FieldChoice<'bestseller', Field>,
  options: PagingOptions = {},
): AsyncGenerator<Envelope<'bestseller', DataOf<BestsellerData, Field>>, void, undefined> {
  marketplaceWith({ name: 'marketplace', value: marketplace }, 'scrape');
  const checked = pagingOptions('bestSellers', options);
  const { language, fields, ...list } = params;
  const { from: first = list.page ?? 1 } = checked;
  pageUrl.bestseller({ ...list, page: first });
  const fetch = (page: number) => {
    const call = { url: pageUrl.bestseller({ ...list, page }), language, fields };
    return marketplace.scrape(withNeeds('scrape', call, ['last_page_number']), sharedCallOptions(checked)) as Promise<
      Envelope<'bestseller', BestsellerData>
    >;
  };
  const judge = ({ data }: Envelope<'bestseller', BestsellerData>, page: number) =>
    page < (countOf(data?.last_page_number, 1) ?? page) ? 'more' : 'last';
  return pagesOf(walkPages({ first, fetch, judge }, checked), { fields });
}
