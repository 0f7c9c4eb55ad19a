/** The parts of a tile, and its first format: a tile can have a book, its audiobook and its e-book. */
import { type ChildNode, isTag, type ParentNode } from '../../html/index.ts';
import type { PageBlock } from '../engine/page.ts';

/** The block of one item in a list of results. */
export type Tile = PageBlock;

type PartName = 'image' | 'title' | 'reviews' | 'price' | 'delivery' | 'offers' | 'details';

/** The site marks the parts with `data-cy`: some in 2024, all since 2025. Three have a class of their own since 2022. */
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
export const isMarked = (tile: Tile, name: PartName): boolean => tile.once(claims).parts.has(name);

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

/** The heading of a format: "Paperback". An `h3` with its text as attribute: Seen 2015 to 2018. */
const HEADING = 'a.a-text-bold, h3[data-attribute]';
const LINE = 'hr.a-divider-normal';
/** Hidden panels about certificates, whose text has dividing lines too. */
export const PANEL = '.a-popover-preload, [id^="pc-side-sheet"], .s-pc-container-side-sheet';
/** Returns the name of the first format. */
export const formatName = (tile: Tile): string | undefined => tile.text(HEADING);

/** Returns a tile without its further formats and offers ("Another way to buy"), which have prices, deliveries and stocks of their own. */
export function withFirstFormat(tile: Tile): Tile {
  const marks = tile.all(`${HEADING}, ${LINE}`);
  const isLine = ({ tag }: Tile) => tag === 'hr';
  const [, ...headings] = marks.filter((mark) => !isLine(mark));
  const lines = marks.filter((mark) => isLine(mark) && !mark.closest(PANEL).exists);
  const rows = [...headings.map((heading) => heading.closest('.a-row')), ...lines];
  return tile.withoutNodes(withFollowing(rows.flatMap(({ nodes }) => nodes)));
}

/** A format has no block of its own on some layouts: its rows follow its heading. */
function withFollowing(starts: readonly ParentNode[]): Set<ParentNode> {
  const rows = new Set<ParentNode>();
  for (const start of starts) {
    for (
      let row: ChildNode | null = start as ChildNode;
      row !== null && !(isTag(row) && rows.has(row));
      row = row.next
    ) {
      if (isTag(row)) rows.add(row);
    }
  }
  return rows;
}
