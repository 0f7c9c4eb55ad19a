/** Shares of a whole as bars in the rows of a table. */
import type { Cell } from './figure.ts';
import { type Html, html } from './html.ts';
import { percentage } from './plot.ts';
import type { Color } from './style.ts';
import { count, percent } from './text.ts';

/** A row with one bar: the share of a count in a whole. */
export interface ShareRow {
  name: Cell;
  count: number;
  of: number;
  color: Color;
  /** A remark after the name. */
  note?: Cell | undefined;
}

/** Bars from zero. A full bar is the largest share, rounded up. */
export function shareBars(caption: string, rows: readonly ShareRow[]): Html {
  const full = [0.1, 0.25, 0.5, 0.75].find((share) => rows.every((row) => row.count / row.of <= share)) ?? 1;
  const bars = rows.map(({ name, note, color, ...row }) => {
    const width = percentage((100 * row.count) / row.of / full);
    return html`<tr><th scope="row">${name}${note === undefined ? '' : html` <small>${note}</small>`}</th>
<td class="track"><svg height="14" aria-hidden="true"><rect class="bar ${color}" height="14" width="${width}"/></svg></td>
<td class="share">${percent(row.count, row.of)}</td><td class="count">${count(row.count)}</td></tr>
`;
  });
  return html`<table class="bars" aria-label="${caption}"><tbody>${bars}</tbody></table>`;
}

/** The meaning of colours, and of the line over the bars. */
export function legend(colors: readonly (readonly [part: string, color: Color | 'line'])[]): Html {
  return html`<ul class="legend">${colors.map(([part, color]) => html`<li><svg width="12" height="12" aria-hidden="true"><rect class="${color}" width="12" height="12" rx="2"/></svg>${part}</li>`)}</ul>`;
}
