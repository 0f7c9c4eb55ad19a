/** Tables of requests. */
import { isEndpointName } from '../../contract/endpoints.ts';
import { type Html, html } from '../html.ts';
import type { RequestRecord } from '../request-record.ts';
import { OUTCOMES, swatch } from './chart.ts';
import { counted, dateTime, duration, number } from './format.ts';

/** Returns the table of requests, one below the other on a phone. The roles keep it a table there. */
export function requestTable(
  root: string,
  caption: string,
  requests: readonly RequestRecord[],
  names: ReadonlyMap<string, string>,
): Html {
  if (requests.length === 0) return html`<p class="soft">No requests.</p>`;
  const heads = ['Time, UTC', 'Key', 'Endpoint', 'Result', 'Took', 'Request id'];
  return html`<table class="stack" role="table">
    <caption>${caption}</caption>
    <thead role="rowgroup"><tr role="row">${heads.map((name) => html`<th scope="col" role="columnheader">${name}</th>`)}</tr></thead>
    <tbody role="rowgroup">${requests.map((record) => requestRow(root, record, names))}</tbody>
  </table>`;
}

function requestRow(root: string, record: RequestRecord, names: ReadonlyMap<string, string>): Html {
  const { at, keyId, endpoint, marketplace, timingMs, requestId } = record;
  const cells = [
    dateTime(at),
    names.get(keyId) ?? keyId,
    html`${isEndpointName(endpoint) ? endpoint : ''} <span class="soft">${marketplace}</span>`,
    html`${resultOf(record)} ${notesOf(record)}`,
    html`${number(timingMs)} ms`,
    html`<a class="mono" href="${requestPath(root, requestId)}">${requestId}</a>`,
  ];
  return html`<tr role="row">${cells.map((cell) => html`<td role="cell">${cell}</td>`)}</tr>
`;
}

/** Returns the status of a request, and how it ended. */
export function resultOf({ outcome, status, code }: RequestRecord): Html {
  return html`<span class="state">${swatch(outcome)} ${status} ${code ?? OUTCOMES[outcome]}</span>`;
}

/** Returns what was unusual about a request. */
function notesOf({ attempts, blocks, gaps, replayed, queuedMs }: RequestRecord): Html {
  const notes = [
    replayed ? 'repeated' : '',
    attempts > 1 ? `${attempts} attempts` : '',
    blocks > 0 ? counted(blocks, 'block') : '',
    gaps.length > 0 ? counted(gaps.length, 'gap') : '',
    queuedMs > 0 ? `waited ${duration(queuedMs)}` : '',
  ];
  return html`<span class="soft">${notes.filter((note) => note !== '').join(', ')}</span>`;
}

/** Returns the path of a request's page. */
export function requestPath(root: string, requestId: string): string {
  return `${root}/dashboard/requests/${encodeURIComponent(requestId.toWellFormed())}`;
}
