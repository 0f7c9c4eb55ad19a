/**
 * `buybox/testing`: a marketplace of fixture pages and a hosted API of msw handlers, so that tests run without the network.
 *
 * @module buybox/testing
 */

export { type ApiHandlersOptions, apiHandlers } from './testing/api-handlers.ts';
export type { CannedResponse, CannedResponses } from './testing/canned-response.ts';
export {
  FIXTURE_MOMENT,
  type FixtureMarketplace,
  type FixtureMarketplaceOptions,
  startFixtureMarketplace,
} from './testing/fixture-marketplace.ts';
export { type PageHandlersOptions, pageHandlers } from './testing/page-handlers.ts';
