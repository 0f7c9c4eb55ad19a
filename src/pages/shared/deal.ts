/** Deal badges on product pages and tiles. */
import type { DealBadge } from '../../contract/data/shared.ts';

/** Creates a badge from what the page shows of it. `ends_on` defaults to the UTC day of `ends_at`. */
export function dealBadge(shown: Partial<DealBadge> & Pick<DealBadge, 'kind' | 'label'>): DealBadge {
  const { ends_at = null } = shown;
  return { deal_id: null, ends_at, ends_on: ends_at?.slice(0, 10) ?? null, ends_in_days: null, ...shown };
}

/** Creates the badge of a price that only members pay: it counts as a deal for them. */
export function membersDeal(label: string): DealBadge {
  return dealBadge({ kind: 'prime_exclusive', label });
}

/** Milliseconds since 1970, or a date with a time and a time zone. */
const MILLISECONDS = /^\d{13}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/;

/** Returns a timestamp of the page's markup as ISO 8601 in UTC, in whole seconds. `undefined` for any other text. */
export function readTimestamp(text: string | undefined): string | undefined {
  if (text === undefined || !(MILLISECONDS.test(text) || DATE_TIME.test(text))) return undefined;
  const time = new Date(MILLISECONDS.test(text) ? Number(text) : text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace(/\.\d+Z$/, 'Z');
}
