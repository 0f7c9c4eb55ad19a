/** The options of single calls, on both backends. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  batch,
  type CallOptions,
  createMarketplace,
  type Marketplace,
  searchPages,
  UnavailableError,
} from '../../src/entries/index.ts';
import type { PageRequest } from '../../src/entries/local.ts';
import { productPage } from '../local/pages.ts';
import { ASIN, KEY, serviceOf } from '../remote/service.ts';
import { TRANSPORTS } from '../remote/transports.ts';

/** The requests to a backend, in order. */
interface Asked {
  headers: Readonly<Record<string, unknown>>;
  keyword: string;
}

interface Opened extends AsyncDisposable {
  marketplace: Marketplace;
  asked: readonly Asked[];
}

/** Opens a backend whose requests all fail, with one connection. */
type Open = (retries: number) => Promise<Opened>;

const keywordOf = (url: string) => {
  const query = new URL(url, 'http://service').searchParams;
  return query.get('keyword') ?? query.get('k') ?? '';
};

async function openLocal(retries: number): Promise<Opened> {
  const asked: Asked[] = [];
  const pages = async ({ headers = {}, url }: PageRequest) => {
    asked.push({ headers, keyword: keywordOf(url) });
    throw new UnavailableError('busy', { retryAfterMs: 0 });
  };
  const marketplace = createMarketplace({ backend: 'local', pages, retries, concurrency: 1 });
  return { marketplace, asked, [Symbol.asyncDispose]: () => marketplace.close() };
}

const BACKENDS: readonly (readonly [string, Open])[] = [
  ['local', openLocal],
  ...TRANSPORTS.map(
    ([name, transport]) =>
      [
        `remote, over ${name}`,
        async (retries: number) => {
          const service = await serviceOf({ status: 503, body: '', headers: { 'retry-after': '0' } });
          const options = { baseUrl: service.baseUrl, apiKey: KEY, retries, maxConnections: 1, ...transport() };
          const marketplace = createMarketplace({ backend: 'remote', ...options });
          return {
            marketplace,
            get asked() {
              return service.asked.map(({ headers, url }) => ({ headers, keyword: keywordOf(url) }));
            },
            async [Symbol.asyncDispose]() {
              await marketplace.close();
              await service[Symbol.asyncDispose]();
            },
          };
        },
      ] as const,
  ),
];

describe.each(BACKENDS)('a call of the %s backend', (_, open) => {
  const search = (marketplace: Marketplace, options?: CallOptions, keyword = 'tea') =>
    marketplace.search({ keyword }, options).catch((error: unknown) => error);

  it.each([
    [3, 0, 1],
    [0, 2, 3],
    [1, undefined, 2],
  ])('has retries of its own: the marketplace has %i, the call %s', async (ofMarketplace, retries, requests) => {
    await using backend = await open(ofMarketplace);
    expect(await search(backend.marketplace, { retries })).toMatchObject({ name: 'UnavailableError' });
    expect(backend.asked).toHaveLength(requests);
  });

  it('sends its headers with every attempt, and other calls do not', async () => {
    await using backend = await open(1);
    await search(backend.marketplace, { headers: { 'X-Tenant': '7', 'user-agent': 'my-program' } });
    await search(backend.marketplace);
    const tenants = backend.asked.map(({ headers }) => headers['x-tenant']);
    expect(tenants).toEqual(['7', '7', undefined, undefined]);
    expect(backend.asked[0]?.headers['user-agent']).toBe('my-program');
  });

  it('leaves the queue by its priority, then in order', async () => {
    await using backend = await open(0);
    const priorities: Readonly<Record<string, number | undefined>> = { a: 0, b: -1, c: undefined, d: 9, e: 9 };
    const calls = Object.entries(priorities).map(([keyword, priority]) =>
      search(backend.marketplace, { priority }, keyword),
    );
    await Promise.all(calls);
    expect(backend.asked.map(({ keyword }) => keyword).join('')).toBe('adecb');
  });

  it.each<[options: object, message: string]>([
    [{ retries: -1 }, 'retries: -1 is not valid: expected a whole number of 0 or more.'],
    [{ priority: 1.5 }, 'priority: 1.5 is not valid: expected a whole number'],
    [{ headers: 'x: 1' }, 'headers: is not valid: expected an object of names and values.'],
    [{ headers: new Headers() }, 'headers: is not valid: expected an object of names and values.'],
    [{ headers: new Map([['x-a', '1']]) }, 'headers: is not valid: expected an object of names and values.'],
    [{ headers: { 'x y': '1' } }, 'headers: "x y" is not the name of a header: expected letters, digits and hyphens.'],
    [{ headers: { 'x-a': 'sesame\r\nx-api-key: 1' } }, 'headers.x-a: is not valid: expected a string of at most 4000'],
    [{ headers: { 'x-a': 5 } }, 'headers.x-a: is not valid: expected a string of at most 4000'],
    ...[
      ...['X-API-Key', 'host', 'Idempotency-Key', 'cookie', 'content-type', 'Content-Length', 'content-encoding'],
      ...['accept-encoding', 'transfer-encoding', 'connection', 'proxy-authorization', 'upgrade', 'expect'],
    ].map((name): [object, string] => [
      { headers: { [name]: 'sesame' } },
      `headers.${name.toLowerCase()}: is set by the marketplace: expected another header. Leave it out.`,
    ]),
  ])('is refused with invalid options: %j', async (options, message) => {
    await using backend = await open(0);
    const error = await search(backend.marketplace, options as never);
    expect(error).toMatchObject({
      name: 'BadRequestError',
      code: 'INVALID_CONFIGURATION',
      parameter: message.split(':')[0],
      message: expect.stringContaining(message),
    });
    expect(String(error)).not.toContain('sesame');
    expect(backend.asked).toEqual([]);
  });

  it('of a batch or an iterator has the same options', async () => {
    await using backend = await open(3);
    const options = { retries: 0, headers: { 'x-tenant': '7' }, priority: 1 };
    const requests = [{ endpoint: 'product' as const, params: { asin: ASIN } }];
    for await (const { error } of batch(backend.marketplace, requests, options)) expect(error).toBeDefined();
    await expect(searchPages(backend.marketplace, { keyword: 'tea' }, options).next()).rejects.toThrow();
    expect(backend.asked.map(({ headers }) => headers['x-tenant'])).toEqual(['7', '7']);
  });
});

describe('the headers of a call', () => {
  it('reach the site over the default page source, also after a redirect, but never replace its cookies', async () => {
    const asked: [unknown, unknown][] = [];
    const site = createServer((request, response) => {
      asked.push([request.headers['x-tenant'], request.headers.cookie]);
      if (asked.length === 1) response.writeHead(302, { location: request.url, 'set-cookie': 'session-id=1' }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(productPage('A kettle', ASIN));
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const via = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    await using marketplace = createMarketplace({ backend: 'local', via, retries: 0 });
    await marketplace.product({ asin: ASIN }, { headers: { 'x-tenant': '7' } });
    site.close();
    expect(asked.map(([tenant]) => tenant)).toEqual(['7', '7']);
    expect(asked[1]?.[1]).toContain('session-id=1');
  });
});
