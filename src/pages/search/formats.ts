/** The formats of a tile: a book, its audiobook, its e-book. Fields are about the first one. */
import { type ChildNode, isTag, type ParentNode } from '../../html/index.ts';
import type { Tile } from './results.ts';

/** The heading of a format: "Paperback". An `h3` with its text as attribute: Seen 2015 to 2018. */
const HEADING = 'a.a-text-bold, h3[data-attribute]';
const LINE = 'hr.a-divider-normal';
/** Hidden panels about certificates, whose text has dividing lines too. */
export const PANEL = '.a-popover-preload, [id^="pc-side-sheet"], .s-pc-container-side-sheet';
/** Returns the name of the first format. */
export function formatName(tile: Tile): string | undefined {
  return tile.text(HEADING);
}

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
