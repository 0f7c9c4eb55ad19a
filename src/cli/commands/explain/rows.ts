/** The table of the fields, and the list of the missing ones. */

import { safeLine } from '../../../contract/safe-text.ts';
import { type Html, html } from '../../../display/html.ts';
import { counted } from '../../../display/text.ts';
import type { ExplainedField, MissingField } from '../../../pages/index.ts';

/** Characters of a value in the table. */
const MOST_VALUE = 2_000;
/** Rows of the table. Pages with more have lists that no page of a marketplace has. */
const MOST_ROWS = 20_000;

/** Where a value is: on the copied page, or in a part of the page that is not shown. */
const SOURCES = {
  selector: 'text',
  attribute: 'attribute',
  json: 'script data',
  url: 'URL',
  derived: 'derived',
} as const satisfies Record<ExplainedField['source'], string>;

/** Returns a text on one line, without what hides text or changes its direction. */
export function shown(text: string): string {
  return safeLine(text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE)}… (${text.length} characters)` : text);
}

/** Returns the bodies of the table: one for the fields of the page, and one for each entry of a list. */
export function bodiesOf(fields: readonly ExplainedField[], isMarked: (field: ExplainedField) => boolean): Html[] {
  const groups = new Map<string, { field: ExplainedField; number: number; name: string }[]>();
  for (const [number, field] of fields.slice(0, MOST_ROWS).entries()) {
    const { group, name } = placeInData(field.path);
    const rows = groups.get(group) ?? [];
    groups.set(group, rows);
    rows.push({ field, number, name });
  }
  return [...groups].map(([group, rows]) => {
    const title = TITLES.map((one) => rows.find(({ name }) => name === one)?.field.value).find(
      (value) => value != null,
    );
    const head = html`<tr class="group"><th colspan="2" scope="rowgroup">${shown(group)} <span>${shown(String(title ?? ''))}</span></th></tr>`;
    return html`<tbody data-group="${group}">${group === '' ? '' : head}
${rows.map(({ field, number, name }) => rowOf(field, number, name, isMarked(field)))}</tbody>
`;
  });
}

/** Fields that name an entry, the best first. */
const TITLES = ['title', 'name', 'seller_name', 'asin'];

/** Splits the path of a field in the entry of a list: `offers[2].price` is `price` of `offers[2]`. */
function placeInData(path: string): { group: string; name: string } {
  const end = path.lastIndexOf('].') + 1;
  return end === 0 ? { group: '', name: path } : { group: path.slice(0, end), name: path.slice(end + 1) };
}

function rowOf(
  { path, value, source, at, text }: ExplainedField,
  number: number,
  name: string,
  isMarked: boolean,
): Html {
  const place = at === '' ? '' : html` <code>${shown(at)}</code>`;
  const read = text === '' || text === value ? '' : html`<div class="read">“${shown(text)}”</div>`;
  return html`<tr data-number="${String(number)}" data-path="${path}" data-on-page="${String(isMarked)}"><th scope="row"><button type="button" aria-pressed="false" aria-label="${shown(path)}">${shown(name)}</button></th>
<td><div class="value ${typeof value}">${shown(valueText(value))}</div><div class="place"><span class="source ${source}">${SOURCES[source]}</span>${place}</div>${read}</td></tr>
`;
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Returns an item for each missing field, with the places that were looked at. */
export function missingItems(missing: readonly MissingField[]): Html[] {
  return missing.map(
    ({ path, count, places }) => html`<li data-path="${path}"><details><summary><b>${shown(path)}</b> <span>${
      count > 1 ? `in ${counted(count, ['entry', 'entries'])} · ` : ''
    }${places.length === 0 ? 'not looked for on this page' : `${counted(places.length, 'place')} looked at`}</span></summary>
<ul>${places.map(
      ({ at, text }) =>
        html`<li><code>${shown(at)}</code>${text === undefined ? '' : html`<div class="read">“${shown(text)}” is not a value of this field</div>`}</li>`,
    )}</ul></details></li>
`,
  );
}
