import { describe, expect, it } from 'vitest';
import { schemaOf } from '../../src/contract/json-schema.ts';
import { paramsSchemas } from '../../src/contract/schemas/params.ts';
import { shortened, shown } from '../../src/contract/shown.ts';
import { nearestOf } from '../../src/contract/similar.ts';
import { BadRequestError, createMarketplace, MarketplaceError } from '../../src/entries/index.ts';
import { buyPack, createKey, createService, memoryStore, packOffer } from '../../src/entries/service.ts';
import { fixturePages } from '../../src/entries/testing.ts';
import { run } from '../cli/run.ts';

const HUGE = 'x'.repeat(1_000_000);
const marketplaces = {
  local: () => createMarketplace({ backend: 'local', pages: fixturePages() }),
  remote: () => createMarketplace({ backend: 'remote', baseUrl: 'http://127.0.0.1:9', apiKey: 'sk-test-key' }),
};

const refusalOf = async (call: Promise<unknown>): Promise<BadRequestError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof BadRequestError) return error;
  throw new Error(`expected a refusal, got ${String(error)}`);
};

describe('the length of a parameter', () => {
  it.each([
    ['search', 'keyword', 1_000],
    ['seller', 'sellerId', 50],
    ['category', 'node', 20],
    ['scrape', 'url', 8_192],
  ] as const)('of %s (%s) is in its schema: %i', (name, parameter, most) => {
    const { properties } = schemaOf(paramsSchemas[name]) as { properties: Record<string, object> };
    expect(properties[parameter]).toMatchObject({ maxLength: most });
  });

  it.each(Object.entries(marketplaces))(
    'over the limit is refused by the %s backend before a request',
    async (_, open) => {
      await using marketplace = open();
      const url = `https://www.amazon.com/dp/B0LANTERN1?${'x'.repeat(8_192)}`;
      const calls = {
        keyword: (long: string) => marketplace.search({ keyword: long }),
        sellerId: () => marketplace.seller({ sellerId: 'A'.repeat(51) }),
        node: () => marketplace.category({ node: '1'.repeat(21) }),
        url: () => marketplace.scrape({ url }),
      };
      for (const [parameter, call] of Object.entries(calls)) {
        const error = await refusalOf(call('x'.repeat(1_001)));
        expect(error).toMatchObject({ code: 'INVALID_PARAMETER', parameter });
        expect(error.message).toMatch(/^\w+: .* is too long: expected at most \d+ characters\./);
        expect(error.message.length).toBeLessThan(250);
      }
    },
  );

  it('of exactly the limit is accepted', async () => {
    await using marketplace = marketplaces.local();
    const call = marketplace.search({ keyword: 'é'.repeat(1_000) });
    // The fixtures have no page of it.
    await expect(call).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION', parameter: 'fixtures' });
  });

  it('is limited for prices too', async () => {
    await using marketplace = marketplaces.local();
    for (const price of [1e9 + 1, 1e300, Number.MAX_VALUE]) {
      const error = await refusalOf(marketplace.category({ node: '123', max_price: price }));
      expect(error.parameter).toBe('max_price');
    }
  });

  it('is shown in the help of the command line', async () => {
    expect((await run('search', '--help')).out).toContain('at most 1000 characters');
  });
});

