/** The distribution of prices, by currency and source. */
import { sum } from 'd3-array';
import { type Html, html } from '../../../../display/html.ts';
import { count, counted, moneyOf } from '../../../../display/text.ts';
import { type Axis, histogram, linearAxis, logAxis } from '../histogram.ts';
import { itemsOf } from '../items.ts';
import type { Counter } from '../section.ts';
import { type Counted, EXACT_LIMIT, NumberTally, quantile, totalOf } from '../tally/number-tally.ts';
import { amountAt, stringAt } from '../unchecked.ts';

const SOURCES = [
  { source: 'product', field: 'bb_price', title: 'Buy Box prices of products', color: 'blue' },
  { source: 'offers', field: 'price', title: 'Prices of offers, all conditions', color: 'teal' },
  {
    source: 'lists',
    field: 'price',
    title: 'Prices in lists (search, category, storefront, best sellers)',
    color: 'slate',
  },
] as const;

/** How many currencies are counted, and how many are shown. */
const COUNTED = 40;
const SHOWN = 12;

/** Quartiles of fewer prices are not shown. */
const QUARTILES_FROM = 5;

/** The prices of a currency by source. */
type Prices = Record<(typeof SOURCES)[number]['source'], NumberTally>;

/** Returns the counter of the section. */
export function prices(): Counter {
  /** By currency; the empty string stands for prices without a valid currency. */
  const currencies = new Map<string, Prices>();
  let uncounted = 0;
  const add = (source: keyof Prices, price: number, currency: string) => {
    if (!currencies.has(currency) && currencies.size < COUNTED)
      currencies.set(currency, { product: new NumberTally(), offers: new NumberTally(), lists: new NumberTally() });
    const tally = currencies.get(currency)?.[source];
    if (tally === undefined) uncounted++;
    else tally.add(price);
  };
  return {
    empty: 'no result has a price',
    addResponse: (response) => {
      for (const { source, field } of SOURCES) {
        for (const item of itemsOf(response, source)) {
          const price = amountAt(item, field);
          const [currency = ''] = /^[A-Z]{3}$/.exec(stringAt(item, 'currency') ?? '') ?? [];
          if (price !== undefined) add(source, price, currency);
        }
      }
    },
    draw: () => {
      if (currencies.size === 0) return undefined;
      const sizeOf = (tallies: Prices) => sum(Object.values(tallies), ({ total }) => total);
      const sorted = [...currencies].sort(([, one], [, other]) => sizeOf(other) - sizeOf(one));
      const hidden = uncounted + sum(sorted.slice(SHOWN), ([, tallies]) => sizeOf(tallies));
      return {
        about: html`<p>As the pages show them, one currency at a time, without conversion.</p>
<p>Below each chart, the line covers the middle 90% of the prices and the box the middle 50%. The mark is the median.</p>
${hidden > 0 && html`<p>Not shown: ${counted(hidden, 'price')} in other currencies.</p>`}`,
        charts: html`${sorted.slice(0, SHOWN).map(([currency, tallies]) => currencyCharts(currency, tallies))}`,
      };
    },
  };
}

function currencyCharts(currency: string, tallies: Prices): Html {
  const all = Object.values(tallies).flatMap((tally) => tally.sorted());
  const axis = priceAxis(all.sort(([one], [other]) => one - other));
  const scale = axis.kind === 'log' ? 'logarithmic scale because the range is wide' : 'linear scale';
  const money = moneyOf(currency);
  const charts = SOURCES.filter(({ source }) => tallies[source].total > 0).map(({ source, title, color }) => {
    const tally = tallies[source];
    const sorted = tally.sorted();
    const [first, third] = [quantile(sorted, 0.25), quantile(sorted, 0.75)].map(money.full);
    const hasQuartiles = tally.total >= QUARTILES_FROM;
    return histogram({
      id: `prices-${currency === '' ? 'unknown' : currency.toLowerCase()}-${source}`,
      title,
      name: `${title}, ${currency === '' ? 'unknown currency' : currency}`,
      tally,
      axis,
      color,
      noun: 'price',
      format: money.full,
      tick: money.compact,
      bin: (from, to) => `${money.full(from)} – ${money.full(to)}`,
      hasQuartiles,
      facts: [
        ...(hasQuartiles ? [`quartiles ${first} and ${third}`] : []),
        `from ${money.full(tally.min)} to ${money.full(tally.max)}`,
      ],
      notes: axisNotes(tally, sorted, axis, money.full),
    });
  });
  return html`<div class="group"><h3>${currency === '' ? 'Unknown currency' : currency} <small>${scale}</small></h3>${charts}</div>`;
}

/** Notes about values that the chart leaves out or rounds. */
function axisNotes(tally: NumberTally, sorted: readonly Counted[], axis: Axis, money: (amount: number) => string) {
  const [from = 0, to = 0] = [axis.edges[0], axis.edges.at(-1)];
  const prices = (isMeant: (value: number) => boolean, where: string, why: string) => {
    const times = totalOf(sorted.filter(([value]) => isMeant(value)));
    return times > 0 && `${counted(times, 'price')} ${where} not drawn${why}.`;
  };
  const isLog = axis.kind === 'log';
  return [
    prices((value) => isLog && value === 0, `of ${money(0)}`, ': a logarithmic scale has no zero'),
    prices(
      (value) => value < from && !(isLog && value === 0),
      `below ${money(from)}`,
      `; the lowest is ${money(tally.min)}`,
    ),
    prices((value) => value > to, `above ${money(to)}`, `; the highest is ${money(tally.max)}`),
    !tally.isExact && `More than ${count(EXACT_LIMIT)} different prices: median, quartiles and bars are exact to 0.5%.`,
  ];
}

/** On a linear scale of a wider range, small prices would share one bar. */
const WIDE_RANGE = 25;

/** An axis for prices in ascending order. Leaves out the outermost 0.5% at an end if they are far from the others. */
function priceAxis(sorted: readonly Counted[]): Axis {
  const positive = sorted.filter(([value]) => value > 0);
  if (positive.length === 0) return linearAxis(0, 1, 10);
  const bins = Math.min(40, Math.max(12, Math.round(2 * Math.sqrt(totalOf(sorted)))));
  const [low, high] = [quantile(positive, 0.005), quantile(positive, 0.995)];
  const [min, max] = [positive[0]?.[0] ?? low, positive.at(-1)?.[0] ?? high];
  if (quantile(positive, 0.99) / quantile(positive, 0.01) > WIDE_RANGE)
    return logAxis(min > low / 3 ? min : low, max < high * 3 ? max : high);
  const margin = (high - low) / 2;
  const from = min < low - margin ? low : sorted[0]?.[0] === 0 ? 0 : min;
  const to = max > high + margin ? high : max;
  return from === to ? linearAxis(from * 0.8, to * 1.2, bins) : linearAxis(from, to, bins);
}
