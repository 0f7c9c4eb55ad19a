/** The page that calls an endpoint and shows its response. */
import { ENDPOINT_NAMES, type EndpointName, endpoints, isEndpointName } from '../../contract/endpoints.ts';
import { isRequired, type Parameter } from '../../contract/parameter.ts';
import { type Html, html } from '../../display/html.ts';
import type { ServiceStore } from '../store.ts';
import { form, signedInPage, type View } from './frame.ts';
import { pageOfKeys } from './key-pages.ts';
import { requestPath } from './request-pages.ts';

/** A call that was made with the form. */
export interface Trial {
  endpoint: EndpointName;
  keyId: string;
  /** Values of the form's fields. */
  params: Readonly<Record<string, string>>;
  result: { status: number; body: object; requestId: string };
}

/** Returns the page. */
export async function tryPage(store: ServiceStore, view: View, query: URLSearchParams, trial?: Trial): Promise<string> {
  const asked = query.get('endpoint');
  const endpoint = trial?.endpoint ?? (isEndpointName(asked) ? asked : 'product');
  const { keyId, params = {}, result }: Partial<Trial> = trial ?? {};
  const path = `${view.root}/dashboard/try`;
  const links = ENDPOINT_NAMES.map((name) =>
    name === endpoint ? html`<strong>${name}</strong>` : html`<a href="${path}?endpoint=${name}">${name}</a>`,
  );
  const { rows, links: otherKeys } = await pageOfKeys(store, path, query);
  const valid = rows.filter(({ revokedAt }) => revokedAt === null);
  const options = valid.map(
    ({ id, name, credits }) =>
      html`<option value="${id}" ${id === keyId ? 'selected' : ''}>${name} (${credits} left)</option>`,
  );
  // The key of the call can be on another page.
  const other =
    keyId === undefined || valid.some(({ id }) => id === keyId) ? '' : html`<option selected>${keyId}</option>`;
  const fields = html`<input type="hidden" name="endpoint" value="${endpoint}" />
    ${Object.entries(endpoints[endpoint].params).map(([name, parameter]) => field(name, parameter, params[name]))}
    <label>Charged to <select name="key_id" required>${other}${options}</select></label>
    <button>Call</button>`;
  return signedInPage(
    view,
    'Try it',
    html`<section>
        <h1>Try it</h1>
        <p class="legend">${links}</p>
        <p class="soft">${endpoints[endpoint].summary}</p>
        ${valid.length === 0 && keyId === undefined ? html`<p>No valid key here: create one first.</p>` : form(view, '/try', fields)}
        ${otherKeys}
      </section>
      ${result === undefined ? '' : resultSection(view.root, result)}`,
  );
}

function resultSection(root: string, { status, body, requestId }: Trial['result']): Html {
  return html`<section>
    <div class="row"><h2>Status ${status}</h2> <a href="${requestPath(root, requestId)}">Details of the request</a></div>
    <pre id="envelope">${JSON.stringify(body, null, 2)}</pre>
  </section>`;
}

function field(name: string, parameter: Parameter, given = ''): Html {
  const { default: defaultValue } = parameter;
  const mustBeGiven = isRequired(parameter);
  const label = html`${name}${mustBeGiven ? ' *' : ''}`;
  if (parameter.type === 'choice') {
    const selected = given === '' ? String(defaultValue ?? '') : given;
    const values = [...(defaultValue === undefined ? [''] : []), ...parameter.values];
    const options = values.map((value) => html`<option ${value === selected ? 'selected' : ''}>${value}</option>`);
    return html`<label>${label} <select name="${name}">${options}</select></label>`;
  }
  const hint = defaultValue === undefined ? '' : String(defaultValue);
  return html`<label class="${mustBeGiven ? 'wide' : ''}">${label}
    <input name="${name}" value="${given}" placeholder="${hint}" ${mustBeGiven ? 'required' : ''} /></label>`;
}
