/**
 * The parts of a tile. The site marks them with `data-cy`, which it added part by part: none are marked until 2023, some in 2024, all since 2025.
 */
import type { Tile } from './results.ts';

const MARKS = {
  image: 'image-container',
  title: 'title-recipe',
  reviews: 'reviews-block',
  price: 'price-recipe',
  delivery: 'delivery-recipe',
  offers: 'secondary-offer-recipe',
  details: 'product-details-recipe',
} as const;

type PartName = keyof typeof MARKS;

/** Marked blocks that belong to no part: a second offer has a price, a delivery and a stock of its own. */
const OTHER_MARKS = ['multi-offer-display', 'certification-recipe', 'add-to-cart'];
/** Swatches can show prices of other variations. */
const SWATCHES = '[class*="s-color-swatch-container"]';
const CLAIMED = [...Object.values(MARKS), ...OTHER_MARKS].map((mark) => `[data-cy="${mark}"]`).join(', ');

/** Returns a part of a tile: the marked one, else the rest of the tile that nothing else claims. */
export function part(tile: Tile, name: PartName): Tile {
  return tile.once(markedParts).get(MARKS[name]) ?? tile.once(rest);
}

/** Whether a part of a tile is marked. */
export function isMarked(tile: Tile, name: PartName): boolean {
  return tile.once(markedParts).has(MARKS[name]);
}

/** Returns the first block with each mark. */
function markedParts(tile: Tile): Map<string, Tile> {
  const parts = new Map<string, Tile>();
  for (const marked of tile.all('[data-cy]')) {
    const name = marked.attr('data-cy');
    if (name !== undefined && !parts.has(name)) parts.set(name, marked);
  }
  return parts;
}

function rest(tile: Tile): Tile {
  return tile.without(tile.find(`${CLAIMED}, ${SWATCHES}`));
}
