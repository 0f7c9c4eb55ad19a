/** The rows of the detail tables and lists, and lookup by label. The labels are compared with phrases. */
import type { Specification } from '../../contract/data/product.ts';
import { fold, type Locale, once, type Phrases } from '../../locale/index.ts';
import { firstValue } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { HELP_LINKS, withoutLink } from '../parts/left-out.ts';
import { present } from '../parts/present.ts';

/** A row of a table or list. */
interface DetailRow extends Specification {
  /** The element of the row. */
  row: PageBlock;
  /** The selector of such rows. */
  at: string;
}

/** The tables and lists with known ids, in the order of the page, and the selector of their rows. `detail_bullets_id`: Seen 2015 to 2020. */
const TABLES = [
  { ids: ['productFactsDesktopExpander', 'productFacts_feature_div'], rows: '.product-facts-detail' },
  { ids: ['voyagerAccordian_feature_div'], rows: 'tr:not([class*="po-"])' },
  {
    ids: ['detailBulletsWrapper_feature_div', 'detailBullets_feature_div', 'detail-bullets', 'detail_bullets_id'],
    rows: 'li',
  },
  {
    ids: ['tech', 'tech-specs-desktop', 'technicalSpecifications_feature_div', 'technical-data', 'technical-details'],
    rows: 'tr',
  },
  // Mobile pages.
  { ids: ['productDetails_detailBullets_sections'], rows: 'li' },
  // Tables of the manufacturer. Seen 2020.
  { ids: ['content-grid-widget-v1.0'], rows: 'table.a-bordered tr' },
  {
    ids: [
      'prodDetails',
      'productDetails_feature_div',
      'productDetailsWithModules_feature_div',
      'productDetailsTable',
      'audibleProductDetails',
      'mobile-product-details',
      'additionalProductDetails_feature_div',
      'additionalProductDetails-content',
      'productDetails_secondary_view_div',
    ],
    rows: 'tr, li',
  },
] as const;

/** The carousel with the main facts of a book. */
const MAIN_FACTS = [
  { ids: ['richProductInformation_feature_div', 'rich_product_information'], rows: '.rpi-attribute-content' },
] as const;

const HEADINGS = 'h1, h2, h3, h4, h5, .a-expander-section-header .a-expander-prompt';

/** Returns all rows with a name and a value. If the HTML ends before the tables, the main facts. */
export function detailRows(page: Page): DetailRow[] {
  const rows = eachOnce([...rowsAt(page, TABLES), ...otherRows(page)]);
  return rows.length > 0 ? rows : page.once(mainFacts);
}

const mainFacts = (page: Page): DetailRow[] => eachOnce(rowsAt(page, MAIN_FACTS));

const rowsAt = (page: Page, tables: typeof TABLES | typeof MAIN_FACTS): DetailRow[] =>
  tables.flatMap(({ ids, rows }) => {
    const found = ids.flatMap((id) => page.at(id).entries());
    return found.flatMap((table) => rowsOf(table, rows));
  });

/** Parts of the page whose tables are about other products, other facts, or are read by other readers. */
const NOT_DETAILS = `[id^="aplus"], [id*="omparison"], [id*="buybox" i], [id*="twister" i], [id^="aod-"], [data-hook], .a-popover-preload,
  [id^="productOverview"], #topHighlight, #poExpander, .a-carousel`;

/** Other tables count if each row has two cells, and if their class is that of details or two of their labels are known. */
const DETAILS_CLASS = '.prodDetTable';
const FEWEST_LABELS = 2;

const otherRows = (page: Page): DetailRow[] =>
  page.tables.all().flatMap((table) => {
    if (!hasTwoColumns(table) || table.closest(NOT_DETAILS).exists) return [];
    const rows = rowsOf(table, 'tr');
    const known = rows.filter(({ name }) => isAnyLabel(name, page.locale.details));
    return known.length >= FEWEST_LABELS || table.filter(DETAILS_CLASS).exists ? rows : [];
  });

