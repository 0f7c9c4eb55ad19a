import { describe, expect, it } from 'vitest';
import { keysOf } from '../../../src/cli/commands/batch/plan.ts';
import type { FileRequest } from '../../../src/paging/result-line.ts';

const request = (params: object, own: object = {}): FileRequest =>
  ({ endpoint: 'product', params, ...own }) as unknown as FileRequest;

describe('the keys of a request', () => {
  it('do not depend on the order of members', () => {
    const one = request({ asin: 'B000000001', marketplace: 'us' }, { a: 1, b: { c: 1, d: 2 } });
    const other = request({ marketplace: 'us', asin: 'B000000001' }, { b: { d: 2, c: 1 }, a: 1 });
    expect(keysOf(one)).toEqual(keysOf(other));
  });

  it('separate the call from the columns of the user’s own', () => {
    const bare = keysOf(request({ asin: 'B000000001' }));
    const own = keysOf(request({ asin: 'B000000001' }, { sku: 1 }));
    expect(bare.input).toBe(bare.call);
    expect(own.call).toBe(bare.call);
    expect(own.input).not.toBe(own.call);
    expect(keysOf(request({ asin: 'B000000001' }, { sku: '1' })).input).not.toBe(own.input);
    expect(keysOf({ ...request({ asin: 'B000000001' }), endpoint: 'offers' } as FileRequest).call).not.toBe(bare.call);
  });

  it('ignore the fragment of a URL', () => {
    const key = (url: string) => keysOf(request({ url })).call;
    expect(key('https://WWW.amazon.com/dp/B000000001#reviews')).toBe(key('https://www.amazon.com/dp/B000000001'));
    expect(key('https://www.amazon.com/dp/B000000001?th=1')).not.toBe(key('https://www.amazon.com/dp/B000000001'));
  });
});
