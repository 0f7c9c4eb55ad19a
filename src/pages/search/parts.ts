/** The parts of a tile. Their attribute is `data-cy`. In tiles without it (before 2024) each part is the whole tile. */
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

/** Returns a part of a tile. Empty if the tile has other parts but not this one. A second offer in a tile is not part of it. */
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
