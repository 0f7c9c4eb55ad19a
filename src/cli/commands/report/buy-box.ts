/** The owner of the Buy Box in each marketplace: the featured offers of products and the pinned offers of offers pages. */
import { sum } from 'd3-array';
import { type ShareRow, shareBars } from '../../../display/bars.ts';
import { dataTable, figure, folded, sampleNote } from '../../../display/figure.ts';
import { foreignText, html } from '../../../display/html.ts';
import { count, counted, percent } from '../../../display/text.ts';
import type { Row } from '../../../tables/rows.ts';
import { type Chart, marketplaceName } from './charts.ts';
import { type ResultLine, recordAt, stringAt } from './result-line.ts';
import { CountTable, Names } from './tally.ts';

/** Keys of sellers: the operator is one seller under all names of its companies, others have an id or at least a name. */
const [OPERATOR, UNKNOWN, BY_ID, BY_NAME] = ['operator', 'unknown', 'id ', 'name '];
/** Marks a page that shows that there is no Buy Box. */
const NONE = 'none';

const BUY_BOXES = ['Buy Box', 'Buy Boxes'] as const;

/** How many sellers of a marketplace are counted, have a bar, and are in the table. */
const [COUNTED, BARS, LISTED] = [10_000, 8, 100];
/** The longest name next to a bar. */
const LONGEST_NAME = 44;

/** Bars of the most frequent sellers for each marketplace. */
export function buyBoxChart(): Chart {
  const sellers = new CountTable(undefined, COUNTED);
  const without = new Names();
  return {
    add: (line) => {
      const seller = sellerIn(line);
      if (seller === NONE) without.add(line.marketplace);
      else if (seller !== undefined) sellers.of(line.marketplace).add(...seller);
    },
    draw: () => {
      if (sellers.sum() === 0) return undefined;
      const figures = sellers.rows.map(([code, names]) => {
        const [total, none, title] = [names.total, without.at(code), `Buy Boxes by seller, ${marketplaceName(code)}`];
        const lacking = ` · ${counted(none, 'page')} without one (${percent(none, total + none)})`;
        const cells = names.sorted().map(({ name: key, label, count: times }) => {
          const id = key.startsWith(BY_ID) ? foreignText(key.slice(BY_ID.length)) : '–';
          return [foreignText(label), id, count(times), percent(times, total)];
        });
        const table = dataTable(title, ['seller', 'id', 'Buy Boxes', 'share'], cells.slice(0, LISTED));
        return figure({
          title: marketplaceName(code),
          facts: `${counted(total, BUY_BOXES)}${none === 0 ? '' : lacking}`,
          chart: html`${shareBars(title, barsOf(names))}${folded(table)}`,
          notes: [
            sampleNote(total, BUY_BOXES),
            cells.length === COUNTED &&
              `More than ${count(COUNTED)} sellers: those that came later are among the others.`,
          ],
        });
      });
      return html`<div class="side-by-side">${figures}</div>`;
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

/** The most frequent sellers, and all others together. */
function barsOf(names: Names): ShareRow[] {
  const of = names.total;
  const top = names.sorted().slice(0, BARS);
  const rows = top.map(({ name: key, label, count: times }): ShareRow => {
    const color = key === UNKNOWN ? 'grey' : key === OPERATOR ? 'ochre' : 'blue';
    const note = key === OPERATOR ? 'the operator' : undefined;
    return { name: foreignText(label, LONGEST_NAME), note, count: times, of, color };
  });
  const others = of - sum(top, (seller) => seller.count);
  return others === 0 ? rows : [...rows, { name: 'All other sellers', count: others, of, color: 'grey' }];
}
