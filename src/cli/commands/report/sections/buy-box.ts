/** The owner of the Buy Box in each marketplace: the featured offers of products and the pinned offers of offers pages. */
import { sum } from 'd3-array';
import { fullShare, type ShareRow, shareBars } from '../../../../display/bars.ts';
import { dataTable, figure, folded, sampleNote } from '../../../../display/figure.ts';
import { foreignText, type Html, html } from '../../../../display/html.ts';
import { count, counted, percent } from '../../../../display/text.ts';
import type { Row } from '../../../../tables/rows.ts';
import { itemsOf } from '../items.ts';
import type { ResponseLine } from '../result-line.ts';
import { type Counter, marketplaceName } from '../section.ts';
import { type TopCount, TopK } from '../tally/top-k.ts';
import { recordAt, stringAt } from '../unchecked.ts';

/** Keys of sellers: the operator is one seller under all names of its companies, others have an id or at least a name. */
const OPERATOR = 'operator';
const UNKNOWN = 'unknown';
const BY_ID = 'id ';
const BY_NAME = 'name ';

/** Marks a page that shows that there is no Buy Box. */
const NONE = 'none';

const BUY_BOXES = ['Buy Box', 'Buy Boxes'] as const;

/** How many sellers have a bar if there is one marketplace, and if there are several. */
const BARS_ALONE = 12;
const BARS_EACH = 6;
/** How many sellers are in the table. */
const LISTED = 100;
/** The longest name next to a bar. */
const LONGEST_NAME = 44;

/** Returns the counter of the section. */
export function buyBox(): Counter {
  const sellers = new Map<string, TopK>();
  const without = new Map<string, number>();
  return {
    empty: 'no product or offers page shows a Buy Box',
    addResponse: (response) => {
      const { marketplace } = response;
      const seller = sellerIn(response);
      if (seller === NONE) without.set(marketplace, (without.get(marketplace) ?? 0) + 1);
      else if (seller !== undefined) {
        const tally = sellers.get(marketplace) ?? new TopK();
        sellers.set(marketplace, tally);
        tally.add(...seller);
      }
    },
    draw: () => {
      if (sellers.size === 0) return undefined;
      const sorted = [...sellers].sort(([, one], [, other]) => other.total - one.total);
      const most = sorted.length === 1 ? BARS_ALONE : BARS_EACH;
      const charts = sorted.map(([code, tally]) => ({ code, tally, bars: barsOf(tally, most) }));
      const full = fullShare(charts.flatMap(({ bars }) => bars));
      const drawn = charts.map(({ code, tally, bars }) => chartOf(code, tally, without.get(code) ?? 0, bars, full));
      return {
        about: html`<p>Each page that shows a Buy Box counts once: the featured offer of a product page, or the pinned offer of an offers page. A product that was requested twice counts twice.</p>
<p>A full bar is ${percent(full, 1)} of the marketplace’s Buy Boxes.</p>`,
        charts: html`<div class="${sorted.length === 1 ? 'alone' : 'side-by-side'}">${drawn}</div>`,
      };
    },
  };
}

/** The key and name of the seller that has the Buy Box; `undefined` if the page shows neither a seller nor that there is none. */
function sellerIn(response: ResponseLine): [key: string, label: string] | typeof NONE | undefined {
  for (const product of itemsOf(response, 'product')) {
    if (product.buybox === false) return NONE;
    return product.buybox === true ? keyOf(recordAt(product, 'seller'), 'id') : undefined;
  }
  const pinned = itemsOf(response, 'offers').find((offer) => offer.is_pinned === true);
  if (pinned !== undefined) return keyOf(pinned, 'seller_id');
  const { pageType, data, condition = 'all' } = response;
  // Only the first page of all offers shows that there is no Buy Box.
  return pageType === 'offers' && data.page_index === 0 && condition === 'all' ? NONE : undefined;
}

function keyOf(seller: Row, idField: string): [key: string, label: string] {
  const [id, name] = [stringAt(seller, idField), stringAt(seller, 'name')];
  if (seller.is_amazon === true) return [OPERATOR, name ?? 'Amazon'];
  if (id !== undefined) return [BY_ID + id, name ?? id];
  return name === undefined ? [UNKNOWN, 'Unknown seller'] : [BY_NAME + name, name];
}

function chartOf(code: string, tally: TopK, without: number, bars: readonly ShareRow[], full: number): Html {
  const { total, shortfall } = tally;
  const name = marketplaceName(code);
  const title = `Buy Boxes by seller, ${name}`;
  const none = ` · ${counted(without, 'page')} without one (${percent(without, total + without)})`;
  const rows = tally
    .sorted()
    .slice(0, LISTED)
    .map((seller) => [
      foreignText(seller.label),
      idOf(seller) ?? '–',
      count(seller.count),
      percent(seller.count, total),
    ]);
  const table = folded(dataTable(title, ['seller', 'id', 'Buy Boxes', 'share'], rows));
  return figure({
    title: name,
    facts: `${counted(total, BUY_BOXES)}${without === 0 ? '' : none}`,
    chart: html`${shareBars(title, bars, full)}${table}`,
    notes: [
      sampleNote(total, BUY_BOXES),
      shortfall > 0 && `Too many sellers to count all: a count can be up to ${count(shortfall)} too low.`,
    ],
  });
}

function idOf({ key }: TopCount): Html | undefined {
  return key.startsWith(BY_ID) ? foreignText(key.slice(BY_ID.length)) : undefined;
}

/** The most frequent sellers, with their ids if they share a name, and all others together. */
function barsOf(tally: TopK, most: number): ShareRow[] {
  const { total: of, shortfall } = tally;
  const sorted = tally.sorted();
  const top = sorted.slice(0, most);
  const rows = top.map((seller): ShareRow => {
    const { key, label } = seller;
    const hasNamesake = top.some((other) => other.label === label && other.key !== key);
    const color = key === UNKNOWN ? 'hatched' : key === OPERATOR ? 'ochre' : 'blue';
    const note = key === OPERATOR ? 'the operator' : hasNamesake ? idOf(seller) : undefined;
    return { name: foreignText(label, LONGEST_NAME), note, count: seller.count, of, color };
  });
  const others = of - sum(top, (seller) => seller.count);
  const name = shortfall > 0 ? 'All other sellers' : counted(sorted.length - top.length, 'other seller');
  return others === 0 ? rows : [...rows, { name, count: others, of, color: 'grey' }];
}
