/** The distribution of prices and ratings: a bar for each range, and the quartiles. */
import { range, sum, ticks } from 'd3-array';
import { fullShare, type ShareRow, shareBars } from '../../../display/bars.ts';
import { figure, sampleNote } from '../../../display/figure.ts';
import { type Html, html } from '../../../display/html.ts';
import type { Color } from '../../../display/style.ts';
import { count, counted, decimal, moneyOf } from '../../../display/text.ts';
import type { Chart, ItemReaders } from './charts.ts';
import { amountAt, stringAt } from './result-line.ts';
import { type Counted, EXACT_LIMIT, NumberTally, quantile } from './tally.ts';

/** Quartiles of fewer values are not shown. */
const QUARTILES_FROM = 5;

interface Distribution {
  title: string;
  /** The name of a value, such as "price". */
  noun: string;
  tally: NumberTally;
  /** The ranges in ascending order: each ends where the next one begins. */
  ranges: readonly (readonly [from: number, name: string])[];
  color: Color;
  format: (value: number) => string;
  /** A fact after the others. */
  fact: string | undefined;
}

function distribution({ title, noun, tally, ranges, color, format, fact }: Distribution): Html {
  const sorted = tally.sorted();
  const [first, median, third] = [0.25, 0.5, 0.75].map((share) => format(quantile(sorted, share)));
  const more = [tally.total >= QUARTILES_FROM && `quartiles ${first} and ${third}`, fact].filter(Boolean);
  const rows = ranges.map(([from, name], index): ShareRow => {
    const to = ranges[index + 1]?.[0] ?? Number.POSITIVE_INFINITY;
    const times = sum(sorted, ([value, each]) => (value >= from && value < to ? each : 0));
    return { name, count: times, of: tally.total, color };
  });
  const occurs = (row: ShareRow) => row.count > 0;
  const shown = rows.slice(rows.findIndex(occurs), rows.findLastIndex(occurs) + 1);
  return figure({
    title,
    facts: html`${counted(tally.total, noun)} · median <b>${median}</b>${more.map((each) => ` · ${each}`)}`,
    chart: shareBars(title, shown, fullShare(shown)),
    notes: [
      sampleNote(tally.total, noun),
      !tally.isExact &&
        `More than ${count(EXACT_LIMIT)} different ${noun}s: median, quartiles and bars are exact to 0.5%.`,
    ],
  });
}

/** The distribution of a number of items. Ranges can depend on the numbers. */
export function numbersChart(
  title: string,
  noun: string,
  color: Color,
  readers: ItemReaders<number>,
  rangesOf: (numbers: readonly number[]) => Distribution['ranges'],
): Chart {
  const tally = new NumberTally();
  let without = 0;
  return {
    add: ({ source, items }) => {
      const read = source && readers[source];
      for (const item of read ? items : []) {
        const number = read?.(item);
        if (number === undefined) without++;
        else tally.add(number);
      }
    },
    draw: () => {
      if (tally.total === 0) return undefined;
      const ranges = rangesOf(tally.sorted().map(([number]) => number));
      const fact = without === 0 ? undefined : `${count(without)} without a ${noun}`;
      return distribution({ title, noun, tally, ranges, color, format: decimal, fact });
    },
  };
}

/** The places of prices: their field and their chart. */
const PRICES = [
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
      const place = PRICES.findIndex((one) => one.source === source);
      for (const item of items) {
        const price = amountAt(item, PRICES[place]?.field ?? '');
        if (price === undefined) continue;
        const [currency = ''] = /^[A-Z]{3}$/.exec(stringAt(item, 'currency') ?? '') ?? [];
        if (!currencies.has(currency) && currencies.size < MOST_CURRENCIES)
          currencies.set(
            currency,
            PRICES.map(() => new NumberTally()),
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
  const money = moneyOf(currency);
  const edges = priceEdges(all);
  const ranges = edges.map((from, index) => {
    const to = edges[index + 1];
    return [from, to === undefined ? `${money(from)} and more` : `${money(from)} – ${money(to)}`] as const;
  });
  const charts = PRICES.map(({ title, color }, place) => {
    const tally = tallies[place];
    if (tally === undefined || tally.total === 0) return '';
    return distribution({
      title: `${title}, ${currency || 'unknown currency'}`,
      noun: 'price',
      tally,
      ranges: [[0, `below ${money(edges[0] ?? 0)}`], ...ranges],
      color,
      format: money,
      fact: `from ${money(tally.min)} to ${money(tally.max)}`,
    });
  });
  return html`<div class="group"><h3>${currency || 'Unknown currency'}</h3><div class="side-by-side">${charts}</div></div>`;
}

/** With equal ranges, small prices of a wider range would share one bar. */
const WIDE_RANGE = 25;
const WIDER_RANGE = 1_000;

/** The ends of ranges for prices in ascending order. The outermost 1% at an end can share a range. Those of a wide range grow with the price. */
export function priceEdges(sorted: readonly Counted[]): number[] {
  const positive = sorted.filter(([value]) => value > 0);
  const [low = 1, high = 1] = [0.01, 0.99].map((share) => quantile(positive, share) || 1);
  if (high / low <= WIDE_RANGE) return ticks(low, high, 12);
  const steps = high / low > WIDER_RANGE ? [1, 2, 5] : [1, 1.5, 2, 3, 5, 7];
  const powers = range(Math.floor(Math.log10(low)), Math.ceil(Math.log10(high)));
  return powers
    .flatMap((power) => steps.map((step) => step * 10 ** power))
    .filter((edge) => edge >= low && edge <= high);
}
