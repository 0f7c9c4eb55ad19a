import { describe, expect, it } from 'vitest';
import {
  allOffers,
  BadRequestError,
  batch,
  categoryPages,
  createMarketplace,
  type MarketplaceOptions,
  offerPages,
  searchPages,
  withResponse,
} from '../../src/entries/index.ts';
import {
  createLocalMarketplace,
  httpPages,
  memoryLedger,
  recordPages,
  savedPages,
  sqliteLedger,
} from '../../src/entries/local.ts';
import { createRemoteMarketplace } from '../../src/entries/remote.ts';
import { listen, memoryStore, sqliteStore } from '../../src/entries/service.ts';
import { fixturePages, startFixtureMarketplace } from '../../src/entries/testing.ts';
import { apiHandlers, pageHandlers } from '../../src/entries/testing-msw.ts';

const remote = { baseUrl: 'http://127.0.0.1:9', apiKey: 'sk-key' };

/** Returns the error that a function throws, or that its promise rejects with. */
async function refusalOf(run: () => unknown): Promise<BadRequestError> {
  try {
    await run();
  } catch (error) {
    if (error instanceof BadRequestError) return error;
    throw error;
  }
  throw new Error('accepted');
}

describe('createMarketplace', () => {
  it.each([
    [
      { marktplace: 'de' },
      'marktplace',
      'marktplace: is not an option of createMarketplace. Did you mean "marketplace"?',
    ],
    [{ timeout: 5 }, 'timeout', 'timeout: is not an option of createMarketplace. Did you mean "timeoutMs"?'],
    [{ logger: console }, 'logger', 'logger: is not an option of createMarketplace. Did you mean "middleware"?'],
    [{ retry: 1 }, 'retry', 'retry: is not an option of createMarketplace. Did you mean "retries"?'],
    [{ cache: true }, 'cache', 'cache: is not an option of createMarketplace. Did you mean "middleware"?'],
    [{ country: 'de' }, 'country', 'country: is not an option of createMarketplace. Did you mean "marketplace"?'],
    [{ pace: { minGap: 5 } }, 'pace.minGap', 'pace.minGap: is not an option of pace. Did you mean "minGapMs"?'],
    [
      { packs: [{ request: 5 }] },
      'packs[0].request',
      'packs[0].request: is not an option of packs[0]. Did you mean "requests"?',
    ],
    [
      { timeoutMs: '5' },
      'timeoutMs',
      'timeoutMs: "5" is not valid: expected a time from 1 ms to 24.8 days: milliseconds, or a text such as "90s", "15m", "1h" or "7d".',
    ],
    [
      { queueTimeoutMs: 0 },
      'queueTimeoutMs',
      'queueTimeoutMs: 0 is not valid: expected a time from 1 ms to 24.8 days: milliseconds, or a text such as "90s", "15m", "1h" or "7d".',
    ],
    [{ concurrency: 0 }, 'concurrency', 'concurrency: 0 is not valid: expected a whole number of 1 or more.'],
    [{ packs: {} }, 'packs', 'packs: an object is not valid: expected a list of packs.'],
    [{ packs: [5] }, 'packs[0]', 'packs[0]: 5 is not valid: expected an object.'],
    [{ onEvent: 'x' }, 'onEvent', 'onEvent: "x" is not valid: expected a function.'],
    [{ now: 5 }, 'now', 'now: 5 is not valid: expected a function.'],
    [
      { pages: 5 },
      'pages',
      'pages: 5 is not valid: expected a page source: a function, or the result of httpPages or savedPages.',
    ],
    [
      // Running calls would renew their credits in a timer, where a missing method ends the process.
      { ledger: { ...memoryLedger(), addPack: () => 1, reserve: () => 1, commit: () => 1 } },
      'ledger',
      'ledger: an object is not valid: expected a ledger: memoryLedger(), sqliteLedger(path) or redisLedger(url).',
    ],
    [
      { ledger: {} },
      'ledger',
      'ledger: an object is not valid: expected a ledger: memoryLedger(), sqliteLedger(path) or redisLedger(url).',
    ],
    [
      { deliverTo: { gb: { postalCode: 'SW1A 1AA' } } },
      'deliverTo.gb',
      /^deliverTo\.gb: is not an option of deliverTo\./,
    ],
    [
      { deliverTo: { us: { zip: '10001' } } },
      'deliverTo.us',
      /^deliverTo\.us: an object is not a delivery place: expected/,
    ],
    [{ retryQuota: 5 }, 'retryQuota', 'retryQuota: 5 is not valid: expected an object.'],
    [{ backoff: 'no' }, 'backoff', 'backoff: "no" is not valid: expected true or false.'],
    [{ budget: { credits: 0, per: 'day' } }, 'budget.credits', /^budget\.credits: 0 is not valid/],
    [{ via: 'https://www.amazon.com' }, 'via', /^via: "https:\/\/www\.amazon\.com" is not a loopback URL/],
    [{ language: Object.create(null) }, 'language', /^language: an object is not valid: expected one of/],
    [
      { packs: [{ id: 1n, requests: 1, validDays: 1, connections: 1 }] },
      'packs[0].id',
      'packs[0].id: 1 is not valid: expected a string that is not empty.',
    ],
    [null, 'options', 'options: null is not valid: expected an object.'],
    ['x', 'options', 'options: "x" is not valid: expected an object.'],
    [[], 'options', 'options: a list is not valid: expected an object.'],
    [Promise.resolve({}), 'options', 'options: a promise is not valid: expected an object. Add "await".'],
    [
      Object.assign(Object.create(null), { retries: Object.create(null) }),
      'retries',
      'retries: an object is not valid: expected a whole number of 0 or more.',
    ],
  ])('refuses %o before anything else happens', async (options, parameter, message) => {
    const error = await refusalOf(() => createMarketplace(options as never));
    expect(error).toMatchObject({ code: 'INVALID_CONFIGURATION', parameter });
    if (typeof message === 'string') expect(error.message).toBe(message);
    else expect(error.message).toMatch(message);
  });

  it('counts undefined as not set', async () => {
    const options = { marketplace: undefined, pace: { minGapMs: undefined }, packs: undefined, onEvent: undefined };
    await createMarketplace({ backend: 'local', ...options } as unknown as MarketplaceOptions).close();
  });

  it('checks the options of the backend that is not used', async () => {
    const error = await refusalOf(() => createMarketplace({ backend: 'local', maxConnections: 0 }));
    expect(error.message).toBe('maxConnections: 0 is not valid: expected a whole number of 1 or more.');
    expect(await refusalOf(() => createMarketplace({ ...remote, backend: 'remote', pace: 5 as never }))).toMatchObject({
      parameter: 'pace',
    });
  });

  it('names one of two page sources that exclude each other', async () => {
    const error = await refusalOf(() => createMarketplace({ folder: 'saved', via: 'http://127.0.0.1:1' }));
    expect(error.message).toBe('via: cannot be used together with folder. Set only one of them.');
  });
});

