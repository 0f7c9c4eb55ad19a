/** The loop of all iterators over pages. */
import type { ResponseMeta, Usage } from '../contract/envelope.ts';
import { readMeta } from '../contract/error-body.ts';
import { InternalError, ParseError } from '../contract/errors.ts';
import type { Gap } from '../contract/generated/gap.ts';
import { isRecord } from '../contract/json.ts';
import { shown } from '../contract/shown.ts';
import type { PagingOptions } from './options.ts';

/** The meaning of a page for the iteration: more pages follow, it is the last one, or it repeats an earlier one. */
export type Verdict = 'more' | 'last' | 'repeat';

/** How to fetch a page, and how to judge it. */
export interface Walk<Envelope> {
  first: number;
  fetch: (page: number) => Promise<Envelope>;
  judge: (envelope: Envelope, page: number) => Verdict;
}

/** The option that ended an iteration before its last page. */
type PagingLimit = 'max_pages' | 'min_remaining';

/** A page of the iteration. A repeated page has nothing new, but is billed. */
export interface Step<Envelope> {
  envelope: Envelope;
  isRepeat: boolean;
  /** Whether another page is read next. */
  hasMore: boolean;
  /** Set on the last step if more pages follow that the options do not allow. */
  limit: PagingLimit | undefined;
}

/** No list of a site has more pages. A service that always names another one would use all credits. */
const MOST_PAGES = 10_000;

/** Fetches one page after the other, each on demand: every page costs a credit. */
export async function* walkPages<Envelope extends { found: boolean; data: unknown; meta: ResponseMeta }>(
  { first, fetch, judge }: Walk<Envelope>,
  { maxPages = Number.POSITIVE_INFINITY, minRemaining, signal }: PagingOptions,
): AsyncGenerator<Step<Envelope>, void, undefined> {
  for (let fetched = 1; ; fetched++) {
    signal?.throwIfAborted();
    if (fetched > MOST_PAGES && maxPages === Number.POSITIVE_INFINITY) {
      const why = `the list has more than ${MOST_PAGES} pages: expected a last one. Set maxPages to read more.`;
      throw new InternalError(why, { retryable: false });
    }
    const page = first + fetched - 1;
    const envelope = await fetch(page);
    if (envelope.found && !isRecord(envelope.data)) throw unreadable('data', envelope.data, 'an object');
    const verdict = judge(envelope, page);
    const reached = fetched >= maxPages ? 'max_pages' : canAfford(envelope, minRemaining) ? undefined : 'min_remaining';
    const limit = verdict === 'more' ? reached : undefined;
    yield { envelope, isRepeat: verdict === 'repeat', hasMore: verdict === 'more' && limit === undefined, limit };
    if (verdict !== 'more' || limit !== undefined) return;
  }
}

/** Whether another page leaves enough credits. `true` if the service does not report them. */
export function canAfford({ meta }: { meta: ResponseMeta }, minRemaining: number | undefined): boolean {
  const usage = usageOf(meta);
  return minRemaining === undefined || usage === undefined || usage.requests_remaining > minRemaining;
}

/** Returns the usage of an envelope. Envelopes of a service are not validated: it can be missing, or have other types. */
export const usageOf = (meta: ResponseMeta): Usage | undefined => readMeta(meta).usage;

/** Returns the gaps of an envelope. A service can omit them, or have others under their name. */
export function gapsOf(meta: ResponseMeta): readonly Gap[] {
  const gaps: unknown = (meta as ResponseMeta | undefined)?.gaps;
  return Array.isArray(gaps) ? gaps.filter(isGap) : [];
}

/** Returns a list of a page. @throws ParseError if a service has something else under its name */
export function rowsOf<Row>(name: string, list: readonly Row[]): readonly Row[] {
  const rows: unknown = list;
  if (Array.isArray(rows) && rows.every(isRecord)) return rows as unknown as readonly Row[];
  throw unreadable(name, list, 'a list of objects');
}

const unreadable = (name: string, value: unknown, expected: string): ParseError =>
  new ParseError(`${name}: ${shown(value)} is not valid: expected ${expected}.`);

/** Returns a count, or `undefined` if a service has something else under its name. */
export const countOf = (count: number | undefined, least: 0 | 1): number | undefined =>
  Number.isSafeInteger(count) && Number(count) >= least ? count : undefined;

const isGap = (value: unknown): value is Gap =>
  isRecord(value) && [value.landmark, value.kind, value.detail].every((text) => typeof text === 'string');
