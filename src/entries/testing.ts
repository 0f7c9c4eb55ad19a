/**
 * `buybox/testing`: fakes, fixtures and a clock for tests without a network.
 *
 * @module buybox/testing
 */
export { type FixturePagesOptions, fixturePages } from '../sources/saved/fixture-pages.ts';
export { type AnswerData, answer } from '../testing/answer.ts';
export type {
  BestsellerAnswer,
  CategoryAnswer,
  SearchAnswer,
  StorefrontAnswer,
} from '../testing/answers/lists.ts';
export type { OffersAnswer } from '../testing/answers/offers.ts';
export type { ReviewsAnswer } from '../testing/answers/people.ts';
export type { Loose, LooseList } from '../testing/answers/subject.ts';
export { type Arbitraries, arbitraries } from '../testing/arbitraries.ts';
export { type ErrorOf, type ErrorOfOptions, errorOf } from '../testing/error-of.ts';
export {
  type FakeContext,
  type FakeHandler,
  type FakeHandlers,
  type FakeResult,
  inTurn,
} from '../testing/fake-handlers.ts';
export {
  type FakeCall,
  type FakeMarketplace,
  type FakeMarketplaceOptions,
  fakeMarketplace,
} from '../testing/fake-marketplace.ts';
export {
  type FixtureMarketplace,
  type FixtureMarketplaceOptions,
  startFixtureMarketplace,
} from '../testing/fixture-marketplace.ts';
export { fixtureMarketplace, noPace, noPaceEnvironment } from '../testing/fixtures-in-process.ts';
export type { LivingProductStart } from '../testing/living/catalogue.ts';
export type {
  LivingBlockCode,
  LivingChange,
  LivingDisturbance,
  LivingEvent,
} from '../testing/living/changes.ts';
export { type LivingMarketplace, livingMarketplace } from '../testing/living/living-marketplace.ts';
export type { LivingCondition, LivingRecord } from '../testing/living/market.ts';
export type { LivingMarketplaceOptions } from '../testing/living/options.ts';
export type { LivingRates } from '../testing/living/rates.ts';
export type { LivingOffer, LivingProduct, LivingTruth } from '../testing/living/state.ts';
export { FIXTURE_TIME, type VirtualClock, virtualClock } from '../testing/virtual-clock.ts';
