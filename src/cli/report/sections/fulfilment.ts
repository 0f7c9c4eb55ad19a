/** Who sells and ships: the operator, a seller through the operator (FBA), or a seller alone (FBM). */
import { html } from '../../../service/html.ts';
import { flagAt, recordAt } from '../../results/members.ts';
import type { AnswerLine } from '../../results/result-line.ts';
import { mix } from '../charts/mix.ts';
import { itemsOf } from '../items.ts';
import type { Section, Shown } from '../section.ts';
import { CountTable } from '../tally/count-table.ts';

const PARTS = [
  { id: 'operator', name: 'sold by the operator', tone: 'tone-operator' },
  { id: 'fba', name: 'FBA: by a seller, shipped by the operator', tone: 'tone-a' },
  { id: 'fbm', name: 'FBM: sold and shipped by a seller', tone: 'tone-b' },
  { id: 'untold', name: 'not told', tone: 'tone-untold' },
] as const;

type PartId = (typeof PARTS)[number]['id'];

/** The section. */
export class Fulfilment implements Section {
  readonly id = 'fulfilment';
  readonly title = 'Fulfilment';
  readonly #offers = new CountTable();
  readonly #featured = new CountTable();

  answer(answer: AnswerLine): void {
    const { source, items = [] } = itemsOf(answer) ?? {};
    for (const item of items) {
      if (source === 'offers') {
        const part = partOf(flagAt(item, 'is_amazon'), flagAt(item, 'is_fba'));
        this.#offers.add(answer.marketplace, part);
        if (item.is_pinned === true) this.#featured.add(answer.marketplace, part);
      }
      if (source === 'product' && item.buybox === true) {
        const seller = recordAt(item, 'seller') ?? {};
        this.#featured.add(answer.marketplace, partOf(flagAt(seller, 'is_amazon'), flagAt(item, 'is_fba')));
      }
    }
  }

  shown(): Shown | string {
    if (this.#offers.sum() + this.#featured.sum() === 0) return 'no product or offers answer tells who sells and ships';
    return {
      about: html`<p>Fulfilled by the operator (FBA) or by the merchant (FBM). What the operator sells itself stands apart.</p>`,
      pictures: html`${this.#featured.sum() === 0 ? '' : mix('Featured offers', ['Buy Box', 'Buy Boxes'], PARTS, this.#featured)}${this.#offers.sum() === 0 ? '' : mix('All offers', 'offer', PARTS, this.#offers)}`,
    };
  }
}

function partOf(isOperator: boolean | undefined, isFba: boolean | undefined): PartId {
  if (isOperator === true) return 'operator';
  if (isFba === undefined) return 'untold';
  return isFba ? 'fba' : 'fbm';
}
