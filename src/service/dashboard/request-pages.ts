/** The overview, the latest requests, and the page of one request. */
import { isEndpointName } from '../../contract/endpoints.ts';
import { type Html, html } from '../../display/html.ts';
import { count, counted, logTime } from '../../display/text.ts';
import type { RequestRecord } from '../request-record.ts';
import { KEPT_REQUESTS, type ServiceStore } from '../store.ts';
import { chartSection, OUTCOMES, swatch } from './chart.ts';
import { facts, pageLinks, signedInPage, type View } from './frame.ts';

const PAGE_LENGTH = 50;
/** Number of requests on the overview and on the page of a key. */
const LATEST = 15;

/** Returns the overview. */
export async function overviewPage(store: ServiceStore, view: View): Promise<string> {
  const chart = await chartSection(store, view.now);
  return signedInPage(
    view,
    'Overview',
    html`<section><h1>Overview</h1></section>${chart}${await latestRequests(store, view)}`,
  );
}

/** Returns the section with the latest requests of a key, or of all keys. */
export async function latestRequests(store: ServiceStore, { root }: View, keyId?: string): Promise<Html> {
  const { requests } = await store.recentRequests({ keyId, limit: LATEST });
  const query = keyId === undefined ? '' : `?key=${keyId}`;
  return html`<section>
    <div class="row"><h2>Latest requests</h2> <a href="${root}/dashboard/requests${query}">All requests</a></div>
    ${requestTable(root, 'Latest requests', requests)}
  </section>`;
}

/** Returns a page of the log, of one key or of all. */
export async function requestsPage(store: ServiceStore, view: View, query: URLSearchParams): Promise<string> {
  const [keyId, requestId, after] = ['key', 'id', 'after'].map(
    (name) => query.get(name)?.trim().slice(0, 200) || undefined,
  );
  const { requests, next } = await store.recentRequests({ keyId, requestId, after, limit: PAGE_LENGTH });
  const own: Record<string, string> = keyId === undefined ? {} : { key: keyId };
  return signedInPage(
    view,
    'Requests',
    html`<section>
        <h1>Requests</h1>
        <form method="get" action="${view.root}/dashboard/requests">
          <label>Key id <input name="key" value="${keyId ?? ''}" /></label>
          <label class="wide">Request id <input name="id" value="${requestId ?? ''}" /></label>
          <button>Show</button>
        </form>
      </section>
      <section>
        ${requestTable(view.root, `Requests, newest first, of the last ${count(KEPT_REQUESTS)}`, requests)}
        ${pageLinks(`${view.root}/dashboard/requests`, {
          Newest: after === undefined ? undefined : own,
          Older: next === undefined ? undefined : { ...own, after: next },
        })}
      </section>`,
  );
}

/** Returns the page of a request: that of the call, if the log still has it, else of its latest repetition. `undefined` for an unknown one. */
export async function requestPage(store: ServiceStore, view: View, requestId: string): Promise<string | undefined> {
  const { requests } = await store.recentRequests({ requestId, limit: PAGE_LENGTH });
  const record = requests.find(({ replayed }) => !replayed) ?? requests[0];
  if (record === undefined) return undefined;
  const others = requests.filter((other) => other !== record);
  const repetitions = html`<section>
    <h2>Repetitions</h2>
    ${requestTable(view.root, `Requests with the same id: ${requestId}`, others)}
  </section>`;
  return signedInPage(
    view,
    'Request',
    html`<section><h1>Request</h1>${factsOf(view.root, record)}</section>${others.length === 0 ? '' : repetitions}`,
  );
}

