import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import {
  BadRequestError,
  BlockedError,
  createMarketplace,
  type MarketplaceEvent,
  ParseError,
  QuotaExceededError,
  TransportError,
  UnavailableError,
} from '../../src/entries/index.ts';
import { LOCAL_KEY, memoryLedger, type PageSource } from '../../src/entries/local.ts';
import { ASIN, CAPTCHA_PAGE, FAILURE_PAGE, NOT_FOUND_PAGE, productPage, sourceOf } from './pages.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const now = () => NOW;
const packs = [{ requests: 5, purchasedAt: new Date(NOW - 1000), validDays: 30, connections: 10 }];

/** Longer than the shortest possible page. */
const LONG_TEXT = 'hello '.repeat(1_000);

/** Rejects every request. */
const forbidden: PageSource = () => Promise.reject(new Error('a request was made'));

describe('the local backend', () => {
  it('returns the envelope of the specification', async () => {
    await using marketplace = createMarketplace({ backend: 'local', pages: sourceOf(productPage()), now, packs });
    const response = await marketplace.product({ asin: ASIN });
    expect(response).toMatchObject({
      success: true,
      found: true,
      page_type: 'product',
      data: { asin: ASIN, title: 'A kettle' },
    });
    expect(response.meta).toEqual({
      marketplace: 'us',
      language: 'en',
      timing_ms: expect.any(Number),
      request_url: `http://localhost:8787/v1/product?asin=${ASIN}&marketplace=us&language=en`,
      timestamp: '2026-11-20T12:00:00.000Z',
      request_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      usage: { requests_consumed: 1, requests_remaining: 4 },
      gaps: [
        { landmark: '#imageBlock', kind: 'missing', detail: 'the page has no #imageBlock' },
        { landmark: '#customerReviews', kind: 'missing', detail: 'the page has no #customerReviews' },
      ],
      source: {
        url: `https://www.amazon.com/dp/${ASIN}?th=1&psc=1`,
        status: 200,
        attempts: 1,
        language: 'en',
        fetched_at: '2026-11-20T12:00:00.000Z',
      },
    });
  });

  it('bills a product that the marketplace does not have', async () => {
    await using marketplace = createMarketplace({ pages: sourceOf({ body: NOT_FOUND_PAGE, status: 404 }), packs, now });
    const response = await marketplace.product({ asin: ASIN });
    expect(response).toMatchObject({ success: true, found: false, page_type: 'product', data: null });
    expect(response.meta.usage).toEqual({ requests_consumed: 1, requests_remaining: 4 });
  });

  it.each([
    ['a captcha', CAPTCHA_PAGE, BlockedError, 'CAPTCHA'],
    ['a failure', FAILURE_PAGE, UnavailableError, 'UNAVAILABLE'],
    ['text that is not a page', LONG_TEXT, ParseError, 'PARSER_ERROR'],
    ['a page that is too short', 'hello', BlockedError, 'BLOCKED'],
    ['an empty page', '', BlockedError, 'BLOCKED'],
  ])('does not bill %s', async (_, body, type, code) => {
    const ledger = memoryLedger({ now });
    await using marketplace = createMarketplace({ pages: sourceOf(body), packs, ledger, now, retries: 0 });
    const error = await marketplace.product({ asin: ASIN }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ code, billed: false, requestId: expect.any(String) });
    expect(await ledger.remaining(LOCAL_KEY)).toBe(5);
  });

  it.each([
    [{ asin: 'B0' }, 'INVALID_PARAMETER', 'asin'],
    [{ asin: ASIN, marketplace: 'xx' }, 'INVALID_PARAMETER', 'marketplace'],
    [{ asin: ASIN, marketplace: 'jp', language: 'native' }, 'NATIVE_LANGUAGE_NOT_SUPPORTED', 'language'],
  ])('rejects %o before anything is fetched', async (params, code, parameter) => {
    await using marketplace = createMarketplace({ pages: forbidden });
    const call = marketplace.product(params as { asin: string });
    await expect(call).rejects.toMatchObject({ name: 'BadRequestError', code, parameter });
  });

  it.each([
    ['https://www.example.com/dp/B0TESTASIN', 'UNSUPPORTED_URL', 'url'],
    ['https://www.amazon.com/gp/cart/view.html', 'UNSUPPORTED_URL', 'url'],
    ['https://www.amazon.com/gp/customer-reviews/R1ABCDEFGHIJKL', 'UNSUPPORTED_URL', 'url'],
    ['https://www.amazon.com.evil.com/dp/B0TESTASIN', 'UNSUPPORTED_URL', 'url'],
  ])('does not scrape %s', async (url, code, parameter) => {
    await using marketplace = createMarketplace({ pages: forbidden });
    await expect(marketplace.scrape({ url })).rejects.toMatchObject({ code, parameter, status: 400 });
  });

  it("rejects a marketplace that is not the URL's, and native if the URL's marketplace does not support it", async () => {
    await using marketplace = createMarketplace({ pages: forbidden });
    const url = 'https://www.amazon.co.jp/dp/B0TESTASIN';
    await expect(marketplace.scrape({ url, marketplace: 'de' })).rejects.toMatchObject({ parameter: 'marketplace' });
    await expect(marketplace.scrape({ url, language: 'native' })).rejects.toMatchObject({
      code: 'NATIVE_LANGUAGE_NOT_SUPPORTED',
    });
  });

  it('scrapes a URL without its tracking parameters', async () => {
    const pages = sourceOf(productPage());
    await using marketplace = createMarketplace({ pages });
    const response = await marketplace.scrape({
      url: `https://www.amazon.com/a-kettle/dp/${ASIN}/ref=sr_1_1?tag=mine-20&qid=1`,
    });
    expect(response.page_type).toBe('product');
    expect(pages.requests[0]?.url).toBe(`https://www.amazon.com/dp/${ASIN}`);
    expect(response.meta.request_url).toBe('http://localhost:8787/v1/scrape');
  });

  it.each([
    ['product', { asin: ASIN, marketplace: 'de' }, `https://www.amazon.de/dp/${ASIN}?th=1&psc=1&language=en_GB`],
    ['product', { asin: ASIN, marketplace: 'de', language: 'native' }, `https://www.amazon.de/dp/${ASIN}?th=1&psc=1`],
    ['product', { asin: ASIN, marketplace: 'uk' }, `https://www.amazon.co.uk/dp/${ASIN}?th=1&psc=1`],
    ['search', { keyword: 'tea pot', page: 2 }, 'https://www.amazon.com/s?k=tea+pot&page=2'],
    ['seller', { sellerId: 'A1B2C3D4E5' }, 'https://www.amazon.com/sp?seller=A1B2C3D4E5'],
    [
      'offers',
      { asin: ASIN, page: 2 },
      `https://www.amazon.com/gp/product/ajax/aodAjaxMain/?asin=${ASIN}&pc=dp&experienceId=aodAjaxMain&pageno=2&isonlyrenderofferlist=true`,
    ],
    [
      'category',
      { node: '123', min_price: 5, max_price: 9.5, sort: 'price_asc' },
      'https://www.amazon.com/s?rh=n%3A123&low-price=5&high-price=9.5&s=price-asc-rank',
    ],
  ] as const)('requests the page of %s %o', async (name, params, url) => {
    const pages = sourceOf(FAILURE_PAGE);
    await using marketplace = createMarketplace({ pages, retries: 0 });
    const calls = marketplace as unknown as Record<string, (params: object) => Promise<unknown>>;
    await calls[name]?.(params).catch(() => undefined);
    expect(pages.requests[0]?.url).toBe(url);
  });

  it('retries a block with a fresh session', async () => {
    const pages = sourceOf(CAPTCHA_PAGE, productPage());
    const events: MarketplaceEvent[] = [];
    await using marketplace = createMarketplace({ pages, onEvent: (event) => events.push(event) });
    const response = await marketplace.product({ asin: ASIN });
    expect(response.found).toBe(true);
    const [first, second] = pages.requests;
    expect(first?.session).not.toBe(second?.session);
    expect([first?.attempt, second?.attempt]).toEqual([1, 2]);
    const types = events.map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining(['request', 'response', 'blocked', 'retry', 'parsed', 'charged', 'done']),
    );
    expect(new Set(events.map(({ request_id }) => request_id))).toEqual(new Set([response.meta.request_id]));
    expect(events.find(({ type }) => type === 'blocked')).toMatchObject({ code: 'CAPTCHA', page: CAPTCHA_PAGE });
  });

  it('retries a 429 with a fresh session, and the calls to the host wait', async () => {
    const limited = { body: 'slow down', status: 429, headers: { 'retry-after': '0' } };
    const pages = sourceOf(limited, productPage());
    const events: MarketplaceEvent[] = [];
    await using marketplace = createMarketplace({
      pages,
      pace: { minGapMs: 1, jitterMs: 0 },
      onEvent: (event) => events.push(event),
    });
    expect((await marketplace.product({ asin: ASIN })).found).toBe(true);
    const [first, second] = pages.requests;
    expect(first?.session).not.toBe(second?.session);
    expect(events.find(({ type }) => type === 'blocked')).toMatchObject({ code: 'UNAVAILABLE', page: 'slow down' });
    expect(events.find(({ type }) => type === 'backoff')).toMatchObject({ host: 'www.amazon.com', wait_ms: 0 });
  });

  it.each([
    ['the captcha page', 'https://www.amazon.com/errors/validateCaptcha?amzn=x', 'CAPTCHA'],
    ['the sign-in page', 'https://www.amazon.com/ap/signin?openid.return_to=x', 'SIGN_IN_REQUIRED'],
  ])('throws the error of the site, not of the URL, for a short link that leads to %s', async (_, url, code) => {
    const pages = sourceOf({ url, body: code === 'CAPTCHA' ? CAPTCHA_PAGE : 'Sign in' });
    await using marketplace = createMarketplace({ pages, retries: 0 });
    await expect(marketplace.scrape({ url: 'https://a.co/d/abc' })).rejects.toMatchObject({ code, status: 503 });
  });

  it('reads the same fields of a short link as of the page that it leads to', async () => {
    const url = `https://www.amazon.com/dp/${ASIN}`;
    const fields = ['title'] as const;
    const whole = createMarketplace({ pages: sourceOf(productPage()) });
    const short = createMarketplace({ pages: sourceOf({ url, body: '' }, productPage()) });
    const expected = await whole.scrape({ url, fields });
    const { data, meta } = await short.scrape({ url: 'https://a.co/d/abc', fields });
    expect({ data, gaps: meta.gaps }).toEqual({ data: expected.data, gaps: expected.meta.gaps });
    expect(expected.meta).not.toHaveProperty('gaps');
  });

  it('keeps the failure of the attempt before as the cause of another error', async () => {
    const failures = [new UnavailableError('busy', { retryAfterMs: 0 }), new ParseError('odd')];
    const pages: PageSource = () => Promise.reject(failures.shift());
    await using marketplace = createMarketplace({ pages });
    const error = await marketplace.product({ asin: ASIN }).catch(Object);
    expect([error.code, error.cause.code]).toEqual(['PARSER_ERROR', 'UNAVAILABLE']);
  });

  it('throws the last error when no retries are left', async () => {
    const pages = sourceOf(new TransportError('reset'));
    await using marketplace = createMarketplace({ pages, retries: 1 });
    await expect(marketplace.product({ asin: ASIN })).rejects.toMatchObject({
      name: 'TransportError',
      message: 'reset',
    });
    expect(pages.requests).toHaveLength(2);
  });

  it('does not retry a page that cannot be read', async () => {
    const pages = sourceOf(LONG_TEXT);
    await using marketplace = createMarketplace({ pages });
    await expect(marketplace.product({ asin: ASIN })).rejects.toBeInstanceOf(ParseError);
    expect(pages.requests).toHaveLength(1);
  });

  it('ends a call at its timeout, and on an abort with the reason of the signal', async () => {
    const hanging: PageSource = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    await using marketplace = createMarketplace({ pages: hanging });
    await expect(marketplace.product({ asin: ASIN }, { timeoutMs: 20 })).rejects.toMatchObject({
      name: 'TransportError',
      code: 'TIMEOUT',
    });
    const reason = new Error('enough');
    await expect(marketplace.product({ asin: ASIN }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const call = marketplace.product({ asin: ASIN }, { signal: controller.signal });
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });

  it('ends running calls when it is closed, and rejects new ones', async () => {
    const hanging: PageSource = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const marketplace = createMarketplace({ pages: hanging });
    const call = marketplace.product({ asin: ASIN });
    const outcome = expect(call).rejects.toMatchObject({ name: 'TransportError', retryable: false });
    await marketplace.close();
    await outcome;
    await expect(marketplace.product({ asin: ASIN })).rejects.toThrow(/closed/);
  });

  it('closes all that it has also if the page source cannot be closed, and says so each time', async () => {
    const closed: string[] = [];
    const ledger = Object.assign(memoryLedger(), { close: async () => void closed.push('ledger') });
    const pages = Object.assign(sourceOf(productPage()), { close: () => Promise.reject(new Error('no browser')) });
    const marketplace = createMarketplace({ pages, ledger });
    await expect(marketplace.close()).rejects.toThrow('no browser');
    await expect(marketplace.close()).rejects.toThrow('no browser');
    expect(closed).toEqual(['ledger']);
  });

  it('never overdraws with concurrent calls', async () => {
    const ledger = memoryLedger({ now });
    await using marketplace = createMarketplace({ pages: sourceOf(productPage()), packs, ledger, now });
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => marketplace.product({ asin: ASIN })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(QuotaExceededError);
    expect(await ledger.remaining(LOCAL_KEY)).toBe(0);
  });

  it('counts relative dates from the time at which the page was fetched', async () => {
    const fetchedAt = new Date('2020-01-01T12:00:00Z');
    const page = { body: productPage(), fetchedAt };
    await using marketplace = createMarketplace({ pages: sourceOf(page), now });
    const response = await marketplace.product({ asin: ASIN });
    expect(response.meta.timestamp).toBe('2026-11-20T12:00:00.000Z');
  });

  it('decodes bytes by the content-type header, by the meta element, else as UTF-8', async () => {
    const latin = Buffer.from(productPage('Wasserkocher für Tee'), 'latin1');
    const declared = productPage('Wasserkocher für Tee').replace('<head>', '<head><meta charset="iso-8859-1">');
    const bodies = [
      { body: latin, headers: { 'content-type': 'text/html;charset=ISO-8859-1' } },
      { body: Buffer.from(declared, 'latin1') },
      { body: Buffer.from(productPage('Wasserkocher für Tee')) },
    ];
    for (const body of bodies) {
      await using marketplace = createMarketplace({ pages: sourceOf(body) });
      const response = await marketplace.product({ asin: ASIN });
      expect(response.data?.title).toBe('Wasserkocher für Tee');
    }
  });

  it('publishes events on diagnostics channels', async () => {
    const received: unknown[] = [];
    const listener = (event: unknown) => received.push(event);
    subscribe('buybox:done', listener);
    await using marketplace = createMarketplace({ pages: sourceOf(productPage()) });
    await marketplace.product({ asin: ASIN });
    unsubscribe('buybox:done', listener);
    expect(received).toEqual([expect.objectContaining({ type: 'done', endpoint: 'product', found: true })]);
  });

  it('throws for an invalid setting when it is created', () => {
    expect(() => createMarketplace({ baseUrl: 'nowhere' })).toThrow(/^baseUrl: "\*\*\*" is not a URL/);
    expect(() => createMarketplace({ timeoutMs: 0 })).toThrow(BadRequestError);
    process.env.BUYBOX_MARKETPLACE = 'atlantis';
    try {
      expect(() => createMarketplace()).toThrow(/^BUYBOX_MARKETPLACE: "atlantis" is not valid: expected one of us, uk/);
    } finally {
      delete process.env.BUYBOX_MARKETPLACE;
    }
  });
});
