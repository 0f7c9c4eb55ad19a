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

/** Blocks that belong to no part: a second offer has a price, a delivery and a stock of its own, swatches can show prices of other variations. */
const OTHER_MARKS = ['multi-offer-display', 'certification-recipe', 'add-to-cart'];
const OTHER_CLASSES = ['s-color-swatch-container', 's-color-swatch-container-list-view'];
const OTHERS: ReadonlySet<string> = new Set([...OTHER_MARKS, ...OTHER_CLASSES]);
const CLAIMED = `[data-cy], .s-product-image-container, .s-title-instructions-style, .s-price-instructions-style,
  .puis-price-instructions-style, .s-color-swatch-container, .s-color-swatch-container-list-view`;

/** Returns a part of a tile: the marked one, else the rest of the tile that nothing else claims. */
export function part(tile: Tile, name: PartName): Tile {
  const { parts, rest } = tile.once(claims);
  return parts.get(name) ?? rest;
}

/** Whether a part of a tile is marked. */
export function isMarked(tile: Tile, name: PartName): boolean {
  return tile.once(claims).parts.has(name);
}

/** Returns the first block of each marked part, and the rest of the tile. */
function claims(tile: Tile): { parts: Map<PartName, Tile>; rest: Tile } {
  const parts = new Map<PartName, Tile>();
  const claimed: Tile[] = [];
  for (const block of tile.all(CLAIMED)) {
    const names = [block.attr('data-cy') ?? '', ...(block.attr('class')?.split(' ') ?? [])];
    const name = names.map((one) => MARKS.get(one) ?? CLASSES.get(one)).find((part) => part !== undefined);
    // The first of two elements with a mark can be empty.
    if (name !== undefined && parts.get(name)?.children().exists !== true) parts.set(name, block);
    if (name !== undefined || names.some((one) => OTHERS.has(one))) claimed.push(block);
  }
  return { parts, rest: tile.without(...claimed) };
}
