/** Reads the lines of results and failures files, and JSON that other commands print. Values of the wrong type count as missing. */
import { MARKETPLACES, type MarketplaceCode } from '../../../contract/codes.ts';
import { isRecord, jsonOf } from '../../../contract/json.ts';
import { marketplaceCodeOfHost } from '../../../contract/sites.ts';
import type { Row } from '../../../tables/rows.ts';
import { amountAt, booleanAt, recordAt, recordsAt, stringAt } from './unchecked.ts';

/** The facts of a response that the report counts. */
export interface ResponseLine {
  kind: 'response';
  /** A page type of the contract, or one that a service added. */
  pageType: string;
  found: boolean;
  /** Empty when nothing is found. */
  data: Row;
  marketplace: MarketplaceCode | 'unknown';
  /** Time of the response in milliseconds since the epoch. */
  at: number | undefined;
  consumed: number | undefined;
  remaining: number | undefined;
  timingMs: number | undefined;
  /** The condition that the call asked for. */
  condition: string | undefined;
  gaps: readonly { landmark: string; kind: string; detail: string }[];
}

/** The facts of a failure that the report counts. */
export interface FailureLine {
  kind: 'failure';
  endpoint: string;
  marketplace: MarketplaceCode | 'unknown';
  /** Time of the failure in milliseconds since the epoch. */
  at: number | undefined;
  code: string;
  message: string;
  consumed: number;
}

/** A line that is neither: its JSON is incomplete, or it is something else. */
interface UnreadableLine {
  kind: 'incomplete' | 'other';
  why: string;
}

/** A line of a results or failures file. */
export type ResultLine = ResponseLine | FailureLine | UnreadableLine;

/** Reads a line: a response, a failure, or a JSON list of them. */
export function readResultLines(text: string): ResultLine[] {
  const value = jsonOf(text.replace(/^\uFEFF/, ''));
  if (value === undefined) {
    const isIncomplete = /^\s*[{[]/.test(text);
    return [isIncomplete ? { kind: 'incomplete', why: 'is incomplete JSON' } : { kind: 'other', why: 'is not JSON' }];
  }
  return Array.isArray(value) ? value.map(readResult) : [readResult(value)];
}

function readResult(value: unknown): ResultLine {
  if (!isRecord(value)) return { kind: 'other', why: 'is not a JSON object' };
  if (isRecord(value.error)) return readFailure(value);
  const envelope = isRecord(value.response) ? value.response : value;
  if (typeof envelope.page_type !== 'string' || typeof envelope.found !== 'boolean')
    return { kind: 'other', why: 'has no response, error or page_type' };
  const meta = recordAt(envelope, 'meta');
  const usage = recordAt(meta, 'usage');
  const request = recordAt(value, 'request');
  // Saved results of `buybox parse` and of earlier versions have gaps beside their data.
  const gaps = [meta, envelope, ...(envelope === value ? [] : [value])].flatMap((part) => recordsAt(part, 'gaps'));
  return {
    kind: 'response',
    pageType: envelope.page_type,
    found: envelope.found,
    data: recordAt(envelope, 'data'),
    marketplace: marketplaceIn(meta) ?? marketplaceOfRequest(request) ?? 'unknown',
    at: timeOf(meta.timestamp),
    consumed: amountAt(usage, 'requests_consumed'),
    remaining: amountAt(usage, 'requests_remaining'),
    timingMs: amountAt(meta, 'timing_ms'),
    condition:
      stringAt(recordAt(request, 'params'), 'condition') ??
      urlAt(meta, 'request_url')?.searchParams.get('condition') ??
      undefined,
    gaps: gaps.map((gap) => ({
      landmark: stringAt(gap, 'landmark') ?? '',
      kind: stringAt(gap, 'kind') ?? '',
      detail: stringAt(gap, 'detail') ?? '',
    })),
  };
}

/** Reads a line of a failures file, a failed job of a worker, or the error body of a service, which has more in its `meta`. */
function readFailure(line: Row): FailureLine {
  const [request, error, meta] = [recordAt(line, 'request'), recordAt(line, 'error'), recordAt(line, 'meta')];
  const billed = booleanAt(error, 'billed') === true ? 1 : 0;
  return {
    kind: 'failure',
    endpoint: stringAt(request, 'endpoint') ?? 'unknown',
    marketplace: marketplaceOfRequest(request) ?? marketplaceIn(meta) ?? 'unknown',
    at: timeOf(line.failed_at ?? line.at ?? meta.timestamp),
    code: stringAt(error, 'code') ?? stringAt(error, 'name') ?? 'unknown',
    message: stringAt(error, 'message') ?? '',
    consumed: amountAt(recordAt(meta, 'usage'), 'requests_consumed') ?? billed,
  };
}

/** The marketplace parameter of a request, or the marketplace of its URL. */
function marketplaceOfRequest(request: Row): MarketplaceCode | undefined {
  const params = recordAt(request, 'params');
  const host = urlAt(params, 'url')?.host;
  return marketplaceIn(params) ?? (host === undefined ? undefined : marketplaceCodeOfHost(host));
}

function marketplaceIn({ marketplace }: Row): MarketplaceCode | undefined {
  return MARKETPLACES.find((code) => code === marketplace);
}

function urlAt(data: Row, name: string): URL | undefined {
  return URL.parse(stringAt(data, name) ?? '') ?? undefined;
}

/** Times outside this range are mistakes. */
const EARLIEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2100, 0);

function timeOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return at >= EARLIEST && at < LATEST ? at : undefined;
}