const hasTwoColumns = (table: PageBlock): boolean => !table.has('table, :is(th, td) ~ :is(th, td) ~ :is(th, td)');

/** Tables can contain others: a row counts once. */
function eachOnce(rows: readonly DetailRow[]): DetailRow[] {
  const seen = new Set<unknown>();
  return rows.filter(({ row: { nodes }, name, value }) => {
    const keys = [nodes[0], `${name}\n${value}`];
    if (keys.some((key) => seen.has(key))) return false;
    for (const key of keys) seen.add(key);
    return true;
  });
}

function rowsOf(table: PageBlock, selector: (typeof TABLES | typeof MAIN_FACTS)[number]['rows'] | 'tr'): DetailRow[] {
  const rows = new Set(table.find(selector).nodes);
  let section: string | undefined;
  return table.all(`${HEADINGS}, ${selector}`).flatMap((block): DetailRow[] => {
    const [node] = block.nodes;
    if (node === undefined || !rows.has(node)) {
      section = block.text() ?? section;
      return [];
    }
    const pair = pairIn(block);
    return pair === undefined ? [] : [present({ ...pair, section, row: block, at: `${table.where} ${block.tag}` })];
  });
}

type Pair = Pick<DetailRow, 'name' | 'value'>;

function pairIn(block: PageBlock): Pair | undefined {
  if (block.tag === 'li') return bullet(block);
  const label = block.text('.rpi-attribute-label');
  return label === undefined ? cells(block) : pairOf(label, block.text('.rpi-attribute-value'));
}

/** `<li><b>Label:</b> value</li>`. Mobile pages have items without `<b>`: there the label must be known. */
function bullet(item: PageBlock): Pair | undefined {
  const whole = item.text();
  const bold = item.text('.a-text-bold', 'b');
  const [, name = '', rest = ''] = LABEL_AND_VALUE.exec(whole ?? '') ?? [];
  if (bold === undefined)
    return isAnyLabel(name, item.locale.details) ? pairOf(name, withoutHelp(item, rest)) : undefined;
  return whole?.startsWith(bold) === true ? pairOf(bold, withoutHelp(item, whole.slice(bold.length))) : undefined;
}

const LABEL_AND_VALUE = /^([^:：]{1,60}?) ?[:：](.*)$/;

/** A row of a table, or of a grid with two columns. */
function cells(row: PageBlock): Pair | undefined {
  const columns = row.find('.a-col-left, .a-col-right');
  const [label, value, ...more] = columns.exists ? columns.all() : row.children().filter('th, td').all();
  return value === undefined || more.length > 0 ? undefined : pairOf(label?.text(), textOfCell(value));
}

/** A cut text has its complete text hidden next to it. */
function textOfCell(cell: PageBlock): string | undefined {
  const text = cell.fullText('.a-truncate-full');
  if (text !== undefined) return text;
  const shown = cell.text();
  return shown && withoutHelp(cell, shown);
}

/** A value that is a sentence can have several links. */
const withoutHelp = (block: PageBlock, value: string): string => withoutLink(value, block.first(HELP_LINKS));

const CLOSING_COLONS = /(?<![\s:：])[\s:：]+$/;
const OPENING_COLONS = /^[\s:：]+/;

function pairOf(label: string | undefined, value: string | undefined): Pair | undefined {
  const name = label?.replace(CLOSING_COLONS, '') ?? '';
  const text = value?.replace(OPENING_COLONS, '') ?? '';
  return name === '' || text === '' ? undefined : { name, value: text };
}

/** The part of a row that a lookup needs. */
type LabelledRow = Pick<DetailRow, 'name' | 'value' | 'row' | 'at'> & { forms: string[] };

/**
 * Returns the rows whose label is one of the phrases, in the order of the phrases. Of equal labels, the rows of the tables are first, then those of
 * the overview, then the main facts of a book.
 */
