/** The filters next to the results. */
import type { Refinement } from '../../contract/data/search.ts';
import type { Page, PageBlock } from '../engine/page.ts';

const HEADING = '[id$="-title"], .sf-refinement-heading';
const FILTER = 'a.s-navigation-item, ul[aria-labelledby] a.a-link-normal';
/** A selected filter can have no link. */
const SELECTED = 'li .a-text-bold';

/** Returns all filters in the order of the page, each with the heading above it. */
export function refinementsOf(page: Page): Refinement[] {
  const refinements: Refinement[] = [];
  let group: string | undefined;
  for (const block of page.at('s-refinements').all(`${HEADING}, ${FILTER}, ${SELECTED}`)) {
    const name = nameOf(block);
    if (block.filter(HEADING).exists) group = name ?? group;
    else if (group !== undefined && name !== undefined && isOutermost(block))
      refinements.push(refinement(block, group, name));
  }
  return refinements;
}

/** Returns the name without the explanation below it. Star filters have their name in the icon: "4 Stars & Up". */
function nameOf(block: PageBlock): string | undefined {
  const stars = block.fullText('.a-icon-alt');
  const text = block.text('.a-color-base', 'span') ?? block.text();
  if (stars === undefined || text === undefined) return stars ?? text;
  // The icon can say it all in words of its own: "4 Stars and Up" before "& Up".
  return stars.endsWith(text.split(' ').at(-1) ?? text) ? stars : `${stars} ${text}`;
}

function isOutermost(block: PageBlock): boolean {
  return block.tag === 'a' || !block.closest('a').exists;
}

function refinement(block: PageBlock, group: string, name: string): Refinement {
  const url = block.tag === 'a' ? block.attr('href') : undefined;
  const isSelected =
    url === undefined || block.attr('aria-current') === 'true' || block.closest('li').has('input[checked]');
  return { group, name, ...(url === undefined ? {} : { url }), selected: isSelected };
}
