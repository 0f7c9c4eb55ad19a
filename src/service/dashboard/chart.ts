/** The chart of calls and credits by hour, as plain SVG. */
import { raw } from 'hono/html';
import { HOUR_MS, type HourCounts, hourOf } from '../call-counts.ts';
import { type Html, html } from '../html.ts';
import type { Outcome } from '../request-record.ts';
import type { ServiceStore } from '../store.ts';
import { counted, number } from './frame.ts';

/** The parts of a bar from bottom to top, with their labels. */
export const OUTCOMES: Readonly<Record<Outcome, string>> = {
  found: 'found',
  not_found: 'not found',
  rejected: 'rejected',
  failed: 'failed',
};
const OUTCOME_NAMES = Object.keys(OUTCOMES) as Outcome[];

const HOURS = 48;
const WIDTH = 960;
const HEIGHT = 200;
const LEFT = 44;
const BOTTOM = 18;
const TOP = 8;
const STEP = (WIDTH - LEFT) / HOURS;

/** Returns the section with the calls and credits of a key, or of all keys. */
export async function chartSection(store: ServiceStore, now: number, keyId?: string): Promise<Html> {
  const since = now - (HOURS - 1) * HOUR_MS;
  const known = new Map((await store.counts({ since, until: now, keyId })).map((counts) => [counts.hour, counts]));
  const hours = Array.from({ length: HOURS }, (_, index): HourCounts => {
    const hour = hourOf(since + index * HOUR_MS);
    return known.get(hour) ?? { hour, found: 0, not_found: 0, rejected: 0, failed: 0, credits: 0 };
  });
  const sum = (of: (hour: HourCounts) => number) => hours.reduce((total, hour) => total + of(hour), 0);
  const title = `${counted(sum(callsIn), 'call')}, ${counted(
    sum(({ credits }) => credits),
    'credit',
  )}`;
  return html`<section>
    <div class="row"><h2>Calls and credits by hour, UTC</h2> <span>${title} in the last ${HOURS} hours</span></div>
    <ul class="legend">
      ${OUTCOME_NAMES.map((outcome) => html`<li>${swatch(outcome)}${OUTCOMES[outcome]}</li>`)}<li>${swatch('credits')}credits</li>
    </ul>
    <svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">${raw(drawing(hours))}</svg>
  </section>`;
}

/** Returns a square in a colour of the chart. */
export function swatch(name: Outcome | 'credits'): Html {
  return html`<svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${name}" width="10" height="10" rx="2"></rect></svg>`;
}

/** Returns the inside of the chart. It is not escaped: it has hours and numbers, and nothing that callers send. */
function drawing(hours: readonly HourCounts[]): string {
  const most = niceMaximum(Math.max(1, ...hours.map((hour) => Math.max(callsIn(hour), hour.credits))));
  const yOf = (value: number) => HEIGHT - BOTTOM - (value * (HEIGHT - BOTTOM - TOP)) / most;
  const lines = [0, most / 2, most].map((value) => gridLine(value, yOf(value)));
  const bars = OUTCOME_NAMES.map((outcome, index) => {
    const below = OUTCOME_NAMES.slice(0, index);
    const parts = hours.map((hour, at) => {
      if (hour[outcome] === 0) return '';
      const base = below.reduce((sum, name) => sum + hour[name], 0);
      return `M${short(xOf(at) + 1)} ${short(yOf(base))}V${short(yOf(base + hour[outcome]))}h${short(STEP - 2)}V${short(yOf(base))}z`;
    });
    return `<path class="${outcome}" d="${parts.join('')}"/>`;
  });
  // A step across each hour.
  const steps = hours.map(
    ({ credits }, at) => `${at === 0 ? 'M' : 'L'}${short(xOf(at))} ${short(yOf(credits))}h${short(STEP)}`,
  );
  const y = HEIGHT - 4;
  const labels = `<text x="${LEFT}" y="${y}">${hourText(hours[0])}</text><text x="${WIDTH}" y="${y}" text-anchor="end">${hourText(hours.at(-1))}</text>`;
  return [
    ...lines,
    ...bars,
    `<path class="credits line" d="${steps.join('')}"/>`,
    ...hours.map(hoverArea),
    labels,
  ].join('');
}

/** Returns the area that shows the numbers of an hour when the pointer is over it. */
function hoverArea(hour: HourCounts, at: number): string {
  const parts = [...OUTCOME_NAMES, 'credits' as const].filter((name) => hour[name] > 0);
  if (parts.length === 0) return '';
  const title = parts.map((name) => `${number(hour[name])} ${name === 'credits' ? name : OUTCOMES[name]}`).join(', ');
  const place = `x="${short(xOf(at))}" width="${short(STEP)}" height="${HEIGHT - BOTTOM}"`;
  return `<rect class="hover" ${place}><title>${hourText(hour)}: ${title}</title></rect>`;
}

function gridLine(value: number, y: number): string {
  const line = `<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${short(y)}" y2="${short(y)}"/>`;
  return `${line}<text x="${LEFT - 5}" y="${short(y + 4)}" text-anchor="end">${value >= 1000 ? `${value / 1000}k` : value}</text>`;
}

/** Returns an hour without its year: `11-20 12:00`. */
function hourText(counts: HourCounts | undefined): string {
  return counts === undefined ? '' : `${counts.hour.slice(5, 10)} ${counts.hour.slice(11)}:00`;
}

/** Rounds up to the next even round number: 2, 4, 10, 20, 40, 100, ... */
function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 4, 6, 10].find((candidate) => candidate * power >= value) ?? 10;
  return Math.max(2, factor * power);
}

function callsIn(hour: HourCounts): number {
  return OUTCOME_NAMES.reduce((sum, outcome) => sum + hour[outcome], 0);
}

function xOf(at: number): number {
  return LEFT + at * STEP;
}

/** Returns a coordinate with one digit. */
function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
