/** The fields of one organic tile of a list of results, on search, category and storefront pages. */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import { ParseError } from '../../contract/errors.ts';
import { type FieldGroup, type FieldTable, someOf } from '../engine/fields.ts';
import { boughtPastMonth } from '../parts/feedback.ts';
import { asinOfHref } from '../urls/links.ts';
import { dealBadgeOf, promotionFields } from './deals.ts';
import { deliveryFields } from './delivery.ts';
import { offerFields, priceFields } from './price.ts';
import { asinOf, positionOf } from './results.ts';
import { part, type Tile } from './tile-parts.ts';
import { titleFields } from './title.ts';

/** Rows for ratings and demand. */
const reviewFields = {
  rating: (tile) => ratingOf(tile.once(starsOf)),
  reviews: (tile) => ratingsCount(tile.once(starsOf)),
  bought_past_month: boughtOf,
} satisfies FieldGroup<SearchResultEntry, Tile>;

const STARS = 'i[class*="a-icon-star"]';
const LABELLED = '[aria-label]';
const COUNT = /\p{Nd}/u;
const COUNT_LINK = '.s-underline-text, a[href*="#customerReviews"]';

/** Whether a tile shows its rating. */
export const hasRating = (tile: Tile): boolean => ratingOf(tile.once(starsOf)) !== undefined;

const starsOf = (tile: Tile): Tile => part(tile, 'reviews').first(STARS);

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

/** Rows for badges. */
const badgeFields = {
  badges: (tile) =>
    someOf([
      ...tile.once(statusBadges).texts(LABEL),
      ...(tile.once(dealBadgeOf)?.texts() ?? []),
      ...certificates(tile),
    ]),
  is_amazon_choice: (tile) => hasBadge(tile, CHOICE),
  is_best_seller: (tile) => hasBadge(tile, BEST_SELLER),
  climate_pledge_friendly: (tile) => (tile.has(CLIMATE_PLEDGE) ? true : undefined),
  is_kindle_unlimited: (tile) => (isLent(tile) ? true : undefined),
} satisfies FieldGroup<SearchResultEntry, Tile>;

const STATUS =
  '.a-badge[data-a-badge-type="status"], .a-badge[id*="best-seller"], .a-badge[id*="amazons-choice"], .rio-badge-component';
const LABEL = '.a-badge-label, .rio-badge-label';
/** The container of status badges. In list views it can be empty. */
const STATUS_CONTAINER = '.puis-status-badge-container';
/** The second to the fourth are the names of newer badges. */
const CHOICE = '[id*="amazons-choice"], [id*="AMAZONS_CHOICE"], [id*="OVERALL_PICK"], [class*="style-AMAZONS_CHOICE"]';
/** The last: Seen 2018 to 2020. */
const BEST_SELLER = '[id*="best-seller"], [id*="BEST_SELLER"], [class*="style-BEST_SELLER"], [id^="BESTSELLER_"]';
/** The panel about an item's certificates links to the page of the programme. */
const CLIMATE_PLEDGE = 'a[href*="climatepledgefriendly"], [alt="Climate Pledge Friendly"], .s-cpf-badge';
/** The second, with only the programme's own badge: Seen 2021. */
const CERTIFICATE = '.s-pc-badge, span.s-cpf-badge';
/** The membership has the same name in all languages. */
const LENDING_NAME = /kindle\s*unlimited/i;
const LENDING_LINK = 'a[href*="/kindle-dbs/ku"], [class*="kindle-unlimited"], [alt*="Kindle Unlimited"]';

const statusBadges = (tile: Tile): Tile => tile.find(STATUS);
const hasStatusContainer = (tile: Tile): boolean => tile.has(STATUS_CONTAINER);

function hasBadge(tile: Tile, marks: typeof CHOICE | typeof BEST_SELLER): boolean | undefined {
  const badges = tile.once(statusBadges);
  if (badges.filter(marks).exists || badges.has(marks)) return true;
  return badges.exists || tile.once(hasStatusContainer) ? false : undefined;
}

/** "1 sustainability feature", "Small Business". */
const certificates = (tile: Tile): string[] => [...new Set(tile.find(CERTIFICATE).texts())];

/** A title can have the name too. */
function isLent(tile: Tile): boolean {
  const area = part(tile, 'price');
  const price = area.without(area.find('h1, h2, h5'));
  return price.has(LENDING_LINK) || LENDING_NAME.test(price.text() ?? '');
}

/** One row per field. */
export const tileFields = {
  asin: requiredAsin,
  index_on_page: (tile) => positionOf(tile)?.index,
  position_overall: (tile) => positionOf(tile)?.position,
  page_number: (tile) => positionOf(tile)?.page,
  ...titleFields,
  ...priceFields,
  ...promotionFields,
  ...reviewFields,
  ...deliveryFields,
  ...offerFields,
  ...badgeFields,
  has_variation_swatches: (tile) => swatches(tile).isShown,
  advertised_variation_count: (tile) => (swatches(tile).isShown ? swatches(tile).count : null),
  sampled_variation_asins: (tile) => swatches(tile).siblings,
} satisfies FieldTable<SearchResultEntry, Tile>;

function requiredAsin(tile: Tile): string {
  const asin = asinOf(tile);
  if (asin === undefined) throw new ParseError(`a tile of ${tile.url} has no ASIN.`);
  return asin;
}

interface Swatches {
  isShown: boolean;
  /** The visible swatches and those that the overflow counts. `undefined` if the marks and the links of the swatches do not agree. */
  count: number | undefined;
  siblings: string[];
}

const ROW = '.s-color-swatch-container';
const SWATCH = '.s-color-swatch-outer-circle';

const swatches = (tile: Tile): Swatches => tile.once(readSwatches);

/** The overflow is text: "+4", "+19 other colours/patterns". Its link has text, a swatch has none. On mobile pages the link is around the swatch. */
function readSwatches(tile: Tile): Swatches {
  const row = tile.first(ROW);
  const marked = row.find(SWATCH).nodes.length;
  const links = row.all('a[href]').filter((link) => link.text() === undefined);
  const asins = new Set(links.flatMap((link) => asinOfHref(link.attr('href')) ?? []));
  const overflow = tile.locale.count(row.text()) ?? 0;
  const own = asinOf(tile);
  return {
    isShown: marked + overflow > 0,
    count: marked === asins.size ? marked + overflow : undefined,
    siblings: [...asins].filter((asin) => asin !== own),
  };
}
