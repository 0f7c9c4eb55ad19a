/** The test suite of every implementation of `Marketplace`: the same calls return the same envelopes and throw the same errors. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import type { EndpointMethods } from '../../src/contract/marketplace.ts';
import { PAGE_TYPES } from '../../src/contract/page-types.ts';
import {
  type AllOffers,
  type AnyMarketplace,
  allOffers,
  BadRequestError,
  batch,
  bestSellers,
  type Marketplace,
  MarketplaceError,
  QuotaExceededError,
  type SearchData,
  searchEntries,
  searchPages,
  withResponse,
} from '../../src/entries/index.ts';
import { dataSchemas, envelopeSchema } from '../../src/entries/schemas.ts';
import { type Case, enumerations, notNative, refusals, scrapes, typedCalls } from './cases.ts';
import {
  type CommonSettings,
  FLAKY,
  faults,
  INTERNAL_FAULT,
  now,
  type Opened,
  outcomeOf,
  referenceMarketplace,
  SILENT,
  type Target,
  WRONG_SELLER,
} from './target.ts';

/** All targets are compared with it. */
const reference = referenceMarketplace();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

type AnyEnvelope = Awaited<ReturnType<EndpointMethods[keyof EndpointMethods]>>;

/** Common options, and options that only one of the backends uses. */
const optionsOfBothBackends: CommonSettings = {
  marketplace: 'de',
  language: 'native',
  retries: 0,
  // The local backend.
  concurrency: 3,
  pace: { minGapMs: 0, jitterMs: 0 },
  backoff: false,
  parseIn: 'process',
  parseTimeoutMs: 60_000,
  // The remote backend.
  maxConnections: 3,
  strict: true,
};

/** The facts that every failed call reports, from whichever backend. */
const factsOfFailure = {
  billed: false,
  requestId: expect.stringMatching(UUID),
  usage: { requests_consumed: 0, requests_remaining: expect.any(Number) },
};

