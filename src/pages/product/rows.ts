/** The rows of the detail tables and lists, and lookup by label. */
import type { Specification } from '../../contract/data/product.ts';
import { isOneOf, type Phrases } from '../../locale/index.ts';
import type { Page, PageBlock } from '../page.ts';

/** A row of a table or list. */
export interface DetailRow extends Specification {
  /** The element of the row. */
  row: PageBlock;
  /** The selector of such rows. */
  at: string;
}

/** The tables and lists in the order of the page, and the selector of their rows. Some contain others: a row counts once. */
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
  // Tables of the manufacturer.
  { ids: ['content-grid-widget-v1.0'], rows: 'table.a-bordered tr' },
  { ids: ['prodDetails', 'productDetails_feature_div', 'productDetailsWithModules_feature_div'], rows: 'tr, li' },
  {
    ids: [
      'productDetailsTable',
      'audibleProductDetails',
      'mobile-product-details',
      'productDetails_secondary_view_div',
    ],
    rows: 'tr, li',
  },
] as const;

/** The carousel with the main facts of a book. Read if the HTML ends before the tables. */
const MAIN_FACTS = [
  { ids: ['richProductInformation_feature_div', 'rich_product_information'], rows: '.rpi-attribute-content' },
] as const;

const HEADINGS = 'h1, h2, h3, h4, h5, .a-expander-section-header .a-expander-prompt';

/** Returns all rows with a name and a value. */
export function detailRows(page: Page): DetailRow[] {
  const rows = rowsAt(page, TABLES);
  return rows.length > 0 ? rows : rowsAt(page, MAIN_FACTS);
}

function rowsAt(page: Page, tables: typeof TABLES | typeof MAIN_FACTS): DetailRow[] {
  const seen = new Set<unknown>();
  return tables
    .flatMap(({ ids, rows }) =>
      ids.flatMap((id) =>
        page
          .at(id)
          .all()
          .flatMap((table) => rowsOf(table, rows)),
      ),
    )
    .filter(
      ({
        row: {
          nodes: [node],
        },
        name,
        value,
      }) => {
        const key = `${name}\n${value}`;
        if (seen.has(node) || seen.has(key)) return false;
        seen.add(node).add(key);
        return true;
      },
    );
}

function rowsOf(table: PageBlock, selector: string): DetailRow[] {
  const rows = new Set(table.find(selector).nodes);
  let section: string | undefined;
  return table.all(`${HEADINGS}, ${selector}`).flatMap((block): DetailRow[] => {
    const [node] = block.nodes;
    if (node === undefined || !rows.has(node)) {
      section = block.text() ?? section;
      return [];
    }
    const pair = pairIn(block);
    return pair === undefined
      ? []
      : [{ ...pair, ...(section !== undefined && { section }), row: block, at: `${table.where} ${block.tag}` }];
  });
}

type Pair = Pick<DetailRow, 'name' | 'value'>;

function pairIn(block: PageBlock): Pair | undefined {
  if (block.tag === 'li') return bullet(block);
  const label = block.text('.rpi-attribute-label');
  return label === undefined ? cells(block) : pairOf(label, block.text('.rpi-attribute-value'));
}

/** `<li><b>Label:</b> value</li>` */
function bullet(item: PageBlock): Pair | undefined {
  const label = item.text('.a-text-bold', 'b');
  const whole = item.text();
  return label === undefined || whole?.startsWith(label) !== true
    ? undefined
    : pairOf(label, whole.slice(label.length));
}

/** A row of a table, or of a grid with two columns. */
function cells(row: PageBlock): Pair | undefined {
  const columns = row.find('.a-col-left, .a-col-right');
  const [label, value, ...more] = columns.exists ? columns.all() : row.children().filter('th, td').all();
  return value === undefined || more.length > 0 ? undefined : pairOf(label?.text(), textOfCell(value));
}

/** A cut text has its complete text hidden next to it. */
function textOfCell(cell: PageBlock): string | undefined {
  return cell.fullText('.a-truncate-full') ?? cell.text();
}

const CLOSING_COLONS = /[\s:：]+$/;
const OPENING_COLONS = /^[\s:：]+/;

function pairOf(label: string | undefined, value: string | undefined): Pair | undefined {
  const name = label?.replace(CLOSING_COLONS, '') ?? '';
  const text = value?.replace(OPENING_COLONS, '') ?? '';
  return name === '' || text === '' ? undefined : { name, value: text };
}

/** The site in a label: `amazon.de`, `Amazon.com.br`. */
const SITE = /\bamazon\.[a-z]{2,3}(?:\.[a-z]{2})?/i;
/** The order of sides in a label: `L x W x H`, `(長さx幅x高さ)`, `LxWxH`. */
const SIDES = /\s*[(（]?\s*(?:\p{L}{1,9}\s?[x×]\s?){1,2}\p{L}{1,9}\s*[)）]?$/u;

/** A label without one of these has no sides. This test is faster than `SIDES`. */
const TIMES = /[x×]/;

/** Returns the rows whose label is one of the phrases, in the order of the phrases. */
export function rowsLabelled(page: Page, labels: Phrases): DetailRow[] {
  const rows = page.once(detailRows).filter(({ name }) => isLabel(name, labels));
  const rank = (row: DetailRow) => labels.findIndex((label) => isLabel(row.name, only(label)));
  const sorted =
    rows.length < 2
      ? rows
      : rows
          .map((row) => ({ row, at: rank(row) }))
          .sort((a, b) => a.at - b.at)
          .map(({ row }) => row);
  const [first] = sorted;
  if (first !== undefined) page.note('selector', first.at, first.value);
  return sorted;
}

const lists = new Map<string, Phrases>();

/** Returns a list with one phrase, always the same list for a phrase: expressions are cached by list. */
function only(label: string): Phrases {
  const list = lists.get(label) ?? [label];
  lists.set(label, list);
  return list;
}

/** Whether a label is one of the phrases. */
export function isLabel(name: string, labels: Phrases): boolean {
  const plain = name.replace(SITE, 'amazon');
  if (isOneOf(plain, labels)) return true;
  const bare = TIMES.test(plain) ? plain.replace(SIDES, '') : plain;
  return bare !== plain && isOneOf(bare, labels);
}

/** Returns the value of the first row with such a label. */
export function valueLabelled(page: Page, labels: Phrases): string | undefined {
  return rowsLabelled(page, labels)[0]?.value;
}
