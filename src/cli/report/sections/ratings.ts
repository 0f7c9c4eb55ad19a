/** The distribution of ratings. */
import { range } from 'd3-array';
import { html } from '../../../service/html.ts';
import { count, counted } from '../../counts.ts';
import type { ResponseLine } from '../../results/result-line.ts';
import { amountAt } from '../../results/unchecked.ts';
import type { Axis } from '../charts/axis.ts';
import { figure, sampleNotes } from '../charts/figure.ts';
import { histogram } from '../charts/histogram.ts';
import { decimal } from '../format.ts';
import { itemsOf, type Source } from '../items.ts';
import { type Chart, type Section, sectionOf } from '../section.ts';
import { NumberTally, quantile } from '../tally/number-tally.ts';

/** The section. */
export const ratings = (): Section =>
  sectionOf({
    id: 'ratings',
    title: 'Ratings',
    empty: 'no result has a rating',
    about: html`<p>One to five stars, with a bar for each tenth of a star. Items without a rating are counted next to the title.</p>`,
    charts: [
      ratingChart('product', 'Products', 'tone-product'),
      ratingChart('lists', 'List entries', 'tone-lists'),
      ratingChart('sellers', 'Sellers, last 12 months', 'tone-offers'),
      ratingChart('reviews', 'Stars of single reviews', 'tone-product'),
    ],
  });

function ratingChart(source: Source, title: string, tone: string): Chart {
  const values = new NumberTally();
  let without = 0;
  return {
    add: (response: ResponseLine) => {
      for (const item of itemsOf(response, source)) {
        const rating = amountAt(item, 'rating');
        // A seller without ratings has 0.
        if (rating === undefined || rating > 5 || (rating === 0 && source === 'sellers')) without++;
        else values.add(rating);
      }
    },
    draw: () => {
      if (values.total === 0) return undefined;
      const sorted = values.sorted();
      const median = decimal(quantile(sorted, 0.5));
      const total = counted(values.total, 'rating');
      const chart = histogram({
        id: `ratings-${source}`,
        title: `Ratings: ${title}`,
        description: `${total} from ${values.min} to ${values.max} stars; median ${median}.`,
        sorted,
        axis: starAxis(values.min),
        tone,
        noun: 'rating',
        tick: (value) => `${value} ★`,
        bin: (from) => `${(from + 0.05).toFixed(1)} stars`,
        hasQuartiles: false,
      });
      return figure({
        title,
        facts: html`${total} · median <b>${median}</b>${without === 0 ? '' : ` · ${count(without)} without a rating`}`,
        chart,
        notes: sampleNotes(values.total, 'rating'),
      });
    },
  };
}

/** An axis with each tenth of a star in the middle of its bin. */
function starAxis(lowest: number): Axis {
  const first = Math.min(1, Math.floor(lowest));
  const x = (value: number) => (100 * (value - first + 0.05)) / (5.1 - first);
  return {
    kind: 'linear',
    edges: range(10 * first, 52).map((tenth) => (tenth - 0.5) / 10),
    x,
    ticks: (label) => range(first, 6).map((star) => ({ x: x(star), text: label(star) })),
  };
}