/** Runs the suite on a target. */
export function conformance(target: Target): void {
  describe(`${target.name} conforms`, () => {
    let opened: Opened;
    let marketplace: Marketplace;
    beforeAll(async () => {
      opened = await target.open();
      marketplace = opened.marketplace;
    });
    afterAll(() => opened[Symbol.asyncDispose]());

    const isTransport = target.isTransport === true && !isNightly;
    const calls = [...scrapes, ...typedCalls, ...enumerations].map((given) => [describeCase(given), given] as const);
    const isOfTransport = ([name, { endpoint }]: (typeof calls)[number], index: number) =>
      /[^ -~]/.test(name) || calls.findIndex(([, given]) => given.endpoint === endpoint) === index;
    it.each(isTransport ? calls.filter(isOfTransport) : calls)('%s', async (_, given) => {
      const expected = await expectedOf(given);
      const got = await outcomeOf(call(marketplace, given));
      expect(comparable(got)).toEqual(expected);
      if (!(got instanceof MarketplaceError)) assertEnvelope(got as AnyEnvelope);
    });

    const refused = isTransport ? [] : refusals.map((given) => [describeCase(given), given] as const);
    it.each(refused)('throws BadRequestError for %s', async (_, given) => {
      const expected = await expectedOf(given);
      const got = await outcomeOf(call(marketplace, given));
      expect(got).toBeInstanceOf(BadRequestError);
      expect(got).toMatchObject({
        code: 'INVALID_PARAMETER',
        status: 400,
        parameter: given.parameter,
        billed: false,
        retryable: false,
        // Nothing was sent.
        requestId: undefined,
        usage: undefined,
      });
      expect(comparable(got)).toEqual(expected);
    });

    it.each(isTransport ? [] : notNative)('throws BadRequestError for the native language on %s', async (code) => {
      const refusal = { code: 'NATIVE_LANGUAGE_NOT_SUPPORTED', status: 400, parameter: 'language', billed: false };
      const params = { asin: 'B0LANTERN1', marketplace: code, language: 'native' as const };
      const error = await outcomeOf(marketplace.product(params));
      expect(error).toMatchObject(refusal);
      expect((error as Error).message).toMatch(`"native" is not supported on the marketplace "${code}"`);
    });

    it('throws BadRequestError for URLs of other sites and for the native language of a URL', async () => {
      await expect(marketplace.scrape({ url: 'https://example.com/dp/B0LANTERN1' })).rejects.toMatchObject({
        name: 'BadRequestError',
        code: 'UNSUPPORTED_URL',
        parameter: 'url',
        retryable: false,
        ...factsOfFailure,
      });
      await expect(
        marketplace.scrape({ url: 'https://www.amazon.com/gp/customer-reviews/R1ABCDEFGH' }),
      ).rejects.toThrow(
        '/gp/customer-reviews/R1ABCDEFGH" is a single review, which is not supported: expected the full URL of a product,',
      );
      const english = { url: 'https://www.amazon.com/dp/B0LANTERN1', language: 'native' as const };
      await expect(marketplace.scrape(english)).rejects.toMatchObject({ code: 'NATIVE_LANGUAGE_NOT_SUPPORTED' });
    });

    it.each(Object.entries(faults))('throws the error of the page source for %s', async (asin, fault) => {
      const { name, status, code, message, retryable, retryAfterMs } = fault();
      const error = await outcomeOf(marketplace.product({ asin }));
      expect(error).toBeInstanceOf(MarketplaceError);
      expect(error).toMatchObject({ name, status, code, message, retryable, retryAfterMs, ...factsOfFailure });
    });

    it('throws InternalError for an internal failure', async () => {
      const error = await outcomeOf(marketplace.product({ asin: INTERNAL_FAULT }));
      expect(error).toMatchObject({ name: 'InternalError', status: 500, code: 'INTERNAL', ...factsOfFailure });
    });

    it('returns a different request id for every call', async () => {
      const calls = Array.from({ length: 20 }, () => marketplace.product({ asin: 'B0LANTERN1' }));
      const ids = (await Promise.all(calls)).map(({ meta }) => meta.request_id);
      expect(new Set(ids).size).toBe(20);
    });

    it('throws the reason of the signal', async () => {
      const reason = new Error('enough');
      const aborted = marketplace.product({ asin: 'B0LANTERN1' }, { signal: AbortSignal.abort(reason) });
      await expect(aborted).rejects.toBe(reason);
      const controller = new AbortController();
      const running = marketplace.product({ asin: SILENT }, { signal: controller.signal });
      setTimeout(() => controller.abort(reason), 20);
      await expect(running).rejects.toBe(reason);
    });

    it('throws TransportError TIMEOUT after timeoutMs', async () => {
      const error = await outcomeOf(marketplace.product({ asin: SILENT }, { timeoutMs: '100ms' }));
      expect(error).toMatchObject({ name: 'TransportError', code: 'TIMEOUT', retryable: false, billed: false });
      expect((error as MarketplaceError).requestId).toMatch(UUID);
      expect((error as Error).message).toBe('timed out after 100 ms (timeoutMs).');
      await expect(marketplace.product({ asin: SILENT }, { timeoutMs: 0 })).rejects.toThrow(
        /^timeoutMs: 0 is not valid/,
      );
    });

    it('returns the response with withResponse', async () => {
      const { status, headers, body, ...envelope } = await withResponse(marketplace, 'product', { asin: 'B0LANTERN1' });
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/^(?:text\/html|application\/json)/);
      expect(body).toContain('B0LANTERN1');
      expect(comparable(envelope)).toEqual(comparable(await reference.product({ asin: 'B0LANTERN1' })));
    });

    it('returns the page and its gaps in meta', async () => {
      const { meta } = await marketplace.product({ asin: 'B0MOULINS1', marketplace: 'fr', language: 'en' });
      expect(meta).toMatchObject({
        language: 'en',
        gaps: [{ landmark: 'html', kind: 'language', detail: 'the page is in "fr", not in "en"' }],
        source: { status: 200, attempts: 1, language: 'fr', fetched_at: new Date(now()).toISOString() },
      });
      expect(meta.source?.url).toContain('/dp/B0MOULINS1');
      const complete = await marketplace.product({ asin: 'B0LANTERN1' });
      expect(complete.meta).not.toHaveProperty('gaps');
      expect(complete.meta.source?.language).toBe('en');
    });

    it('throws UnavailableError WRONG_PAGE for the page of another seller', async () => {
      const error = await outcomeOf(marketplace.seller({ sellerId: WRONG_SELLER }));
      expect(error).toMatchObject({ name: 'UnavailableError', code: 'WRONG_PAGE', status: 503, billed: false });
      expect((error as Error).message).toContain('for the seller "A1LARKMOOR0US" instead of "A1WRONGSELLER"');
    });

    it('returns the corrected keyword of a search, and no gap', async () => {
      const { found, data, meta } = await marketplace.search({ keyword: 'campng lanten' });
      expect({ found, corrected: data?.keyword_corrected }).toEqual({ found: true, corrected: 'camping lantern' });
      expect(meta).not.toHaveProperty('gaps');
    });

    it('returns all 15 offers of a listing', async () => {
      const got = await allOffers(marketplace, { asin: 'B0LANTERN1' });
      expect(got).toMatchObject({ pages: 2, usage: { requests_consumed: 2 } });
      expect(got.offers).toHaveLength(15);
      expect(withoutBalance(got)).toEqual(withoutBalance(await allOffers(reference, { asin: 'B0LANTERN1' })));
    });

    it('returns advertisements only if they are named', async () => {
      const keyword = 'camping lantern';
      const asked = { keyword, fields: ['sponsored_parts.price', 'sponsored_parts.index_on_page', 'sponsored_count'] };
      const { data } = await marketplace.search(asked);
      const { sponsored_parts: ads = [], sponsored_count } = data as SearchData;
      expect(ads.length).toBeGreaterThan(0);
      expect(ads).toHaveLength(sponsored_count ?? 0);
      expect(ads.map(({ index_on_page }) => index_on_page)).toEqual(ads.map((_, index) => index + 1));
      expect(data).toEqual((await reference.search(asked)).data);
      expect((await marketplace.search({ keyword })).data).not.toHaveProperty('sponsored_parts');
    });

    it('returns all pages of the offers of a batch in one envelope, and the entries of a search with their ranks', async () => {
      const request = { endpoint: 'offers', params: { asin: 'B0LANTERN1' }, pages: 'all' } as const;
      const ofBatch = async (site: AnyMarketplace) => (await batch(site, [request]).next()).value?.response;
      const whole = await ofBatch(marketplace);
      expect(whole?.data?.product_sellers_info).toHaveLength(15);
      expect(comparable(whole)).toEqual(comparable(await ofBatch(reference)));
      const ranks = [];
      for await (const { rank, page } of searchEntries(marketplace, { keyword: 'camping lantern' }, { maxPages: 2 }))
        ranks.push([rank, page]);
      expect(ranks).toHaveLength(11);
      expect(ranks.at(5)).toEqual([6, 2]);
    });

    it('returns the pages of a best-seller list', async () => {
      const pages = [];
      for await (const { found, data } of bestSellers(
        marketplace,
        { marketplace: 'uk', department: 'kitchen' },
        { maxPages: 1 },
      ))
        pages.push([found, data?.list_type]);
      expect(pages).toEqual([[true, 'best_sellers']]);
    });

    it('returns the pages of a search in order', async () => {
      const pages = [];
      for await (const { data } of searchPages(marketplace, { keyword: 'camping lantern' }, { maxPages: 2 })) {
        pages.push(data?.current_page);
      }
      expect(pages).toEqual([1, 2]);
    });
  });

  describe(`${target.name} conforms, with its own options`, () => {
    it('uses the defaults of the marketplace', async () => {
      await using opened = await target.open({ settings: { marketplace: 'de', language: 'native' } });
      const { data, meta } = await opened.marketplace.product({ asin: 'B0WASSERK1' });
      expect(meta).toMatchObject({ marketplace: 'de', language: 'native' });
      expect(data?.asin).toBe('B0WASSERK1');
      const other = await opened.marketplace.product({ asin: 'B0MOKAPOT1', marketplace: 'it', language: 'en' });
      expect(other.meta).toMatchObject({ marketplace: 'it', language: 'en' });
    });

    it('charges a credit for every response, found or not, and none for an error', async () => {
      await using opened = await target.open({ credits: 3 });
      const { marketplace } = opened;
      const left = async (asin: string) => (await marketplace.product({ asin })).meta.usage;
      expect(await left('B0LANTERN1')).toEqual({ requests_consumed: 1, requests_remaining: 2 });
      expect(await outcomeOf(marketplace.product({ asin: 'B0CAPTCHA1' }))).toMatchObject({ billed: false });
      expect(await outcomeOf(marketplace.product({ asin: 'wrong' }))).toMatchObject({ billed: false });
      expect(await left('B0NOTFOUND')).toEqual({ requests_consumed: 1, requests_remaining: 1 });
      expect(await left('B0LANTERN1')).toEqual({ requests_consumed: 1, requests_remaining: 0 });
      expect(await outcomeOf(marketplace.product({ asin: 'B0LANTERN1' }))).toMatchObject({
        name: 'QuotaExceededError',
        code: 'QUOTA_EXCEEDED',
        status: 429,
        retryable: false,
        billed: false,
        usage: { requests_consumed: 0, requests_remaining: 0 },
      });
    });

    it('never overdraws a pack with concurrent calls', async () => {
      await using opened = await target.open({ credits: 5 });
      const calls = Array.from({ length: 9 }, () => outcomeOf(opened.marketplace.product({ asin: 'B0LANTERN1' })));
      const ends = await Promise.all(calls);
      expect(ends.filter((end) => end instanceof MarketplaceError)).toHaveLength(4);
      const left = ends.flatMap((end) =>
        end instanceof MarketplaceError ? [] : [(end as AnyEnvelope).meta.usage.requests_remaining],
      );
      expect(left.toSorted()).toEqual([0, 1, 2, 3, 4]);
    });

    it('throws BudgetExceededError beyond its budget, which counts found and not found, and no errors', async () => {
      await using opened = await target.open({ settings: { budget: { credits: 2, per: 'day' } } });
      const { marketplace } = opened;
      await marketplace.product({ asin: 'B0LANTERN1' });
      expect(await outcomeOf(marketplace.product({ asin: 'B0CAPTCHA1' }))).toMatchObject({ code: 'CAPTCHA' });
      expect(await outcomeOf(marketplace.product({ asin: 'wrong' }))).toMatchObject({ code: 'INVALID_PARAMETER' });
      expect((await marketplace.product({ asin: 'B0NOTFOUND' })).found).toBe(false);
      const day = new Date(now()).toISOString().slice(0, 10);
      const nextDay = Date.parse(`${day}T00:00:00Z`) + 86_400_000;
      const error = await outcomeOf(marketplace.product({ asin: 'B0LANTERN1' }));
      expect(error).toBeInstanceOf(QuotaExceededError);
      expect(error).toMatchObject({
        name: 'BudgetExceededError',
        code: 'BUDGET_EXCEEDED',
        status: 429,
        message: `budget: 2 credits per day used up: 2 used. The next day starts at ${new Date(nextDay).toISOString()}. Wait, or raise the budget.`,
        retryable: false,
        retryAfterMs: nextDay - now(),
        billed: false,
      });
      expect((error as MarketplaceError).requestId).toMatch(UUID);
    });

    it('never exceeds its budget with concurrent calls', async () => {
      await using opened = await target.open({ settings: { budget: { credits: 4, per: 'total' } } });
      const calls = Array.from({ length: 9 }, () => outcomeOf(opened.marketplace.product({ asin: 'B0LANTERN1' })));
      const ends = await Promise.all(calls);
      expect(ends.filter((end) => end instanceof MarketplaceError)).toHaveLength(5);
    });

    it('retries a temporary failure, and charges the call once', async () => {
      await using opened = await target.open({ credits: 3, settings: { retries: 1 } });
      const { found, meta } = await opened.marketplace.product({ asin: FLAKY });
      expect(found).toBe(false);
      expect(meta.usage).toEqual({ requests_consumed: 1, requests_remaining: 2 });
    });

    it('ignores the options of the other backend, so that one object of settings fits both', async () => {
      await using opened = await target.open({ settings: optionsOfBothBackends });
      const { data, meta } = await opened.marketplace.product({ asin: 'B0WASSERK1' });
      expect(meta).toMatchObject({ marketplace: 'de', language: 'native' });
      expect(data?.asin).toBe('B0WASSERK1');
    });

    it('aborts running calls when it is closed, and throws for new calls', async () => {
      await using opened = await target.open();
      const { marketplace } = opened;
      const running = outcomeOf(marketplace.product({ asin: SILENT }));
      setTimeout(() => void marketplace.close(), 20);
      expect(await running).toMatchObject({ name: 'TransportError', retryable: false });
      await expect(marketplace.product({ asin: 'B0LANTERN1' })).rejects.toThrow('the marketplace is closed');
      await marketplace.close();
    });
  });
}

