/** Values that the tiles of a list show. A list in which no tile shows one has markup that the readers do not understand. */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import type { Page } from '../page.ts';
import type { Landmark } from '../reader.ts';
import { offersPrice } from './offers.ts';
import { shownPrice } from './price.ts';
import type { Results, Tile } from './results.ts';
import { hasRating } from './reviews.ts';
import { hasImage } from './title.ts';

/** A shorter list can be of unavailable or new items. */
const ENOUGH = 8;

/** Returns the landmarks of a list: pictures, prices and ratings. Only a list that can be filtered by stars has ratings. */
export function listLandmarks(results: (page: Page) => Results): Landmark[] {
  const landmark = (
    name: string,
    fields: readonly (keyof SearchResultEntry)[],
    what: string,
    shows: (tile: Tile) => boolean,
    isExpected: (page: Page) => boolean,
  ) => ({
    name,
    fields: fields.map((field) => `shallow_parts.${field}`),
    test: (page: Page) => {
      const { organic } = results(page);
      return organic.length < ENOUGH || organic.some(shows) || !isExpected(page);
    },
    partial: `no result has a ${what}`,
  });
  return [
    landmark('s-image', ['image_url', 'image_urls'], 'picture', hasImage, () => true),
    landmark('a-price', ['price', 'price_min', 'price_max', 'currency'], 'price', hasPrice, () => true),
    landmark('a-icon-star', ['rating', 'reviews'], 'rating', hasRating, hasStarFilter),
  ];
}

function hasPrice(tile: Tile): boolean {
  return (tile.once(shownPrice).currency ?? offersPrice(tile)?.currency) !== undefined;
}

function hasStarFilter(page: Page): boolean {
  return page.at('reviewsRefinements').exists || page.at('p_72-title').exists;
}
