/** The page that calls an endpoint and shows its response. */
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { isRequired, type Parameter } from '../../contract/parameter.ts';
import { type Html, html } from '../html.ts';
import type { KeyView } from './data.ts';
import { MOST_LISTED_KEYS } from './fields.ts';
import { form, signedInPage, type View } from './frame.ts';
import { requestPath } from './records.ts';

/** The state of the form. */
export interface Trial {
  endpoint: EndpointName;
  keyId: string | undefined;
  /** Values of the form's fields. */
  params: Readonly<Record<string, string>>;
  /** The response, after a call. */
  result?: { status: number; body: object; requestId: string };
}

/** Returns the page. */
export function tryPage(
  view: View,
  keys: readonly KeyView[],
  { endpoint, keyId, params, result }: Trial,
): Promise<string> {
  const links = (Object.keys(endpoints) as EndpointName[]).map((name) =>
    name === endpoint
      ? html`<strong>${name}</strong>`
      : html`<a href="${view.root}/dashboard/try?endpoint=${name}">${name}</a>`,
  );
  const valid = keys.filter(({ key }) => key.revokedAt === null);
  const fields = html`<input type="hidden" name="endpoint" value="${endpoint}" />
    ${Object.entries(endpoints[endpoint].params).map(([name, parameter]) => field(name, parameter, params[name]))}
    ${valid.length > MOST_LISTED_KEYS ? typedKey(view, valid.length, keyId) : listedKey(valid, keyId)}
    <button>Call</button>`;
  return signedInPage(
    view,
    'Try it',
    html`<section>
        <h1>Try it</h1>
        <p class="legend">${links}</p>
        <p class="soft">${endpoints[endpoint].summary}</p>
        ${valid.length === 0 ? html`<p>Create a key first.</p>` : form(view, '/try', fields)}
      </section>
      ${result === undefined ? '' : resultSection(view.root, result)}`,
  );
}

function listedKey(keys: readonly KeyView[], keyId: string | undefined): Html {
  const options = keys.map(
    ({ key, remaining }) =>
      html`<option value="${key.id}" ${key.id === keyId ? 'selected' : ''}>${key.name} (${remaining.toLocaleString('en')} left)</option>`,
  );
  return html`<label>Charged to <select name="key_id" required>${options}</select></label>`;
}

function typedKey({ root }: View, count: number, keyId = ''): Html {
  return html`<label>Charged to the key id <input name="key_id" value="${keyId}" required /></label>
    <a href="${root}/dashboard/keys">${count.toLocaleString('en')} keys</a>`;
}

function resultSection(root: string, { status, body, requestId }: NonNullable<Trial['result']>): Html {
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
