/** Reads the `Retry-After` header (RFC 9110 §10.2.3). */

/** The three forms of a date in HTTP; a number alone would be taken for a year by `Date.parse`. */
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;
const SECONDS = /^\d+(?:\.\d+)?$/;

/**
 * How long the header asks to wait, in milliseconds: seconds, or a date in any of HTTP's three forms.
 *
 * @param now The current time, in milliseconds since the epoch.
 * @returns `undefined` for a header that is absent or none of these; 0 for a date that has passed.
 */
export function readRetryAfter(header: string | undefined | null, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (SECONDS.test(value)) {
    const ms = Math.ceil(Number(value) * 1000);
    return Number.isSafeInteger(ms) ? ms : Number.MAX_SAFE_INTEGER;
  }
  if (!HTTP_DATE.test(value)) return undefined;
  // The oldest form names no zone: it is GMT as well.
  const at = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
