/** The frame and the tables of the service's HTML pages. */
import { type Html, html, htmlDocument } from '../display/html.ts';

/** Returns the path that the service is mounted at, as browsers see it; '' at the root. */
export function rootOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? '' : new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '');
}

/** Returns a complete HTML page. */
export function document(root: string, title: string, body: Html): Promise<string> {
  return htmlDocument({ title: `${title} · buybox`, style: { href: `${root}/style.css` }, body });
}

/** A column of a table. */
export interface Column<Row> {
  name: string;
  /** Numbers are aligned on the right, long texts have several lines. */
  type?: 'number' | 'wrap';
  cell: (row: Row) => Html | string;
}

/** Returns a table, whose first column names the row. A wide one scrolls, also with the keyboard. */
export function table<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[]): Html {
  const classOf = ({ type }: Column<Row>) => (type === undefined ? '' : html` class="${type}"`);
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>${caption}</caption>
      <thead><tr>${columns.map((column) => html`<th scope="col"${classOf(column)}>${column.name}</th>`)}</tr></thead>
      <tbody>${rows.map(
        (row) =>
          html`<tr>${columns.map((column, index) =>
            index === 0
              ? html`<th scope="row">${column.cell(row)}</th>`
              : html`<td${classOf(column)}>${column.cell(row)}</td>`,
          )}</tr>
`,
      )}</tbody>
    </table>
  </div>`;
}
