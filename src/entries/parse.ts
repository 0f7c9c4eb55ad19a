/**
 * `buybox/parse`: reads pages that you fetched yourself. Pure, synchronous, without a validation library.
 *
 * @module buybox/parse
 */
export * from '../contract/codes.ts';
export type { Usage } from '../contract/envelope.ts';
export type { ErrorCode } from '../contract/error-kinds.ts';
export * from '../contract/errors.ts';
export type * from '../contract/field-types.ts';
export type { Gap } from '../contract/generated/gap.ts';
export type * from '../contract/generated/page-data.ts';
export { PAGE_TYPES, type PageType } from '../contract/page-types.ts';
export {
  type DetectedPage,
  detectPageType,
  type ExplainedField,
  type ExplainedPage,
  explainPage,
  type MissingField,
  type PageContext,
  type PageDataByType,
  type PageDocument,
  type ParsedPage,
  parsePage,
  type UnreadRegion,
} from '../pages/index.ts';
export * from '../pages/parsers.ts';
