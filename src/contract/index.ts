/** The wire: codes, parameters, envelopes, data, errors, the table of endpoints. */
export * from './codes.ts';
export * from './data/lists.ts';
export * from './data/offers.ts';
export * from './data/product.ts';
export * from './data/reviews.ts';
export * from './data/search.ts';
export * from './data/seller.ts';
export {
  type Breadcrumb,
  BreadcrumbSchema,
  type Coupon,
  CouponSchema,
  type DealBadge,
  DealBadgeSchema,
  type DeliveryEstimate,
  DeliveryEstimateSchema,
  type Dimensions,
  DimensionsSchema,
  type NamedLink,
  type PromotionInfo,
  PromotionInfoSchema,
  type RatingHistogram,
  type ReferencePrice,
  ReferencePriceSchema,
  type UnitPrice,
  type Weight,
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
export * from './errors.ts';
export type { Gap } from './gap.ts';
export type { Answer, CallOptions, FullParams, Marketplace, Params, RawResponse } from './marketplace.ts';
export * from './params.ts';
export { withResponse } from './with-response.ts';
