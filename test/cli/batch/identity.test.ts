import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyTable, keysOf } from '../../../src/cli/batch/identity.ts';
import type { FileRequest } from '../../../src/cli/results/result-file.ts';

const request = (params: object, own: object = {}): FileRequest =>
  ({ endpoint: 'product', params, ...own }) as unknown as FileRequest;

describe('keys', () => {
  it('are the same whatever the order of members', () => {
    const one = request({ asin: 'B000000001', marketplace: 'us' }, { a: 1, b: { c: 1, d: 2 } });
    const other = request({ marketplace: 'us', asin: 'B000000001' }, { b: { d: 2, c: 1 }, a: 1 });
    expect(keysOf(one)).toEqual(keysOf(other));
  });

  it('tell what is asked from who asks', () => {
    const bare = keysOf(request({ asin: 'B000000001' }));
    const own = keysOf(request({ asin: 'B000000001' }, { sku: 1 }));
    expect(bare.input).toBe(bare.call);
    expect(own.call).toBe(bare.call);
    expect(own.input).not.toBe(own.call);
    expect(keysOf(request({ asin: 'B000000001' }, { sku: '1' })).input).not.toBe(own.input);
    expect(keysOf({ ...request({ asin: 'B000000001' }), endpoint: 'offers' } as FileRequest).call).not.toBe(bare.call);
  });

  it('leave out what is never sent of an address', () => {
    const key = (url: string) => keysOf(request({ url })).call;
    expect(key('https://WWW.amazon.com/dp/B000000001#reviews')).toBe(key('https://www.amazon.com/dp/B000000001'));
    expect(key('https://www.amazon.com/dp/B000000001?th=1')).not.toBe(key('https://www.amazon.com/dp/B000000001'));
  });
});

describe('the table of keys', () => {
  it('is a map', () => {
    // Few different first halves: keys meet in the same places.
    const half = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 0xffff_ffff }));
    const hex = (value: number) => value.toString(16).padStart(8, '0');
    const key = fc.tuple(half, half).map(([first, second]) => hex(first) + hex(second));
    const entries = fc.array(fc.tuple(key, fc.oneof(fc.integer(), fc.constant(Number.POSITIVE_INFINITY))), {
      maxLength: 3_000,
    });
    fc.assert(
      fc.property(entries, fc.array(key), (given, others) => {
        const table = new KeyTable();
        const map = new Map<string, number>();
        for (const [key, value] of given) {
          table.set(key, value);
          map.set(key, value);
        }
        for (const key of [...map.keys(), ...others]) expect(table.get(key)).toBe(map.get(key));
      }),
      { numRuns: 30 },
    );
  });

  it('holds many', () => {
    const table = new KeyTable();
    const keyOf = (number: number) => keysOf(request({ number })).call;
    for (let number = 0; number < 50_000; number++) table.set(keyOf(number), number);
    for (let number = 0; number < 50_000; number++) expect(table.get(keyOf(number))).toBe(number);
    expect(table.get(keyOf(-1))).toBeUndefined();
  });
});
