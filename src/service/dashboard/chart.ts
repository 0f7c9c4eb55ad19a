/** Bar charts of the requests per day, one for each endpoint, as plain SVG. */
import { raw } from 'hono/html';
import { type Html, html } from '../html.ts';
import type { DayCount, Outcome } from '../store.ts';

/** The parts of a bar from bottom to top, with their labels. */
export const OUTCOMES: Readonly<Record<Outcome, string>> = {
  found: 'found',
  not_found: 'not found',
  rejected: 'rejected',
  failed: 'failed',
};

const WIDTH = 320;
const HEIGHT = 120;
const LEFT = 34;
const BOTTOM = 18;
const TOP = 8;

/** Returns the charts of the endpoints that were called, with a legend. */
export function charts(counts: readonly DayCount[], days: readonly string[]): Html {
  const names = [...new Set(counts.map(({ endpoint }) => endpoint))].sort();
  if (names.length === 0) return html`<p class="soft">No requests in the last ${days.length} days.</p>`;
  return html`<ul class="legend">
      ${Object.entries(OUTCOMES).map(([outcome, name]) => html`<li>${swatch(outcome)}${name}</li>`)}
    </ul>
    <div class="charts">
      ${names.map((name) => {
        const own = counts.filter(({ endpoint }) => endpoint === name);
        return html`<figure>
          <h3>${name} <span class="soft">${total(own).toLocaleString('en')}</span></h3>
          ${raw(bars(name, own, days))}
        </figure>`;
      })}
    </div>`;
}

/** Returns a square in the colour of an outcome. */
export function swatch(outcome: string): Html {
  return html`<svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${outcome}" width="10" height="10" rx="2"></rect></svg>`;
}

/** Returns the last days up to a timestamp, oldest first. */
export function lastDays(count: number, now: number): string[] {
  const dayMs = 86_400_000;
  return Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

/** Returns one chart. It is not escaped: it has names of endpoints and numbers, and nothing that callers send. */
function bars(name: string, counts: readonly DayCount[], days: readonly string[]): string {
  const most = niceMaximum(Math.max(1, ...days.map((day) => total(counts.filter((count) => count.day === day)))));
  const step = (WIDTH - LEFT) / days.length;
  const unit = (HEIGHT - BOTTOM - TOP) / most;
  const columns = days.map((day, index) =>
    column(
      counts.filter((count) => count.day === day),
      LEFT + index * step,
      step,
      unit,
    ),
  );
  const lines = [0, most / 2, most].map((value) => gridLine(value, HEIGHT - BOTTOM - value * unit));
  const label = `${name}: ${total(counts)} requests in ${days.length} days`;
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">${lines.join('')}${columns.join('')}${dayLabels(days)}</svg>`;
}

function column(counts: readonly DayCount[], x: number, step: number, unit: number): string {
  let y = HEIGHT - BOTTOM;
  const parts = (Object.keys(OUTCOMES) as Outcome[]).map((outcome) => {
    const count = counts.find((candidate) => candidate.outcome === outcome);
    if (count === undefined) return '';
    const height = count.requests * unit;
    y -= height;
    const title = `${count.day}: ${count.requests} ${OUTCOMES[outcome]}`;
    return `<rect class="${outcome}" x="${(x + 1).toFixed(1)}" y="${y.toFixed(1)}" width="${(step - 2).toFixed(1)}" height="${height.toFixed(1)}"><title>${title}</title></rect>`;
  });
  return parts.join('');
}

function gridLine(value: number, y: number): string {
  const line = `<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}"/>`;
  return `${line}<text x="${LEFT - 5}" y="${(y + 4).toFixed(1)}" text-anchor="end">${short(value)}</text>`;
}

function dayLabels(days: readonly string[]): string {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const y = HEIGHT - 4;
  return `<text x="${LEFT}" y="${y}">${first.slice(5)}</text><text x="${WIDTH}" y="${y}" text-anchor="end">${last.slice(5)}</text>`;
}

/** Rounds up to the next even round number: 2, 4, 10, 20, 40, 100, ... */
function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 4, 6, 10].find((candidate) => candidate * power >= value) ?? 10;
  return Math.max(2, factor * power);
}

function short(value: number): string {
  return value >= 1000 ? `${value / 1000}k` : String(value);
}

function total(counts: readonly DayCount[]): number {
  return counts.reduce((sum, { requests }) => sum + requests, 0);
}
