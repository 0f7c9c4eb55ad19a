/** The rating of a tile, and how many were bought. */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import type { FieldGroup } from '../engine/fields.ts';
import { boughtPastMonth } from '../parts/feedback.ts';
import { part, type Tile } from './tile-parts.ts';

/** Rows for ratings and demand. */
export const reviewFields = {
  rating: (tile) => ratingOf(tile.once(starsOf)),
  reviews: (tile) => ratingsCount(tile.once(starsOf)),
  bought_past_month: boughtOf,
} satisfies FieldGroup<SearchResultEntry, Tile>;

const STARS = 'i[class*="a-icon-star"]';
const LABELLED = '[aria-label]';
const COUNT = /\p{Nd}/u;
const COUNT_LINK = '.s-underline-text, a[href*="#customerReviews"]';

/** Whether a tile shows its rating. */
export function hasRating(tile: Tile): boolean {
  return ratingOf(tile.once(starsOf)) !== undefined;
}

function starsOf(tile: Tile): Tile {
  return part(tile, 'reviews').first(STARS);
}

/** Reads the text for screen readers. The class of the icon is rounded to half stars. */
function ratingOf(stars: Tile): number | undefined {
  const { locale } = stars;
  return locale.rating(stars.fullText('.a-icon-alt')) ?? locale.rating(stars.closest(LABELLED).attr('aria-label'));
}

/** Reads the text for screen readers, which is exact ("84,753 ratings"). The visible text can be short ("(84.7K)"). */
function ratingsCount(stars: Tile): number | undefined {
  const row = stars.closest('.a-row');
  const labelled = row
    .all(LABELLED)
    .find(
      (element) => !element.filter(STARS).exists && !element.has(STARS) && COUNT.test(element.attr('aria-label') ?? ''),
    );
  return row.locale.count(labelled?.attr('aria-label') ?? row.text(COUNT_LINK));
}

function boughtOf(tile: Tile): number | undefined {
  const { locale } = tile;
  const lines = part(tile, 'reviews').texts('.a-color-secondary');
  return lines.map((line) => boughtPastMonth(line, locale)).find((count) => count !== undefined);
}
