/** Data of a page of search results. */
import * as z from 'zod';
import { AsinSchema, count, flag, money, stars, text } from './scalars.ts';
import { CouponSchema, DeliveryEstimateSchema, PromotionInfoSchema, UnitPriceSchema } from './shared.ts';

export type { Refinement, SearchData, SearchResultEntry } from '../generated/search.ts';

/** Schema of `SearchResultEntry`. */
export const SearchResultEntrySchema = z
  .object({
    asin: AsinSchema.describe('ASIN of the item.'),
    title: text.exactOptional().describe('Title, without the separate brand line (`brand`).'),
    brand: text.exactOptional().describe('Brand line of the tile.'),
    url: text.exactOptional().describe('URL of the item, as written in the tile.'),
    index_on_page: z
      .int()
      .min(1)
      .exactOptional()
      .describe('Position among the returned entries of the page, starting at 1.'),
    position_overall: z
      .int()
      .min(1)
      .exactOptional()
      .describe('Position among all tiles of the page, including advertisements, starting at 1.'),
    page_number: z.int().min(1).exactOptional().describe('Page of the entry, equal to `current_page`.'),
    price: money
      .exactOptional()
      .describe('Price to buy the item, without a membership. Absent when the tile shows none.'),
    prime_price: money
      .exactOptional()
      .describe(
        'Price for members. Only when the tile shows no other price: `price` is then absent, and savings are relative to this price.',
      ),
    currency: text.exactOptional().describe('Currency of the amounts [ISO 4217], as shown in the tile.'),
    list_price: money.exactOptional().describe('Struck-through price of the tile.'),
    price_min: money
      .exactOptional()
      .describe('Lowest price of a range, or of "From $99". Absent when the tile shows neither.'),
    price_max: money.exactOptional().describe('Highest price. Absent when the tile shows no price range.'),
    unit_price: UnitPriceSchema.exactOptional().describe('Unit price.'),
    shipping: money
      .nullable()
      .exactOptional()
      .describe('Shipping cost. 0 is free, `null` when the tile states no cost.'),
    is_prime: z
      .literal(true)
      .nullable()
      .exactOptional()
      .describe('`true` when the tile has the Prime badge, otherwise `null`.'),
    rating: stars.exactOptional().describe('Average rating [0 to 5 stars].'),
    reviews: count.exactOptional().describe('Number of ratings. Rounded if the page rounds it.'),
    bought_past_month: count.exactOptional().describe('Number bought in the past month: "2K+" is 2000.'),
    in_stock: z
      .boolean()
      .exactOptional()
      .describe(
        '`true` when the tile shows a price and is not marked as unavailable, `false` when it is, or when it names a later day. Absent when the tile shows neither, and for pre-orders.',
      ),
    stock_qty: count
      .exactOptional()
      .describe('Number of items left: "Only N left". Absent when the tile does not say.'),
    coupon: CouponSchema.nullable()
      .exactOptional()
      .describe('Coupon of the tile. `null` when it has none. Not deducted from `price`.'),
    promotion: PromotionInfoSchema.nullable()
      .exactOptional()
      .describe(
        'Deal and reference price of the tile. `null` when it shows neither: the item is sold at its normal price.',
      ),
    image_url: text.exactOptional().describe("URL of the tile's image."),
    image_urls: z.array(text).exactOptional().describe('URLs of the same image in all sizes, largest first.'),
    delivery: z
      .array(DeliveryEstimateSchema)
      .exactOptional()
      .describe('Delivery estimates of the tile, `standard` first.'),
    badges: z.array(text).exactOptional().describe('All badges of the tile, as written.'),
    is_amazon_choice: z
      .boolean()
      .exactOptional()
      .describe('Whether the tile has the "Amazon\'s Choice" or "Overall Pick" badge.'),
    is_best_seller: flag.exactOptional().describe('Whether the tile has the best-seller badge.'),
    climate_pledge_friendly: flag.exactOptional().describe('Whether the tile has the climate-pledge badge.'),
    is_kindle_unlimited: flag.exactOptional().describe('Whether the e-book is in Kindle Unlimited.'),
    format: text.exactOptional().describe('Format of a book: "Paperback".'),
    offers_count: count
      .exactOptional()
      .describe('Number of offers, from the line about other offers: "(12 used & new offers)".'),
    offers_from_price: money.exactOptional().describe('Lowest price, from the line about other offers.'),
    has_variation_swatches: z
      .boolean()
      .exactOptional()
      .describe('Whether the tile has variation swatches. The item can have variations even if `false`.'),
    advertised_variation_count: count
      .nullable()
      .exactOptional()
      .describe(
        'Number of variations, from the swatches: visible ones plus "+N". `null` when the tile has no swatches.',
      ),
    sampled_variation_asins: z.array(AsinSchema).describe('ASINs of some other variations, usually 6 or fewer.'),
  })
  .describe('An entry of a list of results.');

/** Schema of `Refinement`. */
export const RefinementSchema = z
  .object({
    group: text.describe("Heading of the filter group, in the page's language."),
    name: text.describe("Name of the filter, in the page's language."),
    url: text.exactOptional().describe('URL of the list with this filter, as written on the page.'),
    selected: flag.describe('Whether the filter is selected.'),
  })
  .describe('A filter of a list of results.');

/** Schema of `SearchData`. */
export const SearchDataSchema = z
  .object({
    title: text.exactOptional().describe('Keyword of the search.'),
    current_page: z.int().min(1).describe('Page number, starting at 1.'),
    last_page_number: z
      .int()
      .min(1)
      .exactOptional()
      .describe('Last page that exists. Do not request further pages: each costs a credit.'),
    total_results_count: count
      .exactOptional()
      .describe('Number of all matches, which can be more than the pages hold. "over 3,000" is 3000.'),
    results_range: z
      .object({
        from: count.describe('Position of the first result, starting at 1.'),
        to: count.describe('Position of the last result.'),
      })
      .exactOptional()
      .describe('Range of the results on the page, as written on the page.'),
    shallow_parts: z
      .array(SearchResultEntrySchema)
      .describe('Entries of the page, in page order, without advertisements.'),
    sponsored_parts: z
      .array(SearchResultEntrySchema)
      .exactOptional()
      .describe(
        'Advertisements among the tiles, in page order, in the shape of entries; `index_on_page` counts advertisements. Only if `fields` names it: absent otherwise.',
      ),
    sponsored_count: count.exactOptional().describe('Number of advertisements among the tiles.'),
    keyword_corrected: z
      .string()
      .exactOptional()
      .describe('Corrected spelling that was searched instead of the keyword.'),
    department: text.exactOptional().describe('Department of the search. Absent when all are searched.'),
    refinements: z.array(RefinementSchema).exactOptional().describe('Filters of the page, in page order.'),
    related_searches: z.array(text).exactOptional().describe('Related keywords that the page suggests.'),
  })
  .describe('One page of the results of a keyword search.');
