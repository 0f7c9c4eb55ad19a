/** A figure of the report: a caption, a chart, notes, and the same numbers as a table. */
import { type Html, html } from './html.ts';
import { counted, type Noun } from './text.ts';

/** The content of a cell. */
export type Cell = string | Html;

/** The parts of a figure: the facts follow the title, the notes say how far to trust the chart. */
export interface Figure {
  title: Cell;
  facts: Cell;
  chart: Html;
  notes?: readonly (Cell | false)[];
}

/** Renders a figure. */
export function figure({ title, facts, chart, notes = [] }: Figure): Html {
  return html`<figure><figcaption><b>${title}</b> <span class="facts">${facts}</span></figcaption>
${chart}${notes.map((note) => note !== false && html`<p class="note">${note}</p>`)}</figure>`;
}

/** Shares and quartiles of fewer values say little. */
const SMALL_SAMPLE = 30;

/** The note of a small sample. */
export function sampleNote(total: number, noun: Noun): string | false {
  return total < SMALL_SAMPLE && `Small sample: only ${counted(total, noun)}.`;
}

/** A table whose first column names the row. */
export function dataTable(caption: string, heads: readonly Cell[], rows: readonly (readonly Cell[])[]): Html {
  const body = rows.map(
    ([name, ...cells]) => html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  );
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table class="data" aria-label="${caption}">
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${body}</tbody></table></div>`;
}

/** A table that the reader can unfold. */
export function folded(table: Html, summary = 'Show the numbers'): Html {
  return html`<details><summary>${summary}</summary>${table}</details>`;
}
