/** Reads data out of pages: detects page types, blocks and errors, and parses each type. */
export type { PageDataByType } from '../contract/generated/endpoints.ts';
export type { PageContext } from './engine/input.ts';
export { languageOfUrl } from './engine/open.ts';
export { defaultParseTimeoutMs, parseTimeout, readInTime } from './engine/time-limit.ts';
export {
  type ExplainedField,
  type ExplainedPage,
  explainElements,
  explainPage,
  type MarkedPage,
  type MissingField,
  type UnreadRegion,
} from './explain.ts';
export {
  type PageDocument,
  type ParsedPage,
  parsePage,
  type ReadContext,
  readPage,
} from './parse.ts';
export {
  type DetectedPage,
  describePage,
  detectOrThrow,
  detectPageType,
  origin,
} from './urls/detect.ts';
export { urlOfPage } from './urls/links.ts';
export { endpointPage } from './urls/page-url.ts';
export { isShortLink, isShortLinkHost } from './urls/site.ts';
export { isRefusalUrl } from './verdict/refusal.ts';
