/** From a line of results to a look at a target. */
import { dataSchemas } from '../../contract/data/index.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { BadRequestError } from '../../contract/errors.ts';
import { isRecord, jsonOf } from '../../contract/json.ts';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import type { PageType } from '../../contract/page-types.ts';
import { ResponseMetaSchema, readExtensions } from '../../contract/schemas/envelope.ts';
import { parseResultLine } from '../../paging/result-line.ts';
import { fieldsOfPage, timeOf } from '../looks/look-at.ts';
import { type NewTarget, newTarget } from '../targets/stored-target.ts';

/** A result, and the target that it is a look at. */
export interface TargetResult {
  target: NewTarget;
  /** When the page was read [milliseconds since the epoch]. */
  at: number;
  envelope: AnyEnvelope;
}

/** Returns the result of a line, or why there is none. @throws BadRequestError for a line that is not a result */
export function readResult(text: string, everyMs: number): TargetResult | 'partial' | 'failed' {
  const result = parseResultLine(text);
  if (result === undefined) {
    const value = jsonOf(text);
    if (isRecord(value) && isRecord(value.error)) return 'failed';
    throw invalid(value === undefined ? 'is not JSON' : 'has no request and response', 'a line of `buybox batch`');
  }
  const { endpoint, params } = result.request;
  const { page = 1, fields, ...others } = params as Readonly<Record<string, unknown>>;
  const target = newTarget({ endpoint, params: others }, { everyMs, call: {}, maxPages: 1 });
  const envelope = checkedEnvelope(result.response, target.endpoint, fields !== undefined);
  if (page !== 1 || !hasAll(fields, envelope.page_type)) return 'partial';
  return { target, at: timeOf(envelope), envelope };
}

/** @param isPartial Whether members of the data can be missing. */
function checkedEnvelope(given: unknown, endpoint: EndpointName, isPartial: boolean): AnyEnvelope {
  const { success, found, page_type, data, meta } = given as Readonly<Record<string, unknown>>;
  const types: readonly string[] = endpoints[endpoint].responses;
  if (success !== true || typeof found !== 'boolean') throw invalid('has an invalid response', 'an envelope');
  if (typeof page_type !== 'string' || !types.includes(page_type))
    throw invalid(`has the page_type ${JSON.stringify(page_type)}`, types.join(', '));
  if (!isRecord(meta) || typeof meta.request_id !== 'string' || !isTimestamp(meta.timestamp))
    throw invalid('has an invalid meta', 'one with request_id and timestamp');
  if (found) checkData(data, page_type as PageType, isPartial);
  const { gaps: _, source: __, queued_ms: ___, cached_at: ____, ...known } = meta;
  // The data is checked, and unknown extensions are left out.
  return {
    success,
    found,
    page_type,
    data: found ? data : null,
    meta: { ...known, ...readExtensions(meta) },
  } as AnyEnvelope;
}

function checkData(data: unknown, type: PageType, isPartial: boolean): void {
  const issues = dataSchemas[type].safeParse(data, { reportInput: true }).error?.issues ?? [];
  const issue = issues.find(({ input }) => !isPartial || input !== undefined);
  if (issue !== undefined) throw invalid(`has an invalid ${['data', ...issue.path].join('.')}`, issue.message);
}

function isTimestamp(value: unknown): boolean {
  return ResponseMetaSchema.shape.timestamp.safeParse(value).success;
}

/** Whether the fields that were asked for have all that a watch reads. */
function hasAll(fields: unknown, type: PageType): boolean {
  if (!Array.isArray(fields)) return true;
  return fieldsOfPage(type).every((name) => fields.some((field) => name === field || name.startsWith(`${field}.`)));
}

function invalid(what: string, expected: string): BadRequestError {
  return new BadRequestError(`the line ${what}: expected ${expected}.`, { parameter: 'source' });
}
