/** The lists of an overview: a page with the first entries of several lists, such as one for each department. */
import type { BestsellerEntry, BestsellerSection } from '../../contract/data/lists.ts';
import { type FieldTable, readEach } from '../fields.ts';
import type { PageBlock } from '../page.ts';
import { withoutOtherItems } from '../shared/other-items.ts';
import { wantedIn } from '../wanted.ts';
import { cardFields } from './entry.ts';
import { isListUrl } from './navigation.ts';

/** A list is a carousel, or a box. Boxes: Seen 2015 to 2021. */
const SECTIONS = ['.a-carousel-container', '.zg_homeWidget'] as const;
const SECTION = `${SECTIONS[0]}, ${SECTIONS[1]}` as const;
const CARD = '.a-carousel-card, .zg_homeWidgetItem';

/** Returns the lists of a page. Other carousels, such as recommendations, have neither ranks nor a link to a list. */
export function readSections(scope: PageBlock): BestsellerSection[] {
  const blocks = SECTIONS.map((selector) => scope.entries(selector)).find(({ length }) => length > 0) ?? [];
  return readEach(sectionFields, blocks.filter(isList)).filter(({ entries }) => entries.length > 0);
}

const sectionFields: FieldTable<BestsellerSection, PageBlock> = {
  title: (section) => section.text('.a-carousel-heading', 'h2', 'h3'),
  url: listUrl,
  entries: entriesOf,
};

function isList(section: PageBlock): boolean {
  return listUrl(section) !== undefined || section.has('.zg-bdg-text, .zg_rankNumber');
}

function listUrl(section: PageBlock): string | undefined {
  return section.attrs('href', 'a').find(isListUrl);
}

/** Other carousels can be inside of a list. A card without a rank has the rank of its place. An empty card is a place of the carousel that a script fills. */
function entriesOf(section: PageBlock): BestsellerEntry[] {
  const cards = section.entries(CARD).filter((card) => card.closest(SECTION).nodes[0] === section.nodes[0]);
  return readEach(cardFields, cards.map(withoutOtherItems), wantedIn(section, 'sections.entries')).flatMap(
    ({ asin, rank, ...card }, index): BestsellerEntry[] =>
      asin === undefined ? [] : [{ rank: rank ?? index + 1, asin, ...card }],
  );
}
