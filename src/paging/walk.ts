/** The loop under every iterator over pages. */
import type { ResponseMeta, Usage } from '../contract/envelope.ts';
import type { PagingOptions } from './options.ts';

/** What an answer means for the iteration: it goes on, it ends with this page, or this page is an earlier one served again. */
export type Verdict = 'more' | 'last' | 'repeat';

/** How to walk: fetch a page, and judge it. */
export interface Walk<Envelope> {
  first: number;
  fetch: (page: number) => Promise<Envelope>;
  judge: (envelope: Envelope, page: number) => Verdict;
}

/** A page on the way. One that was served again holds nothing new, but was billed. */
export interface Step<Envelope> {
  envelope: Envelope;
  isRepeat: boolean;
}

/** Fetches page after page, each when it is asked for: nothing is fetched ahead, for every page costs a credit. */
export async function* walkPages<Envelope extends { meta: ResponseMeta }>(
  { first, fetch, judge }: Walk<Envelope>,
  { maxPages = Number.POSITIVE_INFINITY, minRemaining, signal }: PagingOptions,
): AsyncGenerator<Step<Envelope>, void, undefined> {
  for (let fetched = 0; fetched < maxPages; fetched++) {
    signal?.throwIfAborted();
    const page = first + fetched;
    const envelope = await fetch(page);
    const verdict = judge(envelope, page);
    yield { envelope, isRepeat: verdict === 'repeat' };
    if (verdict !== 'more' || !canAfford(envelope, minRemaining)) return;
  }
}

/** Whether another page leaves enough credits. A service that does not tell what is left is not held back. */
export function canAfford({ meta }: { meta: ResponseMeta }, minRemaining: number | undefined): boolean {
  const usage = usageOf(meta);
  return minRemaining === undefined || usage === undefined || usage.requests_remaining > minRemaining;
}

/** The usage of an answer. A live answer is handed on as it came: what the contract promises can be missing. */
export function usageOf(meta: ResponseMeta): Usage | undefined {
  return (meta as ResponseMeta | undefined)?.usage;
}

/** The pages alone, without those that were served again. */
export async function* envelopesOf<Envelope>(
  steps: AsyncIterable<Step<Envelope>>,
): AsyncGenerator<Envelope, void, undefined> {
  for await (const { envelope, isRepeat } of steps) if (!isRepeat) yield envelope;
}
