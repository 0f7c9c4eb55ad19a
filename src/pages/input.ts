/** Checks what callers pass to the functions that read a page. */
import { LANGUAGES } from '../contract/codes.ts';
import { BadRequestError } from '../contract/errors.ts';
import type { PageContext } from './parse.ts';

/**
 * Throws if the HTML or the context has the wrong type.
 *
 * @throws BadRequestError `INVALID_PARAMETER` with the parameter's name
 */
export function assertInput(html: unknown, context: unknown): void {
  if (typeof html !== 'string') throw invalid('html', html, 'a string. Decode bytes first, as response.text() does');
  if (typeof context !== 'object' || context === null)
    throw invalid('context', context, 'an object such as { url: "https://www.amazon.com/dp/B0LANTERN1" }');
  const {
    url,
    requestedUrl = url,
    status,
    language,
    requestedAt,
    parseTimeoutMs = LONGEST_MS,
  } = context as Partial<Record<keyof PageContext, unknown>>;
  if (typeof url !== 'string') throw invalid('url', url, 'the URL that the HTML was fetched from');
  if (typeof requestedUrl !== 'string') throw invalid('requestedUrl', requestedUrl, 'the URL that was requested');
  if (status !== undefined && !Number.isInteger(status)) throw invalid('status', status, 'an HTTP status such as 200');
  if (language !== undefined && !(LANGUAGES as readonly unknown[]).includes(language))
    throw invalid('language', language, '"en" or "native"');
  if (!isWhole(parseTimeoutMs) || parseTimeoutMs < 1 || parseTimeoutMs > LONGEST_MS)
    throw invalid('parseTimeoutMs', parseTimeoutMs, `a whole number from 1 to ${LONGEST_MS}`);
  if (requestedAt === undefined) return;
  if (!(requestedAt instanceof Date) || Number.isNaN(requestedAt.getTime()))
    throw invalid('requestedAt', requestedAt, 'a valid Date');
}

/** Longest delay of a timer [milliseconds]. */
const LONGEST_MS = 2_147_483_647;

function isWhole(value: unknown): value is number {
  return Number.isInteger(value);
}

function invalid(parameter: string, value: unknown, expected: string): BadRequestError {
  const shown = value === undefined ? 'missing' : `${shownType(value)} is not valid`;
  return new BadRequestError(`${parameter}: ${shown}: expected ${expected}.`, { parameter });
}

/** The value itself can be a whole page. */
function shownType(value: unknown): string {
  if (value === null || ['number', 'boolean'].includes(typeof value)) return String(value);
  if (typeof value === 'object') return `an object (${value.constructor?.name ?? 'Object'})`;
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : `a ${typeof value}`;
}
