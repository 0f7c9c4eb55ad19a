/** The log of requests: filters, pages, and the page of one request. */
import { ERROR_CODES } from '../../contract/error-codes.ts';
import { type Html, html } from '../html.ts';
import type { RequestFilter, RequestPage, RequestRecord } from '../request-record.ts';
import { KEPT_REQUESTS, type StoredKey } from '../store.ts';
import { OUTCOMES } from './chart.ts';
import { filterForm, input, keyField, oneOf, select, siteFields, textOf } from './fields.ts';
import { counted, dateTime, number } from './format.ts';
import { facts, link, signedInPage, table, type View } from './frame.ts';
import { startOf } from './range.ts';
import { requestTable, resultOf } from './records.ts';

const PAGE_LENGTH = 50;
const MINUTE_MS = 60_000;

/** Returns the filter of a query. What is not valid counts as not given. */
export function requestFilterOf(query: URLSearchParams): RequestFilter {
  const until = startOf(query.get('to'));
  return {
    keyId: textOf(query, 'key'),
    endpoint: textOf(query, 'endpoint'),
    marketplace: textOf(query, 'marketplace'),
    outcome: oneOf(Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[], query.get('outcome')),
    code: textOf(query, 'code'),
    requestId: textOf(query, 'id'),
    since: startOf(query.get('from')),
    // The minute of the form is included.
    until: until === undefined ? undefined : until + MINUTE_MS,
    after: textOf(query, 'after'),
    limit: PAGE_LENGTH,
  };
}

/** Returns the page of the log. */
export function requestsPage(
  view: View,
  keys: readonly StoredKey[],
  filter: RequestFilter,
  { requests, next }: RequestPage,
): Promise<string> {
  const { keyId, endpoint, marketplace, outcome, code, requestId, since, until, after } = filter;
  const from = formTime(since);
  const to = formTime(until === undefined ? undefined : until - MINUTE_MS);
  const query = { key: keyId, endpoint, marketplace, outcome, code, id: requestId, from, to };
  const outcomes = [['', 'all'], ...Object.entries(OUTCOMES)] as [string, string][];
  const fields = html`${keyField(keys, keyId)}${siteFields(filter)}${select('outcome', 'Result', outcomes, outcome)}
    <label>Code <input name="code" value="${code ?? ''}" list="codes" /></label>
    <datalist id="codes">${Object.keys(ERROR_CODES).map((name) => html`<option>${name}</option>`)}</datalist>
    ${input('from', 'From, UTC', from, 'datetime-local')}${input('to', 'To, UTC', to, 'datetime-local')}${input('id', 'Request id', requestId)}`;
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  return signedInPage(
    view,
    'Requests',
    html`<section>
        <h1>Requests</h1>
        ${filterForm(`${view.root}/dashboard/requests`, fields)}
      </section>
      <section>
        ${requestTable(view.root, `Requests, newest first, of the last ${number(KEPT_REQUESTS)}`, requests, names)}
        <nav class="row" aria-label="Pages">
          ${after === undefined ? '' : html`<a href="${link(view.root, '/requests', query)}">Newest</a>`}
          ${next === undefined ? '' : html`<a href="${link(view.root, '/requests', { ...query, after: next })}">Older</a>`}
        </nav>
      </section>`,
  );
}

/** Returns the page of a request. */
export function requestPage(
  view: View,
  record: RequestRecord,
  others: readonly RequestRecord[],
  key: StoredKey | undefined,
): Promise<string> {
  const { requestId, retries, gaps } = record;
  const names = new Map(key === undefined ? [] : [[key.id, key.name]]);
  return signedInPage(
    view,
    'Request',
    html`<section>
        <h1>Request</h1>
        ${factsOf(view, record, key)}
      </section>
      ${
        retries.length === 0
          ? ''
          : html`<section><h2>Failed attempts</h2>${table(
              'Attempts that were followed by another one',
              [
                { name: 'Attempt', cell: ({ attempt }) => String(attempt) },
                { name: 'Code', cell: ({ code }) => code },
                { name: 'Next one after', isNumber: true, cell: ({ delayMs }) => `${number(delayMs)} ms` },
              ],
              retries.map((retry, index) => ({ ...retry, attempt: index + 1 })),
            )}</section>`
      }
      ${
        gaps.length === 0
          ? ''
          : html`<section><h2>Gaps</h2>${table(
              'What the page lacked, or had other than requested',
              [
                { name: 'Part of the page', cell: ({ landmark }) => landmark },
                { name: 'Kind', cell: ({ kind }) => kind },
                { name: 'Detail', cell: ({ detail }) => html`<span class="long">${detail}</span>` },
              ],
              gaps,
            )}</section>`
      }
      ${others.length === 0 ? '' : html`<section><h2>Repetitions</h2>${requestTable(view.root, `Requests with the same id: ${requestId}`, others, names)}</section>`}`,
  );
}

function factsOf({ root }: View, record: RequestRecord, key: StoredKey | undefined): Html {
  const { requestId, keyId, endpoint, marketplace, message, consumed, timingMs, queuedMs, at } = record;
  const { replayed, upstreamRequestId, pageUrl, attempts, blocks } = record;
  return facts([
    ['Request id', html`<code>${requestId}</code>`],
    ['Result', resultOf(record)],
    ['Message', message ?? undefined],
    ['Time, UTC', dateTime(at)],
    [
      'Key',
      html`<a href="${root}/dashboard/keys/${encodeURIComponent(keyId.toWellFormed())}">${key?.name ?? keyId}</a>`,
    ],
    ['Endpoint', endpoint],
    ['Marketplace', marketplace],
    ['Page', pageUrl === null ? undefined : pageLink(pageUrl)],
    ['Took', `${number(timingMs)} ms`],
    ['Waited for its turn', queuedMs === 0 ? 'no' : `${number(queuedMs)} ms of it`],
    ['Attempts', attempts === 0 ? 'none: it did not reach the marketplace' : number(attempts)],
    ['Blocks', attempts === 0 ? undefined : blocks === 0 ? 'none' : counted(blocks, 'refused attempt')],
    ['Credits', number(consumed)],
    ['Stored response', replayed ? 'yes, for a repeated Idempotency-Key' : 'no'],
    ["Marketplace's own id", upstreamRequestId === null ? undefined : html`<code>${upstreamRequestId}</code>`],
  ]);
}

/** Returns a link for a web URL, and plain text for anything else that a marketplace object reports. */
function pageLink(url: string): Html {
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isWeb
    ? html`<a class="long" href="${url}" rel="noreferrer noopener">${url}</a>`
    : html`<span class="long">${url}</span>`;
}

function formTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString().slice(0, 16);
}
