/** Lines of results and failures as `buybox batch` writes them, and a reader of reports. */
import { load } from 'cheerio';

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

/** Reads a report. */
export function readReport(page: string) {
  const $ = load(page);
  const text = (selector: string) => $(selector).text().replace(/\s+/g, ' ').trim();
  return {
    $,
    text,
    /** The key figures by their names. */
    figures: Object.fromEntries(
      $('.figures div')
        .toArray()
        .map((element) => [$(element).find('dt').text(), $(element).find('dd').text().replace(/\s+/g, ' ').trim()]),
    ),
    /** The rows of a table by its name; each is a list of cells. */
    rows: (name: string): string[][] =>
      $(`table[aria-label="${name}"] tbody tr`)
        .toArray()
        .map((row) =>
          $(row)
            .find('th, td:not(.track)')
            .toArray()
            .map((cell) => $(cell).text().replace(/\s+/g, ' ').trim()),
        ),
    /** The lengths of a table's bars in percent. */
    widths: (name: string): number[] =>
      $(`table[aria-label="${name}"] td.track rect`)
        .toArray()
        .map((bar) => Number.parseFloat($(bar).attr('width') ?? '')),
  };
}
