/** Data of category, best-seller and storefront pages. */
import * as z from 'zod';
import { LIST_TYPES } from '../codes.ts';
import { AsinSchema, count, money, stars, text } from './scalars.ts';
import { SearchDataSchema, SearchResultEntrySchema } from './search.ts';
import { BreadcrumbSchema } from './shared.ts';

export type {
  AuthorStore,
  BestsellerData,
  BestsellerEntry,
  BestsellerSection,
  BrandStore,
  CategoryData,
  SellerProducts,
  Shelf,
  StorefrontData,
  Subcategory,
} from '../generated/lists.ts';

/** Schema of `Subcategory`. */
export const SubcategorySchema = z
  .object({
    node_id: text.exactOptional().describe('Browse node of the category: digits.'),
    name: text.describe("Name of the category, in the page's language."),
    url: text.exactOptional().describe('URL of the category, as written on the page.'),
  })
  .describe('A category below or next to the one shown.');

/** Schema of `Shelf`. */
export const ShelfSchema = z
  .object({
    title: text.exactOptional().describe('Heading of the section.'),
    url: text.exactOptional().describe('URL that the heading links to, as written on the page.'),
    asins: z.array(AsinSchema).describe('ASINs of the section, in page order.'),
  })
  .describe('A section of a page with products below a heading.');

/** Schema of `CategoryData`. */
export const CategoryDataSchema = SearchDataSchema.extend({
  title: text.exactOptional().describe('Name of the category, same as `name`.'),
  current_page: z
    .int()
    .min(1)
    .exactOptional()
    .describe('Page number, starting at 1. Absent on a landing page without a list.'),
  shallow_parts: z
    .array(SearchResultEntrySchema)
    .exactOptional()
    .describe('Entries of the page, in page order, without advertisements. Absent on a landing page without a list.'),
  node_id: text.exactOptional().describe('Browse node of the category: digits.'),
  name: text.exactOptional().describe("Name of the category, in the page's language."),
  breadcrumbs: z.array(BreadcrumbSchema).exactOptional().describe('Path from the top category to this one.'),
  subcategories: z.array(SubcategorySchema).exactOptional().describe('Categories below this one.'),
  sections: z
    .array(ShelfSchema)
    .exactOptional()
    .describe('Sections with products, in page order, of a landing page without a list.'),
}).describe("A category page: the fields of a search, plus the category's name, path and subcategories.");

/** Schema of `BestsellerEntry`. */
export const BestsellerEntrySchema = z
  .object({
    rank: z.int().min(1).describe('Rank in the list, starting at 1.'),
    asin: AsinSchema.describe('ASIN of the item.'),
    title: text.exactOptional().describe('Title of the item.'),
    price: money
      .exactOptional()
      .describe('Price, or the lowest price of a range. Absent when the card shows only offers.'),
    price_max: money.exactOptional().describe('Highest price of a range. Absent when the card shows no range.'),
    currency: text.exactOptional().describe('Currency of the amounts [ISO 4217], as shown on the page.'),
    rating: stars.exactOptional().describe('Average rating [0 to 5 stars].'),
    reviews: count.exactOptional().describe('Number of ratings.'),
    image_url: text.exactOptional().describe("URL of the item's image."),
    url: text.exactOptional().describe('URL of the item, as written on the page.'),
    offers_count: count.exactOptional().describe('Number of offers: "12 offers from $5", which has no `price`.'),
    offers_from_price: money.exactOptional().describe('Lowest price of these offers.'),
  })
  .describe('An entry of a best-seller list. Entries that the page does not render have only `rank` and `asin`.');

/** Schema of `BestsellerSection`. */
export const BestsellerSectionSchema = z
  .object({
    title: text.exactOptional().describe("Heading of the list, in the page's language."),
    url: text.exactOptional().describe('URL of the list, as written on the page.'),
    entries: z.array(BestsellerEntrySchema).describe('Entries that the overview shows, in page order.'),
  })
  .describe('One of the lists on an overview: its first entries, with their ranks in that list.');

/** Schema of `BestsellerData`. */
export const BestsellerDataSchema = z
  .object({
    title: text.exactOptional().describe("Heading of the list, in the page's language."),
    node_id: z
      .string()
      .exactOptional()
      .describe("Browse node of the list's category: digits. Absent on the list of a whole department."),
    list_type: z.enum(LIST_TYPES).describe('Type of the list.'),
    current_page: z.int().min(1).describe('Page number, starting at 1.'),
    last_page_number: z.int().min(1).exactOptional().describe('Last page of the list.'),
    entries: z
      .array(BestsellerEntrySchema)
      .describe('Entries of the page, ordered by rank. Empty on an overview, whose entries are in `sections`.'),
    sections: z
      .array(BestsellerSectionSchema)
      .exactOptional()
      .describe('Lists of an overview, in page order. Absent on a single list.'),
    subcategories: z
      .array(SubcategorySchema)
      .exactOptional()
      .describe('Lists of the categories below or next to this one.'),
  })
  .describe('A best-seller list, or an overview of several lists.');

/** Schema of `SellerProducts`. */
export const SellerProductsSchema = z
  .object({
    kind: z.literal('seller').describe('Always `seller`. A brand store has `brand`.'),
    seller_id: text.describe('Seller id, as used by the parameter `sellerId`.'),
    name: text.exactOptional().describe('Name of the seller.'),
    current_page: z.int().min(1).describe('Page number, starting at 1.'),
    last_page_number: z.int().min(1).exactOptional().describe('Last page that exists.'),
    total_results_count: count.exactOptional().describe('Number of products in the list.'),
    shallow_parts: z
      .array(SearchResultEntrySchema)
      .describe('Entries of the page, in page order, without advertisements.'),
  })
  .describe("A seller's list of products.");

/** Schema of `BrandStore`. */
export const BrandStoreSchema = z
  .object({
    kind: z.literal('brand').describe("Always `brand`. A seller's list has `seller`."),
    store_id: text.describe('Id of the store page.'),
    name: text.exactOptional().describe('Name of the store.'),
    sections: z.array(ShelfSchema).describe('Sections with products, in page order.'),
    navigation: z
      .array(
        z.object({
          name: text.describe('Text of the link.'),
          url: text.exactOptional().describe('URL of the part of the store, as written on the page.'),
        }),
      )
      .describe('Menu of the store.'),
  })
  .describe('A brand store.');

/** Schema of `AuthorStore`. */
export const AuthorStoreSchema = z
  .object({
    kind: z.literal('author').describe("Always `author`. A brand store has `brand`, a seller's list has `seller`."),
    author_id: text.describe('Id of the author.'),
    name: text.exactOptional().describe('Name of the author.'),
    about: text.exactOptional().describe('Text about the author.'),
    sections: z.array(ShelfSchema).describe('Sections with books, in page order.'),
  })
  .describe("An author's page.");

/** Schema of `StorefrontData`. */
export const StorefrontDataSchema = z
  .discriminatedUnion('kind', [SellerProductsSchema, BrandStoreSchema, AuthorStoreSchema])
  .describe("A seller's list of products, a brand store or an author's page: branch on `kind`.");
