/**
 * `buybox/testing/msw`: handlers for msw, an optional package whose types need the library `dom` of TypeScript.
 *
 * @module buybox/testing/msw
 */

export { type ApiHandlersOptions, apiHandlers, type PageHandlersOptions, pageHandlers } from '../testing/msw.ts';
