/** How ratings are spread, in tenths of a star. */
import { type Html, html } from '../../../service/html.ts';
import { count, counted } from '../../counts.ts';
import { amountAt, recordsAt } from '../../results/members.ts';
import type { AnswerLine } from '../../results/result-line.ts';
import { histogram } from '../charts/histogram.ts';
import { FEW } from '../charts/plot.ts';
import { linearScale, type Scale } from '../charts/scale.ts';
import { decimal } from '../format.ts';
import { itemsOf } from '../items.ts';
import type { Section, Shown } from '../section.ts';
import { NumberCounts, quantile } from '../tally/number-counts.ts';

/** What can be rated, in the order of the page. */
const RATED = {
  product: { name: 'Products', tone: 'tone-product' },
  lists: { name: 'Entries of lists', tone: 'tone-lists' },
  sellers: { name: 'Sellers, last 12 months', tone: 'tone-offers' },
  reviews: { name: 'Stars of single reviews', tone: 'tone-product' },
} as const;

type Rated = keyof typeof RATED;

interface RatedValues {
  values: NumberCounts;
  /** Without a rating. */
  without: number;
}

/** The section. */
export class Ratings implements Section {
  readonly id = 'ratings';
  readonly title = 'Ratings';
  readonly #ratings: Record<Rated, RatedValues> = {
    product: none(),
    lists: none(),
    sellers: none(),
    reviews: none(),
  };

  answer(answer: AnswerLine): void {
    const { source, items = [] } = itemsOf(answer) ?? {};
    if (source === 'product' || source === 'lists')
      for (const item of items) this.#add(source, amountAt(item, 'rating'));
    if (!answer.found) return;
    // A seller without ratings has 0 (specification, StorefrontInfoData).
    if (answer.pageType === 'seller') this.#add('sellers', amountAt(answer.data, 'rating') || undefined);
    if (answer.pageType === 'reviews')
      for (const review of recordsAt(answer.data, 'entries')) this.#add('reviews', amountAt(review, 'rating'));
  }

  #add(rated: Rated, rating: number | undefined): void {
    const ratings = this.#ratings[rated];
    if (rating === undefined || rating > 5) ratings.without++;
    else ratings.values.add(rating);
  }

  shown(): Shown | string {
    const names: readonly Rated[] = ['product', 'lists', 'sellers', 'reviews'];
    const seen = names.filter((name) => this.#ratings[name].values.total > 0);
    if (seen.length === 0) return 'no answer has a rating';
    return {
      about: html`<p>One to five stars, a bar for each tenth of a star. What nobody has rated is counted beside it.</p>`,
      pictures: html`${seen.map((name) => picture(name, this.#ratings[name]))}`,
    };
  }
}

function none(): RatedValues {
  return { values: new NumberCounts(), without: 0 };
}

/** Tenths of a star, each in the middle of its bar. */
function starScale(lowest: number): Scale {
  const from = Math.min(1, Math.floor(lowest)) - 0.05;
  const edges = Array.from({ length: Math.round((5.05 - from) * 10) + 1 }, (_, index) => from + index / 10);
  return {
    ...linearScale(1, 5, 4),
    from,
    to: 5.05,
    place: (value) => (value - from) / (5.05 - from),
    ticks: [0, 1, 2, 3, 4, 5].filter((star) => star >= from),
    edges,
  };
}

function picture(rated: Rated, { values, without }: RatedValues): Html {
  const { name, tone } = RATED[rated];
  const sorted = values.sorted();
  const median = decimal(quantile(sorted, 0.5));
  return html`<figure><figcaption><b>${name}</b>
<span class="facts">${counted(values.total, 'rating')} · median <b>${median}</b>${without === 0 ? '' : ` · ${count(without)} without a rating`}</span></figcaption>
${histogram({
  id: `ratings-${rated}`,
  title: `Ratings: ${name}`,
  description: `${counted(values.total, 'rating')} from ${values.min} to ${values.max} stars; median ${median}.`,
  sorted,
  scale: starScale(values.min),
  tone,
  noun: 'rating',
  tick: (value) => `${value} ★`,
  bin: (from) => `${(from + 0.05).toFixed(1)} stars`,
  hasStrip: false,
})}${values.total < FEW ? html`<p class="note">Only ${counted(values.total, 'rating')}: read with care.</p>` : ''}</figure>`;
}
