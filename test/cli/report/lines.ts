/** Lines of results and failures as `buybox batch` writes them, and a reader of reports. */
import { selectAll } from 'css-select';
import type { AnyNode, Element } from 'domhandler';
import { textContent } from 'domutils';
import { ownedRoot, parseDocument } from '../../../src/html/document.ts';

let requests = 0;

/** A result line. */
export function response(pageType: string, data: object | null, meta: object = {}, params: object = {}): string {
  const envelope = {
    success: true,
    found: data !== null,
    page_type: pageType,
    data,
    meta: {
      marketplace: 'us',
      language: 'en',
      timing_ms: 1_000,
      request_url: `http://localhost:8787/v1/${pageType}`,
      timestamp: '2026-11-20T12:00:00.000Z',
      request_id: `00000000-0000-4000-8000-${String(requests++).padStart(12, '0')}`,
      usage: { requests_consumed: 1, requests_remaining: 100 },
      ...meta,
    },
  };
  return JSON.stringify({
    request: { endpoint: pageType, params: { marketplace: 'us', ...params } },
    response: envelope,
  });
}

/** A failure line. */
export function failure(code: string, failedAt: string, params: object = {}, message = `it was ${code}`): string {
  const error = { name: 'MarketplaceError', code, status: 503, message, billed: false, retryable: true };
  const request = { endpoint: 'product', params: { asin: 'B0LANTERN1', marketplace: 'us', ...params } };
  return JSON.stringify({ line: 1, request, error, failed_at: failedAt });
}

/** Returns the text of elements in one line. */
const textOf = (nodes: AnyNode | AnyNode[]) => textContent(nodes).replace(/\s+/g, ' ').trim();

/** Reads a report, with parse5's own tokenizer. */
export function readReport(page: string) {
  const root = ownedRoot(parseDocument(page, { isFast: false }));
  const all = (selector: string, within: AnyNode = root): Element[] => selectAll<AnyNode, Element>(selector, within);
  const texts = (selector: string, within?: AnyNode) => all(selector, within).map((element) => textOf(element));
  return {
    all,
    texts,
    /** The texts of all elements that a selector finds, together. */
    text: (selector: string) => textOf(all(selector)),
    /** The key figures by their names. */
    figures: Object.fromEntries(
      all('.figures div').map((element) => [texts('dt', element).join(), texts('dd', element).join()]),
    ),
    /** The rows of a table by its name; each is a list of cells. */
    rows: (name: string) => all(`table[aria-label="${name}"] tbody tr`).map((row) => texts('th, td:not(.track)', row)),
    /** The lengths of a table's bars in percent. */
    widths: (name: string) =>
      all(`table[aria-label="${name}"] td.track rect`).map(({ attribs }) => Number.parseFloat(attribs.width ?? '')),
  };
}
