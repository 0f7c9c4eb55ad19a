/** Who has the Buy Box, a marketplace at a time: from products' featured offers and the pinned offers of offer pages. */
import { type Html, html } from '../../../service/html.ts';
import { count, counted } from '../../counts.ts';
import { amountAt, flagAt, recordAt, recordsAt, textAt } from '../../results/members.ts';
import type { AnswerLine } from '../../results/result-line.ts';
import { FEW } from '../charts/plot.ts';
import { fullShare, type ShareRow, shareBars } from '../charts/shares.ts';
import { dataTable, numbers } from '../charts/table.ts';
import { percent } from '../format.ts';
import { placeName, type Section, type Shown } from '../section.ts';
import { CountTable } from '../tally/count-table.ts';
import { type TopCount, TopCounts } from '../tally/top-counts.ts';
import { nameText } from '../text.ts';

/** The operator is one seller, whatever its companies are called. */
const OPERATOR = 'operator';
/** A Buy Box whose seller the page does not tell. */
const UNTOLD = 'untold';
/** In front of a seller's id, or of a name where no id is told. */
const BY_ID = 'id ';
const BY_NAME = 'name ';

/** What is counted. */
const BUY_BOXES = ['Buy Box', 'Buy Boxes'] as const;

/** So many sellers have a row of their own: where there is one marketplace, and where there are several. */
const ALONE = 12;
const BESIDE_OTHERS = 6;
/** So many sellers stand in the table behind the fold. */
const LISTED = 100;
/** So much of a name stands beside a bar. */
const NAME = 44;

/** The section. */
export class BuyBox implements Section {
  readonly id = 'buy-box';
  readonly title = 'Buy Box by seller';
  readonly #sellers = new Map<string, TopCounts>();
  /** By marketplace: how many answers show that there is no Buy Box. */
  readonly #without = new CountTable();

  answer(answer: AnswerLine): void {
    if (!answer.found) return;
    if (answer.pageType === 'product') this.#product(answer);
    if (answer.pageType === 'offers') this.#offers(answer);
  }

  #product({ data, marketplace }: AnswerLine): void {
    const hasBuyBox = flagAt(data, 'buybox');
    if (hasBuyBox === false) this.#without.add(marketplace, 'none');
    if (hasBuyBox !== true) return;
    const seller = recordAt(data, 'seller') ?? {};
    this.#won(marketplace, flagAt(seller, 'is_amazon'), textAt(seller, 'id'), textAt(seller, 'name'));
  }

  #offers({ data, marketplace, condition = 'all' }: AnswerLine): void {
    const pinned = recordsAt(data, 'product_sellers_info').find((offer) => offer.is_pinned === true);
    if (pinned !== undefined)
      this.#won(marketplace, flagAt(pinned, 'is_amazon'), textAt(pinned, 'seller_id'), textAt(pinned, 'name'));
    // Only the first page of all offers shows that there is none.
    else if (amountAt(data, 'page_index') === 0 && condition === 'all') this.#without.add(marketplace, 'none');
  }

  #won(marketplace: string, isOperator: boolean | undefined, id: string | undefined, name: string | undefined): void {
    const sellers = this.#sellers.get(marketplace) ?? new TopCounts();
    this.#sellers.set(marketplace, sellers);
    if (isOperator === true) sellers.add(OPERATOR, name ?? 'Amazon');
    else if (id !== undefined) sellers.add(BY_ID + id, name ?? id);
    else sellers.add(name === undefined ? UNTOLD : BY_NAME + name, name);
  }

  shown(): Shown | string {
    const sorted = [...this.#sellers].sort(([, one], [, other]) => other.total - one.total);
    if (sorted.length === 0) return 'no product or offers answer shows a Buy Box';
    const most = sorted.length === 1 ? ALONE : BESIDE_OTHERS;
    const places = sorted.map(([place, sellers]) => ({ place, sellers, rows: rowsOf(sellers, most) }));
    const full = fullShare(places.flatMap(({ rows }) => rows));
    return {
      about: html`<p>Each answer that shows a Buy Box counts once: a product’s featured offer, or the pinned offer of an offers page. A product that was asked for twice counts twice.</p>
<p>A full bar is ${percent(full, 1)} of the marketplace’s Buy Boxes.</p>`,
      pictures: html`<div class="${sorted.length === 1 ? 'alone' : 'side-by-side'}">${places.map(({ place, sellers, rows }) => this.#picture(place, sellers, rows, full))}</div>`,
    };
  }

  #picture(place: string, sellers: TopCounts, rows: readonly ShareRow[], full: number): Html {
    const { total, shortfall } = sellers;
    const without = this.#without.sum(place);
    const title = `Buy Boxes by seller, ${placeName(place)}`;
    const more =
      without === 0 ? '' : ` · none on ${counted(without, 'further page')} (${percent(without, total + without)})`;
    return html`<figure><figcaption><b>${placeName(place)}</b>
<span class="facts">${counted(total, BUY_BOXES)}${more}</span></figcaption>
${shareBars(title, rows, full)}${sellerList(title, sellers.sorted().slice(0, LISTED), total)}
${total < FEW ? html`<p class="note">Only ${counted(total, BUY_BOXES)}: read with care.</p>` : ''}
${shortfall > 0 ? html`<p class="note">More sellers than are kept: any count can be short by up to ${count(shortfall)}.</p>` : ''}</figure>`;
  }
}

/** The first sellers, and all others together. */
function rowsOf(sellers: TopCounts, most: number): ShareRow[] {
  const { total, shortfall } = sellers;
  const sorted = sellers.sorted();
  const top = sorted.slice(0, most);
  const isTwin = ({ key, label }: TopCount) => top.some((other) => other.label === label && other.key !== key);
  const rows = top.map((seller) => rowOf(seller, total, isTwin(seller)));
  const others = total - top.reduce((sum, { count: times }) => sum + times, 0);
  if (others === 0) return rows;
  const name = shortfall > 0 ? 'All other sellers' : counted(sorted.length - top.length, 'other seller');
  return [...rows, { name, count: others, of: total, tone: 'tone-others' }];
}

function rowOf({ key, label, count: times }: TopCount, total: number, isTwin: boolean): ShareRow {
  const row = { count: times, of: total };
  if (key === UNTOLD) return { ...row, name: 'Seller not told', tone: 'tone-untold' };
  const name = nameText(label, NAME);
  if (key === OPERATOR) return { ...row, name, tone: 'tone-operator', note: 'the operator' };
  const twin = isTwin && key.startsWith(BY_ID) ? { note: nameText(key.slice(BY_ID.length)) } : {};
  return { ...row, ...twin, name, tone: 'tone-seller' };
}

function sellerList(title: string, sellers: readonly TopCount[], total: number): Html {
  const rows = sellers.map(({ key, label, count: times }) => {
    const id = key.startsWith(BY_ID) ? nameText(key.slice(BY_ID.length)) : '–';
    return [key === UNTOLD ? 'Seller not told' : nameText(label), id, count(times), percent(times, total)];
  });
  return numbers(dataTable(title, ['seller', 'id', 'Buy Boxes', 'share'], rows));
}
