/** Middleware that answers calls with earlier results. */

import type { Middleware } from '../client/middleware.ts';
import { unlessAborted } from '../client/waits.ts';
import { callIdentity } from '../contract/call-identity.ts';
import type { ResponseMeta } from '../contract/envelope.ts';
import { jsonOf } from '../contract/json.ts';
import type { AnyEnvelope, Duration } from '../contract/marketplace.ts';
import { clock, invalidSetting, objectWith } from '../options/checks.ts';
import { duration } from '../options/duration.ts';
import { type OptionTable, readOptions } from '../options/table.ts';

/** Where {@link cached} keeps results: a `Map`, Keyv, or your own. */
export interface CacheStore {
  /** Returns the value of a key, or a promise of it. */
  get(key: string): unknown;
  /** Keeps a value. @param ttlMs For stores that remove values themselves [milliseconds]. */
  set(key: string, value: string, ttlMs?: number): unknown;
}

/** Options of {@link cached}. */
export interface CachedOptions {
  /** How long a result is used [milliseconds]. */
  ttlMs: Duration;
  /** A failure of the store counts as a result that it does not have. @default the 1_000 latest results, in memory */
  store?: CacheStore | undefined;
  /** Returns the current time [milliseconds since the epoch]. @default Date.now */
  now?: (() => number) | undefined;
}

const OPTIONS: OptionTable<CachedOptions> = {
  ttlMs: { check: (setting) => duration(setting, 1) },
  store: { check: objectWith<CacheStore>(['get', 'set'], 'a Map, or an object with get and set') },
  now: { check: clock },
};

/**
 * Keeps found results, and answers equal calls with them: with `meta.cached_at`, and without a credit. Equal calls at the same time share one request,
 * unless they have time limits, retries or a key of their own. Calls with further headers, and those of `withResponse` and of a watch, are always made.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`
 * @example createMarketplace({ middleware: [cached({ ttlMs: 3_600_000 })] })
 */
export function cached(options: CachedOptions): Middleware {
  const { ttlMs, store = new LatestResults(), now = Date.now } = readOptions('cached', OPTIONS, options);
  if (ttlMs === undefined) throw invalidSetting('ttlMs', undefined, 'missing: expected milliseconds.');
  const running = new Map<string, { result: Promise<AnyEnvelope>; signal: AbortSignal | undefined }>();
  return async function answered(call, next) {
    const { signal, headers, timeoutMs, queueTimeoutMs, retries, idempotencyKey } = call.options;
    signal?.throwIfAborted();
    if (headers !== undefined || call.onResponse !== undefined) return next();
    const key = `buybox:1:${callIdentity(call.endpoint, call.params)}`;
    const kept = keptIn(await tried(() => store.get(key)));
    if (kept !== undefined && kept.at <= now() && now() < kept.at + ttlMs) return repeated(kept);
    const isShared = [timeoutMs, queueTimeoutMs, retries, idempotencyKey].every((limit) => limit === undefined);
    const other = isShared ? running.get(key) : undefined;
    if (other !== undefined) {
      try {
        return repeated({ at: now(), envelope: structuredClone(await unlessAborted(other.result, signal)) });
      } catch (error) {
        // The caller of the other call can have ended it.
        if (signal?.aborted || !other.signal?.aborted) throw error;
        return answered(call, next);
      }
    }
    const own = { result: next(), signal };
    if (isShared) running.set(key, own);
    try {
      const envelope = await own.result;
      if (envelope.found) await tried(() => store.set(key, JSON.stringify({ at: now(), envelope }), ttlMs));
      return envelope;
    } finally {
      if (running.get(key) === own) running.delete(key);
    }
  };
}

interface Kept {
  at: number;
  envelope: AnyEnvelope;
}

/** Returns the result in a value of the store; `undefined` for a value that something else wrote. */
function keptIn(value: unknown): Kept | undefined {
  const kept = Object(typeof value === 'string' ? jsonOf(value) : undefined) as Partial<Kept>;
  return typeof kept.at === 'number' && Object(kept.envelope).found === true ? (kept as Kept) : undefined;
}

function repeated({ at, envelope }: Kept): AnyEnvelope {
  // A service can omit its `meta`.
  const meta: Partial<ResponseMeta> = envelope.meta ?? {};
  const usage = meta.usage && { usage: { ...meta.usage, requests_consumed: 0 } };
  return { ...envelope, meta: { ...meta, ...usage, cached_at: new Date(at).toISOString() } } as AnyEnvelope;
}

const tried = (use: () => unknown): Promise<unknown> => (async () => use())().catch(() => undefined);

class LatestResults extends Map<string, string> {
  override set(key: string, value: string): this {
    this.delete(key);
    if (this.size === 1_000) this.delete(this.keys().next().value ?? '');
    return super.set(key, value);
  }
}
