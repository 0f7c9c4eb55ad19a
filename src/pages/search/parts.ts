/**
 * The parts of a tile. The site marks them with `data-cy`, which it added part by part: some in 2024, all since 2025. Three parts have a class of
 * their own since 2022.
 */
import type { Tile } from './results.ts';

type PartName = 'image' | 'title' | 'reviews' | 'price' | 'delivery' | 'offers' | 'details';

const MARKS: ReadonlyMap<string, PartName> = new Map([
  ['image-container', 'image'],
  ['title-recipe', 'title'],
  ['reviews-block', 'reviews'],
  ['price-recipe', 'price'],
  ['delivery-recipe', 'delivery'],
  ['secondary-offer-recipe', 'offers'],
  ['product-details-recipe', 'details'],
]);
const CLASSES: ReadonlyMap<string, PartName> = new Map([
  ['s-product-image-container', 'image'],
  ['s-title-instructions-style', 'title'],
  ['s-price-instructions-style', 'price'],
  ['puis-price-instructions-style', 'price'],
]);

/** Marked blocks that belong to no part: a second offer has a price, a delivery and a stock of its own. */
const OTHER_MARKS = ['multi-offer-display', 'certification-recipe', 'add-to-cart'];
/** Swatches can show prices of other variations. */
const SWATCHES = '[class*="s-color-swatch-container"]';
const PARTS = [
  ...[...MARKS.keys()].map((mark) => `[data-cy="${mark}"]`),
  ...[...CLASSES.keys()].map((name) => `.${name}`),
].join(', ');
const CLAIMED = [PARTS, SWATCHES, ...OTHER_MARKS.map((mark) => `[data-cy="${mark}"]`)].join(', ');

/** Returns a part of a tile: the marked one, else the rest of the tile that nothing else claims. */
export function part(tile: Tile, name: PartName): Tile {
  return tile.once(markedParts).get(name) ?? tile.once(rest);
}

/** Whether a part of a tile is marked. */
export function isMarked(tile: Tile, name: PartName): boolean {
  return tile.once(markedParts).has(name);
}

/** Returns the first block of each marked part. */
function markedParts(tile: Tile): Map<PartName, Tile> {
  const parts = new Map<PartName, Tile>();
  for (const marked of tile.all(PARTS)) {
    const name = partOf(marked);
    if (name !== undefined && !parts.has(name)) parts.set(name, marked);
  }
  return parts;
}

function partOf(marked: Tile): PartName | undefined {
  const classes = marked.attr('class')?.split(' ') ?? [];
  const name = MARKS.get(marked.attr('data-cy') ?? '');
  return name ?? classes.map((one) => CLASSES.get(one)).find((part) => part !== undefined);
}

function rest(tile: Tile): Tile {
  return tile.without(tile.find(CLAIMED));
}
