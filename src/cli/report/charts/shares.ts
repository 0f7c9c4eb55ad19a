/** Shares of a whole, as bars in the rows of a table: the table is the picture. */
import { type Html, html } from '../../../service/html.ts';
import { count, counted, type Noun } from '../../counts.ts';
import { percent } from '../format.ts';
import { across } from './plot.ts';
import { type Cell, dataTable, numbers } from './table.ts';

/** A row with one bar. */
export interface ShareRow {
  name: Cell;
  count: number;
  /** What the share is of. */
  of: number;
  /** A class of the style sheet. */
  tone: string;
  /** A word beside it. */
  note?: Cell;
}

/** Bars from zero; a full one is `full` of the whole. */
export function shareBars(caption: string, rows: readonly ShareRow[], full = 1): Html {
  return html`<table class="bars" aria-label="${caption}"><tbody>${rows.map(
    ({
      name,
      count: times,
      of,
      tone,
      note,
    }) => html`<tr><th scope="row">${name}${note === undefined ? '' : html` <small>${note}</small>`}</th>
<td class="track"><svg height="14" aria-hidden="true"><rect class="bar ${tone}" height="14" width="${across(Math.min(1, times / of / full))}"/></svg></td>
<td class="share">${percent(times, of)}</td><td class="count">${count(times)}</td></tr>
`,
  )}</tbody></table>`;
}

/** A part of a stacked bar, in all its rows. */
export interface Part {
  id: string;
  name: string;
  /** A class of the style sheet. */
  tone: string;
}

/** A row with a stacked bar. */
export interface StackRow {
  name: Cell;
  counts: (part: Part) => number;
}

/** Rows of stacked bars, each the whole of its row; what the colours mean; the numbers behind a fold. */
export function stackedShares(caption: string, noun: Noun, parts: readonly Part[], rows: readonly StackRow[]): Html {
  const totalOf = (row: StackRow) => parts.reduce((sum, part) => sum + row.counts(part), 0);
  const used = parts.filter((part) => rows.some((row) => row.counts(part) > 0));
  const cells = rows.map((row) => {
    const total = totalOf(row);
    const shares = used.map((part) => `${count(row.counts(part))} (${percent(row.counts(part), total)})`);
    return [row.name, ...shares, count(total)];
  });
  return html`${legend(used)}<table class="bars stacks" aria-label="${caption}"><tbody>${rows.map(
    (
      row,
    ) => html`<tr><th scope="row">${row.name}</th><td class="track">${stack(row, used, totalOf(row))}</td><td class="count">${counted(totalOf(row), noun)}</td></tr>
`,
  )}</tbody></table>${numbers(dataTable(caption, ['marketplace', ...used.map(({ name }) => name), 'all'], cells))}`;
}

/** What the colours mean. */
export function legend(parts: readonly Pick<Part, 'name' | 'tone'>[]): Html {
  return html`<ul class="legend">${parts.map(({ name, tone }) => html`<li><svg width="12" height="12" aria-hidden="true"><rect class="${tone}" width="12" height="12" rx="2"/></svg>${name}</li>`)}</ul>`;
}

/** What a full bar stands for, so that the longest one is seen: the largest share, rounded up. */
export function fullShare(rows: readonly Pick<ShareRow, 'count' | 'of'>[]): number {
  const largest = Math.max(...rows.map(({ count: times, of }) => times / of));
  return [0.1, 0.25, 0.5, 0.75].find((share) => largest <= share) ?? 1;
}

/** Below this share of a bar, its percentage does not fit in. */
const ROOM = 0.12;

function stack(row: StackRow, parts: readonly Part[], total: number): Html {
  let left = 0;
  const bars = parts.map((part) => {
    const times = row.counts(part);
    const [start, width] = [left, times / total];
    left += width;
    if (times === 0) return '';
    const text =
      width < ROOM
        ? ''
        : html`<text class="on on-${part.tone}" x="${across(start + width / 2)}" y="16" text-anchor="middle">${percent(times, total)}</text>`;
    return html`<rect class="bar ${part.tone}" x="${across(start)}" width="${across(width)}" height="22"><title>${part.name}: ${count(times)} (${percent(times, total)})</title></rect>${text}`;
  });
  const words = parts.map((part) => `${part.name} ${percent(row.counts(part), total)}`).join(', ');
  return html`<svg height="22" role="img" aria-label="${words}">${bars}</svg>`;
}
