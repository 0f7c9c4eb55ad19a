/**
 * Renders an explained page as one HTML file: a copy of the page with the read values outlined, next to a table of the fields. The copy is in a
 * frame that runs no scripts, and the policy of the file allows only the file's own script, and no request.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { safeLine, safeText } from '../../../contract/safe-text.ts';
import { type Html, html, htmlDocument, raw } from '../../../display/html.ts';
import { BASE_STYLE } from '../../../display/style.ts';
import { counted } from '../../../display/text.ts';
import type { Element } from '../../../html/index.ts';
import type { ExplainedField, MarkedPage, MissingField } from '../../../pages/index.ts';
import { version } from '../../../version.ts';
import { copyOf } from './copy.ts';
import { STYLE } from './style.ts';

const SCRIPT = readFileSync(new URL('./inspector.js', import.meta.url), 'utf8');
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');
/** The frame has the same policy: pages have styles of their own. Styles cannot load anything. */
const POLICY = `default-src 'none'; script-src 'sha256-${SCRIPT_HASH}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;

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

/** Fields that name an entry, the best first. */
const TITLES = ['title', 'name', 'seller_name', 'asin'];

/** Returns the HTML of the file. */
export async function explainHtml({ explained, document, elements }: MarkedPage, url: string): Promise<string> {
  const { page_type, found, fields, missing } = explained;
  const marks = new Map<Element, Set<number>>();
  for (const [number, field] of fields.entries())
    for (const element of elements.get(field) ?? [])
      marks.set(element, (marks.get(element) ?? new Set<number>()).add(number));
  const copy = copyOf(document, marks);
  const body = html`<header><h1>${shown(page_type)}: ${found ? counted(fields.length, 'field') : 'not found'}</h1><p>${shown(url)}</p></header>
<section class="page" aria-label="Copy of the page" tabindex="0">
${copy.isCut ? html`<p class="cut">The page is longer: the rest of it is left out.</p>` : ''}
<div class="stage"><iframe title="Copy of the page" sandbox="allow-same-origin" tabindex="-1" srcdoc="${safeText(copy.html)}"></iframe><div class="label" hidden></div></div>
</section>
<main class="panel">
<search class="tools">
<input type="search" id="search" aria-label="Search fields, values and places" placeholder="Search" autocomplete="off">
<p id="count" role="status"></p>
</search>
<div class="list" role="region" aria-label="Fields" tabindex="0">
<table><thead><tr><th scope="col">Field</th><th scope="col">Value and place</th></tr></thead>
${bodiesOf(fields)}</table>
<section class="missing"><h2>Missing</h2><p>The page does not show these fields. Open one to see where it was looked for.</p>
<ul>${missing.map(missingItem)}</ul></section>
<p class="nothing">No field matches.</p>
</div>
</main>
<script type="module">${raw(SCRIPT)}</script>`;
  return htmlDocument({
    title: `${shown(page_type)} · ${shown(url)}`,
    style: `${BASE_STYLE}${STYLE}`,
    policy: POLICY,
    generator: `buybox ${version}`,
    body,
  });
}

/** Returns a text on one line, without what hides text or changes its direction. */
function shown(text: string): string {
  return safeLine(text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE)}… (${text.length} characters)` : text);
}

/** Returns the bodies of the table: one for the fields of the page, and one for each entry of a list: `offers[2].price` is `price` of `offers[2]`. */
function bodiesOf(fields: readonly ExplainedField[]): Html[] {
  const rows = fields.slice(0, MOST_ROWS).map((field, number) => {
    const end = field.path.lastIndexOf('].') + 1;
    return { field, number, group: field.path.slice(0, end), name: field.path.slice(end === 0 ? 0 : end + 1) };
  });
  return [...Map.groupBy(rows, ({ group }) => group)].map(([group, own]) => {
    const titles = TITLES.map((title) => own.find(({ name }) => name === title)?.field.value);
    const title = shown(String(titles.find((value) => value != null) ?? ''));
    const head = html`<tr class="group"><th colspan="2" scope="rowgroup">${shown(group)} <span>${title}</span></th></tr>`;
    return html`<tbody>${group === '' ? '' : head}
${own.map(({ field, number, name }) => rowOf(field, number, name))}</tbody>
`;
  });
}

function rowOf({ path, value, source, at, text }: ExplainedField, number: number, name: string): Html {
  const place = at === '' ? '' : html` <code>${shown(at)}</code>`;
  const read = text === '' || text === value ? '' : html`<div class="read">“${shown(text)}”</div>`;
  const own = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return html`<tr data-number="${String(number)}" data-path="${path}"><th scope="row"><button type="button" aria-pressed="false" aria-label="${shown(path)}">${shown(name)}</button></th>
<td><div class="value ${typeof value}">${shown(own)}</div><div class="place"><span class="source ${source}">${SOURCES[source]}</span>${place}</div>${read}</td></tr>
`;
}

/** Returns the item of a missing field, with the places that were looked at. */
function missingItem({ path, count, places }: MissingField): Html {
  const entries = count > 1 ? `in ${counted(count, ['entry', 'entries'])} · ` : '';
  const looked = places.length === 0 ? 'not looked for on this page' : `${counted(places.length, 'place')} looked at`;
  const items = places.map(({ at, text }) => {
    const read = text !== undefined && html`<div class="read">“${shown(text)}” is not a value of this field</div>`;
    return html`<li><code>${shown(at)}</code>${read}</li>`;
  });
  return html`<li data-path="${path}"><details><summary><b>${shown(path)}</b> <span>${entries}${looked}</span></summary>
<ul>${items}</ul></details></li>
`;
}
