import type { RequestRecord } from '../../src/entries/service.ts';

export const NOW = Date.parse('2026-11-20T12:00:00Z');
export const DAY = 86_400_000;

/** Returns the record of a call that found its product at the first attempt. */
export function recordOf(keyId: string, changes: Partial<RequestRecord> = {}): RequestRecord {
  return {
    requestId: crypto.randomUUID(),
    keyId,
    endpoint: 'product',
    marketplace: 'us',
    status: 200,
    code: null,
    message: null,
    outcome: 'found',
    consumed: 0,
    timingMs: 12,
    queuedMs: 0,
    at: NOW,
    replayed: false,
    upstreamRequestId: null,
    pageUrl: 'https://www.amazon.com/dp/B0LANTERN1',
    attempts: 1,
    retries: [],
    blocks: 0,
    gaps: [],
    ...changes,
  };
}

/** Members of a request that was refused before it reached the marketplace. */
export const REJECTED = {
  status: 400,
  code: 'INVALID_PARAMETER',
  message: 'asin: "x" is not a valid ASIN',
  outcome: 'rejected',
  pageUrl: null,
  attempts: 0,
} satisfies Partial<RequestRecord>;
