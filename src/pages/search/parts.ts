/** The parts of a tile. The site marks them (`data-cy`); before 2024 it marked none, and a part is the tile as a whole. */
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

/** A part of a tile; empty when the tile has other parts but not this one. A second offer inside a tile is no part of it. */
export function part(tile: Tile, name: keyof typeof MARKS): Tile {
  const parts = tile.once(readParts);
  return parts.get(MARKS[name]) ?? (parts.size === 0 ? tile : tile.filter(':not(*)'));
}

function readParts(tile: Tile): Map<string, Tile> {
  const parts = new Map<string, Tile>();
  for (const marked of tile.all('[data-cy]')) {
    const name = marked.attr('data-cy');
    if (name !== undefined && !parts.has(name)) parts.set(name, marked);
  }
  return parts;
}
