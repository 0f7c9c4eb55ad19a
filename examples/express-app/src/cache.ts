/** A cache for calls: every call of a marketplace costs a credit and about a second. */
import type { CallOptions } from 'buybox';
import { LRUCache } from 'lru-cache';

/** Options of the cache. */
export interface CacheOptions {
  /** Milliseconds that an envelope is cached. @default 600000 */
  ttlMs?: number;
  /** The same for an envelope with `found: false`. @default 60000 */
  notFoundTtlMs?: number;
  /** Most envelopes in the cache. @default 1000 */
  entries?: number;
}

/** An envelope, and whether it came from the cache. */
export interface Cached<Result> {
  envelope: Result;
  isHit: boolean;
}

/** Returns a cached version of a call. Concurrent calls with the same parameters share one call; errors are not cached. */
export function cachedCall<Params extends object, Result extends { found: boolean }>(
  call: (params: Params, options: CallOptions) => Promise<Result>,
  { ttlMs = 600_000, notFoundTtlMs = 60_000, entries = 1000 }: CacheOptions = {},
): (params: Params) => Promise<Cached<Result>> {
  const cache = new LRUCache<string, Result>({
    max: entries,
    ttl: ttlMs,
    fetchMethod: async (key, _stale, { signal, options }) => {
      const params: Params = JSON.parse(key);
      const envelope = await call(params, { signal });
      if (!envelope.found) options.ttl = notFoundTtlMs;
      return envelope;
    },
  });
  return async (params) => {
    const key = JSON.stringify(params);
    const isHit = cache.has(key);
    return { envelope: await cache.forceFetch(key), isHit };
  };
}