describe('an error', () => {
  it.each([
    ['a parameter', { asin: HUGE }],
    ['an unknown parameter', { asin: 'B0LANTERN1', [HUGE]: 1 }],
    ['a marketplace', { asin: 'B0LANTERN1', marketplace: HUGE }],
    ['a list', { asin: Array.from({ length: 100_000 }, () => HUGE) }],
    ['a number', { asin: 10n ** 1_000n }],
  ])('repeats only the start of %s', async (_, params) => {
    await using marketplace = marketplaces.local();
    const error = await refusalOf(marketplace.product(params as never));
    expect(JSON.stringify(error).length).toBeLessThan(1_500);
  });

  it.each([
    { retries: HUGE },
    { [HUGE]: 1 },
    { backend: HUGE },
    { baseUrl: `http://${HUGE}` },
    { baseUrl: HUGE },
    { pages: HUGE, folder: 5 },
    { proxy: [HUGE] },
    { proxy: `http://${HUGE}:80 ` },
    { deliverTo: { us: { postalCode: 5, [HUGE]: HUGE } } },
    { deliverTo: { [HUGE]: 1 } },
    { pace: { [HUGE]: 1 } },
    { budget: HUGE },
    { packs: [{ id: HUGE, requests: 'x' }] },
    { via: HUGE },
  ])('repeats only the start of a setting', (options) => {
    const thrown = (() => {
      try {
        void createMarketplace(options as never).close();
        return undefined;
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toMatchObject({ code: 'INVALID_CONFIGURATION' });
    expect(JSON.stringify(thrown).length).toBeLessThan(1_500);
  });

  it.each([
    ['an argument', ['product', HUGE]],
    ['a flag', ['product', 'B0LANTERN1', `--${HUGE}`]],
    ['the value of a flag', ['product', 'B0LANTERN1', '--timeout', HUGE]],
    ['a choice', ['product', 'B0LANTERN1', '--backend', HUGE]],
    ['a command', [HUGE]],
    ['a field', ['product', 'B0LANTERN1', '--fixtures', '--fields', HUGE]],
    ['a file', ['parse', HUGE]],
    ['a configuration file', ['product', 'B0LANTERN1', '--config', `${HUGE}.json`]],
    ['a page range', ['search', 'x', '--page', HUGE]],
  ])('of the command line repeats only the start of %s', async (_, args) => {
    const { code, err } = await run(...args);
    expect(code).toBe(2);
    expect(err.length).toBeLessThan(5_000);
  });

  it('never has more than 2000 characters, nor a long code, parameter or request id', () => {
    const error = new BadRequestError(HUGE, { code: HUGE, parameter: HUGE, requestId: HUGE });
    expect(error.message).toBe(`${'x'.repeat(1_997)}...`);
    expect([error.code, error.parameter, error.requestId].map((text) => text?.length)).toEqual([200, 200, 200]);
    expect(new MarketplaceError('short').message).toBe('short');
  });
});

describe('shortened texts', () => {
  it('end in dots, and never in half a character', () => {
    expect(shortened('x'.repeat(80))).toBe('x'.repeat(80));
    expect(shortened('x'.repeat(81))).toBe(`${'x'.repeat(77)}...`);
    expect(shortened(`${'x'.repeat(76)}😀${'x'.repeat(10)}`).isWellFormed()).toBe(true);
  });

  it('show the kind of what has no short form', () => {
    expect([[1], {}, () => 1, null, undefined, 5n, 'a"b'].map((value) => shown(value))).toEqual([
      'a list',
      'an object',
      'a function',
      'null',
      'undefined',
      '5',
      '"a\\"b"',
    ]);
  });

  it('are not compared with known names', () => {
    expect(nearestOf(`marketplace${'x'.repeat(100)}`, ['marketplace'])).toBeUndefined();
    expect(nearestOf('marktplace', ['marketplace'])).toBe('marketplace');
    // The beginning of a name, and a name with more behind it.
    expect(nearestOf('batch', ['watch', 'batch-files'])).toBe('batch-files');
    expect(nearestOf('captch', ['watch', 'CAPTCHA'])).toBe('CAPTCHA');
    expect(nearestOf('ret', ['other', 'retryable'])).toBe('retryable');
    expect(nearestOf('retry', ['retries', 'retryDelayMs'])).toBe('retries');
    expect(nearestOf('log', ['now', 'logger'])).toBe('logger');
    expect(nearestOf('market', ['marketplace'])).toBe('marketplace');
    expect(nearestOf('marketplaces_all', ['marketplace', 'all'])).toBe('marketplace');
    expect(nearestOf('key', ['pace', 'apiKey'])).toBe('apiKey');
    expect(nearestOf('pric', ['price_max', 'price'])).toBe('price');
    expect(nearestOf('a', ['asin'])).toBeUndefined();
  });
});

describe('a request to the service', async () => {
  const store = memoryStore();
  const { id, key } = await createKey(store, 'test', Date.now());
  await buyPack(store, id, packOffer('free', { requests: 1 }), Date.now());
  const service = createService({ marketplace: marketplaces.local(), store });
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await service(
      new Request(`http://localhost${path}`, { ...init, headers: { 'x-api-key': key, ...init.headers } }),
    );
    return { status: response.status, text: await response.text() };
  };
  const post = (body: string) =>
    send('/v1/scrape', { method: 'POST', body, headers: { 'content-type': 'application/json' } });

  it.each([
    ['a long parameter', () => send(`/v1/search?keyword=${'x'.repeat(5_000)}`), 400],
    ['an unknown parameter', () => send(`/v1/search?keyword=x&${'y'.repeat(5_000)}=1`), 400],
    ['a repeated parameter', () => send(`/v1/search?keyword=x&${'y=1&'.repeat(1_000)}`), 400],
    ['percent signs', () => send(`/v1/search?keyword=${'%25'.repeat(5_000)}`), 400],
    ['broken percent signs', () => send(`/v1/product?asin=${'%'.repeat(3_000)}`), 400],
    ['a long path', () => send(`/v1/${'y'.repeat(5_000)}`), 404],
    [
      'a long idempotency key',
      () => send('/v1/product?asin=B0LANTERN1', { headers: { 'idempotency-key': 'x'.repeat(5_000) } }),
      400,
    ],
    [
      'a long content type',
      () => send('/v1/scrape', { method: 'POST', body: '{}', headers: { 'content-type': 'x'.repeat(5_000) } }),
      400,
    ],
    ['a deep body', () => post(`{"url":${'['.repeat(5_000)}${']'.repeat(5_000)}}`), 400],
    ['a body with __proto__', () => post('{"__proto__":{"url":"https://www.amazon.com/dp/B0LANTERN1"}}'), 400],
    [
      'a body with many members',
      () => post(JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`m${n}`, n])))),
      400,
    ],
    ['a body that is too long', () => post(JSON.stringify({ url: HUGE })), 413],
  ])('with %s is refused, and the response does not repeat it', async (_, request, status) => {
    const { status: got, text } = await request();
    expect(got).toBe(status);
    const { error, success } = JSON.parse(text);
    expect(success).toBe(false);
    expect(JSON.stringify(error).length).toBeLessThan(700);
    expect(await store.ledger.remaining(id)).toBe(1);
  });
});
