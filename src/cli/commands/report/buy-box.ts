/** The owner of the Buy Box in each marketplace: the featured offers of products and the pinned offers of offers pages. */
import { sum } from 'd3-array';
import { fullShare, type ShareRow, shareBars } from '../../../display/bars.ts';
import { dataTable, figure, folded, sampleNote } from '../../../display/figure.ts';
import { foreignText, html } from '../../../display/html.ts';
import { count, counted, percent } from '../../../display/text.ts';
import type { Row } from '../../../tables/rows.ts';
import { type Chart, marketplaceName } from './charts.ts';
import { type ResultLine, recordAt, stringAt } from './result-line.ts';
import { CountTable, type NameCount, Names } from './tally.ts';

/** Keys of sellers: the operator is one seller under all names of its companies, others have an id or at least a name. */
const [OPERATOR, UNKNOWN, BY_ID, BY_NAME] = ['operator', 'unknown', 'id ', 'name '];
/** Marks a page that shows that there is no Buy Box. */
const NONE = 'none';

const BUY_BOXES = ['Buy Box', 'Buy Boxes'] as const;

/** How many sellers are kept, have a bar, and are in the table. */
const [KEPT, BARS, LISTED] = [10_000, 8, 100];
/** The longest name next to a bar. */
const LONGEST_NAME = 44;

/** Bars of the most frequent sellers for each marketplace. */
export function buyBoxChart(): Chart {
  const sellers = new CountTable(undefined, KEPT);
  const without = new Names();
  return {
    add: (line) => {
      const seller = sellerIn(line);
      if (seller === NONE) without.add(line.marketplace);
      else if (seller !== undefined) sellers.of(line.marketplace).add(...seller);
    },
    draw: () => {
      if (sellers.sum() === 0) return undefined;
      const charts = sellers.rows.map(([code, names]) => {
        return { name: marketplaceName(code), names, none: without.at(code), bars: barsOf(names) };
      });
      const full = fullShare(charts.flatMap(({ bars }) => bars));
      const figures = charts.map(({ name, names, none, bars }) => {
        const { total, shortfall } = names;
        const title = `Buy Boxes by seller, ${name}`;
        const pages = ` · ${counted(none, 'page')} without one (${percent(none, total + none)})`;
        const rows = names.sorted().slice(0, LISTED);
        const cells = rows.map((seller) => {
          return [foreignText(seller.label), idOf(seller) ?? '–', count(seller.count), percent(seller.count, total)];
        });
        return figure({
          title: name,
          facts: `${counted(total, BUY_BOXES)}${none === 0 ? '' : pages}`,
          chart: html`${shareBars(title, bars, full)}${folded(dataTable(title, ['seller', 'id', 'Buy Boxes', 'share'], cells))}`,
          notes: [
            sampleNote(total, BUY_BOXES),
            shortfall > 0 && `Too many sellers to count all: a count can be up to ${count(shortfall)} too low.`,
          ],
        });
      });
      return html`<div class="side-by-side">${figures}</div><p class="plain">A full bar is ${percent(full, 1)} of the marketplace’s Buy Boxes.</p>`;
    },
  };
}

/** The key and name of the seller that has the Buy Box; `undefined` if the page shows neither a seller nor that there is none. */
function sellerIn({ source, items, page, data, condition = 'all' }: ResultLine) {
  if (source === 'product') {
    if (data.buybox === false) return NONE;
    return data.buybox === true ? keyOf(recordAt(data, 'seller'), 'id') : undefined;
  }
  const pinned = source === 'offers' && items.find((offer) => offer.is_pinned === true);
  if (pinned) return keyOf(pinned, 'seller_id');
  // Only the first page of all offers shows that there is no Buy Box.
  return page === 'offers' && data.page_index === 0 && condition === 'all' ? NONE : undefined;
}

function keyOf(seller: Row, idField: string): [key: string, label: string] {
  const [id, name] = [stringAt(seller, idField), stringAt(seller, 'name')];
  if (seller.is_amazon === true) return [OPERATOR, name ?? 'Amazon'];
  if (id !== undefined) return [BY_ID + id, name ?? id];
  return name === undefined ? [UNKNOWN, 'Unknown seller'] : [BY_NAME + name, name];
}

function idOf({ name: key }: NameCount) {
  return key.startsWith(BY_ID) ? foreignText(key.slice(BY_ID.length)) : undefined;
}

/** The most frequent sellers, with their ids if they share a name, and all others together. */
function barsOf(names: Names): ShareRow[] {
  const { total: of, shortfall } = names;
  const sorted = names.sorted();
  const top = sorted.slice(0, BARS);
  const rows = top.map((seller): ShareRow => {
    const { name: key, label } = seller;
    const hasNamesake = top.some((other) => other.label === label && other.name !== key);
    const color = key === UNKNOWN ? 'hatched' : key === OPERATOR ? 'ochre' : 'blue';
    const note = key === OPERATOR ? 'the operator' : hasNamesake ? idOf(seller) : undefined;
    return { name: foreignText(label, LONGEST_NAME), note, count: seller.count, of, color };
  });
  const others = of - sum(top, (seller) => seller.count);
  const name = shortfall > 0 ? 'All other sellers' : counted(sorted.length - top.length, 'other seller');
  return others === 0 ? rows : [...rows, { name, count: others, of, color: 'grey' }];
}
