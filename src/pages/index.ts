/** Reads data out of pages: detects page types, blocks and errors, and parses each type. */
export type { PageDataByType } from '../contract/generated/endpoints.ts';
export { urlOfPage } from './canonical-url.ts';
export { type DetectedPage, describePage, detectPageType, origin, type PageFacts } from './detect.ts';
export { detectOrThrow } from './detect-or-throw.ts';
export {
  type ExplainedField,
  type ExplainedPage,
  explainElements,
  explainPage,
  type MarkedPage,
  type MissingField,
} from './explain.ts';
export {
  type FieldChoice,
  type PageContext,
  type PageDocument,
  type PageField,
  type ParsedPage,
  parsePage,
  parsePageAs,
  type ReadContext,
  readPage,
} from './parse.ts';
export { isRefusalUrl } from './refusal.ts';
export { languageOfUrl } from './shared/page-language.ts';
export { isShortLink, isShortLinkHost } from './short-links.ts';
export { defaultParseTimeoutMs, parseTimeout, readInTime } from './time-limit.ts';
