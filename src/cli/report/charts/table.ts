/** Tables: numbers behind a fold, for those who cannot see a picture or want to copy it. */
import { type Html, html } from '../../../service/html.ts';

/** Something that stands in a cell. */
export type Cell = string | Html;

/** A table whose first column names the row, the others numbers. */
export function dataTable(caption: string, heads: readonly Cell[], rows: readonly (readonly Cell[])[]): Html {
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table class="data" aria-label="${caption}">
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([name, ...cells]) => html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  )}</tbody></table></div>`;
}

/** Puts numbers behind a fold. */
export function numbers(table: Html, summary = 'The numbers'): Html {
  return html`<details><summary>${summary}</summary>${table}</details>`;
}
