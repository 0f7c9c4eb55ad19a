/** The filters beside the results. */
import type { Refinement } from '../../contract/data/search.ts';
import type { Page, PageBlock } from '../page.ts';

const HEADING = '[id$="-title"], .sf-refinement-heading';
const FILTER = 'a.s-navigation-item, ul[aria-labelledby] a.a-link-normal';
/** The one that is chosen can stand there without a link. */
const CHOSEN = 'li .a-text-bold';

/** All of them in the page's order, each with the heading above it. */
export function refinementsOf(page: Page): Refinement[] {
  const refinements: Refinement[] = [];
  let group: string | undefined;
  for (const block of page.at('s-refinements').all(`${HEADING}, ${FILTER}, ${CHOSEN}`)) {
    const name = nameOf(block);
    if (block.filter(HEADING).exists) group = name ?? group;
    else if (group !== undefined && name !== undefined && isOutermost(block))
      refinements.push(refinement(block, group, name));
  }
  return refinements;
}

/** Without what explains it below. Stars are named by their icon's text: "4 Stars & Up". */
function nameOf(block: PageBlock): string | undefined {
  const stars = block.fullText('.a-icon-alt');
  const text = block.text('.a-color-base', 'span') ?? block.text();
  return stars === undefined || text === undefined || stars.includes(text) ? (stars ?? text) : `${stars} ${text}`;
}

function isOutermost(block: PageBlock): boolean {
  return block.tag === 'a' || !block.closest('a').exists;
}

function refinement(block: PageBlock, group: string, name: string): Refinement {
  const url = block.tag === 'a' ? block.attr('href') : undefined;
  const isChosen =
    url === undefined || block.attr('aria-current') === 'true' || block.closest('li').has('input[checked]');
  return { group, name, ...(url === undefined ? {} : { url }), selected: isChosen };
}
