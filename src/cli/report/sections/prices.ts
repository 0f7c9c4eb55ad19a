/** How prices are spread, a currency at a time: Buy Box prices, offers and entries of lists each for themselves. */
import { type Html, html } from '../../../service/html.ts';
import { count, counted } from '../../counts.ts';
import { amountAt, textAt } from '../../results/members.ts';
import type { AnswerLine } from '../../results/result-line.ts';
import { histogram } from '../charts/histogram.ts';
import { FEW } from '../charts/plot.ts';
import { linearScale, logScale, type Scale } from '../charts/scale.ts';
import { type Money, moneyOf } from '../format.ts';
import { itemsOf, type Source } from '../items.ts';
import type { Section, Shown } from '../section.ts';
import { type Counted, EXACT_LIMIT, NumberCounts, quantile } from '../tally/number-counts.ts';

const SOURCES: Readonly<Record<Source, string>> = {
  product: 'Buy Box prices of products',
  offers: 'Prices of offers, all conditions',
  lists: 'Prices in lists (search, category, storefront, best sellers)',
};

const SOURCE_NAMES: readonly Source[] = ['product', 'offers', 'lists'];

/** Prices whose currency the answer does not tell. */
const UNTOLD = '';

/** So many currencies are counted, and so many shown: an answer in a further one is an oddity. */
const COUNTED = 40;
const SHOWN = 12;

type Sources = Map<Source, NumberCounts>;

/** The section. */
export class Prices implements Section {
  readonly id = 'prices';
  readonly title = 'Prices';
  readonly #currencies = new Map<string, Sources>();
  #leftOut = 0;

  answer(answer: AnswerLine): void {
    const { source, items } = itemsOf(answer) ?? {};
    if (source === undefined || items === undefined) return;
    for (const item of items) {
      const price = amountAt(item, source === 'product' ? 'bb_price' : 'price');
      if (price !== undefined) this.#add(textAt(item, 'currency') ?? UNTOLD, source, price);
    }
  }

  #add(currency: string, source: Source, price: number): void {
    const known = /^[A-Z]{3}$/.test(currency) ? currency : UNTOLD;
    const sources: Sources = this.#currencies.get(known) ?? new Map<Source, NumberCounts>();
    if (!this.#currencies.has(known) && this.#currencies.size >= COUNTED) {
      this.#leftOut++;
      return;
    }
    this.#currencies.set(known, sources);
    const prices = sources.get(source) ?? new NumberCounts();
    sources.set(source, prices);
    prices.add(price);
  }

  shown(): Shown | string {
    const currencies = [...this.#currencies].sort(([, one], [, other]) => totalOf(other) - totalOf(one));
    if (currencies.length === 0) return 'no answer has a price';
    const hidden = currencies.slice(SHOWN);
    const left = this.#leftOut + hidden.reduce((sum, [, sources]) => sum + totalOf(sources), 0);
    return {
      about: html`<p>As the pages show them, one currency at a time; nothing is converted.</p>
<p>Under each picture the line spans the middle 90% of prices, the box the middle half, and the mark is the median.</p>
${left === 0 ? '' : html`<p>Not shown: ${counted(left, 'price')} in further currencies.</p>`}`,
      pictures: html`${currencies.slice(0, SHOWN).map(([currency, sources]) => currencyPictures(currency, sources))}`,
    };
  }
}

function totalOf(sources: Sources): number {
  return [...sources.values()].reduce((sum, { total }) => sum + total, 0);
}

function currencyPictures(currency: string, sources: Sources): Html {
  const all = [...sources.values()].flatMap((prices) => prices.sorted()).sort(([one], [other]) => one - other);
  const scale = scaleOf(all);
  const name = currency === UNTOLD ? 'Currency not told' : currency;
  return html`<div class="group"><h3>${name} <small>${scale.kind === 'log' ? 'logarithmic scale, as prices lie far apart' : 'linear scale'}</small></h3>
${SOURCE_NAMES.map((source) => {
  const prices = sources.get(source);
  return prices === undefined ? '' : sourcePicture(source, currency, prices, scale);
})}</div>`;
}

/** Fewer prices have no quartiles worth a word. */
const QUARTERS = 5;

