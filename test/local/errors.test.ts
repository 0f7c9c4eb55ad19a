import { describe, expect, it } from 'vitest';
import {
  createMarketplace,
  MarketplaceError,
  type MarketplaceEvent,
  type MarketplaceOptions,
  TransportError,
} from '../../src/entries/index.ts';
import { memoryLedger, type PageSource } from '../../src/entries/local.ts';
import { ASIN, CAPTCHA_PAGE, productPage, sourceOf } from './pages.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const packs = [{ requests: 5, purchasedAt: new Date(), validDays: 30, connections: 10 }];

/** Never responds. */
const silent: PageSource = () => new Promise(() => undefined);
const throwing =
  (error: unknown): PageSource =>
  () =>
    Promise.reject(error);

function open(pages: PageSource, options: Partial<MarketplaceOptions> = {}) {
  return createMarketplace({ backend: 'local', pages, packs, retries: 0, ...options } as MarketplaceOptions);
}

async function errorOf(call: Promise<unknown>): Promise<MarketplaceError> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (error instanceof MarketplaceError) return error;
  throw new Error(`expected an error of the library: ${String(error)}`);
}

describe('the error of a local call', () => {
  it.each([
    ['a block', open(sourceOf(CAPTCHA_PAGE)), 'CAPTCHA'],
    ['an error of the page source', open(throwing(new TransportError('gone.'))), 'TRANSPORT_ERROR'],
    ['an unknown error of the page source', open(throwing(new RangeError('a mistake'))), 'INTERNAL'],
    ['HTML that is not a page', open(sourceOf('hello '.repeat(1_000))), 'PARSER_ERROR'],
    ['a timeout', open(silent, { timeoutMs: 20 }), 'TIMEOUT'],
  ])('has the request id and the usage after %s', async (_, marketplace, code) => {
    const error = await errorOf(marketplace.product({ asin: ASIN }));
    await marketplace.close();
    expect(error).toMatchObject({ code, billed: false, usage: { requests_consumed: 0, requests_remaining: 5 } });
    expect(error.requestId).toMatch(UUID);
  });

  it('has the request id and the usage for a URL that is not supported', async () => {
    await using marketplace = open(silent);
    const error = await errorOf(marketplace.scrape({ url: 'https://www.example.com/dp/B0TESTASIN' }));
    expect(error).toMatchObject({ code: 'UNSUPPORTED_URL', usage: { requests_consumed: 0, requests_remaining: 5 } });
    expect(error.requestId).toMatch(UUID);
  });

  it('has the largest number as the remaining credits without packs', async () => {
    await using marketplace = open(sourceOf(CAPTCHA_PAGE), { packs: [] });
    const { usage } = await errorOf(marketplace.product({ asin: ASIN }));
    expect(usage).toEqual({ requests_consumed: 0, requests_remaining: Number.MAX_SAFE_INTEGER });
  });

  it('has neither for an invalid parameter: no call started', async () => {
    await using marketplace = open(silent);
    const error = await errorOf(marketplace.product({ asin: 'short' }));
    expect(error).toMatchObject({ code: 'INVALID_PARAMETER', requestId: undefined, usage: undefined });
  });

  it('has the facts of its own call if the page source throws the same error again', async () => {
    await using marketplace = open(throwing(new TransportError('gone.')));
    const first = (await errorOf(marketplace.product({ asin: ASIN }))).requestId;
    const second = (await errorOf(marketplace.product({ asin: ASIN }))).requestId;
    expect(second).toMatch(UUID);
    expect(second).not.toBe(first);
  });

  it('has the facts also in the done event', async () => {
    const facts: unknown[] = [];
    const onEvent = (event: MarketplaceEvent) => {
      if (event.type !== 'done' || !('error' in event)) return;
      const { requestId, usage } = event.error as MarketplaceError;
      facts.push({ requestId, usage });
    };
    await using marketplace = open(sourceOf(CAPTCHA_PAGE), { onEvent });
    const { requestId, usage } = await errorOf(marketplace.product({ asin: ASIN }));
    expect(facts).toEqual([{ requestId, usage }]);
    expect(usage).toEqual({ requests_consumed: 0, requests_remaining: 5 });
  });

  it('is not replaced or held back by a ledger that fails to return the remaining credits', async () => {
    const broken = Object.assign(memoryLedger(), { remaining: () => Promise.reject(new Error('the file is gone')) });
    await using marketplace = open(sourceOf(CAPTCHA_PAGE), { ledger: broken });
    const error = await errorOf(marketplace.product({ asin: ASIN }));
    expect(error).toMatchObject({ code: 'CAPTCHA', usage: undefined });
    const stuck = Object.assign(memoryLedger(), { remaining: () => new Promise<number>(() => undefined) });
    await using other = open(sourceOf(CAPTCHA_PAGE), { ledger: stuck });
    expect(await errorOf(other.product({ asin: ASIN }))).toMatchObject({ code: 'CAPTCHA', usage: undefined });
  });

  it('counts what other calls have used', async () => {
    await using marketplace = open(sourceOf(productPage(), CAPTCHA_PAGE));
    await marketplace.product({ asin: ASIN });
    const { usage } = await errorOf(marketplace.product({ asin: ASIN }));
    expect(usage).toEqual({ requests_consumed: 0, requests_remaining: 4 });
  });
});
