/** Reads the `Retry-After` header (RFC 9110 §10.2.3). */

/** The three date formats of HTTP. `Date.parse` alone would read a plain number as a year. */
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;
const SECONDS = /^\d+(?:\.\d+)?$/;

/** Returns the wait that the header asks for [milliseconds]: 0 for a date in the past, `undefined` for an absent or invalid header. */
export function readRetryAfter(header: string | undefined | null, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (SECONDS.test(value)) {
    const ms = Math.ceil(Number(value) * 1000);
    return Number.isSafeInteger(ms) ? ms : Number.MAX_SAFE_INTEGER;
  }
  if (!HTTP_DATE.test(value)) return undefined;
  // The oldest format has no time zone. It is GMT too.
  const at = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