function sourcePicture(source: Source, currency: string, prices: NumberCounts, scale: Scale): Html {
  const money = moneyOf(currency === UNTOLD ? undefined : currency);
  const sorted = prices.sorted();
  const [first = '', median = '', third = ''] = [0.25, 0.5, 0.75].map((share) => money.full(quantile(sorted, share)));
  const hasStrip = prices.total >= QUARTERS;
  const total = counted(prices.total, 'price');
  const spread = [
    ...(hasStrip ? [`quartiles ${first} and ${third}`] : []),
    `from ${money.full(prices.min)} to ${money.full(prices.max)}`,
  ];
  const notes = notesOf(prices, sorted, scale, money);
  return html`<figure><figcaption><b>${SOURCES[source]}</b>
<span class="facts">${total} · median <b>${median}</b> · ${spread.join(' · ')}</span></figcaption>
${histogram({
  id: `prices-${currency === UNTOLD ? 'untold' : currency.toLowerCase()}-${source}`,
  title: `${SOURCES[source]}, ${currency === UNTOLD ? 'currency not told' : currency}`,
  description: `${total}, median ${median}, ${spread.join(', ')}; ${scale.kind === 'log' ? 'logarithmic' : 'linear'} scale.`,
  sorted,
  scale,
  tone: `tone-${source}`,
  noun: 'price',
  tick: (value) => money.short(value),
  bin: (from, to) => `${money.full(from)} – ${money.full(to)}`,
  hasStrip,
})}${notes.map((note) => html`<p class="note">${note}</p>`)}</figure>`;
}

/** What a reader should know before believing the picture. */
function notesOf(prices: NumberCounts, sorted: readonly Counted[], scale: Scale, money: Money): string[] {
  const notes: string[] = [];
  const sumOf = (values: readonly Counted[]) => values.reduce((sum, [, times]) => sum + times, 0);
  const zeros = scale.kind === 'log' ? sumOf(sorted.filter(([value]) => value === 0)) : 0;
  const below = sumOf(sorted.filter(([value]) => value < scale.from)) - zeros;
  const above = sumOf(sorted.filter(([value]) => value >= scale.to));
  if (prices.total < FEW) notes.push(`Only ${counted(prices.total, 'price')}: read with care.`);
  if (zeros > 0)
    notes.push(`${counted(zeros, 'price')} of ${money.full(0)} not drawn: a logarithmic scale has no zero.`);
  if (below > 0)
    notes.push(
      `${counted(below, 'price')} below ${money.full(scale.from)} not drawn; the lowest is ${money.full(prices.min)}.`,
    );
  if (above > 0)
    notes.push(
      `${counted(above, 'price')} of ${money.full(scale.to)} and more not drawn; the highest is ${money.full(prices.max)}.`,
    );
  if (!prices.isExact)
    notes.push(`More than ${count(EXACT_LIMIT)} different prices: median, quartiles and bars are exact to 0.5%.`);
  return notes;
}

/** So far apart that small prices would fall into one bar. */
const FAR_APART = 25;

/** An axis for the prices: all of them, but for the outermost 0.5% at an end where these lie far out. */
function scaleOf(sorted: readonly Counted[]): Scale {
  const positive = sorted.filter(([value]) => value > 0);
  if (positive.length === 0) return linearScale(0, 1, 10);
  const bins = Math.min(40, Math.max(12, Math.round(2 * Math.sqrt(sorted.reduce((sum, [, times]) => sum + times, 0)))));
  const [low, high] = [quantile(positive, 0.005), quantile(positive, 0.995)];
  const [min, max] = [positive[0]?.[0] ?? low, positive.at(-1)?.[0] ?? high];
  if (quantile(positive, 0.99) / quantile(positive, 0.01) > FAR_APART)
    return logScale(min > low / 3 ? min : low, max < high * 3 ? max : high);
  const room = (high - low) / 2;
  const [from, to] = [min >= low - room ? (sorted[0]?.[0] === 0 ? 0 : min) : low, max <= high + room ? max : high];
  return from === to ? linearScale(from * 0.8, to * 1.2, bins) : linearScale(from, to, bins);
}
