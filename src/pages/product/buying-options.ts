/** The ways to buy: the rows of the Buy Box, and the block of the middle column that belongs to each. */
import { PageLimit } from '../../html/index.ts';
import type { Page, PageBlock } from '../page.ts';
import { withoutOtherItems } from '../shared/other-items.ts';
import { priceIn } from './block-price.ts';

/** One way to buy: a row of the Buy Box, or the whole Buy Box if it has no rows. */
export interface BuyingOption {
  /** The featured offer is of the kind `once`: anybody can buy it, once, to own. */
  kind: 'once' | 'members' | 'subscription' | 'business' | 'borrowed';
  /** The name of the row. Ids of its other blocks end with it. Empty without rows. */
  name: string;
  /** The block of the middle column, then the block of the Buy Box. */
  blocks: readonly PageBlock[];
  /** The block of the Buy Box. */
  box: PageBlock;
  /** Whether the row is open. */
  isSelected: boolean;
  /** Whether the middle column shows the prices of this row, or no prices. Without them a struck price can be missing. */
  isCentreKnown: boolean;
}

/** Ids of the prices in the middle column, newest layout first. */
export const PRICE_BLOCKS = [
  'apex_desktop',
  'apex_mobile_feature_div',
  'corePriceDisplay_desktop_feature_div',
  'corePriceDisplay_mobile_feature_div',
  'corePrice_mobile_feature_div',
  'corePrice_desktop',
  'unifiedPrice_feature_div',
  'price',
];

/** A page can have empty blocks of several layouts. */
const ANY_PRICE = '.a-price, .a-color-price, [id^="priceblock_"]';

const ACCORDION_ROW = '[data-a-accordion-row-name], [id*="AccordionRow"]';
const SECTION = '.rbbSection';
/** A row of the Buy Box, in any layout. */
export const ROW = `${ACCORDION_ROW}, ${SECTION}`;
const SELECTED = '.a-accordion-active, .dp-accordion-active, .rbbSection.selected';

/** Rows of a Buy Box. Real pages: 7. */
const MOST_ROWS = 100;

/** Returns all ways to buy, in the order of the page. */
export function readOptions(page: Page, box: PageBlock): BuyingOption[] {
  const rows = rowsOf(box);
  const priced = firstOf(page, PRICE_BLOCKS, (block) => block.has(ANY_PRICE));
  const shared = withoutOtherItems(priced.exists ? priced : firstOf(page, PRICE_BLOCKS, hasText));
  if (rows.length === 0) {
    return [{ kind: 'once', name: '', box, isSelected: true, blocks: [shared, box], isCentreKnown: true }];
  }
  if (rows.length > MOST_ROWS) throw new PageLimit('rows of the Buy Box', MOST_ROWS);
  const named = rows.map(namedRow);
  const hasCentres = named.some(({ name }) => centresOf(page, name).exists);
  return named.map((row, at) => {
    const centre = hasCentres ? centreOf(page, row, named, at) : ownerOf(shared, named) === row ? shared : page.at('');
    return { ...row, blocks: [centre, row.box], isCentreKnown: centre.exists || !shared.has(ANY_PRICE) };
  });
}

function centresOf(page: Page, name: string): PageBlock {
  const desktop = page.at(`apex_desktop_${name}`);
  return desktop.exists ? desktop : page.at(`apex_mobile_${name}`);
}

const hasText = (block: PageBlock): boolean => block.text() !== undefined;

type Row = Pick<BuyingOption, 'kind' | 'name' | 'box' | 'isSelected'>;

function namedRow(box: PageBlock): Row {
  const name = box.attr('data-a-accordion-row-name') ?? box.attr('id') ?? '';
  const isSelected = box.filter(SELECTED).exists;
  return { kind: name === '' && box.at('rentBuySection').exists ? 'borrowed' : kindOf(name), name, box, isSelected };
}

/** Returns the row's block of the middle column. Rows can have the same name (refurbished tiers): a single block then belongs to the selected row. */
function centreOf(page: Page, { name, isSelected }: Row, rows: readonly Row[], at: number): PageBlock {
  const part = withoutOtherItems(centresOf(page, name));
  const parts = part.all();
  const rank = rows.slice(0, at).filter((other) => other.name === name).length;
  const sameName = rows.filter((other) => other.name === name).length;
  const own = parts.length < sameName ? (isSelected ? parts[0] : undefined) : parts[rank];
  return own ?? part.at('');
}

/**
 * Returns the row that the only block of the middle column belongs to: the row with its price, the open one first. Without such a row it is the
 * open one, unless that is for subscribers or members. Seen 2018 to 2022.
 */
function ownerOf(shared: PageBlock, rows: readonly Row[]): Row | undefined {
  const shown = priceIn(shared)?.amount;
  const once = rows.filter(({ kind }) => kind === 'once').sort((a, b) => Number(b.isSelected) - Number(a.isSelected));
  const priced = once.find(({ box }) => shown !== undefined && priceIn(box)?.amount === shown);
  return priced ?? once.find(({ isSelected }) => isSelected);
}

/** Rows of an accordion, or sections. Sections: Seen 2020. */
function rowsOf(box: PageBlock): PageBlock[] {
  const rows = box
    .all('.a-accordion')
    .map((accordion) =>
      accordion
        .children()
        .all()
        .map(rowIn)
        .filter(({ exists }) => exists),
    )
    .find((one) => one.length > 0);
  if (rows !== undefined) return rows;
  const named = box.all('[data-a-accordion-row-name]');
  if (named.length > 1) return named;
  const sections = box.all(SECTION);
  return sections.length > 1 ? sections : [];
}

/** Returns a child of an accordion that is a row, or the row in it. */
function rowIn(child: PageBlock): PageBlock {
  const own = child.filter(ACCORDION_ROW);
  return own.exists ? own : child.first(ACCORDION_ROW);
}

function kindOf(name: string): BuyingOption['kind'] {
  if (/sns|subscri/i.test(name)) return 'subscription';
  if (/prime/i.test(name)) return 'members';
  if (/business|b2b/i.test(name)) return 'business';
  return /rent|lease|instal|trade/i.test(name) ? 'borrowed' : 'once';
}

/** Returns the first block with one of the ids that passes a test. */
export function firstOf(page: Page, ids: readonly string[], test: (block: PageBlock) => boolean): PageBlock {
  return ids.map((id) => page.at(id).first()).find(test) ?? page.at(ids.join(' '));
}
