/** One organic tile of a list of results, alike on search, category and storefront pages (specification, SearchResultEntry). */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import { ParseError } from '../../contract/errors.ts';
import type { FieldTable } from '../fields.ts';
import { badgeFields } from './badges.ts';
import { deliveryFields } from './delivery.ts';
import { offerFields } from './offers.ts';
import { priceFields } from './price.ts';
import { promotionFields } from './promotion.ts';
import { asinOf, placeOf, type Tile } from './results.ts';
import { reviewFields } from './reviews.ts';
import { swatchFields } from './swatches.ts';
import { titleFields } from './title.ts';

/** One row a field. */
export const tileFields = {
  asin: (tile) => requiredAsin(tile),
  index_on_page: (tile) => placeOf(tile)?.index,
  position_overall: (tile) => placeOf(tile)?.position,
  page_number: (tile) => placeOf(tile)?.page,
  ...titleFields,
  ...priceFields,
  ...promotionFields,
  ...reviewFields,
  ...deliveryFields,
  ...offerFields,
  ...badgeFields,
  ...swatchFields,
} satisfies FieldTable<SearchResultEntry, Tile>;

function requiredAsin(tile: Tile): string {
  const asin = asinOf(tile);
  if (asin === undefined) throw new ParseError(`a tile of ${tile.url} names no item`);
  return asin;
}
