/** The contract: codes, parameters, envelopes, data, errors, the tables of endpoints and of page types. Without the schemas, which are in `schemas/`. */
export * from './codes.ts';
export {
  ENDPOINT_NAMES,
  type Endpoint,
  type EndpointName,
  type Endpoints,
  endpoints,
  type PagedEndpointName,
} from './endpoints.ts';
export type { Envelope, Found, NotFound } from './envelope.ts';
export { ERROR_CODES, type ErrorCodeInfo } from './error-codes.ts';
export type { ErrorClassName, ErrorCode, ErrorKind } from './error-kinds.ts';
export * from './errors.ts';
export type * from './field-types.ts';
export type * from './generated/index.ts';
export { type LandedOffer, type LandedPrice, landedPrice } from './landed-price.ts';
export type {
  AnyMarketplace,
  CallOptions,
  CallParams,
  Duration,
  Durations,
  DurationText,
  EndpointMethod,
  EnvelopeOf,
  FieldOf,
  FullParams,
  Marketplace,
  ObservedResponse,
  Params,
  RawResponse,
  ResponsePageType,
} from './marketplace.ts';
export { PAGE_TYPES, type PageType, type PageTypeInfo, pageTypes } from './page-types.ts';
export type {
  AmountParameter,
  ChoiceParameter,
  Parameter,
  ParameterTable,
  TextParameter,
  UrlParameter,
  WholeNumberParameter,
} from './parameter.ts';
export { absoluteUrl } from './sites.ts';
export { withResponse } from './with-response.ts';
