/** Answers that are kept for a while: every call of a marketplace costs a credit and a second. */
import type { CallOptions } from 'buybox';
import { LRUCache } from 'lru-cache';

/** How long answers are kept, and how many. */
export interface CacheOptions {
  /** @default ten minutes */
  ttlMs?: number;
  /** Of an answer that finds nothing: a listing can appear. @default one minute */
  notFoundTtlMs?: number;
  /** @default 1000 */
  entries?: number;
}

/** An answer, and whether it was there already. */
export interface Cached<Answer> {
  answer: Answer;
  isHit: boolean;
}

/** A call that remembers. Who asks while the same call is under way waits for that one; failures are not remembered. */
export function cachedCall<Params extends object, Answer extends { found: boolean }>(
  call: (params: Params, options: CallOptions) => Promise<Answer>,
  { ttlMs = 600_000, notFoundTtlMs = 60_000, entries = 1000 }: CacheOptions = {},
): (params: Params) => Promise<Cached<Answer>> {
  const cache = new LRUCache<string, Answer>({
    max: entries,
    ttl: ttlMs,
    fetchMethod: async (key, _stale, { signal, options }) => {
      const params: Params = JSON.parse(key);
      const answer = await call(params, { signal });
      if (!answer.found) options.ttl = notFoundTtlMs;
      return answer;
    },
  });
  return async (params) => {
    const key = JSON.stringify(params);
    const isHit = cache.has(key);
    return { answer: await cache.forceFetch(key), isHit };
  };
}
