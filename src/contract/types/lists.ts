/** Written by `npm run contract` out of src/contract/data/lists.ts: change it there. */
import type { ListType } from '../codes.ts';
import type { Refinement, SearchResultEntry } from './search.ts';
import type { Breadcrumb } from './shared.ts';

/** A category below, or beside, the one shown. */
export type Subcategory = {
  /** The category's browse node: digits. */
  node_id?: string;
  /** The category's name, in the page's language. */
  name: string;
  /** The page's own address of the category. */
  url?: string;
};

/** A category's listing or landing page: the fields of a search, and where the category stands. */
export type CategoryData = {
  /** The category's name: the same as `name`. */
  title?: string;
  /** The page shown, 1 first. Absent on a landing page without a list. */
  current_page?: number;
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
  /** The organic entries of the page, in its order. Absent on a landing page without a list. */
  shallow_parts?: SearchResultEntry[];
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
  /** The category's browse node: digits. */
  node_id?: string;
  /** The category's name, in the page's language. */
  name?: string;
  /** The path from the top to the category itself. */
  breadcrumbs?: Breadcrumb[];
  /** The categories below the one shown. */
  subcategories?: Subcategory[];
};

/** A place of a best-seller list. Places whose card the page does not render have `rank` and `asin` alone. */
export type BestsellerEntry = {
  /** The place in the list, 1 first. */
  rank: number;
  /** The item's identifier. */
  asin: string;
  /** The item's title. */
  title?: string;
  /** The price, or the lowest one where a range is shown. Absent where only offers are named. */
  price?: number;
  /** The highest price, where a range is shown. */
  price_max?: number;
  /** The currency of the amounts, ISO 4217, as shown. */
  currency?: string;
  /** Mean rating, 0 to 5 stars. */
  rating?: number;
  /** How many ratings the item has. */
  reviews?: number;
  /** Address of the item's picture. */
  image_url?: string;
  /** The page's own address of the item. */
  url?: string;
  /** How many offers the card counts: "12 offers from $5" has no `price`. */
  offers_count?: number;
  /** The lowest price of those offers. */
  offers_from_price?: number;
};

/** One of the five best-seller lists. */
export type BestsellerData = {
  /** The list's heading, in the page's language. */
  title?: string;
  /** The browse node of the list's category: digits. Absent on the list of a whole department. */
  node_id?: string;
  /** Which of the five lists it is. */
  list_type: ListType;
  /** The page shown, 1 first. */
  current_page: number;
  /** The last page of the list. */
  last_page_number?: number;
  /** The places of the page, in the order of their rank. */
  entries: BestsellerEntry[];
  /** The lists of the categories below, or beside, the one shown. */
  subcategories?: Subcategory[];
};

/** A seller's list of products. */
export type SellerProducts = {
  /** Tells a seller's list from a brand's store. */
  kind: 'seller';
  /** The seller's token, as `sellerId` takes it. */
  seller_id: string;
  /** The seller's name. */
  name?: string;
  /** The page shown, 1 first. */
  current_page: number;
  /** The last page that can be asked for. */
  last_page_number?: number;
  /** How many products the list has in all. */
  total_results_count?: number;
  /** The organic entries of the page, in its order. */
  shallow_parts: SearchResultEntry[];
};

/** A brand's store. */
export type BrandStore = {
  /** Tells a brand's store from a seller's list. */
  kind: 'brand';
  /** The marketplace's identifier of the store's page. */
  store_id: string;
  /** The store's name. */
  name?: string;
  /** The sections that show products, in the page's order. */
  sections: {
    /** The section's heading. */
    title?: string;
    /** The products of the section, in its order. */
    asins: string[];
  }[];
  /** The store's own menu. */
  navigation: {
    /** The words of the link. */
    name: string;
    /** The page's own address of the part of the store. */
    url?: string;
  }[];
};

/** A storefront: a seller's products or a brand's store, told apart by `kind`. */
export type StorefrontData = SellerProducts | BrandStore;
