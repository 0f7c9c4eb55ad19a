/** The schemas of the contract. Only what checks or describes data imports them: the validation library is half of a small program. */
export { dataSchemas } from '../data/index.ts';
export {
  AuthorStoreSchema,
  BestsellerDataSchema,
  BestsellerEntrySchema,
  BestsellerSectionSchema,
  BrandStoreSchema,
  CategoryDataSchema,
  SellerProductsSchema,
  ShelfSchema,
  StorefrontDataSchema,
  SubcategorySchema,
} from '../data/lists.ts';
export { OfferEntrySchema, OffersDataSchema } from '../data/offers.ts';
export {
  BestSellersRankSchema,
  ContributorSchema,
  ImageSchema,
  ProductDataSchema,
  ReviewAspectSchema,
  SellerSchema,
  SpecificationSchema,
  VariationDimensionSchema,
  VariationSchema,
  VideoSchema,
} from '../data/product.ts';
export { ReviewSchema, ReviewsDataSchema } from '../data/reviews.ts';
export { AsinSchema } from '../data/scalars.ts';
export { RefinementSchema, SearchDataSchema, SearchResultEntrySchema } from '../data/search.ts';
export { FeedbackPeriodSchema, StorefrontInfoDataSchema } from '../data/seller.ts';
export {
  BreadcrumbSchema,
  CouponSchema,
  CouponWithTextSchema,
  DealBadgeSchema,
  DeliveryEstimateSchema,
  DimensionsSchema,
  NamedLinkSchema,
  PromotionInfoSchema,
  RatingHistogramSchema,
  ReferencePriceSchema,
  UnitPriceSchema,
  WeightSchema,
} from '../data/shared.ts';
export { ErrorBodySchema, envelopeSchema, ResponseMetaSchema, SourcePageSchema, UsageSchema } from './envelope.ts';
export { GapSchema } from './gap.ts';
export {
  CategoryParamsSchema,
  OffersParamsSchema,
  ProductParamsSchema,
  paramsSchemas,
  ScrapeParamsSchema,
  SearchParamsSchema,
  SellerParamsSchema,
} from './params.ts';
