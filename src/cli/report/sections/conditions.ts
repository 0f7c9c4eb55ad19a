/** The condition of offers. */
import { OFFER_CONDITIONS } from '../../../contract/codes.ts';
import { html } from '../../../service/html.ts';
import { counted } from '../../counts.ts';
import type { Row } from '../../output/rows.ts';
import { itemsOf } from '../items.ts';
import { categoriesChart, partsChart, type Section, sectionOf } from '../section.ts';

const USED = OFFER_CONDITIONS.filter((condition) => condition.startsWith('used_'));

/** The section. */
export const conditions = (): Section =>
  sectionOf({
    id: 'conditions',
    title: 'Condition',
    empty: 'no offers page has an offer',
    about: html`<p>Every offer of every offers page. A page that was requested with a <code>condition</code> has offers of that condition only.</p>`,
    charts: [
      partsChart({
        title: 'Condition of offers',
        noun: 'offer',
        parts: [
          { id: 'new', name: 'new', tone: 'tone-a' },
          { id: 'used', name: 'used', tone: 'tone-b' },
          { id: 'collectible', name: 'collectible', tone: 'tone-c' },
          { id: 'other', name: 'other (renewed, refurbished, ...)', tone: 'tone-d' },
          { id: 'unknown', name: 'unknown', tone: 'tone-unknown' },
        ],
        read: (response) => itemsOf(response, 'offers').map(conditionOf),
      }),
      categoriesChart({
        title: 'Used offers by grade',
        facts: (total) => counted(total, 'used offer'),
        categories: USED.map(gradeOf),
        tone: 'tone-b',
        read: (response) =>
          itemsOf(response, 'offers').flatMap((offer) =>
            USED.filter((grade) => grade === offer.condition).map(gradeOf),
          ),
      }),
    ],
  });

/** `used_very_good` is `very good`. */
function gradeOf(condition: string): string {
  return condition.replace('used_', '').replaceAll('_', ' ');
}

function conditionOf({ condition, condition_text: text }: Row): 'new' | 'used' | 'collectible' | 'other' | 'unknown' {
  if (condition === 'new' || condition === 'collectible') return condition;
  if (USED.some((grade) => grade === condition)) return 'used';
  // A condition without a name of its own is `null` and has its text.
  return typeof condition === 'string' || (typeof text === 'string' && text !== '') ? 'other' : 'unknown';
}
