/** Data of a page of search results. */
import * as z from 'zod';
import { AsinSchema, count, flag, money, object, optional, stars, text } from './scalars.ts';
import { CouponSchema, DeliveryEstimateSchema, PromotionInfoSchema, UnitPriceSchema } from './shared.ts';

export type * from '../generated/search.ts';

/** Schema of `SearchResultEntry`. */
export const SearchResultEntrySchema = object('An entry of a list of results.', {
  asin: AsinSchema.describe('ASIN of the item.'),
  title: optional(text, 'Title, without the separate brand line (`brand`).'),
  brand: optional(text, 'Brand line of the tile.'),
  url: optional(text, 'URL of the item, as written in the tile.'),
  index_on_page: optional(z.int().min(1), 'Position among the returned entries of the page, starting at 1.'),
  position_overall: optional(
    z.int().min(1),
    'Position among all tiles of the page, including advertisements, starting at 1.',
  ),
  page_number: optional(z.int().min(1), 'Page of the entry, equal to `current_page`.'),
  price: optional(money, 'Price to buy the item, without a membership. Absent when the tile shows none.'),
  prime_price: optional(
    money,
    'Price for members. Only when the tile shows no other price: `price` is then absent, and savings are relative to this price.',
  ),
  currency: optional(text, 'Currency of the amounts [ISO 4217], as shown in the tile.'),
  list_price: optional(money, 'Struck-through price of the tile.'),
  price_min: optional(money, 'Lowest price of a range, or of "From $99". Absent when the tile shows neither.'),
  price_max: optional(money, 'Highest price. Absent when the tile shows no price range.'),
  unit_price: optional(UnitPriceSchema, 'Unit price.'),
  shipping: optional(money.nullable(), 'Shipping cost. 0 is free, `null` when the tile states no cost.'),
  is_prime: optional(z.literal(true).nullable(), '`true` when the tile has the Prime badge, otherwise `null`.'),
  rating: optional(stars, 'Average rating [0 to 5 stars].'),
  reviews: optional(count, 'Number of ratings. Rounded if the page rounds it.'),
  bought_past_month: optional(count, 'Number bought in the past month: "2K+" is 2000.'),
  in_stock: optional(
    flag,
    '`true` when the tile shows a price and is not marked as unavailable, `false` when it is, or when it names a later day. Absent when the tile shows neither, and for pre-orders.',
  ),
  stock_qty: optional(count, 'Number of items left: "Only N left". Absent when the tile does not say.'),
  coupon: optional(CouponSchema.nullable(), 'Coupon of the tile. `null` when it has none. Not deducted from `price`.'),
  promotion: optional(
    PromotionInfoSchema.nullable(),
    'Deal and reference price of the tile. `null` when it shows neither: the item is sold at its normal price.',
  ),
  image_url: optional(text, "URL of the tile's image."),
  image_urls: optional(z.array(text), 'URLs of the same image in all sizes, largest first.'),
  delivery: optional(z.array(DeliveryEstimateSchema), 'Delivery estimates of the tile, `standard` first.'),
  badges: optional(z.array(text), 'All badges of the tile, as written.'),
  is_amazon_choice: optional(flag, 'Whether the tile has the "Amazon\'s Choice" or "Overall Pick" badge.'),
  is_best_seller: optional(flag, 'Whether the tile has the best-seller badge.'),
  climate_pledge_friendly: optional(flag, 'Whether the tile has the climate-pledge badge.'),
  is_kindle_unlimited: optional(flag, 'Whether the e-book is in Kindle Unlimited.'),
  format: optional(text, 'Format of a book: "Paperback".'),
  offers_count: optional(count, 'Number of offers, from the line about other offers: "(12 used & new offers)".'),
  offers_from_price: optional(money, 'Lowest price, from the line about other offers.'),
  has_variation_swatches: optional(
    flag,
    'Whether the tile has variation swatches. The item can have variations even if `false`.',
  ),
  advertised_variation_count: optional(
    count.nullable(),
    'Number of variations, from the swatches: visible ones plus "+N". `null` when the tile has no swatches.',
  ),
  sampled_variation_asins: z.array(AsinSchema).describe('ASINs of some other variations, usually 6 or fewer.'),
});

/** Schema of `Refinement`. */
export const RefinementSchema = object('A filter of a list of results.', {
  group: text.describe("Heading of the filter group, in the page's language."),
  name: text.describe("Name of the filter, in the page's language."),
  url: optional(text, 'URL of the list with this filter, as written on the page.'),
  selected: flag.describe('Whether the filter is selected.'),
});

/** Schema of `SearchData`. */
export const SearchDataSchema = object('One page of the results of a keyword search.', {
  title: optional(text, 'Keyword of the search.'),
  current_page: z.int().min(1).describe('Page number, starting at 1.'),
  last_page_number: optional(
    z.int().min(1),
    'Last page that exists. Do not request further pages: each costs a credit.',
  ),
  total_results_count: optional(
    count,
    'Number of all matches, which can be more than the pages hold. "over 3,000" is 3000.',
  ),
  results_range: optional(
    z.object({
      from: count.describe('Position of the first result, starting at 1.'),
      to: count.describe('Position of the last result.'),
    }),
    'Range of the results on the page, as written on the page.',
  ),
  shallow_parts: z
    .array(SearchResultEntrySchema)
    .describe('Entries of the page, in page order, without advertisements.'),
  sponsored_parts: optional(
    z.array(SearchResultEntrySchema),
    'Advertisements among the tiles, in page order, in the shape of entries; `index_on_page` counts advertisements. Only if `fields` names it: absent otherwise.',
  ),
  sponsored_count: optional(count, 'Number of advertisements among the tiles.'),
  keyword_corrected: optional(text, 'Corrected spelling that was searched instead of the keyword.'),
  department: optional(text, 'Department of the search. Absent when all are searched.'),
  refinements: optional(z.array(RefinementSchema), 'Filters of the page, in page order.'),
  related_searches: optional(z.array(text), 'Related keywords that the page suggests.'),
});