function factsOf(root: string, record: RequestRecord): Html {
  const { requestId, message, consumed, timingMs, queuedMs, at, replayed, pageUrl } = record;
  const { attempts, blocks, retries, gaps } = record;
  return facts([
    ['Request id', html`<code>${requestId}</code>`],
    ['Result', resultOf(record)],
    ['Message', message ?? undefined],
    ['Time, UTC', logTime(at)],
    ['Key', keyLink(root, record)],
    ['Endpoint', record.endpoint],
    ['Marketplace', record.marketplace],
    ['Page', pageUrl === null ? undefined : pageLink(pageUrl)],
    ['Took', `${count(timingMs)} ms`],
    ['Waited for its turn', queuedMs === 0 ? 'no' : `${count(queuedMs)} ms of it`],
    ['Attempts', attempts === 0 ? 'none: it did not reach the marketplace' : count(attempts)],
    [
      'Failed attempts',
      linesOf(retries.map(({ code, delayMs }) => `${code}, the next one after ${count(delayMs)} ms`)),
    ],
    ['Blocks', attempts === 0 ? undefined : blocks === 0 ? 'none' : counted(blocks, 'refused attempt')],
    ['Gaps', linesOf(gaps.map(({ landmark, kind, detail }) => `${landmark} (${kind}): ${detail}`))],
    ['Credits', count(consumed)],
    ['Stored response', replayed ? 'yes, for a repeated Idempotency-Key' : 'no'],
    [
      "Marketplace's own id",
      record.upstreamRequestId === null ? undefined : html`<code>${record.upstreamRequestId}</code>`,
    ],
  ]);
}

/** Returns texts below each other. */
function linesOf(texts: readonly string[]): Html | undefined {
  return texts.length === 0 ? undefined : html`${texts.map((text) => html`<div>${text}</div>`)}`;
}

/** Returns the table of requests, one below the other on a phone. The roles keep it a table there. */
function requestTable(root: string, caption: string, requests: readonly RequestRecord[]): Html {
  if (requests.length === 0) return html`<p class="soft">No requests.</p>`;
  const heads = ['Time, UTC', 'Key', 'Endpoint', 'Result', 'Took', 'Request id'];
  return html`<table class="stack" role="table">
    <caption>${caption}</caption>
    <thead role="rowgroup"><tr role="row">${heads.map((name) => html`<th scope="col" role="columnheader">${name}</th>`)}</tr></thead>
    <tbody role="rowgroup">${requests.map((record) => {
      const { at, endpoint, marketplace, timingMs, requestId } = record;
      const cells = [
        logTime(at),
        keyLink(root, record),
        html`${isEndpointName(endpoint) ? endpoint : ''} <span class="soft">${marketplace}</span>`,
        html`${resultOf(record)} ${notesOf(record)}`,
        `${count(timingMs)} ms`,
        html`<a class="mono" href="${requestPath(root, requestId)}">${requestId}</a>`,
      ];
      return html`<tr role="row">${cells.map((cell) => html`<td role="cell">${cell}</td>`)}</tr>
`;
    })}</tbody>
  </table>`;
}

/** Returns the status of a request, and how it ended. */
function resultOf({ outcome, status, code }: RequestRecord): Html {
  return html`<span class="state">${swatch(outcome)} ${status} ${code ?? OUTCOMES[outcome][0]}</span>`;
}

/** Returns what was unusual about a request. */
function notesOf({ attempts, blocks, gaps, replayed, queuedMs }: RequestRecord): Html {
  const notes = [
    replayed ? 'repeated' : '',
    attempts > 1 ? `${attempts} attempts` : '',
    blocks > 0 ? counted(blocks, 'block') : '',
    gaps.length > 0 ? counted(gaps.length, 'gap') : '',
    queuedMs > 0 ? `waited ${count(queuedMs)} ms` : '',
  ];
  return html`<span class="soft">${notes.filter((note) => note !== '').join(', ')}</span>`;
}

/** Returns the path of a request's page. */
function requestPath(root: string, requestId: string): string {
  return `${root}/dashboard/requests/${encodeURIComponent(requestId.toWellFormed())}`;
}

function keyLink(root: string, { keyId }: RequestRecord): Html {
  return html`<a class="mono" href="${root}/dashboard/keys/${encodeURIComponent(keyId.toWellFormed())}">${keyId}</a>`;
}

/** Returns a link for a web URL, and plain text for anything else that a marketplace object reports. */
function pageLink(url: string): Html {
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isWeb
    ? html`<a class="long" href="${url}" rel="noreferrer noopener">${url}</a>`
    : html`<span class="long">${url}</span>`;
}
