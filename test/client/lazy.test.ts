import { describe, expect, it } from 'vitest';
import { Lazy, lazyMarketplace } from '../../src/client/lazy.ts';
import type { Marketplace } from '../../src/contract/marketplace.ts';

describe('a lazy value', () => {
  it('is loaded once, when it is first used', async () => {
    let loads = 0;
    const lazy = new Lazy(async () => ++loads);
    expect([lazy.isUsed, loads]).toEqual([false, 0]);
    expect(await Promise.all([lazy.get(), lazy.get()])).toEqual([1, 1]);
    expect([lazy.isUsed, await lazy.get()]).toEqual([true, 1]);
  });

  it('is loaded again after a failure', async () => {
    let loads = 0;
    const lazy = new Lazy(async () => {
      if (++loads === 1) throw new Error('too many open files');
      return loads;
    });
    await expect(lazy.get()).rejects.toThrow('too many open files');
    expect(await lazy.get()).toBe(2);
  });
});

describe('a lazy marketplace', () => {
  /** A marketplace whose calls fail with "called". The list has what happened. */
  function observed(holdsResources: boolean): { happened: string[]; marketplace: Marketplace } {
    const happened: string[] = [];
    const marketplace = lazyMarketplace(
      async () => {
        happened.push('load');
        return {
          async call(name) {
            happened.push(name);
            throw new Error('called');
          },
          close: async () => void happened.push('close'),
        };
      },
      holdsResources,
      {},
    );
    return { happened, marketplace };
  }

  it('loads its backend at the first call', async () => {
    const { happened, marketplace } = observed(false);
    expect(happened).toEqual([]);
    await expect(marketplace.product({ asin: 'B0LANTERN1' })).rejects.toThrow('called');
    await expect(marketplace.seller({ sellerId: 'A1' })).rejects.toThrow('called');
    await marketplace.close();
    expect(happened).toEqual(['load', 'product', 'seller', 'close']);
  });

  it('passes a call that waits for the backend on before it closes', async () => {
    const { happened, marketplace } = observed(false);
    const call = expect(marketplace.product({ asin: 'B0LANTERN1' })).rejects.toThrow('called');
    await marketplace.close();
    await call;
    expect(happened).toEqual(['load', 'product', 'close']);
  });

  it('loads nothing to close what no call has used, and refuses later calls', async () => {
    const { happened, marketplace } = observed(false);
    await marketplace.close();
    await expect(marketplace.product({ asin: 'B0LANTERN1' })).rejects.toMatchObject({
      name: 'TransportError',
      message: 'the marketplace is closed. Create a new one.',
      retryable: false,
    });
    expect(happened).toEqual([]);
  });

  it('closes the resources of its options', async () => {
    const { happened, marketplace } = observed(true);
    await marketplace.close();
    expect(happened).toEqual(['load', 'close']);
  });
});
