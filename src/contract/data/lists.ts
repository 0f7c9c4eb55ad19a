/** `data` of category, best-seller and storefront answers (design §5.8, §5.9). */
import { z } from 'zod';
import { LIST_TYPES } from '../codes.ts';
import { SearchDataSchema, SearchResultEntrySchema } from './search.ts';
import { AsinSchema, BreadcrumbSchema, count, money, stars } from './shared.ts';

/** A category below, or beside, the one shown. */
export const SubcategorySchema = z.object({
  node_id: z.string().exactOptional(),
  name: z.string(),
  url: z.string().exactOptional(),
});
/** A category below, or beside, the one shown. */
export type Subcategory = z.infer<typeof SubcategorySchema>;

/** A category's listing or landing page (design §5.8). `title` is its `name`. */
export const CategoryDataSchema = SearchDataSchema.extend({
  current_page: z.int().min(1).exactOptional(),
  shallow_parts: z.array(SearchResultEntrySchema).exactOptional(),
  node_id: z.string().exactOptional(),
  name: z.string().exactOptional(),
  breadcrumbs: z.array(BreadcrumbSchema).exactOptional(),
  subcategories: z.array(SubcategorySchema).exactOptional(),
});
/** A category's listing or landing page (design §5.8). */
export type CategoryData = z.infer<typeof CategoryDataSchema>;

/** A place of a best-seller list (design §5.9). Places whose card the page does not render have `rank` and `asin` alone. */
export const BestsellerEntrySchema = z.object({
  rank: z.int().min(1),
  asin: AsinSchema,
  title: z.string().exactOptional(),
  price: money.exactOptional(),
  /** Where a range is shown. */
  price_max: money.exactOptional(),
  currency: z.string().exactOptional(),
  rating: stars.exactOptional(),
  reviews: count.exactOptional(),
  image_url: z.string().exactOptional(),
  url: z.string().exactOptional(),
  /** "12 offers from $5" has no `price`. */
  offers_count: count.exactOptional(),
  offers_from_price: money.exactOptional(),
});
/** A place of a best-seller list (design §5.9). */
export type BestsellerEntry = z.infer<typeof BestsellerEntrySchema>;

/** One of the five best-seller lists (design §5.9). */
export const BestsellerDataSchema = z.object({
  title: z.string().exactOptional(),
  node_id: z.string().exactOptional(),
  list_type: z.enum(LIST_TYPES),
  current_page: z.int().min(1),
  last_page_number: z.int().min(1).exactOptional(),
  entries: z.array(BestsellerEntrySchema),
  subcategories: z.array(SubcategorySchema).exactOptional(),
});
/** One of the five best-seller lists (design §5.9). */
export type BestsellerData = z.infer<typeof BestsellerDataSchema>;

/** A seller's list of products (design §5.9). */
export const SellerProductsSchema = z.object({
  kind: z.literal('seller'),
  seller_id: z.string(),
  name: z.string().exactOptional(),
  current_page: z.int().min(1),
  last_page_number: z.int().min(1).exactOptional(),
  total_results_count: count.exactOptional(),
  shallow_parts: z.array(SearchResultEntrySchema),
});
/** A seller's list of products (design §5.9). */
export type SellerProducts = z.infer<typeof SellerProductsSchema>;

/** A brand's store (design §5.9). */
export const BrandStoreSchema = z.object({
  kind: z.literal('brand'),
  store_id: z.string(),
  name: z.string().exactOptional(),
  sections: z.array(z.object({ title: z.string().exactOptional(), asins: z.array(AsinSchema) })),
  navigation: z.array(z.object({ name: z.string(), url: z.string().exactOptional() })),
});
/** A brand's store (design §5.9). */
export type BrandStore = z.infer<typeof BrandStoreSchema>;

/** A storefront: a seller's products or a brand's store, told apart by `kind` (design §5.9). */
export const StorefrontDataSchema = z.discriminatedUnion('kind', [SellerProductsSchema, BrandStoreSchema]);
/** A storefront: a seller's products or a brand's store, told apart by `kind` (design §5.9). */
export type StorefrontData = z.infer<typeof StorefrontDataSchema>;
