/** `buybox/testing`: a marketplace of fixture pages, so that tests run without the network. */
export {
  FIXTURE_MOMENT,
  type FixtureMarketplace,
  type FixtureMarketplaceOptions,
  startFixtureMarketplace,
} from './testing/fixture-marketplace.ts';