export function rowsLabelled(page: Page, labels: Phrases): LabelledRow[] {
  const found = page.once(allRows).flatMap((row) => {
    const position = positionOf(row.forms, labels);
    return position === undefined ? [] : [{ row, position }];
  });
  const rows = found.sort((a, b) => a.position - b.position).map(({ row }) => row);
  const [first] = rows;
  first?.row.note('selector', first.at, first.value);
  return rows;
}

function allRows(page: Page): LabelledRow[] {
  const rows = [...page.once(detailRows), ...page.once(overviewRows), ...page.once(mainFacts)];
  return rows.map(({ name, value, row, at }) => ({ name, value, row, at, forms: formsOf(name) }));
}

/** Returns the value of the first row with such a label. */
export const valueLabelled = (page: Page, labels: Phrases): string | undefined => rowsLabelled(page, labels)[0]?.value;

interface OverviewRow extends DetailRow {
  /** The key of the attribute, the same in every language: `item_weight`. */
  key: string | undefined;
}

const KEY = /(?:^|\s)po-([a-z_.]+)/;

/** Mobile pages have rows of two columns. */
const OVERVIEW_ROW = 'tr, .a-row[class*="po-"]';
const OVERVIEWS = ['productOverview_feature_div', 'productOverview_hoc_view_div', 'topHighlight', 'poExpander'];

/** Returns the rows of the overview. */
export function overviewRows(page: Page): OverviewRow[] {
  const table = OVERVIEWS.flatMap((id) => page.at(id).all()).find((block) => block.has(OVERVIEW_ROW));
  return (table?.all(OVERVIEW_ROW) ?? []).flatMap((row): OverviewRow[] => {
    const cells = row.children().filter('th, td, .a-column').all();
    const [name, value] = cells.map((cell) => cell.fullText('.a-truncate-full') ?? cell.text());
    if (name === undefined || value === undefined) return [];
    return [{ name, value, key: KEY.exec(row.attr('class') ?? '')?.[1], row, at: row.where }];
  });
}

/** The site in a label: `amazon.de`, `Amazon.com.br`. */
const SITE = /\bamazon\.[a-z]{2,3}(?:\.[a-z]{2})?/i;
/** The order of sides in a label: `L x W x H`, `(長さx幅x高さ)`, `LxWxH`. */
const SIDES = /\s?[(（]?\s?(?:[^\P{L}x]{1,9}\s?[x×]\s?){1,2}[^\P{L}x]{1,9}\s?[)）]?$/u;
/** A label without one of these has no sides. This test is faster than `SIDES`. */
const TIMES = /[x×]/;

/** Returns the forms of a label that are compared: without the site, and without the order of sides. */
function formsOf(label: string): string[] {
  const plain = label.replace(SITE, 'amazon');
  const bare = TIMES.test(plain) ? plain.replace(SIDES, '') : plain;
  return bare === plain ? [fold(plain)] : [fold(plain), fold(bare)];
}

const positionsOf = once((labels: Phrases) => new Map(labels.map((label, at) => [fold(label), at] as const).reverse()));

/** Returns the position of the first form that is one of the phrases. The first phrase of a list wins. */
const positionOf = (forms: readonly string[], labels: Phrases): number | undefined =>
  firstValue(forms, (form) => positionsOf(labels).get(form));

/** Whether a label is one of the phrases. */
export const isLabel = (label: string, labels: Phrases): boolean => positionOf(formsOf(label), labels) !== undefined;

/** Lists of words that are not labels. */
const NOT_LABELS: readonly string[] = ['rankAround', 'pageCount', 'yes', 'no', 'batteriesNeeded'];

const allLabelsOf = once((details: Locale['details']): ReadonlySet<string> => {
  const lists = Object.entries(details).filter(([name]) => !NOT_LABELS.includes(name));
  return new Set(lists.flatMap(([, labels]: [string, Phrases]) => labels.map(fold)));
});

const isAnyLabel = (label: string, details: Locale['details']): boolean =>
  formsOf(label).some((form) => allLabelsOf(details).has(form));
