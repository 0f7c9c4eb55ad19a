/**
 * Renders an explained page as one HTML file: a copy of the page with the read values outlined, next to a table of the fields. The copy is in a
 * frame that runs no scripts, and the policy of the file allows only the file's own script, and no request.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { safeText } from '../../../contract/safe-text.ts';
import { html, htmlDocument, raw } from '../../../display/html.ts';
import { BASE_STYLE } from '../../../display/style.ts';
import { counted } from '../../../display/text.ts';
import type { Element } from '../../../html/index.ts';
import type { MarkedPage } from '../../../pages/index.ts';
import { version } from '../../../version.ts';
import { copyOf } from './copy.ts';
import { bodiesOf, missingItems, shown } from './rows.ts';
import { STYLE } from './style.ts';

const SCRIPT = readFileSync(new URL('./inspector.js', import.meta.url), 'utf8');
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');
/** The frame has the same policy: pages have styles of their own. Styles cannot load anything. */
const POLICY = `default-src 'none'; script-src 'sha256-${SCRIPT_HASH}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;

const VIEWS = [
  ['all', 'All'],
  ['page', 'On the page'],
  ['elsewhere', 'Not visible'],
  ['missing', 'Missing'],
] as const;

/** Returns the HTML of the file. */
export async function explainHtml({ explained, document, elements }: MarkedPage, url: string): Promise<string> {
  const { page_type, found, fields, missing } = explained;
  const marks = new Map<Element, number[]>();
  for (const [number, field] of fields.entries()) {
    for (const element of elements.get(field) ?? []) {
      const numbers = marks.get(element);
      if (numbers === undefined) marks.set(element, [number]);
      else if (numbers.at(-1) !== number) numbers.push(number);
    }
  }
  const copy = copyOf(document, marks);
  const names = [...new Set([...fields, ...missing].map(({ path }) => path.replace(/[.[].*$/s, '')))].sort();
  const body = html`<header><h1>${shown(page_type)}: ${found ? counted(fields.length, 'field') : 'not found'}</h1><p>${shown(url)}</p></header>
<section class="page" aria-label="Copy of the page" tabindex="0">
${copy.isCut ? html`<p class="cut">The page is longer: the rest of it is left out.</p>` : ''}
<div class="stage"><iframe title="Copy of the page" sandbox="allow-same-origin" tabindex="-1" srcdoc="${safeText(copy.html)}"></iframe><div class="label" hidden></div></div>
</section>
<main class="panel">
<form class="tools" role="search">
<input type="search" id="search" aria-label="Search fields, values and places" placeholder="Search" autocomplete="off">
<select id="field" aria-label="Field"><option value="">All fields</option>${names.map((name) => html`<option>${name}</option>`)}</select>
<fieldset aria-label="Show">${VIEWS.map(([value, name]) => html`<label><input type="radio" name="view" value="${value}"${value === 'all' ? ' checked' : ''}>${name}</label>`)}</fieldset>
<p class="status"><span id="count" role="status"></span><span class="keys"><kbd>/</kbd> search <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>Enter</kbd> keep <kbd>Esc</kbd> clear</span></p>
</form>
<div class="list" role="region" aria-label="Fields" tabindex="0">
<table><thead><tr><th scope="col">Field</th><th scope="col">Value and place</th></tr></thead>
${bodiesOf(fields, (field) => (elements.get(field)?.length ?? 0) > 0)}</table>
<section class="missing"><h2>Missing</h2><p>The page does not show these fields. Open one to see where it was looked for.</p>
<ul>${missingItems(missing)}</ul></section>
<p class="nothing" hidden>No field matches.</p>
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