describe('other functions refuse unknown options and wrong types', () => {
  const local = () => createLocalMarketplace({ pages: fixturePages() });
  const service = async () => new Response();

  it.each<[string, string, RegExp, () => unknown]>([
    [
      'createLocalMarketplace',
      'retrys',
      /is not an option of createLocalMarketplace\. Did you mean "retries"\?/,
      () => createLocalMarketplace({ retrys: 1 } as never),
    ],
    [
      'createLocalMarketplace with a path',
      'pages',
      /expected a page source/,
      () => createLocalMarketplace({ pages: 'folder' as never }),
    ],
    [
      'createRemoteMarketplace',
      'maxConnection',
      /Did you mean "maxConnections"\?/,
      () => createRemoteMarketplace({ ...remote, maxConnection: 1 } as never),
    ],
    [
      'httpPages',
      'maxByte',
      /is not an option of httpPages\. Did you mean "maxBytes"\?/,
      () => httpPages({ maxByte: 1 } as never),
    ],
    [
      'httpPages with a time',
      'connectTimeoutMs',
      /"5" is not valid/,
      () => httpPages({ connectTimeoutMs: '5' as never }),
    ],
    ['savedPages', 'folder', /expected a string that is not empty/, () => savedPages(undefined as never)],
    ['recordPages', 'inner', /expected a page source to record/, () => recordPages('saved', undefined as never)],
    ['memoryLedger', 'now', /5 is not valid: expected a function/, () => memoryLedger({ now: 5 as never })],
    ['sqliteLedger', 'nwo', /Did you mean "now"\?$/, () => sqliteLedger(':memory:', { nwo: Date.now } as never)],
    ['memoryStore', 'responseBytes', /-1 is not valid: expected/, () => memoryStore({ responseBytes: -1 })],
    ['sqliteStore', 'options', /null is not valid/, () => sqliteStore(':memory:', null as never)],
    ['listen', 'port', /"80" is not valid: expected a whole number/, () => listen(service, { port: '80' as never })],
    ['listen with an unknown option', 'hots', /Did you mean "host"\?$/, () => listen(service, { hots: 'x' } as never)],
    ['startFixtureMarketplace', 'page', /Did you mean "pages"\?/, () => startFixtureMarketplace({ page: 1 } as never)],
    ['pageHandlers', 'pages', /expected a page source/, () => pageHandlers({ pages: 'x' as never })],
    [
      'apiHandlers',
      'responses.prodct',
      /is not an option of responses\. Did you mean "product"\?/,
      () => apiHandlers({ responses: { prodct: new Error('x') } } as never),
    ],
    ['apiHandlers with a URL', 'baseUrl', /is not a URL/, () => apiHandlers({ baseUrl: 'here' })],
    [
      'searchPages',
      'maxPage',
      /is not an option of searchPages\. Did you mean "maxPages"\?/,
      () => searchPages(local(), { keyword: 'lamp' }, { maxPage: 1 } as never),
    ],
    [
      'categoryPages',
      'signal',
      /"x" is not valid: expected an AbortSignal/,
      () => categoryPages(local(), { node: '1' }, { signal: 'x' } as never),
    ],
    [
      'offerPages',
      'marketplace',
      /an object is not a marketplace: expected the result of createMarketplace\(\)/,
      () => offerPages({} as never, { asin: 'B0LANTERN1' }),
    ],
    [
      'allOffers',
      'minRemaining',
      /"1" is not valid/,
      () => allOffers(local(), { asin: 'B0LANTERN1' }, { minRemaining: '1' } as never),
    ],
    ['batch', 'marketplace', /an object is not a marketplace/, () => batch({} as never, [])],
    ['batch with a number', 'requests', /5 is not a list of requests/, () => batch(local(), 5 as never)],
    [
      'batch with an option',
      'concurency',
      /Did you mean "concurrency"\?/,
      () => batch(local(), [], { concurency: 5 } as never),
    ],
    [
      'withResponse',
      'name',
      /^name: "prodct" is not an endpoint: expected one of product, search/,
      () => withResponse(local(), 'prodct' as never, { asin: 'B0LANTERN1' } as never),
    ],
    [
      'withResponse with a prototype name',
      'name',
      /^name: "toString" is not an endpoint/,
      () => withResponse(local(), 'toString' as never, {} as never),
    ],
    [
      'withResponse without a marketplace',
      'marketplace',
      /not a marketplace of this library/,
      () => withResponse(undefined as never, 'product', { asin: 'B0LANTERN1' }),
    ],
  ])('%s', async (_, parameter, message, run) => {
    const error = await refusalOf(run);
    expect(error.parameter).toBe(parameter);
    expect(error.message).toMatch(message);
  });

  it('batch reports a request that is not an object as its result', async () => {
    const results: { error?: Error | undefined }[] = [];
    for await (const result of batch(local(), [null as never, { endpoint: 'prodct', params: {} } as never]))
      results.push(result);
    expect(results.map(({ error }) => error?.message)).toEqual([
      'endpoint: undefined is not an endpoint: expected one of product, search, offers, seller, scrape, category.',
      'endpoint: "prodct" is not an endpoint: expected one of product, search, offers, seller, scrape, category.',
    ]);
  });
});

