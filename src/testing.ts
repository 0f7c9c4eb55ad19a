/**
 * `buybox/testing`: fixture pages, a fixture marketplace, and msw handlers for the sites and a hosted API, for tests without a network.
 *
 * @module buybox/testing
 */

export { fixturePages } from './local/fixture-pages.ts';
export { type ApiHandlersOptions, apiHandlers } from './testing/api-handlers.ts';
export type { CannedResponse, CannedResponses } from './testing/canned-response.ts';
export {
  FIXTURE_TIME,
  type FixtureMarketplace,
  type FixtureMarketplaceOptions,
  startFixtureMarketplace,
} from './testing/fixture-marketplace.ts';
export { type PageHandlersOptions, pageHandlers } from './testing/page-handlers.ts';
