/** The contract without the schemas of responses, which only a check of responses needs. */
export * from './codes.ts';
export {
  ENDPOINT_NAMES,
  type Endpoint,
  type EndpointName,
  type Endpoints,
  endpoints,
  type PagedEndpointName,
} from './endpoints.ts';
export {
  type Envelope,
  envelopeSchema,
  type Found,
  type NotFound,
  type ResponseMeta,
  ResponseMetaSchema,
  type SourcePage,
  SourcePageSchema,
  type Usage,
  UsageSchema,
} from './envelope.ts';
export { ERROR_CODES, type ErrorClassName, type ErrorCode, type ErrorCodeInfo } from './error-codes.ts';
export * from './errors.ts';
export { type Gap, GapSchema } from './gap.ts';
export type {
  CallOptions,
  EnvelopeOf,
  FullParams,
  Marketplace,
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
export * from './schemas/params.ts';
export type { PageDataByType, ParamsByEndpoint } from './types/endpoints.ts';
export { withResponse } from './with-response.ts';
