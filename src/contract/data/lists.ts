/** `data` of category, best-seller and storefront answers (design §5.8, §5.9). */
import * as z from 'zod';
import { LIST_TYPES } from '../codes.ts';
import { SearchDataSchema, SearchResultEntrySchema } from './search.ts';
import { AsinSchema, BreadcrumbSchema, count, money, stars } from './shared.ts';

export type {
  BestsellerData,
  BestsellerEntry,
  BrandStore,
  CategoryData,
  SellerProducts,
  StorefrontData,
  Subcategory,
} from '../types/lists.ts';

/** A category below, or beside, the one shown. */
export const SubcategorySchema = z.object({
  /** The category's browse node: digits. */
  node_id: z.string().exactOptional(),
  /** The category's name, in the page's language. */
  name: z.string(),
  /** The page's own address of the category. */
  url: z.string().exactOptional(),
});

/** A category's listing or landing page: the fields of a search, and where the category stands. */
export const CategoryDataSchema = SearchDataSchema.extend({
  /** The category's name: the same as `name`. */
  title: z.string().exactOptional(),
  /** The page shown, 1 first. Absent on a landing page without a list. */
  current_page: z.int().min(1).exactOptional(),
  /** The organic entries of the page, in its order. Absent on a landing page without a list. */
  shallow_parts: z.array(SearchResultEntrySchema).exactOptional(),
  /** The category's browse node: digits. */
  node_id: z.string().exactOptional(),
  /** The category's name, in the page's language. */
  name: z.string().exactOptional(),
  /** The path from the top to the category itself. */
  breadcrumbs: z.array(BreadcrumbSchema).exactOptional(),
  /** The categories below the one shown. */
  subcategories: z.array(SubcategorySchema).exactOptional(),
});

/** A place of a best-seller list. Places whose card the page does not render have `rank` and `asin` alone. */
export const BestsellerEntrySchema = z.object({
  /** The place in the list, 1 first. */
  rank: z.int().min(1),
  /** The item's identifier. */
  asin: AsinSchema,
  /** The item's title. */
  title: z.string().exactOptional(),
  /** The price, or the lowest one where a range is shown. Absent where only offers are named. */
  price: money.exactOptional(),
  /** The highest price, where a range is shown. */
  price_max: money.exactOptional(),
  /** The currency of the amounts, ISO 4217, as shown. */
  currency: z.string().exactOptional(),
  /** Mean rating, 0 to 5 stars. */
  rating: stars.exactOptional(),
  /** How many ratings the item has. */
  reviews: count.exactOptional(),
  /** Address of the item's picture. */
  image_url: z.string().exactOptional(),
  /** The page's own address of the item. */
  url: z.string().exactOptional(),
  /** How many offers the card counts: "12 offers from $5" has no `price`. */
  offers_count: count.exactOptional(),
  /** The lowest price of those offers. */
  offers_from_price: money.exactOptional(),
});

/** One of the five best-seller lists. */
export const BestsellerDataSchema = z.object({
  /** The list's heading, in the page's language. */
  title: z.string().exactOptional(),
  /** The browse node of the list's category: digits. Absent on the list of a whole department. */
  node_id: z.string().exactOptional(),
  /** Which of the five lists it is. */
  list_type: z.enum(LIST_TYPES),
  /** The page shown, 1 first. */
  current_page: z.int().min(1),
  /** The last page of the list. */
  last_page_number: z.int().min(1).exactOptional(),
  /** The places of the page, in the order of their rank. */
  entries: z.array(BestsellerEntrySchema),
  /** The lists of the categories below, or beside, the one shown. */
  subcategories: z.array(SubcategorySchema).exactOptional(),
});

/** A seller's list of products. */
export const SellerProductsSchema = z.object({
  /** Tells a seller's list from a brand's store. */
  kind: z.literal('seller'),
  /** The seller's token, as `sellerId` takes it. */
  seller_id: z.string(),
  /** The seller's name. */
  name: z.string().exactOptional(),
  /** The page shown, 1 first. */
  current_page: z.int().min(1),
  /** The last page that can be asked for. */
  last_page_number: z.int().min(1).exactOptional(),
  /** How many products the list has in all. */
  total_results_count: count.exactOptional(),
  /** The organic entries of the page, in its order. */
  shallow_parts: z.array(SearchResultEntrySchema),
});

/** A brand's store. */
export const BrandStoreSchema = z.object({
  /** Tells a brand's store from a seller's list. */
  kind: z.literal('brand'),
  /** The marketplace's identifier of the store's page. */
  store_id: z.string(),
  /** The store's name. */
  name: z.string().exactOptional(),
  /** The sections that show products, in the page's order. */
  sections: z.array(
    z.object({
      /** The section's heading. */
      title: z.string().exactOptional(),
      /** The products of the section, in its order. */
      asins: z.array(AsinSchema),
    }),
  ),
  /** The store's own menu. */
  navigation: z.array(
    z.object({
      /** The words of the link. */
      name: z.string(),
      /** The page's own address of the part of the store. */
      url: z.string().exactOptional(),
    }),
  ),
});

/** A storefront: a seller's products or a brand's store, told apart by `kind`. */
export const StorefrontDataSchema = z.discriminatedUnion('kind', [SellerProductsSchema, BrandStoreSchema]);
