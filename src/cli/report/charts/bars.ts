/** Shares of a whole as bars in the rows of a table. */
import { sum } from 'd3-array';
import { type Html, html } from '../../../service/html.ts';
import { count, counted, type Noun } from '../../counts.ts';
import { percent } from '../format.ts';
import { type Cell, dataTable, folded } from './figure.ts';
import { percentage } from './plot.ts';

/** A row with one bar: the share of a count in a whole. */
export interface ShareRow {
  name: Cell;
  count: number;
  of: number;
  /** A class of the style sheet. */
  tone: string;
  /** A remark after the name. */
  note?: Cell | undefined;
}

/** Bars from zero. A full bar is the share `full`. */
export function shareBars(caption: string, rows: readonly ShareRow[], full = 1): Html {
  const bars = rows.map(({ name, note, tone, ...row }) => {
    const width = percentage(Math.min(100, (100 * row.count) / row.of / full));
    return html`<tr><th scope="row">${name}${note === undefined ? '' : html` <small>${note}</small>`}</th>
<td class="track"><svg height="14" aria-hidden="true"><rect class="bar ${tone}" height="14" width="${width}"/></svg></td>
<td class="share">${percent(row.count, row.of)}</td><td class="count">${count(row.count)}</td></tr>
`;
  });
  return html`<table class="bars" aria-label="${caption}"><tbody>${bars}</tbody></table>`;
}

/** The share of a full bar: the largest share of the rows, rounded up. */
export function fullShare(rows: readonly ShareRow[]): number {
  return [0.1, 0.25, 0.5, 0.75].find((share) => rows.every((row) => row.count / row.of <= share)) ?? 1;
}

/** The classes of the parts of a bar by their names. */
export type Tones<Part extends string = string> = Readonly<Record<Part, string>>;

/** A row with a stacked bar: the count of each part. */
export interface StackRow {
  name: string;
  of: (part: string) => number;
}

/** Stacked bars, each the whole of its row, with a legend and a table. */
export function stackedBars(caption: string, noun: Noun, tones: Tones, rows: readonly StackRow[]): Html {
  const parts = Object.entries(tones).filter(([part]) => rows.some(({ of }) => of(part) > 0));
  const all = rows.map(({ name, of }) => {
    const total = sum(parts, ([part]) => of(part));
    return {
      name,
      total,
      parts: parts.map(([part, tone]) => ({ part, tone, times: of(part), share: percent(of(part), total) })),
    };
  });
  const bars = all.map((row) => {
    const label = row.parts.map(({ part, share }) => `${part} ${share}`).join(', ');
    return html`<tr><th scope="row">${row.name}</th><td class="track"><svg height="22" role="img" aria-label="${label}">${stack(row)}</svg></td><td class="count">${counted(row.total, noun)}</td></tr>
`;
  });
  const cells = all.map((row) => [
    row.name,
    ...row.parts.map(({ times, share }) => `${count(times)} (${share})`),
    count(row.total),
  ]);
  return html`${legend(Object.fromEntries(parts))}<table class="bars stacks" aria-label="${caption}"><tbody>${bars}</tbody></table>
${folded(dataTable(caption, ['marketplace', ...parts.map(([part]) => part), 'all'], cells))}`;
}

/** The meaning of colours. */
export function legend(tones: Tones): Html {
  return html`<ul class="legend">${Object.entries(tones).map(([part, tone]) => html`<li><svg width="12" height="12" aria-hidden="true"><rect class="${tone}" width="12" height="12" rx="2"/></svg>${part}</li>`)}</ul>`;
}

/** The percentage of a narrower part does not fit into its bar. */
const LEAST_LABELLED = 12;

function stack({
  total,
  parts,
}: {
  total: number;
  parts: { part: string; tone: string; times: number; share: string }[];
}) {
  let end = 0;
  return parts.map(({ part, tone, times, share }) => {
    if (times === 0) return '';
    const [start, width] = [end, (100 * times) / total];
    end += width;
    const label = html`<text class="on on-${tone}" x="${percentage(start + width / 2)}" y="16" text-anchor="middle">${share}</text>`;
    return html`<rect class="bar ${tone}" x="${percentage(start)}" width="${percentage(width)}" height="22"><title>${part}: ${count(times)} (${share})</title></rect>${width < LEAST_LABELLED ? '' : label}`;
  });
}
