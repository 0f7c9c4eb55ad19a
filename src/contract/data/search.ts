/** `data` of a search answer (specification, SearchData; the fields beyond it: design §5.14). */
import * as z from 'zod';
import {
  AsinSchema,
  CouponSchema,
  count,
  DeliveryEstimateSchema,
  money,
  PromotionInfoSchema,
  stars,
  UnitPriceSchema,
} from './shared.ts';

export type { Refinement, SearchData, SearchResultEntry } from '../types/search.ts';

/** An organic entry of a list of results. */
export const SearchResultEntrySchema = z.object({
  /** The item's identifier. */
  asin: AsinSchema,
  /** The item's title, without the separate brand line, which is `brand`. */
  title: z.string().exactOptional(),
  /** The brand line of the tile. */
  brand: z.string().exactOptional(),
  /** The tile's own address of the item. */
  url: z.string().exactOptional(),
  /** Place among the returned entries of the page, 1 first. */
  index_on_page: z.int().min(1).exactOptional(),
  /** Place among all tiles of the page, advertisements counted, 1 first. */
  position_overall: z.int().min(1).exactOptional(),
  /** The page of results that the entry stands on; equal to the data's `current_page`. */
  page_number: z.int().min(1).exactOptional(),
  /** The price to own the item now, without a membership. Absent when the tile shows none. */
  price: money.exactOptional(),
  /** The currency of the tile's amounts, ISO 4217, as shown. */
  currency: z.string().exactOptional(),
  /** The struck-through price of the tile. */
  list_price: money.exactOptional(),
  /** The lowest price, where the tile shows a range. */
  price_min: money.exactOptional(),
  /** The highest price, where the tile shows a range. */
  price_max: money.exactOptional(),
  /** The price for a unit of measure. */
  unit_price: UnitPriceSchema.exactOptional(),
  /** What shipping costs, as the tile says it: 0 is free, `null` when no cost is named. */
  shipping: money.nullable().exactOptional(),
  /** `true` when the tile carries the membership's badge, otherwise `null`. */
  is_prime: z.literal(true).nullable().exactOptional(),
  /** Mean rating, 0 to 5 stars. */
  rating: stars.exactOptional(),
  /** How many ratings the item has, exact where the page says it exactly. */
  reviews: count.exactOptional(),
  /** How many were bought in the past month, as a number: "2K+" is 2000. */
  bought_past_month: count.exactOptional(),
  /** `true` when a price to buy is shown and nothing says otherwise, `false` when it is unavailable. Absent when the tile says neither. */
  in_stock: z.boolean().exactOptional(),
  /** How many are left: "Only N left". */
  stock_qty: count.exactOptional(),
  /** The clip-to-apply coupon of the tile, `null` on most. Not reflected in `price`. */
  coupon: CouponSchema.nullable().exactOptional(),
  /** The deal and the struck price of the tile. `null` when it shows neither: the item sells at its normal price. */
  promotion: PromotionInfoSchema.nullable().exactOptional(),
  /** Address of the tile's picture. */
  image_url: z.string().exactOptional(),
  /** The same picture in the sizes of the page's source set, largest first. */
  image_urls: z.array(z.string()).exactOptional(),
  /** The delivery promises of the tile: the `standard` one first. */
  delivery: z.array(DeliveryEstimateSchema).exactOptional(),
  /** All badges of the tile, verbatim. */
  badges: z.array(z.string()).exactOptional(),
  /** Whether the tile carries the badge of the operator's choice ("Overall Pick" counts as one). */
  is_amazon_choice: z.boolean().exactOptional(),
  /** Whether the tile carries the best seller's badge. */
  is_best_seller: z.boolean().exactOptional(),
  /** Whether the tile carries the badge of the climate programme. */
  climate_pledge_friendly: z.boolean().exactOptional(),
  /** Whether the e-book is part of the lending membership. */
  is_kindle_unlimited: z.boolean().exactOptional(),
  /** The binding: "Paperback". */
  format: z.string().exactOptional(),
  /** How many offers the line about other offers counts: "(12 used & new offers)". */
  offers_count: count.exactOptional(),
  /** The lowest price that such a line names. */
  offers_from_price: money.exactOptional(),
  /** Whether a row of swatches is shown. `false` does not prove that there are no variations. */
  has_variation_swatches: z.boolean().exactOptional(),
  /** How many variations the row of swatches counts: the visible ones and the overflow. `null` without such a row. */
  advertised_variation_count: count.nullable().exactOptional(),
  /** Some of the item's sibling variations, six or fewer as a rule, without the item itself. */
  sampled_variation_asins: z.array(AsinSchema),
});

/** A filter that a list of results offers. */
export const RefinementSchema = z.object({
  /** The heading that the filter stands under, in the page's language. */
  group: z.string(),
  /** The filter's words, in the page's language. */
  name: z.string(),
  /** The page's own address of the list with this filter. */
  url: z.string().exactOptional(),
  /** Whether the filter is chosen. */
  selected: z.boolean(),
});

/** A page of the results of a keyword search. */
export const SearchDataSchema = z.object({
  /** The keyword searched. */
  title: z.string().exactOptional(),
  /** The page shown, 1 first. */
  current_page: z.int().min(1),
  /** The last page that can be asked for: the real ceiling of the query. Do not ask past it, each page costs a credit. */
  last_page_number: z.int().min(1).exactOptional(),
  /** Size of the whole match set, not of what can be paged through; "over 3,000" is 3000. */
  total_results_count: count.exactOptional(),
  /** Which of the results the page says that it shows. */
  results_range: z
    .object({
      /** Place of the first result shown, 1 first. */
      from: count,
      /** Place of the last result shown. */
      to: count,
    })
    .exactOptional(),
  /** The organic entries of the page, in its order. Advertisements are left out. */
  shallow_parts: z.array(SearchResultEntrySchema),
  /** How many tiles of the page are advertisements. */
  sponsored_count: count.exactOptional(),
  /** The spelling that was searched instead of the keyword. */
  keyword_corrected: z.string().exactOptional(),
  /** The department that the search was held in. Absent for all of them. */
  department: z.string().exactOptional(),
  /** The filters that the page offers, in its order. */
  refinements: z.array(RefinementSchema).exactOptional(),
  /** Keywords that the page suggests. */
  related_searches: z.array(z.string()).exactOptional(),
});
