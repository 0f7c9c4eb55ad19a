import { describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  BadRequestError,
  BlockedError,
  BudgetExceededError,
  createMarketplace,
  InternalError,
  MarketplaceError,
  ParseError,
  QuotaExceededError,
  RateLimitError,
  TransportError,
  UnavailableError,
} from '../../src/entries/index.ts';
import type { PageSource } from '../../src/entries/local.ts';
import { memoryStore } from '../../src/entries/service.ts';
import { marketplaceOf, setUpService } from './setup.ts';

const LANTERN = '/v1/product?asin=B0LANTERN1';
const LIMITED = 'the marketplace limits the requests of this service';
const FAILED = 'the service failed';
const NO_ACCESS = 'data source';

describe('a failure of the marketplace', () => {
  it.each<[string, unknown, number, string, string, string | null]>([
    ['a block', new BlockedError('a captcha', { code: 'CAPTCHA' }), 503, 'CAPTCHA', 'a captcha', null],
    ['a block with its status', new BlockedError('no', { status: 403 }), 503, 'BLOCKED', 'no', '2'],
    ['a page that cannot be read', new ParseError('not a product'), 500, 'PARSER_ERROR', 'not a product', null],
    ['a broken connection', new TransportError('reset'), 500, 'TRANSPORT_ERROR', 'reset', null],
    ['an outage', new UnavailableError('down', { retryAfterMs: 4_000 }), 503, 'UNAVAILABLE', 'down', '4'],
    ['a rate limit', new RateLimitError('own packs', { retryAfterMs: 2500 }), 503, 'UNAVAILABLE', LIMITED, '3'],
    [
      'a wait in the marketplace that was too long',
      new TransportError('timed out', { code: 'TIMEOUT', status: 503 }),
      503,
      'UNAVAILABLE',
      'the service is busy: the call waited too long for its turn',
      '5',
    ],
    ['a call that worked too long', new TransportError('slow', { code: 'TIMEOUT' }), 500, 'TIMEOUT', 'slow', null],
    ['a rate limit without a time', new RateLimitError('own packs'), 503, 'UNAVAILABLE', LIMITED, '2'],
    [
      'a code of another service',
      new MarketplaceError('odd', { status: 451, code: 'ODD' }),
      503,
      'UNAVAILABLE',
      'odd',
      null,
    ],
    [
      'a request that another service received too slowly',
      new TransportError('slow', { status: 408, code: 'REQUEST_TIMEOUT' }),
      503,
      'UNAVAILABLE',
      'slow',
      null,
    ],
    [
      'a parameter that only the marketplace finds invalid',
      new BadRequestError('bad url', { code: 'UNSUPPORTED_URL' }),
      400,
      'UNSUPPORTED_URL',
      'bad url',
      null,
    ],
    [
      'a wrong setting of the operator',
      new BadRequestError('/etc/x', { code: 'INVALID_CONFIGURATION' }),
      500,
      'INTERNAL',
      FAILED,
      null,
    ],
    [
      'a wrong URL of another service',
      new BadRequestError('/etc/v1/v1', { code: 'NOT_FOUND' }),
      500,
      'INTERNAL',
      FAILED,
      null,
    ],
    ["the operator's wrong key", new AuthenticationError('secret key'), 503, 'UNAVAILABLE', NO_ACCESS, null],
    ["the operator's used-up quota", new QuotaExceededError('secret'), 503, 'UNAVAILABLE', NO_ACCESS, null],
    [
      "the operator's used-up budget",
      new BudgetExceededError('secret budget', { retryAfterMs: 9_000 }),
      503,
      'UNAVAILABLE',
      NO_ACCESS,
      '9',
    ],
    ['an internal failure', new InternalError('at /secret/path'), 500, 'INTERNAL', FAILED, null],
    ['any error', new Error('at /secret/path'), 500, 'INTERNAL', FAILED, null],
    [
      'an error with a status below 400',
      new MarketplaceError('strange', { status: 200, code: 'ODD' }),
      500,
      'INTERNAL',
      FAILED,
      null,
    ],
  ])('is not charged: %s', async (_, error, status, code, message, retryAfter) => {
    const { get, log, store, id } = await setUpService({ marketplace: marketplaceOf(() => Promise.reject(error)) });
    const response = await get(LANTERN);
    expect(response).toMatchObject({
      status,
      body: { success: false, error: { code }, meta: { usage: { requests_consumed: 0, requests_remaining: 100 } } },
    });
    expect(response.body.error.message).toContain(message);
    expect(response.text).not.toMatch(/secret|etc|stack|\.ts:/);
    expect(log.at(-1)).toMatchObject({ status, code, key_id: id });
    expect(response.headers.get('retry-after')).toBe(retryAfter);
    expect(await store.ledger.remaining(id)).toBe(100);
  });

  it('names the nearest fixtures when the marketplace has only fixtures, and not this page', async () => {
    const marketplace = createMarketplace({ fixtures: true, backend: 'local' });
    const { get, log, store, id } = await setUpService({ marketplace });
    const { status, body } = await get('/v1/product?asin=B0NOTHERE1');
    expect(status).toBe(400);
    expect(body.error).toEqual({
      code: 'INVALID_CONFIGURATION',
      message: expect.stringMatching(/^fixtures: .*B0NOTHERE1.* is not a fixture page: expected for example https:/),
      details: { parameter: 'fixtures' },
    });
    expect(log.at(-1)).toMatchObject({ status: 400, code: 'INVALID_CONFIGURATION', outcome: 'rejected' });
    expect(await store.ledger.remaining(id)).toBe(100);
    await marketplace.close();
  });

  it('is status 503 without paths when the store is locked', async () => {
    const store = memoryStore();
    const { get } = await setUpService({ store });
    store.ledger.reserve = () => Promise.reject(new UnavailableError('/secret/buybox.db: the file is locked'));
    const { status, headers, body, text } = await get(LANTERN);
    expect({ status, code: body.error.code, retryAfter: headers.get('retry-after') }).toEqual({
      status: 503,
      code: 'UNAVAILABLE',
      retryAfter: '1',
    });
    expect(text).not.toContain('secret');
  });

  it.each([
    ['7', { 'retry-after': '7' }],
    ['2', {}],
  ])('is status 503 UNAVAILABLE with Retry-After %s when the site responds with 429', async (wait, sent) => {
    const pages: PageSource = async ({ url }) => ({ url, status: 429, headers: { ...sent }, body: '' });
    const { get } = await setUpService({ marketplace: createMarketplace({ pages, retries: 0, backend: 'local' }) });
    const { status, headers, body } = await get(LANTERN);
    expect({ status, code: body.error.code, retryAfter: headers.get('retry-after') }).toEqual({
      status: 503,
      code: 'UNAVAILABLE',
      retryAfter: wait,
    });
  });
});
