/** A parser for each page type. */
import type { AllFields, FieldChoice, FieldsAsked } from '../contract/field-types.ts';
import type { PageType } from '../contract/page-types.ts';
import type { PageContext } from './engine/input.ts';
import { type ParsedPage, parsePageAs } from './parse.ts';

/** Reads the HTML of a page as one of a given type, whatever its URL says. */
export type PageParser<Type extends PageType> = <const Field extends FieldsAsked = AllFields>(
  html: string,
  context: PageContext & FieldChoice<Type, Field>,
) => ParsedPage<Type, Field>;

// Function expressions, not results of calls: bundlers drop those that a program does not use.

/** Reads a product page. @throws the same errors as `parsePage` */
export const parseProduct: PageParser<'product'> = ((html: string, context: PageContext) =>
  parsePageAs('product', html, context)) as PageParser<'product'>;
/** Reads a page of search results. @throws the same errors as `parsePage` */
export const parseSearch: PageParser<'search'> = ((html: string, context: PageContext) =>
  parsePageAs('search', html, context)) as PageParser<'search'>;
/** Reads a page of offers: the all-offers panel, or the old offer listing. @throws the same errors as `parsePage` */
export const parseOffers: PageParser<'offers'> = ((html: string, context: PageContext) =>
  parsePageAs('offers', html, context)) as PageParser<'offers'>;
/** Reads a seller's profile. @throws the same errors as `parsePage` */
export const parseSeller: PageParser<'seller'> = ((html: string, context: PageContext) =>
  parsePageAs('seller', html, context)) as PageParser<'seller'>;
/** Reads a category's listing or landing page. @throws the same errors as `parsePage` */
export const parseCategory: PageParser<'category'> = ((html: string, context: PageContext) =>
  parsePageAs('category', html, context)) as PageParser<'category'>;
/** Reads a best-seller list. @throws the same errors as `parsePage` */
export const parseBestseller: PageParser<'bestseller'> = ((html: string, context: PageContext) =>
  parsePageAs('bestseller', html, context)) as PageParser<'bestseller'>;
/** Reads a seller's product list, or the store of a brand. @throws the same errors as `parsePage` */
export const parseStorefront: PageParser<'storefront'> = ((html: string, context: PageContext) =>
  parsePageAs('storefront', html, context)) as PageParser<'storefront'>;
/** Reads a page of customer reviews. @throws the same errors as `parsePage` */
export const parseReviews: PageParser<'reviews'> = ((html: string, context: PageContext) =>
  parsePageAs('reviews', html, context)) as PageParser<'reviews'>;
