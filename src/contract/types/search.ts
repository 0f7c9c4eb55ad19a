/** Written by `npm run contract` out of src/contract/data/search.ts: change it there. */
import type { Coupon, DeliveryEstimate, PromotionInfo, UnitPrice } from './shared.ts';

/** An organic entry of a list of results. */
export type SearchResultEntry = {
  /** The item's identifier. */
  asin: string;
  /** The item's title, without the separate brand line, which is `brand`. */
  title?: string;
  /** The brand line of the tile. */
  brand?: string;
  /** The tile's own address of the item. */
  url?: string;
  /** Place among the returned entries of the page, 1 first. */
  index_on_page?: number;
  /** Place among all tiles of the page, advertisements counted, 1 first. */
  position_overall?: number;
  /** The page of results that the entry stands on; equal to the data's `current_page`. */
  page_number?: number;
  /** The price to own the item now, without a membership. Absent when the tile shows none. */
  price?: number;
  /** The currency of the tile's amounts, ISO 4217, as shown. */
  currency?: string;
  /** The struck-through price of the tile. */
  list_price?: number;
  /** The lowest price, where the tile shows a range. */
  price_min?: number;
  /** The highest price, where the tile shows a range. */
  price_max?: number;
  /** The price for a unit of measure. */
  unit_price?: UnitPrice;
  /** What shipping costs, as the tile says it: 0 is free, `null` when no cost is named. */
  shipping?: number | null;
  /** `true` when the tile carries the membership's badge, otherwise `null`. */
  is_prime?: true | null;
  /** Mean rating, 0 to 5 stars. */
  rating?: number;
  /** How many ratings the item has, exact where the page says it exactly. */
  reviews?: number;
  /** How many were bought in the past month, as a number: "2K+" is 2000. */
  bought_past_month?: number;
  /** `true` when a price to buy is shown and nothing says otherwise, `false` when it is unavailable. Absent when the tile says neither. */
  in_stock?: boolean;
  /** How many are left: "Only N left". */
  stock_qty?: number;
  /** The clip-to-apply coupon of the tile, `null` on most. Not reflected in `price`. */
  coupon?: Coupon | null;
  /** The deal and the struck price of the tile. `null` when it shows neither: the item sells at its normal price. */
  promotion?: PromotionInfo | null;
  /** Address of the tile's picture. */
  image_url?: string;
  /** The same picture in the sizes of the page's source set, largest first. */
  image_urls?: string[];
  /** The delivery promises of the tile: the `standard` one first. */
  delivery?: DeliveryEstimate[];
  /** All badges of the tile, verbatim. */
  badges?: string[];
  /** Whether the tile carries the badge of the operator's choice ("Overall Pick" counts as one). */
  is_amazon_choice?: boolean;
  /** Whether the tile carries the best seller's badge. */
  is_best_seller?: boolean;
  /** Whether the tile carries the badge of the climate programme. */
  climate_pledge_friendly?: boolean;
  /** Whether the e-book is part of the lending membership. */
  is_kindle_unlimited?: boolean;
  /** The binding: "Paperback". */
  format?: string;
  /** How many offers the line about other offers counts: "(12 used & new offers)". */
  offers_count?: number;
  /** The lowest price that such a line names. */
  offers_from_price?: number;
  /** Whether a row of swatches is shown. `false` does not prove that there are no variations. */
  has_variation_swatches?: boolean;
  /** How many variations the row of swatches counts: the visible ones and the overflow. `null` without such a row. */
  advertised_variation_count?: number | null;
  /** Some of the item's sibling variations, six or fewer as a rule, without the item itself. */
  sampled_variation_asins: string[];
};

/** A filter that a list of results offers. */
export type Refinement = {
  /** The heading that the filter stands under, in the page's language. */
  group: string;
  /** The filter's words, in the page's language. */
  name: string;
  /** The page's own address of the list with this filter. */
  url?: string;
  /** Whether the filter is chosen. */
  selected: boolean;
};

/** A page of the results of a keyword search. */
export type SearchData = {
  /** The keyword searched. */
  title?: string;
  /** The page shown, 1 first. */
  current_page: number;
  /** The last page that can be asked for: the real ceiling of the query. Do not ask past it, each page costs a credit. */
  last_page_number?: number;
  /** Size of the whole match set, not of what can be paged through; "over 3,000" is 3000. */
  total_results_count?: number;
  /** Which of the results the page says that it shows. */
  results_range?: {
    /** Place of the first result shown, 1 first. */
    from: number;
    /** Place of the last result shown. */
    to: number;
  };
  /** The organic entries of the page, in its order. Advertisements are left out. */
  shallow_parts: SearchResultEntry[];
  /** How many tiles of the page are advertisements. */
  sponsored_count?: number;
  /** The spelling that was searched instead of the keyword. */
  keyword_corrected?: string;
  /** The department that the search was held in. Absent for all of them. */
  department?: string;
  /** The filters that the page offers, in its order. */
  refinements?: Refinement[];
  /** Keywords that the page suggests. */
  related_searches?: string[];
};
