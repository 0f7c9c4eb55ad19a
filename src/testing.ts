/**
 * `buybox/testing`: a marketplace of fixture pages and a hosted API of msw handlers, so that tests run without the network.
 *
 * @module buybox/testing
 */
export type { CannedAnswer, CannedAnswers } from './testing/api-answer.ts';
export { type ApiHandlersOptions, apiHandlers } from './testing/api-handlers.ts';
export {
  FIXTURE_MOMENT,
  type FixtureMarketplace,
  type FixtureMarketplaceOptions,
  startFixtureMarketplace,
} from './testing/fixture-marketplace.ts';
export { type PageHandlersOptions, pageHandlers } from './testing/page-handlers.ts';
