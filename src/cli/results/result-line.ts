/** A line of a results or failures file -> an answer or a failure, whatever else stands there. */
import { MARKETPLACES, type MarketplaceCode } from '../../contract/codes.ts';
import { marketplaceCodeOfHost } from '../../contract/sites.ts';
import { isRecord, type Row } from '../output/rows.ts';
import { amountAt, flagAt, recordAt, recordsAt, textAt } from './members.ts';

/** A marketplace, or that none is told. */
export type Place = MarketplaceCode | 'untold';

/** What an answer says, as far as it is understood. */
export interface AnswerLine {
  kind: 'answer';
  /** A page type of the contract, or one that it does not know. */
  pageType: string;
  found: boolean;
  /** Empty when nothing is found. */
  data: Row;
  marketplace: Place;
  /** When it was made, in milliseconds since the epoch. */
  at: number | undefined;
  consumed: number | undefined;
  remaining: number | undefined;
  timingMs: number | undefined;
  /** The condition that offers were asked for. */
  condition: string | undefined;
  gaps: readonly GapNote[];
}

/** What a page lacked. */
export interface GapNote {
  landmark: string;
  kind: string;
  detail: string;
}

/** What a failure says, as far as it is understood. */
export interface FailureLine {
  kind: 'failure';
  endpoint: string;
  marketplace: Place;
  /** When the call failed, in milliseconds since the epoch. */
  at: number | undefined;
  code: string;
  message: string;
  consumed: number;
}

/** A line that is neither: why. */
export interface OddLine {
  kind: 'torn' | 'unknown';
  why: string;
}

/** What a line is. */
export type ReadLine = AnswerLine | FailureLine | OddLine;

/** Reads a line: one answer or failure, or a list of them. */
export function readLine(text: string): ReadLine[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    const isCut = /^\s*[{[]/.test(text);
    return [isCut ? { kind: 'torn', why: 'ends before its JSON does' } : { kind: 'unknown', why: 'is no JSON' }];
  }
  return Array.isArray(value) ? value.map(resultOf) : [resultOf(value)];
}

function resultOf(value: unknown): ReadLine {
  if (!isRecord(value)) return { kind: 'unknown', why: 'is no JSON object' };
  const request = recordAt(value, 'request') ?? {};
  const response = recordAt(value, 'response') ?? value;
  if (recordAt(value, 'error') !== undefined) return failureOf(value, request);
  if (typeof response.page_type !== 'string' || typeof response.found !== 'boolean')
    return { kind: 'unknown', why: 'has no response, error or page_type' };
  return answerOf(response, request, value);
}

function answerOf(envelope: Row, request: Row, line: Row): AnswerLine {
  const meta = recordAt(envelope, 'meta') ?? {};
  const usage = recordAt(meta, 'usage') ?? {};
  const gaps = [...recordsAt(envelope, 'gaps'), ...(envelope === line ? [] : recordsAt(line, 'gaps'))];
  return {
    kind: 'answer',
    pageType: textAt(envelope, 'page_type') ?? '',
    found: envelope.found === true,
    data: recordAt(envelope, 'data') ?? {},
    marketplace: placeOf(meta.marketplace) ?? placeOfRequest(request) ?? 'untold',
    at: momentOf(meta.timestamp),
    consumed: amountAt(usage, 'requests_consumed'),
    remaining: amountAt(usage, 'requests_remaining'),
    timingMs: amountAt(meta, 'timing_ms'),
    condition: textAt(recordAt(request, 'params') ?? {}, 'condition') ?? conditionIn(meta.request_url),
    gaps: gaps.map((gap) => ({
      landmark: textAt(gap, 'landmark') ?? '',
      kind: textAt(gap, 'kind') ?? '',
      detail: textAt(gap, 'detail') ?? '',
    })),
  };
}

function failureOf(line: Row, request: Row): FailureLine {
  const error = recordAt(line, 'error') ?? {};
  // A service's own error body says more in its meta.
  const meta = recordAt(line, 'meta') ?? {};
  const usage = recordAt(meta, 'usage') ?? {};
  return {
    kind: 'failure',
    endpoint: textAt(request, 'endpoint') ?? 'untold',
    marketplace: placeOfRequest(request) ?? placeOf(meta.marketplace) ?? 'untold',
    at: momentOf(line.failed_at ?? meta.timestamp),
    code: textAt(error, 'code') ?? textAt(error, 'name') ?? 'untold',
    message: textAt(error, 'message') ?? '',
    consumed: amountAt(usage, 'requests_consumed') ?? (flagAt(error, 'billed') === true ? 1 : 0),
  };
}

/** The condition in the address of a call. */
function conditionIn(url: unknown): string | undefined {
  return urlOf(url)?.searchParams.get('condition') ?? undefined;
}

/** The marketplace that a request names, or its page's address. */
function placeOfRequest(request: Row): Place | undefined {
  const params = recordAt(request, 'params') ?? {};
  const host = urlOf(params.url)?.host;
  return placeOf(params.marketplace) ?? (host === undefined ? undefined : marketplaceCodeOfHost(host));
}

function placeOf(value: unknown): Place | undefined {
  return MARKETPLACES.find((code) => code === value);
}

function urlOf(value: unknown): URL | undefined {
  return typeof value === 'string' ? (URL.parse(value) ?? undefined) : undefined;
}

/** What lies outside of these is no moment of a call. */
const EARLIEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2100, 0);

function momentOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return at >= EARLIEST && at < LATEST ? at : undefined;
}
