/** Targets and looks of tests. */
import type { EndpointName } from '../../src/contract/endpoints.ts';
import type { AnyEnvelope } from '../../src/contract/marketplace.ts';
import type { Known, Look, Values } from '../../src/watch/look.ts';
import type { StoredTarget } from '../../src/watch/store/store.ts';

export const HOUR = 3_600_000;
export const START = Date.parse('2026-11-20T12:00:00Z');

export function targetOf(
  endpoint: EndpointName,
  params: StoredTarget['params'],
  more: Partial<StoredTarget> = {},
): StoredTarget {
  return { id: 't1', endpoint, params, every_ms: HOUR, pages: 1, ...more };
}

export const PRODUCT = targetOf('product', { asin: 'B0LANTERN1', marketplace: 'us', language: 'en' });

/** Returns a look at a product with these values. */
export function productLook(values: Values, more: Partial<Look> = {}): Look {
  return { at: START, page_type: 'product', found: true, values, gaps: [], request_ids: ['r1'], ...more };
}

/** Returns what is known after a look, as a store returns it. */
export function stored(known: Known): Known {
  return JSON.parse(JSON.stringify(known)) as Known;
}

/** Returns an envelope of any page type. */
export function envelopeOf(page_type: string, data: object | null, meta: object = {}): AnyEnvelope {
  return {
    success: true,
    found: data !== null,
    page_type,
    data,
    meta: { request_id: 'r1', timestamp: '2026-11-20T12:00:00.000Z', ...meta },
  } as unknown as AnyEnvelope;
}
