/** Data of category, best-seller and storefront pages. */
import * as z from 'zod';
import { LIST_TYPES } from '../codes.ts';
import { AsinSchema, count, money, object, optional, stars, text } from './scalars.ts';
import { SearchDataSchema, SearchResultEntrySchema } from './search.ts';
import { BreadcrumbSchema } from './shared.ts';

export type * from '../generated/lists.ts';

/** Schema of `Subcategory`. */
export const SubcategorySchema = object('A category below or next to the one shown.', {
  node_id: optional(text, 'Browse node of the category: digits.'),
  name: text.describe("Name of the category, in the page's language."),
  url: optional(text, 'URL of the category, as written on the page.'),
});

/** Schema of `Shelf`. */
export const ShelfSchema = object('A section of a page with products below a heading.', {
  title: optional(text, 'Heading of the section.'),
  url: optional(text, 'URL that the heading links to, as written on the page.'),
  asins: z.array(AsinSchema).describe('ASINs of the section, in page order.'),
});

/** Schema of `CategoryData`. */
export const CategoryDataSchema = SearchDataSchema.extend({
  title: optional(text, 'Name of the category, same as `name`.'),
  current_page: optional(z.int().min(1), 'Page number, starting at 1. Absent on a landing page without a list.'),
  shallow_parts: optional(
    z.array(SearchResultEntrySchema),
    'Entries of the page, in page order, without advertisements. Absent on a landing page without a list.',
  ),
  node_id: optional(text, 'Browse node of the category: digits.'),
  name: optional(text, "Name of the category, in the page's language."),
  breadcrumbs: optional(z.array(BreadcrumbSchema), 'Path from the top category to this one.'),
  subcategories: optional(z.array(SubcategorySchema), 'Categories below this one.'),
  sections: optional(z.array(ShelfSchema), 'Sections with products, in page order, of a landing page without a list.'),
}).describe("A category page: the fields of a search, plus the category's name, path and subcategories.");

/** Schema of `BestsellerEntry`. */
export const BestsellerEntrySchema = object(
  'An entry of a best-seller list. Entries that the page does not render have only `rank` and `asin`.',
  {
    rank: z.int().min(1).describe('Rank in the list, starting at 1.'),
    asin: AsinSchema.describe('ASIN of the item.'),
    title: optional(text, 'Title of the item.'),
    price: optional(money, 'Price, or the lowest price of a range. Absent when the card shows only offers.'),
    price_max: optional(money, 'Highest price of a range. Absent when the card shows no range.'),
    currency: optional(text, 'Currency of the amounts [ISO 4217], as shown on the page.'),
    rating: optional(stars, 'Average rating [0 to 5 stars].'),
    reviews: optional(count, 'Number of ratings.'),
    image_url: optional(text, "URL of the item's image."),
    url: optional(text, 'URL of the item, as written on the page.'),
    offers_count: optional(count, 'Number of offers: "12 offers from $5", which has no `price`.'),
    offers_from_price: optional(money, 'Lowest price of these offers.'),
  },
);

/** Schema of `BestsellerSection`. */
export const BestsellerSectionSchema = object(
  'One of the lists on an overview: its first entries, with their ranks in that list.',
  {
    title: optional(text, "Heading of the list, in the page's language."),
    url: optional(text, 'URL of the list, as written on the page.'),
    entries: z.array(BestsellerEntrySchema).describe('Entries that the overview shows, in page order.'),
  },
);

/** Schema of `BestsellerData`. */
export const BestsellerDataSchema = object('A best-seller list, or an overview of several lists.', {
  title: optional(text, "Heading of the list, in the page's language."),
  node_id: optional(text, "Browse node of the list's category: digits. Absent on the list of a whole department."),
  list_type: z.enum(LIST_TYPES).describe('Type of the list.'),
  current_page: z.int().min(1).describe('Page number, starting at 1.'),
  last_page_number: optional(z.int().min(1), 'Last page of the list.'),
  entries: z
    .array(BestsellerEntrySchema)
    .describe('Entries of the page, ordered by rank. Empty on an overview, whose entries are in `sections`.'),
  sections: optional(z.array(BestsellerSectionSchema), 'Lists of an overview, in page order. Absent on a single list.'),
  subcategories: optional(z.array(SubcategorySchema), 'Lists of the categories below or next to this one.'),
});

/** Schema of `SellerProducts`. */
export const SellerProductsSchema = object("A seller's list of products.", {
  kind: z.literal('seller').describe('Always `seller`. A brand store has `brand`.'),
  seller_id: text.describe('Seller id, as used by the parameter `sellerId`.'),
  name: optional(text, 'Name of the seller.'),
  current_page: z.int().min(1).describe('Page number, starting at 1.'),
  last_page_number: optional(z.int().min(1), 'Last page that exists.'),
  total_results_count: optional(count, 'Number of products in the list.'),
  shallow_parts: z
    .array(SearchResultEntrySchema)
    .describe('Entries of the page, in page order, without advertisements.'),
});

/** Schema of `BrandStore`. */
export const BrandStoreSchema = object('A brand store.', {
  kind: z.literal('brand').describe("Always `brand`. A seller's list has `seller`."),
  store_id: text.describe('Id of the store page.'),
  name: optional(text, 'Name of the store.'),
  sections: z.array(ShelfSchema).describe('Sections with products, in page order.'),
  navigation: z
    .array(
      z.object({
        name: text.describe('Text of the link.'),
        url: optional(text, 'URL of the part of the store, as written on the page.'),
      }),
    )
    .describe('Menu of the store.'),
});

/** Schema of `AuthorStore`. */
export const AuthorStoreSchema = object("An author's page.", {
  kind: z.literal('author').describe("Always `author`. A brand store has `brand`, a seller's list has `seller`."),
  author_id: text.describe('Id of the author.'),
  name: optional(text, 'Name of the author.'),
  about: optional(text, 'Text about the author.'),
  sections: z.array(ShelfSchema).describe('Sections with books, in page order.'),
});

/** Schema of `StorefrontData`. */
export const StorefrontDataSchema = z
  .discriminatedUnion('kind', [SellerProductsSchema, BrandStoreSchema, AuthorStoreSchema])
  .describe("A seller's list of products, a brand store or an author's page: branch on `kind`.");
