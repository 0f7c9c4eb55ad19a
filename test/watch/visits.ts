/** Visits for tests of stores. */
import type { AnyEnvelope } from '../../src/contract/marketplace.ts';
import type { Look } from '../../src/watch/look.ts';
import type { StoredTarget, TargetState, Visit } from '../../src/watch/store/store.ts';
import type { Change } from '../../src/watch/types.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const START = Date.UTC(2026, 0, 1);

/** A product target. */
export function target(id: string, own: Partial<StoredTarget> = {}): Omit<StoredTarget, 'state'> {
  const params = { asin: 'B0LANTERN1', marketplace: 'us', language: 'en' };
  return { id, endpoint: 'product', params, every_ms: HOUR, pages: 1, ...own };
}

/** A look at a product that exists. */
export function look(at: number, values: Look['values'] = {}, own: Partial<Look> = {}): Look {
  return { at, page_type: 'product', found: true, values, gaps: [], request_ids: [`r${at}`], ...own };
}

/** The state after a number of visits. */
export function state(visits: number, own: Partial<TargetState> = {}): TargetState {
  return { visits, rate: { changes: 0, watched_ms: 0 }, next_at: 0, failures: 0, ...own };
}

/** A visit without changes, after which only its values are known. */
export function visit(target: string, number: number, seen: Look | undefined, own: Partial<Visit> = {}): Visit {
  const at = own.at ?? seen?.at ?? START;
  const known = seen && { at, page_type: seen.page_type, found: seen.found, values: seen.values };
  return {
    ...{ target, number, at, state: state(number, known && { known }), credits: 1, changes: [], deliveries: [] },
    ...(seen && { look: seen }),
    ...own,
  };
}

/** A change of a price. */
export function change(id: string, at: number, own: Partial<Pick<Change, 'asin' | 'target'>> = {}): Change {
  return {
    ...{ type: 'price_changed', id, field: 'bb_price', before: 20, after: 19, currency: 'USD', asin: 'B0LANTERN1' },
    target: { id: 'a', endpoint: 'product', params: {} },
    ...{ at: new Date(at).toISOString(), since: new Date(at - HOUR).toISOString() },
    evidence: { request_ids: ['r1'], gaps: [] },
    ...own,
  };
}

/** The envelope of a product with this data. */
export function envelope(at: number, data: object): AnyEnvelope {
  const meta = { request_id: `r${at}`, timestamp: new Date(at).toISOString(), marketplace: 'us' };
  return { success: true, found: true, page_type: 'product', data, meta } as unknown as AnyEnvelope;
}
