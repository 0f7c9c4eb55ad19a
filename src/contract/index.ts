/** The wire: codes, parameters, envelopes, data, errors, the table of endpoints. */
export * from './codes.ts';
export * from './data/lists.ts';
export * from './data/offers.ts';
export * from './data/product.ts';
export * from './data/reviews.ts';
export * from './data/search.ts';
export * from './data/seller.ts';
export {
  AsinSchema,
  type Breadcrumb,
  BreadcrumbSchema,
  type Coupon,
  CouponSchema,
  type CouponWithText,
  CouponWithTextSchema,
  type DealBadge,
  DealBadgeSchema,
  type DeliveryEstimate,
  DeliveryEstimateSchema,
  type Dimensions,
  DimensionsSchema,
  type NamedLink,
  NamedLinkSchema,
  type PromotionInfo,
  PromotionInfoSchema,
  type RatingHistogram,
  RatingHistogramSchema,
  type ReferencePrice,
  ReferencePriceSchema,
  type UnitPrice,
  UnitPriceSchema,
  type Weight,
  WeightSchema,
} from './data/shared.ts';
export { dataSchemas, type Endpoint, type EndpointName, type Endpoints, endpoints } from './endpoints.ts';
export {
  type Envelope,
  envelopeSchema,
  type Found,
  type NotFound,
  type ResponseMeta,
  ResponseMetaSchema,
  type Usage,
  UsageSchema,
} from './envelope.ts';
export { ERROR_CODES, type ErrorClassName, type ErrorCode, type ErrorCodeInfo } from './error-codes.ts';
export * from './errors.ts';
export type { Gap } from './gap.ts';
export type {
  CallOptions,
  EnvelopeOf,
  FullParams,
  Marketplace,
  Params,
  RawResponse,
  ResponsePageType,
} from './marketplace.ts';
export * from './params.ts';
export type { PageDataByType, ParamsByEndpoint } from './types/endpoints.ts';
export { withResponse } from './with-response.ts';