function call(marketplace: Marketplace, { endpoint, params }: Case): Promise<unknown> {
  const calls: EndpointMethods = marketplace;
  return (calls[endpoint] as (params: unknown) => Promise<unknown>)(params);
}

function describeCase({ endpoint, params }: Case): string {
  return `${endpoint} ${JSON.stringify(params)}`;
}

/** Returns an outcome without the values that differ between calls: times, ids, the URL of the service, remaining credits, the cause of an error. */
function comparable(outcome: unknown): unknown {
  if (outcome instanceof MarketplaceError) {
    const { requestId, usage, billed, cause, ...same } = outcome.toJSON();
    return same;
  }
  const { meta, ...rest } = outcome as AnyEnvelope;
  const { timing_ms, timestamp, request_id, request_url, usage, ...same } = meta;
  const { pathname, search } = new URL(request_url);
  return { ...rest, meta: { ...same, request_url: `${pathname}${search}`, consumed: usage.requests_consumed } };
}

/** Schemas of envelopes, by their page types. */
const schemas = new Map(PAGE_TYPES.map((type) => [type, envelopeSchema(type, dataSchemas[type])] as const));

const expectations = new Map<string, Promise<unknown>>();

/** Returns what the reference returns or throws. It is read once for all targets of a process. */
function expectedOf(given: Case): Promise<unknown> {
  const name = describeCase(given);
  const expected = expectations.get(name) ?? outcomeOf(call(reference, given)).then(comparable);
  expectations.set(name, expected);
  return expected;
}

/** Checks an envelope against the contract. */
function assertEnvelope(envelope: AnyEnvelope): void {
  const { page_type, meta } = envelope;
  expect(schemas.get(page_type)?.safeParse(envelope)).toMatchObject({ success: true });
  expect(meta.request_id).toMatch(UUID);
  expect(Date.parse(meta.timestamp)).toBe(now());
}

function withoutBalance({ usage, ...rest }: AllOffers): unknown {
  return { ...rest, consumed: usage.requests_consumed };
}
