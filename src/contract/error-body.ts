/** The body of a failed response over HTTP: its writer and its reader. */
import type { ErrorBody, ResponseMeta, Usage } from './envelope.ts';

/** The facts about a failure that its body has. */
export interface ErrorFacts {
  code?: string | undefined;
  message?: string | undefined;
  /** Name of the invalid parameter (`details.parameter`). */
  parameter?: string | undefined;
  requestId?: string | undefined;
  usage?: Usage | undefined;
}

/** Returns the body of a failure. */
export function errorBody(
  { code, message, parameter }: { code: string; message: string; parameter?: string | undefined },
  meta: ResponseMeta,
): ErrorBody {
  const details = parameter === undefined ? {} : { details: { parameter } };
  return { success: false, error: { code, message, ...details }, meta };
}

/**
 * Reads the body of a failure. Bodies of other shapes are read as far as possible: `{ error: "..." }` with a message or a code, `{ message, code }`, `{ errors: [...] }`,
 * `{ detail }` and `{ title }` of problem details (RFC 9457).
 */
export function readErrorBody(json: unknown): ErrorFacts {
  const body = members(json);
  const error = members(body.error ?? (Array.isArray(body.errors) ? body.errors[0] : undefined));
  const code = codeIn(body.error);
  const text = code === undefined ? body.error : undefined;
  const texts = [error.message, text, body.message, body.detail, body.title, body.error, json];
  return {
    code: nonEmpty(error.code) ?? nonEmpty(body.code) ?? code,
    message: texts.map(nonEmpty).find((message) => message !== undefined),
    parameter: nonEmpty(members(error.details).parameter),
    ...readMeta(body.meta),
  };
}

/** `{ "error": "RATE_LIMITED" }`. A message is not in capitals. */
const CODE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

const codeIn = (error: unknown): string | undefined =>
  typeof error === 'string' && CODE.test(error) ? error : undefined;

/** Reads the request id and the usage of a `meta`, as far as they are there. */
export function readMeta(meta: unknown): Pick<ErrorFacts, 'requestId' | 'usage'> {
  const { request_id, usage } = members(meta);
  return { requestId: nonEmpty(request_id), usage: readUsage(usage) };
}

/** Returns the credits of a call without unknown members. `undefined` unless both are counts, as in `UsageSchema`. */
function readUsage(usage: unknown): Usage | undefined {
  const { requests_consumed, requests_remaining } = members(usage);
  return isCount(requests_consumed) && isCount(requests_remaining)
    ? { requests_consumed, requests_remaining }
    : undefined;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const members = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

const nonEmpty = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
