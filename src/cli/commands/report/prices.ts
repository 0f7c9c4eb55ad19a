/** The distribution of prices in each currency: a bar for each range, and the median. */
import { range, sum, ticks } from 'd3-array';
import { type ShareRow, shareBars } from '../../../display/bars.ts';
import { figure, sampleNote } from '../../../display/figure.ts';
import { type Html, html } from '../../../display/html.ts';
import { count, counted, moneyOf } from '../../../display/text.ts';
import type { Chart } from './charts.ts';
import { amountAt, stringAt } from './result-line.ts';
import { type Counted, EXACT_LIMIT, NumberTally, quantile } from './tally.ts';

/** The places of prices: their field and their chart. */
const PLACES = [
  { source: 'product', field: 'bb_price', title: 'Buy Box prices of products', color: 'blue' },
  { source: 'offers', field: 'price', title: 'Prices of offers, all conditions', color: 'teal' },
  {
    source: 'lists',
    field: 'price',
    title: 'Prices in lists (search, category, storefront, best sellers)',
    color: 'slate',
  },
] as const;

/** More currencies than the marketplaces have are not counted. */
const MOST_CURRENCIES = 20;

/** The prices of each currency. */
export function pricesChart(): Chart {
  /** By currency, for each place. The empty string stands for prices without a valid currency. */
  const currencies = new Map<string, readonly NumberTally[]>();
  let uncounted = 0;
  return {
    add: ({ source, items }) => {
      const place = PLACES.findIndex((one) => one.source === source);
      for (const item of items) {
        const price = amountAt(item, PLACES[place]?.field ?? '');
        if (price === undefined) continue;
        const [currency = ''] = /^[A-Z]{3}$/.exec(stringAt(item, 'currency') ?? '') ?? [];
        if (!currencies.has(currency) && currencies.size < MOST_CURRENCIES)
          currencies.set(
            currency,
            PLACES.map(() => new NumberTally()),
          );
        const tally = currencies.get(currency)?.[place];
        if (tally === undefined) uncounted++;
        else tally.add(price);
      }
    },
    draw: () => {
      const sizeOf = (tallies: readonly NumberTally[]) => sum(tallies, ({ total }) => total);
      const sorted = [...currencies].sort(([, one], [, other]) => sizeOf(other) - sizeOf(one));
      if (sorted.length === 0) return undefined;
      const note = html`<p class="note">Not shown: ${counted(uncounted, 'price')} in other currencies.</p>`;
      return html`${sorted.map(([currency, tallies]) => pricesOf(currency, tallies))}${uncounted > 0 && note}`;
    },
  };
}

function pricesOf(currency: string, tallies: readonly NumberTally[]): Html {
  const all = tallies.flatMap((tally) => tally.sorted()).sort(([one], [other]) => one - other);
  const edges = priceEdges(all);
  const money = moneyOf(currency);
  const charts = PLACES.map(({ title, color }, place) => {
    const tally = tallies[place];
    if (tally === undefined || tally.total === 0) return '';
    const sorted = tally.sorted();
    const rows = [0, ...edges].map((from, index): ShareRow => {
      const to = edges[index] ?? Number.POSITIVE_INFINITY;
      const times = sum(sorted, ([value, each]) => (value >= from && value < to ? each : 0));
      const most = to === Number.POSITIVE_INFINITY ? ' and more' : ` – ${money(to)}`;
      const name = index === 0 ? `below ${money(to)}` : `${money(from)}${most}`;
      return { name, count: times, of: tally.total, color };
    });
    const occurs = (row: ShareRow) => row.count > 0;
    return figure({
      title: `${title}, ${currency || 'unknown currency'}`,
      facts: html`${counted(tally.total, 'price')} · median <b>${money(quantile(sorted, 0.5))}</b> · from ${money(tally.min)} to ${money(tally.max)}`,
      chart: shareBars(title, rows.slice(rows.findIndex(occurs), rows.findLastIndex(occurs) + 1)),
      notes: [
        sampleNote(tally.total, 'price'),
        !tally.isExact && `More than ${count(EXACT_LIMIT)} different prices: median and bars are exact to 0.5%.`,
      ],
    });
  });
  return html`<div class="group"><h3>${currency || 'Unknown currency'}</h3><div class="side-by-side">${charts}</div></div>`;
}

/** With equal ranges, small prices of a wider range would share one bar. */
const WIDE_RANGE = 25;

/** The ends of ranges for prices in ascending order. The outermost 1% at an end can share a range. Those of a wide range grow with the price. */
export function priceEdges(sorted: readonly Counted[]): number[] {
  const positive = sorted.filter(([value]) => value > 0);
  const [low = 1, high = 1] = [0.01, 0.99].map((share) => quantile(positive, share) || 1);
  if (high / low <= WIDE_RANGE) return ticks(low, high, 12);
  const powers = range(Math.floor(Math.log10(low)), Math.ceil(Math.log10(high)));
  return powers
    .flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power))
    .filter((edge) => edge >= low && edge <= high);
}
