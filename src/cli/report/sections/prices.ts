/** The distribution of prices, by currency and source. */
import { type Html, html } from '../../../service/html.ts';
import { count, counted } from '../../counts.ts';
import { amountAt, stringAt } from '../../results/unchecked.ts';
import { type Axis, linearAxis, logAxis } from '../charts/axis.ts';
import { figure, sampleNotes } from '../charts/figure.ts';
import { histogram } from '../charts/histogram.ts';
import { moneyOf } from '../format.ts';
import { itemsOf } from '../items.ts';
import type { Section } from '../section.ts';
import { type Counted, EXACT_LIMIT, NumberTally, quantile, totalOf } from '../tally/number-tally.ts';

const SOURCES = {
  product: { title: 'Buy Box prices of products', field: 'bb_price' },
  offers: { title: 'Prices of offers, all conditions', field: 'price' },
  lists: { title: 'Prices in lists (search, category, storefront, best sellers)', field: 'price' },
} as const;

type PriceSource = keyof typeof SOURCES;

const SOURCE_NAMES: readonly PriceSource[] = ['product', 'offers', 'lists'];

/** Prices without a valid currency. */
const UNKNOWN = '';

/** How many currencies are counted, and how many are shown. */
const COUNTED = 40;
const SHOWN = 12;

/** Quartiles of fewer prices are not shown. */
const QUARTILES_FROM = 5;

/** The prices of a currency by their source. */
type Prices = Map<PriceSource, NumberTally>;

/** The section. */
export function prices(): Section {
  const currencies = new Map<string, Prices>();
  let uncounted = 0;
  const add = (currency: string, source: PriceSource, price: number) => {
    const bySource = currencies.get(currency) ?? new Map<PriceSource, NumberTally>();
    if (!currencies.has(currency) && currencies.size >= COUNTED) {
      uncounted++;
      return;
    }
    const tally = bySource.get(source) ?? new NumberTally();
    currencies.set(currency, bySource.set(source, tally));
    tally.add(price);
  };
  return {
    id: 'prices',
    title: 'Prices',
    empty: 'no result has a price',
    addResponse: (response) => {
      for (const source of SOURCE_NAMES) {
        for (const item of itemsOf(response, source)) {
          const price = amountAt(item, SOURCES[source].field);
          const currency = stringAt(item, 'currency') ?? UNKNOWN;
          if (price !== undefined) add(/^[A-Z]{3}$/.test(currency) ? currency : UNKNOWN, source, price);
        }
      }
    },
    draw: () => {
      if (currencies.size === 0) return undefined;
      const sorted = [...currencies].sort(([, one], [, other]) => sizeOf(other) - sizeOf(one));
      const hidden = sorted.slice(SHOWN).reduce((sum, [, bySource]) => sum + sizeOf(bySource), uncounted);
      return {
        about: html`<p>As the pages show them, one currency at a time, without conversion.</p>
<p>Below each chart, the line covers the middle 90% of the prices and the box the middle 50%. The mark is the median.</p>
${hidden === 0 ? '' : html`<p>Not shown: ${counted(hidden, 'price')} in other currencies.</p>`}`,
        charts: html`${sorted.slice(0, SHOWN).map(([currency, bySource]) => currencyCharts(currency, bySource))}`,
      };
    },
  };
}

function sizeOf(bySource: Prices): number {
  return [...bySource.values()].reduce((sum, { total }) => sum + total, 0);
}

function currencyCharts(currency: string, bySource: Prices): Html {
  const all = [...bySource.values()].flatMap((tally) => tally.sorted()).sort(([one], [other]) => one - other);
  const axis = priceAxis(all);
  const name = currency === UNKNOWN ? 'Unknown currency' : currency;
  return html`<div class="group"><h3>${name} <small>${axis.kind === 'log' ? 'logarithmic scale because the range is wide' : 'linear scale'}</small></h3>
${SOURCE_NAMES.map((source) => {
  const tally = bySource.get(source);
  return tally === undefined ? '' : priceChart(source, currency, tally, axis);
})}</div>`;
}

function priceChart(source: PriceSource, currency: string, tally: NumberTally, axis: Axis): Html {
  const money = moneyOf(currency === UNKNOWN ? undefined : currency);
  const { title } = SOURCES[source];
  const sorted = tally.sorted();
  const [first, median, third] = [0.25, 0.5, 0.75].map((share) => money.full(quantile(sorted, share)));
  const hasQuartiles = tally.total >= QUARTILES_FROM;
  const total = counted(tally.total, 'price');
  const spread = [
    ...(hasQuartiles ? [`quartiles ${first} and ${third}`] : []),
    `from ${money.full(tally.min)} to ${money.full(tally.max)}`,
  ];
  const chart = histogram({
    id: `prices-${currency === UNKNOWN ? 'unknown' : currency.toLowerCase()}-${source}`,
    title: `${title}, ${currency === UNKNOWN ? 'unknown currency' : currency}`,
    description: `${total}, median ${median}, ${spread.join(', ')}; ${axis.kind === 'log' ? 'logarithmic' : 'linear'} scale.`,
    sorted,
    axis,
    tone: `tone-${source}`,
    noun: 'price',
    tick: money.compact,
    bin: (from, to) => `${money.full(from)} – ${money.full(to)}`,
    hasQuartiles,
  });
  const facts = html`${total} · median <b>${median}</b> · ${spread.join(' · ')}`;
  return figure({
    title,
    facts,
    chart,
    notes: [...sampleNotes(tally.total, 'price'), ...axisNotes(tally, sorted, axis, money)],
  });
}

/** What the chart leaves out or rounds. */
function axisNotes(
  tally: NumberTally,
  sorted: readonly Counted[],
  axis: Axis,
  money: ReturnType<typeof moneyOf>,
): string[] {
  const [from = 0, to = 0] = [axis.edges[0], axis.edges.at(-1)];
  const zeros = axis.kind === 'log' ? totalOf(sorted.filter(([value]) => value === 0)) : 0;
  const below = totalOf(sorted.filter(([value]) => value < from)) - zeros;
  const above = totalOf(sorted.filter(([value]) => value > to));
  const notes = [
    zeros > 0 && `${counted(zeros, 'price')} of ${money.full(0)} not drawn: a logarithmic scale has no zero.`,
    below > 0 &&
      `${counted(below, 'price')} below ${money.full(from)} not drawn; the lowest is ${money.full(tally.min)}.`,
    above > 0 &&
      `${counted(above, 'price')} above ${money.full(to)} not drawn; the highest is ${money.full(tally.max)}.`,
    !tally.isExact && `More than ${count(EXACT_LIMIT)} different prices: median, quartiles and bars are exact to 0.5%.`,
  ];
  return notes.filter((note) => note !== false);
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
