/** What pages lacked or differed in, as their gaps say. */
import { html } from '../../../service/html.ts';
import { count, counted } from '../../counts.ts';
import type { AnswerLine } from '../../results/result-line.ts';
import { type ShareRow, shareBars } from '../charts/shares.ts';
import type { Section, Shown } from '../section.ts';
import { TopCounts } from '../tally/top-counts.ts';
import { nameText } from '../text.ts';

const SHOWN = 15;
const KEPT = 500;

/** The section. */
export class Gaps implements Section {
  readonly id = 'gaps';
  readonly title = 'Gaps';
  readonly #gaps = new TopCounts(KEPT);
  /** Answers that have any. */
  #partial = 0;
  #answers = 0;

  answer({ pageType, gaps, found }: AnswerLine): void {
    if (found) this.#answers++;
    if (gaps.length > 0) this.#partial++;
    for (const { landmark, kind, detail } of gaps)
      this.#gaps.add(
        `${pageType} ${kind} ${landmark}`,
        `${pageType}: ${detail === '' ? `${landmark} ${kind}` : detail}`,
      );
  }

  shown(): Shown | string {
    if (this.#gaps.total === 0) return 'no line tells of a gap';
    const rows = this.#gaps
      .sorted()
      .map(({ label, count }): ShareRow => ({ name: nameText(label), count, of: this.#answers, tone: 'tone-missing' }));
    return {
      about: html`<p>What pages of a type should have and these lacked, and pages in another language, currency or place than was asked for.</p>`,
      pictures: html`<figure><figcaption><b>Gaps, and the share of answers with them</b> <span class="facts">${count(this.#partial)} of ${counted(this.#answers, 'answer')}</span></figcaption>
${shareBars('Gaps, and the share of answers with them', rows.slice(0, SHOWN))}${rows.length > SHOWN ? html`<p class="note">${counted(rows.length - SHOWN, 'more kind')} not shown.</p>` : ''}</figure>`,
    };
  }
}
