/** Reads the lines of results and failures files, and JSON that other commands print. Values of the wrong type count as missing. */
import { MARKETPLACES, type MarketplaceCode } from '../../../contract/codes.ts';
import { isRecord, jsonOf } from '../../../contract/json.ts';
import { isPageType, type PageTypeInfo, pageTypes } from '../../../contract/page-types.ts';
import { marketplaceCodeOfHost } from '../../../contract/sites.ts';
import { listedIn, type Row, recordsIn } from '../../../tables/rows.ts';

/** How a call ended. */
export type Outcome = 'found' | 'not found' | 'failed';

/** The items of a page: one product, offers, or a list of products. */
export type Source = 'product' | 'offers' | 'lists';

/** The facts of a response or of a failure that the report counts. */
export interface ResultLine {
  outcome: Outcome;
  /** A page type of the contract, or one that a service added; of a failure, the endpoint. */
  page: string;
  marketplace: MarketplaceCode | 'unknown';
  /** Time of the response or failure in milliseconds since the epoch. */
  at: number | undefined;
  consumed: number;
  timingMs: number | undefined;
  /** The condition that the call asked for. */
  condition: string | undefined;
  /** Empty unless something is found. */
  data: Row;
  /** `undefined` if there are none of these items. */
  source: Source | undefined;
  items: readonly Row[];
  gaps: readonly { landmark: string; kind: string; detail: string }[];
  /** Those of the error. */
  code: string;
  message: string;
}

/** Reads a line: a response, a failure, or a JSON list of them. Returns the reason for what is neither. */
export function readResultLines(text: string): (ResultLine | string)[] {
  const value = jsonOf(text.replace(/^\uFEFF/, ''));
  if (value === undefined) return [/^\s*[{[]/.test(text) ? 'is incomplete JSON' : 'is not JSON'];
  return Array.isArray(value) ? value.map(readResult) : [readResult(value)];
}

/** Reads a response, a line of a failures file, a failed job of a worker, or the error body of a service, which has more in its `meta`. */
function readResult(value: unknown): ResultLine | string {
  if (!isRecord(value)) return 'is not a JSON object';
  const [request, error] = [recordAt(value, 'request'), recordAt(value, 'error')];
  const isFailure = isRecord(value.error);
  const envelope = !isFailure && isRecord(value.response) ? value.response : value;
  const { page_type: pageType, found } = envelope;
  if (!isFailure && (typeof pageType !== 'string' || typeof found !== 'boolean'))
    return 'has no response, error or page_type';
  const [meta, params] = [recordAt(envelope, 'meta'), recordAt(request, 'params')];
  const usage = recordAt(meta, 'usage');
  const data = !isFailure && found === true ? recordAt(envelope, 'data') : {};
  const info = !isFailure && found === true && isPageType(pageType) ? pageTypes[pageType] : undefined;
  // Saved results of `buybox parse` and of earlier versions have gaps beside their data.
  const gaps = [...new Set([meta, envelope, value])].flatMap((part) => recordsIn(part.gaps));
  return {
    outcome: isFailure ? 'failed' : found === true ? 'found' : 'not found',
    page: stringAt(isFailure ? request : envelope, isFailure ? 'endpoint' : 'page_type') ?? 'unknown',
    marketplace:
      marketplaceIn(meta) ??
      marketplaceIn(params) ??
      marketplaceCodeOfHost(urlAt(params, 'url')?.host ?? '') ??
      'unknown',
    at: timeOf(isFailure ? (value.failed_at ?? value.at ?? meta.timestamp) : meta.timestamp),
    consumed: amountAt(usage, 'requests_consumed') ?? Number(error.billed === true),
    timingMs: amountAt(meta, 'timing_ms'),
    condition: stringAt(params, 'condition') ?? urlAt(meta, 'request_url')?.searchParams.get('condition') ?? undefined,
    data,
    source: info && sourceOf(info),
    items: info === undefined ? [] : 'list' in info ? listedIn(data, info) : [data],
    gaps: gaps.map((gap) => ({
      landmark: stringAt(gap, 'landmark') ?? '',
      kind: stringAt(gap, 'kind') ?? '',
      detail: stringAt(gap, 'detail') ?? '',
    })),
    code: stringAt(error, 'code') ?? stringAt(error, 'name') ?? 'unknown',
    message: stringAt(error, 'message') ?? '',
  };
}

function sourceOf({ item, list }: PageTypeInfo): Source | undefined {
  if (item === 'product') return list === undefined ? 'product' : 'lists';
  return item === 'offer' ? 'offers' : undefined;
}

function marketplaceIn({ marketplace }: Row): MarketplaceCode | undefined {
  return MARKETPLACES.find((code) => code === marketplace);
}

function urlAt(data: Row, name: string): URL | undefined {
  return URL.parse(stringAt(data, name) ?? '') ?? undefined;
}

/** Times outside this range are mistakes. */
const [EARLIEST, LATEST] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];

function timeOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return at >= EARLIEST && at < LATEST ? at : undefined;
}

/** A member that is a string. */
export function stringAt(data: Row, name: string): string | undefined {
  const value = data[name];
  return typeof value === 'string' ? value : undefined;
}

/** A member that is a finite number of 0 or more. */
export function amountAt(data: Row, name: string): number | undefined {
  const value = data[name];
  return typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY ? value : undefined;
}

/** A member that is an object; an empty object for any other value. */
export function recordAt(data: Row, name: string): Row {
  const value = data[name];
  return isRecord(value) ? value : {};
}
