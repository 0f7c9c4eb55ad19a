/** Shares of a whole as bars in the rows of a table. */

import { type Cell, dataTable, folded } from './figure.ts';
import { type Html, html } from './html.ts';
import { percentage } from './plot.ts';
import type { Color } from './style.ts';
import { count, counted, type Noun, percent } from './text.ts';

/** A row with one bar: the share of a count in a whole. */
export interface ShareRow {
  name: Cell;
  count: number;
  of: number;
  color: Color;
  /** A remark after the name. */
  note?: Cell | undefined;
}

/** Bars from zero. A full bar is the share `full`. */
export function shareBars(caption: string, rows: readonly ShareRow[], full = 1): Html {
  const bars = rows.map(({ name, note, color, ...row }) => {
    const width = percentage(Math.min(100, (100 * row.count) / row.of / full));
    return html`<tr><th scope="row">${name}${note === undefined ? '' : html` <small>${note}</small>`}</th>
<td class="track"><svg height="14" aria-hidden="true"><rect class="bar ${color}" height="14" width="${width}"/></svg></td>
<td class="share">${percent(row.count, row.of)}</td><td class="count">${count(row.count)}</td></tr>
`;
  });
  return html`<table class="bars" aria-label="${caption}"><tbody>${bars}</tbody></table>`;
}

/** The share of a full bar: the largest share of the rows, rounded up. */
export function fullShare(rows: readonly ShareRow[]): number {
  return [0.1, 0.25, 0.5, 0.75].find((share) => rows.every((row) => row.count / row.of <= share)) ?? 1;
}

/** The colours of the parts of a bar by their names. */
export type Colors<Part extends string = string> = Readonly<Record<Part, Color>>;

/** Stacked bars, each the whole of its row, with a legend and a table. `rows` are the names of rows and the counts of their parts. */
export function stackedBars(
  caption: string,
  noun: Noun,
  colors: Colors,
  rows: readonly (readonly [name: string, timesOf: (part: string) => number])[],
): Html {
  const used = Object.entries(colors).filter(([part]) => rows.some(([, timesOf]) => timesOf(part) > 0));
  const all = rows.map(([name, timesOf]) => {
    const total = used.reduce((sum, [part]) => sum + timesOf(part), 0);
    const parts = used.map(([part, color]) => {
      const times = timesOf(part);
      return { part, color, times, share: percent(times, total) };
    });
    return { name, total, parts };
  });
  const bars = all.map(({ name, total, parts }) => {
    let end = 0;
    const stack = parts.map(({ part, color, times, share }) => {
      const [start, width] = [end, (100 * times) / total];
      end += width;
      const label = html`<text class="on on-${color}" x="${percentage(start + width / 2)}" y="16" text-anchor="middle">${share}</text>`;
      return (
        times > 0 &&
        html`<rect class="bar ${color}" x="${percentage(start)}" width="${percentage(width)}" height="22"><title>${part}: ${count(times)} (${share})</title></rect>${width >= LEAST_LABELLED && label}`
      );
    });
    const words = parts.map(({ part, share }) => `${part} ${share}`).join(', ');
    return html`<tr><th scope="row">${name}</th><td class="track"><svg height="22" role="img" aria-label="${words}">${stack}</svg></td><td class="count">${counted(total, noun)}</td></tr>
`;
  });
  const cells = all.map(({ name, total, parts }) => [
    name,
    ...parts.map(({ times, share }) => `${count(times)} (${share})`),
    count(total),
  ]);
  return html`${legend(used)}<table class="bars stacks" aria-label="${caption}"><tbody>${bars}</tbody></table>
${folded(dataTable(caption, ['marketplace', ...used.map(([part]) => part), 'all'], cells))}`;
}

/** The percentage of a narrower part does not fit into its bar. */
const LEAST_LABELLED = 12;

/** The meaning of colours, and of the line over the bars. */
export function legend(colors: readonly (readonly [part: string, color: Color | 'line'])[]): Html {
  return html`<ul class="legend">${colors.map(([part, color]) => html`<li><svg width="12" height="12" aria-hidden="true"><rect class="${color}" width="12" height="12" rx="2"/></svg>${part}</li>`)}</ul>`;
}
