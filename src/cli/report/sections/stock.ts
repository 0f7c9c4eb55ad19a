/** What can be had, and how much is left of it. */
import { html } from '../../../service/html.ts';
import { counted } from '../../counts.ts';
import { amountAt, flagAt } from '../../results/members.ts';
import type { AnswerLine } from '../../results/result-line.ts';
import { mix } from '../charts/mix.ts';
import { fullShare, type ShareRow, shareBars } from '../charts/shares.ts';
import { itemsOf } from '../items.ts';
import type { Section, Shown } from '../section.ts';
import { CountTable } from '../tally/count-table.ts';

const PARTS = [
  { id: 'in', name: 'in stock', tone: 'tone-a' },
  { id: 'out', name: 'out of stock', tone: 'tone-operator' },
  { id: 'untold', name: 'not told', tone: 'tone-untold' },
] as const;

/** "Only N left", in steps: each up to this many. */
const LEFT = [
  [0, 'none'],
  [1, '1'],
  [2, '2'],
  [5, '3 to 5'],
  [10, '6 to 10'],
  [20, '11 to 20'],
  [Number.POSITIVE_INFINITY, 'more than 20'],
] as const;

/** The section. */
export class Stock implements Section {
  readonly id = 'stock';
  readonly title = 'Stock';
  readonly #products = new CountTable();
  readonly #entries = new CountTable();
  readonly #left = new CountTable();

  answer(answer: AnswerLine): void {
    const { source, items = [] } = itemsOf(answer) ?? {};
    for (const item of items) {
      const table = source === 'product' ? this.#products : source === 'lists' ? this.#entries : undefined;
      const isInStock = flagAt(item, 'in_stock');
      table?.add(answer.marketplace, isInStock === undefined ? 'untold' : isInStock ? 'in' : 'out');
      const quantity = amountAt(item, 'stock_qty');
      const step = quantity === undefined ? undefined : LEFT.find(([most]) => quantity <= most);
      if (step !== undefined) this.#left.add(step[1], 'left');
    }
  }

  shown(): Shown | string {
    const pictures = [
      this.#products.sum() === 0 ? '' : mix('Products', 'product', PARTS, this.#products),
      this.#entries.sum() === 0 ? '' : mix('Entries of lists', ['entry', 'entries'], PARTS, this.#entries),
      this.#left.sum() === 0 ? '' : this.#leftPicture(),
    ];
    if (pictures.every((picture) => picture === '')) return 'no answer has a product, an offer or an entry of a list';
    return {
      about: html`<p>What each page says at the time of its answer. Pages name a number only when little is left.</p>`,
      pictures: html`${pictures}`,
    };
  }

  #leftPicture() {
    const of = this.#left.sum();
    const steps = LEFT.map(([, name]): ShareRow => ({ name, count: this.#left.sum(name), of, tone: 'tone-a' }));
    const [first, last] = [steps.findIndex(isSeen), steps.findLastIndex(isSeen)];
    const rows = steps.slice(first, last + 1);
    return html`<figure><figcaption><b>How many are left</b> <span class="facts">${counted(of, ['product, offer or entry', 'products, offers and entries'])} with a number</span></figcaption>
${shareBars('How many are left', rows, fullShare(rows))}</figure>`;
  }
}

function isSeen(row: ShareRow): boolean {
  return row.count > 0;
}
