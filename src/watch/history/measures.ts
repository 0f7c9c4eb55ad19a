/** Measures of spans: lowest, highest and average numbers, steps, and the shares of sellers. */
import type { SellerName } from '../types.ts';
import { type HistoryValue, invalidParameter, type Span } from './spans.ts';

/** A span whose value is a number. */
export interface NumberSpan extends Span {
  value: number;
}

/** A number, and when it was first seen. */
export interface Extreme {
  /** The number. */
  value: number;
  /** When it was first seen in the period [milliseconds since the epoch]. */
  at: number;
}

/** Numbers of a field in a period. */
export interface NumberRange {
  /** The lowest number, and when it was first seen. */
  lowest: Extreme;
  /** The highest number, and when it was first seen. */
  highest: Extreme;
  /** The average, weighted by time. If no time was watched, of the looks. */
  average: number;
  /** The last number. */
  last: number;
  /** Watched time in which the number was known [milliseconds]. */
  watched_ms: number;
  /** Currency of amounts [ISO 4217]. */
  currency?: string;
}

/** A value that held from a time on. */
export interface HistoryPoint {
  /** When it was first seen [milliseconds since the epoch]. */
  at: number;
  /** The value. `null`: the page showed that there is none. */
  value: HistoryValue;
  /** Currency of an amount [ISO 4217]. */
  currency?: string;
}

/** A step of a history. Fields without numbers have `first` and `last` only. */
export interface HistoryStep {
  /** Start of the step [milliseconds since the epoch]. */
  at: number;
  /** First known value. */
  first: HistoryValue;
  /** Last known value. */
  last: HistoryValue;
  /** Lowest number. */
  lowest?: number;
  /** Highest number. */
  highest?: number;
  /** Average, weighted by watched time. */
  average?: number;
  /** Watched time in which the value was known [milliseconds]. */
  watched_ms: number;
}

/** The share of watched time in which a seller had the Buy Box. */
export interface SellerShare {
  /** The seller. `null`: there was no featured offer. */
  seller: SellerName | null;
  /** Share of the watched time [0 to 1]. */
  share: number;
  /** Watched time [milliseconds]. */
  ms: number;
}

/**
 * Returns the spans whose value is a number. Amounts in several currencies have no common average.
 *
 * @throws BadRequestError `INVALID_PARAMETER` for several currencies, if none is named
 */
export function numberSpans(spans: readonly Span[], currency: string | undefined): NumberSpan[] {
  const numbers = inCurrency(spans, currency).filter((span): span is NumberSpan => typeof span.value === 'number');
  const currencies = [...new Set(numbers.flatMap((span) => span.currency ?? []))].sort();
  if (currencies.length <= 1) return numbers;
  const why = `missing: the amounts are in several currencies. Set it to one of ${currencies.join(', ')}.`;
  throw invalidParameter('currency', undefined, why);
}

/** Returns the spans in a currency, and those that are not amounts. */
export function inCurrency<Kind extends Span>(spans: readonly Kind[], currency: string | undefined): Kind[] {
  return spans.filter((span) => currency === undefined || span.currency === undefined || span.currency === currency);
}

/** Returns the range of numbers. `undefined` if there is none. */
export function rangeOf(spans: readonly NumberSpan[]): NumberRange | undefined {
  const [first] = spans;
  if (first === undefined) return undefined;
  let [lowest, highest, last] = [first, first, first];
  let [sum, plain] = [0, 0];
  for (const span of spans) {
    if (span.value < lowest.value) lowest = span;
    if (span.value > highest.value) highest = span;
    sum += span.value * (span.to - span.from);
    plain += span.value;
    last = span;
  }
  const watched_ms = durationOf(spans);
  return {
    lowest: { value: lowest.value, at: lowest.from },
    highest: { value: highest.value, at: highest.from },
    average: watched_ms === 0 ? plain / spans.length : sum / watched_ms,
    last: last.value,
    watched_ms,
    ...(first.currency && { currency: first.currency }),
  };
}

/** Returns when the value changed. Time in which it was unknown changes nothing. */
export function changePoints(spans: readonly Span[]): HistoryPoint[] {
  const points: HistoryPoint[] = [];
  let last: string | undefined;
  for (const { from, value, currency } of spans) {
    if (value === undefined) continue;
    const text = JSON.stringify([value, value === null ? undefined : currency]);
    if (text !== last) points.push({ at: from, value, ...(currency && { currency }) });
    last = text;
  }
  return points;
}

/** Returns a value for each step of this length [milliseconds] in which the value was known. Steps start at multiples of it, in UTC. */
export function stepsOf(spans: readonly Span[], step: number): HistoryStep[] {
  const steps: HistoryStep[] = [];
  let parts: Span[] = [];
  let at = Number.NaN;
  const finish = () => {
    if (parts.length > 0) steps.push(stepOf(at, parts));
    parts = [];
  };
  for (const span of spans) {
    if (span.value === undefined) continue;
    let from = span.from;
    do {
      const start = Math.floor(from / step) * step;
      const to = Math.min(span.to, start + step);
      if (start !== at) finish();
      at = start;
      parts.push({ ...span, from, to });
      from = to;
    } while (from < span.to);
  }
  finish();
  return steps;
}

function stepOf(at: number, parts: readonly Span[]): HistoryStep {
  const numbers = parts.filter((span): span is NumberSpan => typeof span.value === 'number');
  const range = rangeOf(numbers);
  return {
    at,
    first: parts[0]?.value ?? null,
    last: parts.at(-1)?.value ?? null,
    ...(range && { lowest: range.lowest.value, highest: range.highest.value, average: range.average }),
    watched_ms: durationOf(parts),
  };
}

/** Returns the sum of the durations [milliseconds]. */
export function durationOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Returns the key of a seller: its id; its name if the page shows no id. */
export function sellerKey(seller: SellerName | null): string {
  return JSON.stringify(seller?.id === undefined ? (seller?.name ?? null) : [seller.id]);
}

/** Returns the share of the time in which the value was known that each seller had, the largest first. */
export function sellerShares(spans: readonly Span[]): SellerShare[] {
  const known = spans.filter((span) => span.value !== undefined);
  const watched = durationOf(known);
  const times = new Map<string, { seller: SellerName | null; ms: number }>();
  for (const { from, to, value } of known) {
    // The spans are those of the field `seller`.
    const seller = value as SellerName | null;
    const key = sellerKey(seller);
    times.set(key, { seller, ms: (times.get(key)?.ms ?? 0) + to - from });
  }
  return [...times.values()]
    .map(({ seller, ms }) => ({ seller, share: watched === 0 ? 0 : ms / watched, ms }))
    .sort((a, b) => b.ms - a.ms);
}
