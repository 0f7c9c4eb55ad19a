/** Targets and looks of tests. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import type { AnyEnvelope } from '../../src/contract/marketplace.ts';
import type { Known, Look } from '../../src/watch/look.ts';
import type { StoredTarget } from '../../src/watch/store/store.ts';
import type { Values } from '../../src/watch/values.ts';

export const HOUR = 3_600_000;
export const START = Date.parse('2026-11-20T12:00:00Z');

export function targetOf(
  endpoint: EndpointName,
  params: StoredTarget['params'],
  more: Partial<StoredTarget> = {},
): StoredTarget {
  return { id: 't1', endpoint, params, every_ms: HOUR, pages: 1, ...more };
}

/** A target of each page type. */
export const TARGETS = {
  product: targetOf('product', { asin: 'B0LANTERN1' }),
  offers: targetOf('offers', { asin: 'B0LANTERN1' }),
  search: targetOf('search', { keyword: 'lantern' }),
  category: targetOf('category', { node: '1' }),
  seller: targetOf('seller', { sellerId: 'A1LARKMOOR0US' }),
  bestseller: targetOf('scrape', { url: 'https://www.amazon.com/gp/bestsellers' }),
  storefront: targetOf('scrape', { url: 'https://www.amazon.com/s?me=A1' }),
  reviews: targetOf('scrape', { url: 'https://www.amazon.com/product-reviews/B0LANTERN1' }),
} satisfies Record<string, StoredTarget>;

export const PRODUCT = targetOf('product', { asin: 'B0LANTERN1', marketplace: 'us', language: 'en' });

/** Returns a look at a product with these values. */
export function productLook(values: Values, more: Partial<Look> = {}): Look {
  return { at: START, page_type: 'product', found: true, values, gaps: [], request_ids: ['r1'], ...more };
}

/** Returns what is known after a look, as a store returns it. */
export function stored(known: Known): Known {
  return JSON.parse(JSON.stringify(known)) as Known;
}

/** Returns a text that cannot be compressed. PostgreSQL compresses what it has an index over. */
export function incompressible(length: number): string {
  const letter = (at: number) => 0x4e00 + (createHash('sha256').update(`${at}`).digest().readUInt16BE() % 20_000);
  return String.fromCharCode(...Array.from({ length }, (_, at) => letter(at)));
}

/** Values that some member of a response has another type than. */
const ODD_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, 1.5, -1, 1e300, 2 ** 60, '', 'x', '1.5', [], [null], ['x'], {}, { id: ['A1'], name: 7 }],
  ...[incompressible(150), incompressible(3_000)],
];

/** Generates JSON of a service from that of an honest one: some members, however deep, have other values. */
export function oddly<Value>(honest: fc.Arbitrary<Value>, odd: readonly unknown[] = ODD_VALUES): fc.Arbitrary<Value> {
  const changes = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...odd)), { minLength: 1, maxLength: 4 });
  return fc.tuple(honest, changes).map(([value, some]) => {
    const copy = JSON.parse(JSON.stringify(value)) as Value;
    for (const [choice, other] of some) {
      const places = placesIn(copy);
      const place = places[choice % places.length];
      if (place !== undefined) place.in[place.name] = JSON.parse(JSON.stringify(other));
    }
    return copy;
  });
}

function placesIn(value: unknown): { in: Record<string, unknown>; name: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const members = value as Record<string, unknown>;
  return Object.keys(members).flatMap((name) => [{ in: members, name }, ...placesIn(members[name])]);
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