describe.each([
  ['local', () => createMarketplace({ backend: 'local', pages: () => Promise.reject(new Error('asked')) })],
  ['remote', () => createMarketplace({ backend: 'remote', ...remote, retries: 0 })],
] as const)('the options of a call of the %s backend', (_, create) => {
  it.each([
    [{ timeout: 5 }, 'timeout: is not an option of calls. Did you mean "timeoutMs"?'],
    [{ signal: 'x' }, 'signal: "x" is not valid: expected an AbortSignal.'],
    [
      { timeoutMs: '5' },
      'timeoutMs: "5" is not valid: expected a time from 1 ms to 24.8 days: milliseconds, or a text such as "90s", "15m", "1h" or "7d".',
    ],
    [
      { queueTimeoutMs: -1 },
      'queueTimeoutMs: -1 is not valid: expected a time from 1 ms to 24.8 days: milliseconds, or a text such as "90s", "15m", "1h" or "7d".',
    ],
    [
      { idempotencyKey: 'schl\u00fcssel' },
      'idempotencyKey: "schl\u00fcssel" is not valid: expected 1 to 255 printable ASCII characters, such as a UUID.',
    ],
    [
      { idempotencyKey: '' },
      'idempotencyKey: "" is not valid: expected 1 to 255 printable ASCII characters, such as a UUID.',
    ],
    [
      { idempotencyKey: 7 },
      'idempotencyKey: 7 is not valid: expected 1 to 255 printable ASCII characters, such as a UUID.',
    ],
    [null, 'options: null is not valid: expected an object.'],
  ])('refuse %o before anything is sent', async (options, message) => {
    await using marketplace = create();
    const error = await refusalOf(() => marketplace.product({ asin: 'B0LANTERN1' }, options as never));
    expect(error).toMatchObject({ code: 'INVALID_CONFIGURATION', message });
  });
});

describe('one settings object', () => {
  it('works with both backends: only backend changes', async () => {
    const settings = {
      ...remote,
      maxConnections: 5,
      strict: true,
      pages: fixturePages(),
      pace: { minGapMs: 0 },
      deliverTo: { us: { postalCode: '10001' } },
      parseIn: 'process',
      concurrency: 3,
      retries: 0,
    } as const;
    await using local = createMarketplace({ ...settings, backend: 'local' });
    expect(await local.product({ asin: 'B0LANTERN1' })).toMatchObject({ found: true });
    await using service = createMarketplace({ ...settings, backend: 'remote' });
    await expect(service.product({ asin: 'B0LANTERN1' })).rejects.toMatchObject({ name: 'TransportError' });
  });
});
