/** Who has the Buy Box in each marketplace: the featured offers of products and the pinned offers of offers pages. */
import { type Html, html } from '../../../service/html.ts';
import { count, counted } from '../../counts.ts';
import type { Row } from '../../output/rows.ts';
import type { ResponseLine } from '../../results/result-line.ts';
import { recordAt, stringAt } from '../../results/unchecked.ts';
import { fullShare, type ShareRow, shareBars } from '../charts/bars.ts';
import { dataTable, figure, folded, sampleNote } from '../charts/figure.ts';
import { foreignText, percent } from '../format.ts';
import { itemsOf } from '../items.ts';
import { marketplaceName, type Section } from '../section.ts';
import { type TopCount, TopK } from '../tally/top-k.ts';

/** Keys of sellers: the operator is one seller under all names of its companies, others have an id or at least a name. */
const OPERATOR = 'operator';
const UNKNOWN = 'unknown';
const BY_ID = 'id ';
const BY_NAME = 'name ';

const BUY_BOXES = ['Buy Box', 'Buy Boxes'] as const;

/** How many sellers have a bar if there is one marketplace, and if there are several. */
const BARS_ALONE = 12;
const BARS_EACH = 6;
/** How many sellers are in the table. */
const LISTED = 100;
/** The longest name next to a bar. */
const LONGEST_NAME = 44;

/** The Buy Boxes of a marketplace. */
interface BuyBoxes {
  sellers: TopK;
  /** How many pages show that there is no Buy Box. */
  without: number;
}

/** The section. */
export function buyBox(): Section {
  const places = new Map<string, BuyBoxes>();
  return {
    id: 'buy-box',
    title: 'Buy Box by seller',
    empty: 'no product or offers page shows a Buy Box',
    addResponse: (response) => {
      const seller = sellerIn(response);
      if (seller === undefined) return;
      const place = places.get(response.marketplace) ?? { sellers: new TopK(), without: 0 };
      places.set(response.marketplace, place);
      if (seller === 'none') place.without++;
      else place.sellers.add(...seller);
    },
    draw: () => {
      const shown = [...places].filter(([, { sellers }]) => sellers.total > 0);
      if (shown.length === 0) return undefined;
      shown.sort(([, one], [, other]) => other.sellers.total - one.sellers.total);
      const most = shown.length === 1 ? BARS_ALONE : BARS_EACH;
      const charts = shown.map(([code, place]) => ({ code, place, rows: barsOf(place.sellers, most) }));
      const full = fullShare(charts.flatMap(({ rows }) => rows));
      return {
        about: html`<p>Each page that shows a Buy Box counts once: the featured offer of a product page, or the pinned offer of an offers page. A product that was requested twice counts twice.</p>
<p>A full bar is ${percent(full, 1)} of the marketplace’s Buy Boxes.</p>`,
        charts: html`<div class="${shown.length === 1 ? 'alone' : 'side-by-side'}">${charts.map(({ code, place, rows }) => chartOf(code, place, rows, full))}</div>`,
      };
    },
  };
}

/** The key and name of the seller that has the Buy Box, or that none has it; `undefined` if the page does not show that. */
function sellerIn(response: ResponseLine): [key: string, label?: string] | 'none' | undefined {
  for (const product of itemsOf(response, 'product')) {
    if (product.buybox === false) return 'none';
    const seller = recordAt(product, 'seller');
    return product.buybox === true ? keyOf(seller, stringAt(seller, 'id')) : undefined;
  }
  const pinned = itemsOf(response, 'offers').find((offer) => offer.is_pinned === true);
  if (pinned !== undefined) return keyOf(pinned, stringAt(pinned, 'seller_id'));
  const { pageType, data, condition = 'all' } = response;
  // Only the first page of all offers shows that there is no Buy Box.
  return pageType === 'offers' && data.page_index === 0 && condition === 'all' ? 'none' : undefined;
}

function keyOf(seller: Row, id: string | undefined): [key: string, label?: string] {
  const name = stringAt(seller, 'name');
  if (seller.is_amazon === true) return [OPERATOR, name ?? 'Amazon'];
  if (id !== undefined) return [BY_ID + id, name ?? id];
  return name === undefined ? [UNKNOWN] : [BY_NAME + name, name];
}

function chartOf(code: string, { sellers, without }: BuyBoxes, rows: readonly ShareRow[], full: number): Html {
  const { total, shortfall } = sellers;
  const name = marketplaceName(code);
  const title = `Buy Boxes by seller, ${name}`;
  const none = ` · ${counted(without, 'page')} without one (${percent(without, total + without)})`;
  const cells = sellers
    .sorted()
    .slice(0, LISTED)
    .map((seller) => {
      const id = seller.key.startsWith(BY_ID) ? foreignText(seller.key.slice(BY_ID.length)) : '–';
      const label = seller.key === UNKNOWN ? 'Unknown seller' : foreignText(seller.label);
      return [label, id, count(seller.count), percent(seller.count, total)];
    });
  const table = folded(dataTable(title, ['seller', 'id', 'Buy Boxes', 'share'], cells));
  return figure({
    title: name,
    facts: `${counted(total, BUY_BOXES)}${without === 0 ? '' : none}`,
    chart: html`${shareBars(title, rows, full)}${table}`,
    notes: [
      sampleNote(total, BUY_BOXES),
      shortfall > 0 && `Too many sellers to count all: a count can be up to ${count(shortfall)} too low.`,
    ],
  });
}

/** The most frequent sellers, and all others together. */
function barsOf(sellers: TopK, most: number): ShareRow[] {
  const { total, shortfall } = sellers;
  const sorted = sellers.sorted();
  const top = sorted.slice(0, most);
  const hasNamesake = ({ key, label }: TopCount) => top.some((other) => other.label === label && other.key !== key);
  const rows = top.map((seller) => barOf(seller, total, hasNamesake(seller)));
  const others = total - top.reduce((sum, seller) => sum + seller.count, 0);
  if (others === 0) return rows;
  const name = shortfall > 0 ? 'All other sellers' : counted(sorted.length - top.length, 'other seller');
  return [...rows, { name, count: others, of: total, tone: 'tone-others' }];
}

function barOf({ key, label, count: times }: TopCount, total: number, hasNamesake: boolean): ShareRow {
  const row = { count: times, of: total };
  if (key === UNKNOWN) return { ...row, name: 'Unknown seller', tone: 'tone-unknown' };
  const name = foreignText(label, LONGEST_NAME);
  if (key === OPERATOR) return { ...row, name, tone: 'tone-operator', note: 'the operator' };
  const note = hasNamesake && key.startsWith(BY_ID) ? foreignText(key.slice(BY_ID.length)) : undefined;
  return { ...row, name, tone: 'tone-seller', note };
}
