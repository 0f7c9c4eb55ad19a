/** The badges of a tile. */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import { type FieldGroup, someOf } from '../engine/fields.ts';
import { dealBadgeOf } from './deals.ts';
import { part, type Tile } from './tile-parts.ts';

/** Rows for badges. */
export const badgeFields = {
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

function statusBadges(tile: Tile): Tile {
  return tile.find(STATUS);
}

function hasBadge(tile: Tile, marks: typeof CHOICE | typeof BEST_SELLER): boolean | undefined {
  const badges = tile.once(statusBadges);
  if (badges.filter(marks).exists || badges.has(marks)) return true;
  return badges.exists || tile.has(STATUS_CONTAINER) ? false : undefined;
}

/** "1 sustainability feature", "Small Business". */
function certificates(tile: Tile): string[] {
  return [...new Set(tile.find(CERTIFICATE).texts())];
}

/** A title can have the name too. */
function isLent(tile: Tile): boolean {
  const area = part(tile, 'price');
  const price = area.without(area.find('h1, h2, h5'));
  return price.has(LENDING_LINK) || LENDING_NAME.test(price.text() ?? '');
}
