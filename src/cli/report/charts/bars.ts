/** Shares of a whole as bars in the rows of a table. */
import { cumsum, max, sum } from 'd3-array';
import { type Html, html } from '../../../service/html.ts';
import { count, counted, type Noun } from '../../counts.ts';
import { percent } from '../format.ts';
import { type Cell, dataTable, folded } from './figure.ts';
import { percentage } from './plot.ts';

/** A row with one bar. */
export interface ShareRow {
  name: Cell;
  count: number;
  /** The whole of which the count is a share. */
  of: number;
  /** A class of the style sheet. */
  tone: string;
  /** A remark after the name. */
  note?: Cell | undefined;
}

/** Bars from zero. A full bar is the share `full`. */
export function shareBars(caption: string, rows: readonly ShareRow[], full = 1): Html {
  return html`<table class="bars" aria-label="${caption}"><tbody>${rows.map(
    (row) => html`<tr><th scope="row">${row.name}${row.note === undefined ? '' : html` <small>${row.note}</small>`}</th>
<td class="track"><svg height="14" aria-hidden="true"><rect class="bar ${row.tone}" height="14" width="${percentage(Math.min(100, (100 * row.count) / row.of / full))}"/></svg></td>
<td class="share">${percent(row.count, row.of)}</td><td class="count">${count(row.count)}</td></tr>
`,
  )}</tbody></table>`;
}

/** The share of a full bar: the largest share of the rows, rounded up. */
export function fullShare(rows: readonly ShareRow[]): number {
  const largest = max(rows, (row) => row.count / row.of) ?? 1;
  return [0.1, 0.25, 0.5, 0.75].find((share) => largest <= share) ?? 1;
}

/** A part of a stacked bar. */
export interface Part {
  id: string;
  name: string;
  /** A class of the style sheet. */
  tone: string;
}

/** A row with a stacked bar. */
export interface StackRow {
  name: string;
  countOf: (part: Part) => number;
}

/** Rows of stacked bars, each bar the whole of its row; a legend, and the numbers as a table. */
export function stackedBars(caption: string, noun: Noun, parts: readonly Part[], rows: readonly StackRow[]): Html {
  const used = parts.filter((part) => rows.some((row) => row.countOf(part) > 0));
  const totals = rows.map((row) => sum(used, row.countOf));
  const share = (row: StackRow, part: Part, total: number) => percent(row.countOf(part), total);
  const cells = rows.map((row, index) => {
    const total = totals[index] ?? 0;
    return [row.name, ...used.map((part) => `${count(row.countOf(part))} (${share(row, part, total)})`), count(total)];
  });
  return html`${legend(used)}<table class="bars stacks" aria-label="${caption}"><tbody>${rows.map((row, index) => {
    const total = totals[index] ?? 0;
    const words = used.map((part) => `${part.name} ${share(row, part, total)}`).join(', ');
    return html`<tr><th scope="row">${row.name}</th><td class="track"><svg height="22" role="img" aria-label="${words}">${stack(row, used, total)}</svg></td><td class="count">${counted(total, noun)}</td></tr>
`;
  })}</tbody></table>${folded(dataTable(caption, ['marketplace', ...used.map(({ name }) => name), 'all'], cells))}`;
}

/** The meaning of colours. */
export function legend(parts: readonly Pick<Part, 'name' | 'tone'>[]): Html {
  return html`<ul class="legend">${parts.map(({ name, tone }) => html`<li><svg width="12" height="12" aria-hidden="true"><rect class="${tone}" width="12" height="12" rx="2"/></svg>${name}</li>`)}</ul>`;
}

/** The percentage of a smaller part does not fit into its bar. */
const LEAST_LABELLED = 12;

function stack(row: StackRow, parts: readonly Part[], total: number): Html[] {
  const widths = parts.map((part) => (100 * row.countOf(part)) / total);
  const ends = cumsum(widths);
  return parts.flatMap((part, index) => {
    const [times, width] = [row.countOf(part), widths[index] ?? 0];
    if (times === 0) return [];
    const start = (ends[index] ?? 0) - width;
    const share = percent(times, total);
    const label = html`<text class="on on-${part.tone}" x="${percentage(start + width / 2)}" y="16" text-anchor="middle">${share}</text>`;
    return html`<rect class="bar ${part.tone}" x="${percentage(start)}" width="${percentage(width)}" height="22"><title>${part.name}: ${count(times)} (${share})</title></rect>${width < LEAST_LABELLED ? '' : label}`;
  });
}
