/** The gaps of responses: expected parts that pages lack. */
import { html } from '../../../service/html.ts';
import { count, counted } from '../../counts.ts';
import { type ShareRow, shareBars } from '../charts/bars.ts';
import { figure } from '../charts/figure.ts';
import { foreignText } from '../format.ts';
import type { Section } from '../section.ts';
import { TopK } from '../tally/top-k.ts';

const SHOWN = 15;
const KEPT = 500;

/** The section. */
export function gaps(): Section {
  const kinds = new TopK(KEPT);
  let responses = 0;
  let withGaps = 0;
  const draw = () => {
    if (kinds.total === 0) return undefined;
    const title = 'Gaps, and the share of responses with them';
    const rows = kinds.sorted().map(
      ({ label, count: times }): ShareRow => ({
        name: foreignText(label),
        count: times,
        of: responses,
        tone: 'tone-missing',
      }),
    );
    const chart = figure({
      title,
      facts: `${count(withGaps)} of ${counted(responses, 'response')}`,
      chart: shareBars(title, rows.slice(0, SHOWN)),
      notes: rows.length > SHOWN ? [`${counted(rows.length - SHOWN, 'rarer gap')} not shown.`] : [],
    });
    return {
      about: html`<p>Parts that pages of a type normally have and these lack, and pages in another language, currency or delivery place than requested.</p>`,
      charts: chart,
    };
  };
  return {
    id: 'gaps',
    title: 'Gaps',
    empty: 'no result has gaps',
    addResponse: ({ pageType, gaps: found, found: isFound }) => {
      if (isFound) responses++;
      if (found.length > 0) withGaps++;
      for (const { landmark, kind, detail } of found)
        kinds.add(`${pageType} ${kind} ${landmark}`, `${pageType}: ${detail === '' ? `${landmark} ${kind}` : detail}`);
    },
    draw,
  };
}
