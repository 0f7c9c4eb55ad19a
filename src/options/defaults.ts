/**
 * The values of a marketplace's options that are not set. An option without a line here has none, or one that depends on others, as its comment says.
 * Options of single functions, such as `batch` and `redisPace`, have theirs in the function.
 */

/** Options of both backends. */
export const DEFAULTS = {
  timeoutMs: 60_000,
  queueTimeoutMs: 300_000,
  retries: 2,
  /** Tokens of the retry quota: 100 retries without a success in between. */
  retryCapacity: 500,
  /** Of pages, responses and saved pages, both compressed and decompressed. */
  maxBytes: 20_000_000,
} as const;

/** Options of the local backend. */
export const LOCAL_DEFAULTS = {
  /** Without packs. */
  concurrency: 10,
  /** Only for `meta.request_url`. */
  baseUrl: 'http://localhost:8787',
  /** For the sites themselves: about 48 requests a minute. */
  pace: { concurrency: 2, minGapMs: 1_000, jitterMs: 500 },
  backoff: { firstMs: 2_000, longestMs: 120_000 },
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 20_000,
} as const;

/** Options of the remote backend. */
export const REMOTE_DEFAULTS = { maxConnections: 10, allowHttp: false, strict: false } as const;
