/** `data` of a search answer (specification, SearchData; the fields beyond it: design §5.14). */
import { z } from 'zod';
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

/** An organic tile of a list of results (specification, SearchResultEntry). */
export const SearchResultEntrySchema = z.object({
  asin: AsinSchema,
  /** Without the separate brand line, which is `brand`. */
  title: z.string().exactOptional(),
  brand: z.string().exactOptional(),
  url: z.string().exactOptional(),
  /** Place among the returned entries, 1 first. */
  index_on_page: z.int().min(1).exactOptional(),
  /** Place among all tiles, advertisements counted, 1 first. */
  position_overall: z.int().min(1).exactOptional(),
  /** The page that the entry stands on. */
  page_number: z.int().min(1).exactOptional(),
  /** The price to own the item now without a membership. */
  price: money.exactOptional(),
  /** ISO 4217, as shown. */
  currency: z.string().exactOptional(),
  list_price: money.exactOptional(),
  price_min: money.exactOptional(),
  price_max: money.exactOptional(),
  unit_price: UnitPriceSchema.exactOptional(),
  /** Shipping cost on the tile; `0` is free, `null` when none is named. */
  shipping: money.nullable().exactOptional(),
  /** `true` when the tile carries the badge, otherwise `null`. */
  is_prime: z.literal(true).nullable().exactOptional(),
  rating: stars.exactOptional(),
  reviews: count.exactOptional(),
  /** "2K+" is 2000. */
  bought_past_month: count.exactOptional(),
  /** Absent when the tile says neither. */
  in_stock: z.boolean().exactOptional(),
  /** "Only N left". */
  stock_qty: count.exactOptional(),
  /** Not reflected in `price`. */
  coupon: CouponSchema.nullable().exactOptional(),
  promotion: PromotionInfoSchema.nullable().exactOptional(),
  image_url: z.string().exactOptional(),
  /** The same picture in the sizes of the page's source set, largest first. */
  image_urls: z.array(z.string()).exactOptional(),
  delivery: z.array(DeliveryEstimateSchema).exactOptional(),
  /** All badges, verbatim. */
  badges: z.array(z.string()).exactOptional(),
  is_amazon_choice: z.boolean().exactOptional(),
  is_best_seller: z.boolean().exactOptional(),
  climate_pledge_friendly: z.boolean().exactOptional(),
  is_kindle_unlimited: z.boolean().exactOptional(),
  /** The binding: "Paperback". */
  format: z.string().exactOptional(),
  /** "(12 used & new offers)". */
  offers_count: count.exactOptional(),
  /** The price that such a line names. */
  offers_from_price: money.exactOptional(),
  /** A positive-only signal. */
  has_variation_swatches: z.boolean().exactOptional(),
  /** Visible swatches and the overflow count; `null` without a swatch row. */
  advertised_variation_count: count.nullable().exactOptional(),
  /** Some sibling children, without the item itself. */
  sampled_variation_asins: z.array(AsinSchema),
});
/** An organic tile of a list of results (specification, SearchResultEntry). */
export type SearchResultEntry = z.infer<typeof SearchResultEntrySchema>;

/** A filter that the page offers. */
export const RefinementSchema = z.object({
  /** The heading that it stands under. */
  group: z.string(),
  name: z.string(),
  url: z.string().exactOptional(),
  selected: z.boolean(),
});
/** A filter that the page offers. */
export type Refinement = z.infer<typeof RefinementSchema>;

/** `data` of a search answer (specification, SearchData). */
export const SearchDataSchema = z.object({
  /** The keyword searched. */
  title: z.string().exactOptional(),
  current_page: z.int().min(1),
  /** The real page ceiling for the query. */
  last_page_number: z.int().min(1).exactOptional(),
  /** Size of the whole match set; "over 3,000" is 3000. */
  total_results_count: count.exactOptional(),
  results_range: z.object({ from: count, to: count }).exactOptional(),
  /** Organic entries of the page. */
  shallow_parts: z.array(SearchResultEntrySchema),
  /** How many tiles of the page are advertisements. */
  sponsored_count: count.exactOptional(),
  /** The spelling that was searched instead. */
  keyword_corrected: z.string().exactOptional(),
  department: z.string().exactOptional(),
  refinements: z.array(RefinementSchema).exactOptional(),
  related_searches: z.array(z.string()).exactOptional(),
});
/** `data` of a search answer (specification, SearchData). */
export type SearchData = z.infer<typeof SearchDataSchema>;
