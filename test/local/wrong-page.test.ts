import { describe, expect, it } from 'vitest';
import { createMarketplace, UnavailableError } from '../../src/entries/index.ts';
import { LOCAL_KEY, memoryLedger } from '../../src/entries/local.ts';
import { textOf } from '../fixtures/fixture.ts';
import { productPage, sourceOf } from './pages.ts';

const now = () => Date.parse('2026-11-20T12:00:00Z');
const packs = [{ id: 'test', requests: 5, purchasedAt: new Date(now() - 1000), validDays: 30, connections: 10 }];
const larkmoor = textOf('seller/us-larkmoor.html');
const brightside = textOf('seller/us-just-launched.html');

describe('a page for something else', () => {
  it('is an error that is not billed', async () => {
    const ledger = memoryLedger({ now });
    await using marketplace = createMarketplace({ pages: sourceOf(larkmoor), packs, ledger, now, retries: 0 });
    const error = await marketplace.seller({ sellerId: 'A5BRIGHTSIDE0' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ code: 'WRONG_PAGE', status: 503, retryable: true, billed: false });
    expect(await ledger.remaining(LOCAL_KEY)).toBe(5);
  });

  it('is retried until the requested page arrives', async () => {
    const wrong = { body: larkmoor, headers: { 'retry-after': '0' } };
    await using marketplace = createMarketplace({ pages: sourceOf(wrong, brightside), now, retries: 1 });
    const { data, meta } = await marketplace.seller({ sellerId: 'A5BRIGHTSIDE0' });
    expect(data?.seller_id).toBe('A5BRIGHTSIDE0');
    expect(meta.source?.attempts).toBe(2);
  });

  it('is a gap with both ids if it is a product page, because it can be a variation', async () => {
    await using marketplace = createMarketplace({ pages: sourceOf(productPage('A kettle', 'B0VARIANT1')), now });
    const { found, data, meta } = await marketplace.product({ asin: 'B0TESTASIN' });
    expect({ found, asin: data?.asin }).toEqual({ found: true, asin: 'B0VARIANT1' });
    expect(meta.gaps).toContainEqual({
      landmark: 'html',
      kind: 'identity',
      detail: 'the page is for "B0VARIANT1", not for "B0TESTASIN"',
    });
  });
});
