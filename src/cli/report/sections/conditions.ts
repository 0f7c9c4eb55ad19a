/** In what condition offers are. */
import { OFFER_CONDITIONS } from '../../../contract/codes.ts';
import { html } from '../../../service/html.ts';
import { counted } from '../../counts.ts';
import { textAt } from '../../results/members.ts';
import type { AnswerLine } from '../../results/result-line.ts';
import { mix } from '../charts/mix.ts';
import { fullShare, type ShareRow, shareBars } from '../charts/shares.ts';
import { itemsOf } from '../items.ts';
import type { Section, Shown } from '../section.ts';
import { CountTable } from '../tally/count-table.ts';

const PARTS = [
  { id: 'new', name: 'new', tone: 'tone-a' },
  { id: 'used', name: 'used', tone: 'tone-b' },
  { id: 'collectible', name: 'collectible', tone: 'tone-c' },
  { id: 'other', name: 'other (renewed, refurbished, ...)', tone: 'tone-d' },
  { id: 'untold', name: 'not told', tone: 'tone-untold' },
] as const;

type PartId = (typeof PARTS)[number]['id'];

const TIERS = OFFER_CONDITIONS.filter((condition) => condition.startsWith('used_'));

/** The section. */
export class Conditions implements Section {
  readonly id = 'conditions';
  readonly title = 'Condition';
  readonly #parts = new CountTable();
  readonly #tiers = new CountTable();

  answer(answer: AnswerLine): void {
    const { source, items } = itemsOf(answer) ?? {};
    if (source !== 'offers' || items === undefined) return;
    for (const { condition, condition_text } of items) {
      this.#parts.add(answer.marketplace, partOf(condition, condition_text));
      if (TIERS.some((tier) => tier === condition)) this.#tiers.add(textAt({ condition }, 'condition') ?? '', 'used');
    }
  }

  shown(): Shown | string {
    if (this.#parts.sum() === 0) return 'no offers answer has an offer';
    const used = this.#tiers.sum();
    const rows = TIERS.map(
      (tier): ShareRow => ({
        name: tier.replace('used_', '').replaceAll('_', ' '),
        count: this.#tiers.sum(tier),
        of: used,
        tone: 'tone-b',
      }),
    );
    return {
      about: html`<p>Every offer of every offers page, as the page words it. A page asked for with a <code>condition</code> counts as it came.</p>`,
      pictures: html`${mix('Condition of offers', 'offer', PARTS, this.#parts)}${
        used === 0
          ? ''
          : html`<figure><figcaption><b>Used offers by grade</b> <span class="facts">${counted(used, 'used offer')}</span></figcaption>${shareBars('Used offers by grade', rows, fullShare(rows))}</figure>`
      }`,
    };
  }
}

/** A heading that is none of the six conditions has `null` and its text. */
function partOf(condition: unknown, text: unknown): PartId {
  if (condition === 'new' || condition === 'collectible') return condition;
  if (TIERS.some((tier) => tier === condition)) return 'used';
  return typeof condition === 'string' || (typeof text === 'string' && text !== '') ? 'other' : 'untold';
}
