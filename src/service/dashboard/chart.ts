/** Bar charts of the requests of each period, one for each endpoint, as plain SVG. */
import { raw } from 'hono/html';
import { type Html, html } from '../html.ts';
import type { CountRow } from '../request-counts.ts';
import type { Outcome } from '../request-record.ts';
import { counted, number } from './format.ts';
import { periodsOf, type TimeRange } from './range.ts';

/** The parts of a bar from bottom to top, with their labels. */
export const OUTCOMES: Readonly<Record<Outcome, string>> = {
  found: 'found',
  not_found: 'not found',
  rejected: 'rejected',
  failed: 'failed',
};
const OUTCOME_NAMES = Object.keys(OUTCOMES) as Outcome[];

const WIDTH = 320;
const HEIGHT = 120;
const LEFT = 34;
const BOTTOM = 18;
const TOP = 8;
/** More periods share bars, so that a page of a year is as small as one of a month. */
const MOST_BARS = 31;

/** A bar: the requests of one period, or of several. */
interface Bar {
  /** The first period, and the last one if there are several. */
  name: string;
  counts: Record<Outcome, number>;
}

/** Returns what a bar of the range's charts is: `hour`, `day`, `3 days`. */
export function barOf(range: Pick<TimeRange, 'unit' | 'since' | 'until'>): string {
  const length = periodsPerBar(periodsOf(range).length);
  return length === 1 ? range.unit : `${length} ${range.unit}s`;
}

/** Returns the charts of the endpoints that were called, with a legend. */
export function charts(rows: readonly CountRow[], range: Pick<TimeRange, 'unit' | 'since' | 'until' | 'name'>): Html {
  const names = [...new Set(rows.map(({ endpoint = '' }) => endpoint))].sort();
  if (names.length === 0) return html`<p class="soft">No requests: ${range.name}.</p>`;
  const periods = periodsOf(range);
  return html`<ul class="legend">
      ${OUTCOME_NAMES.map((outcome) => html`<li>${swatch(outcome)}${OUTCOMES[outcome]}</li>`)}
    </ul>
    <div class="charts">
      ${names.map((name) => {
        const own = barsOf(
          rows.filter(({ endpoint }) => endpoint === name),
          periods,
        );
        const total = own.reduce((sum, bar) => sum + heightOf(bar), 0);
        return html`<figure>
          <h3>${name} <span class="soft">${number(total)}</span></h3>
          <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${name}: ${counted(total, 'request')}, ${range.name}">
            ${raw(drawing(own, periods))}
          </svg>
        </figure>`;
      })}
    </div>`;
}

/** Returns a square in the colour of an outcome. */
export function swatch(outcome: Outcome): Html {
  return html`<svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${outcome}" width="10" height="10" rx="2"></rect></svg>`;
}

function barsOf(rows: readonly CountRow[], periods: readonly string[]): Bar[] {
  const perBar = periodsPerBar(periods.length);
  const byPeriod = Map.groupBy(rows, ({ period = '' }) => period);
  return Array.from({ length: Math.ceil(periods.length / perBar) }, (_, index) => {
    const own = periods.slice(index * perBar, (index + 1) * perBar);
    const counted = own.flatMap((period) => byPeriod.get(period) ?? []);
    const sum = (outcome: Outcome) => counted.reduce((total, { counters }) => total + (counters[outcome] ?? 0), 0);
    const [first = '', last = ''] = [own[0], own.at(-1)];
    const counts = {
      found: sum('found'),
      not_found: sum('not_found'),
      rejected: sum('rejected'),
      failed: sum('failed'),
    };
    return { name: first === last ? shortPeriod(first) : `${shortPeriod(first)} to ${shortPeriod(last)}`, counts };
  });
}

function periodsPerBar(periods: number): number {
  return Math.max(1, Math.ceil(periods / MOST_BARS));
}

/** Returns the inside of a chart. It is not escaped: it has periods and numbers, and nothing that callers send. */
function drawing(bars: readonly Bar[], periods: readonly string[]): string {
  const most = niceMaximum(Math.max(1, ...bars.map(heightOf)));
  const step = (WIDTH - LEFT) / bars.length;
  const unit = (HEIGHT - BOTTOM - TOP) / most;
  const lines = [0, most / 2, most].map((value) => gridLine(value, HEIGHT - BOTTOM - value * unit));
  const paths = OUTCOME_NAMES.map((outcome) => `<path class="${outcome}" d="${pathOf(bars, outcome, step, unit)}"/>`);
  const titles = bars.map((bar, index) => hoverArea(bar, index, step));
  return [...lines, ...paths, ...titles, periodLabels(periods)].join('');
}

/** Returns the parts of one outcome in all bars. */
function pathOf(bars: readonly Bar[], outcome: Outcome, step: number, unit: number): string {
  const gap = Math.min(2, step * 0.2);
  return bars
    .map(({ counts }, index) => {
      if (counts[outcome] === 0) return '';
      const below = OUTCOME_NAMES.slice(0, OUTCOME_NAMES.indexOf(outcome)).reduce((sum, name) => sum + counts[name], 0);
      const [x, y] = [LEFT + index * step + gap / 2, HEIGHT - BOTTOM - below * unit];
      const width = short(step - gap);
      return `M${short(x)} ${short(y)}v${short(-counts[outcome] * unit)}h${width}V${short(y)}z`;
    })
    .join('');
}

/** Returns the area that shows the numbers of a bar when the pointer is over it. */
function hoverArea(bar: Bar, index: number, step: number): string {
  const counted = OUTCOME_NAMES.filter((outcome) => bar.counts[outcome] > 0);
  if (counted.length === 0) return '';
  const title = counted.map((outcome) => `${number(bar.counts[outcome])} ${OUTCOMES[outcome]}`).join(', ');
  const place = `x="${short(LEFT + index * step)}" width="${short(step)}" height="${HEIGHT - BOTTOM}"`;
  return `<rect class="hover" ${place}><title>${bar.name}: ${title}</title></rect>`;
}

function gridLine(value: number, y: number): string {
  const line = `<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${short(y)}" y2="${short(y)}"/>`;
  return `${line}<text x="${LEFT - 5}" y="${short(y + 4)}" text-anchor="end">${value >= 1000 ? `${value / 1000}k` : value}</text>`;
}

function periodLabels(periods: readonly string[]): string {
  const [first = '', last = ''] = [periods[0], periods.at(-1)];
  const y = HEIGHT - 4;
  return `<text x="${LEFT}" y="${y}">${shortPeriod(first)}</text><text x="${WIDTH}" y="${y}" text-anchor="end">${shortPeriod(last)}</text>`;
}

/** Returns a period without its year: `11-20`, or `11-20 12:00` for an hour. */
function shortPeriod(period: string): string {
  return period.length > 10 ? `${period.slice(5, 10)} ${period.slice(11)}:00` : period.slice(5);
}

/** Rounds up to the next even round number: 2, 4, 10, 20, 40, 100, ... */
function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 4, 6, 10].find((candidate) => candidate * power >= value) ?? 10;
  return Math.max(2, factor * power);
}

function heightOf({ counts }: Bar): number {
  return OUTCOME_NAMES.reduce((sum, outcome) => sum + counts[outcome], 0);
}

/** Returns a coordinate with one digit. */
function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
