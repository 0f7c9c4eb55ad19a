/** The data of every page type: its schemas and types. */
import type * as z from 'zod';
import type { PageType } from '../page-types.ts';
import { BestsellerDataSchema, CategoryDataSchema, StorefrontDataSchema } from './lists.ts';
import { OffersDataSchema } from './offers.ts';
import { ProductDataSchema } from './product.ts';
import { ReviewsDataSchema } from './reviews.ts';
import { SearchDataSchema } from './search.ts';
import { StorefrontInfoDataSchema } from './seller.ts';

/** The data schema of every page type. */
export const dataSchemas: {
  readonly product: typeof ProductDataSchema;
  readonly search: typeof SearchDataSchema;
  readonly offers: typeof OffersDataSchema;
  readonly category: typeof CategoryDataSchema;
  readonly bestseller: typeof BestsellerDataSchema;
  readonly storefront: typeof StorefrontDataSchema;
  readonly seller: typeof StorefrontInfoDataSchema;
  readonly reviews: typeof ReviewsDataSchema;
} = {
  product: ProductDataSchema,
  search: SearchDataSchema,
  offers: OffersDataSchema,
  category: CategoryDataSchema,
  bestseller: BestsellerDataSchema,
  storefront: StorefrontDataSchema,
  seller: StorefrontInfoDataSchema,
  reviews: ReviewsDataSchema,
} satisfies Record<PageType, z.ZodType>;
