import { describe, expect, it, vi } from 'vitest';
import {
  BadRequestError,
  batch,
  createMarketplace,
  type Marketplace,
  MarketplaceError,
  type Middleware,
  withMiddleware,
  withResponse,
} from '../../src/entries/index.ts';
import { createLocalMarketplace } from '../../src/entries/local.ts';
import { createRemoteMarketplace } from '../../src/entries/remote.ts';
import { createRemoteMarketplace as createOnEdge } from '../../src/entries/remote-edge.ts';
import { answer, fakeMarketplace, fixturePages } from '../../src/entries/testing.ts';

const product = ({ asin }: { asin: string }) => answer('product', { asin, title: 'Camp lantern' });

/** Adds its name to the list before and after the rest. */
function named(name: string, happened: string[]): Middleware {
  return async (_call, next) => {
    happened.push(`${name} >`);
    try {
      return await next();
    } finally {
      happened.push(`< ${name}`);
    }
  };
}

describe('withMiddleware', () => {
  it('passes a call through the functions, the first one outermost', async () => {
    const happened: string[] = [];
    const fake = fakeMarketplace({ product });
    const marketplace = withMiddleware(fake, named('a', happened), named('b', happened));
    const { data } = await marketplace.product({ asin: 'B0LANTERN1' });
    expect(data?.title).toBe('Camp lantern');
    expect(happened).toEqual(['a >', 'b >', '< b', '< a']);
  });

  it('gives the functions checked parameters with all defaults, and the options of the caller', async () => {
    const seen = vi.fn<Middleware>((_call, next) => next());
    const marketplace = withMiddleware(fakeMarketplace({ product }, { marketplace: 'de' }), seen);
    await marketplace.product({ asin: 'B0LANTERN1' }, { retries: 0 });
    expect(seen.mock.calls[0]?.[0]).toMatchObject({
      endpoint: 'product',
      params: { asin: 'B0LANTERN1', marketplace: 'de', language: 'en' },
      options: { retries: 0 },
    });
    await expect(marketplace.product({ asin: 'lantern' })).rejects.toMatchObject({ parameter: 'asin' });
    expect(seen).toHaveBeenCalledTimes(1);
  });

  it('lets a function change the call, repeat it, and return or throw something of its own', async () => {
    const fake = fakeMarketplace({ product });
    const toGermany: Middleware = async (call, next) => {
      await next();
      return call.endpoint === 'product' ? next({ ...call, params: { ...call.params, marketplace: 'de' } }) : next();
    };
    const { meta } = await withMiddleware(fake, toGermany).product({ asin: 'B0LANTERN1' });
    expect(meta.marketplace).toBe('de');
    expect(fake.callsOf('product').map(({ params }) => params.marketplace)).toEqual(['us', 'de']);
    const refused = withMiddleware(fake, async () => {
      throw new MarketplaceError('not on Sundays.');
    });
    await expect(refused.product({ asin: 'B0LANTERN1' })).rejects.toThrow('not on Sundays.');
    expect(fake.calls).toHaveLength(2);
  });

  it.each([undefined, { a: 1 }])('refuses %j as the result of a function', async (result) => {
    const marketplace = withMiddleware(
      fakeMarketplace({ product }),
      async (_, next) => next(),
      (async () => result) as never,
    );
    await expect(marketplace.product({ asin: 'B0LANTERN1' })).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      parameter: 'middleware[1]',
      message: expect.stringMatching(/^middleware\[1\]: .* is not an envelope: expected what next\(\)/),
    });
  });

  it('keeps the responses of withResponse, and is part of batches', async () => {
    const happened: string[] = [];
    const marketplace = withMiddleware(fakeMarketplace({ product }), named('a', happened));
    const { status, data } = await withResponse(marketplace, 'product', { asin: 'B0LANTERN1' });
    expect([status, data?.title]).toEqual([200, 'Camp lantern']);
    const inputs = [{ endpoint: 'product' as const, params: { asin: 'B0LANTERN2' } }];
    for await (const { response } of batch(marketplace, inputs)) expect(response?.found).toBe(true);
    expect(happened).toHaveLength(4);
  });

  it('closes the marketplace, also as middleware of an object that has only methods', async () => {
    const close = vi.fn(async () => undefined);
    const own = { ...fakeMarketplace({ product }), close } as Marketplace;
    const happened: string[] = [];
    await using marketplace = withMiddleware({ ...own }, named('a', happened));
    await marketplace.product({ asin: 'B0LANTERN1' });
    await marketplace.close();
    expect([happened.length, close.mock.calls.length]).toEqual([2, 1]);
  });

  it.each([
    [() => withMiddleware(undefined as never), 'marketplace: '],
    [() => withMiddleware(fakeMarketplace({}), {} as never), 'middleware[0]: an object is not valid'],
    [() => createMarketplace({ middleware: named('a', []) as never }), 'middleware: '],
    [() => createMarketplace({ middleware: [named('a', []), 7] as never }), 'middleware[1]: 7 is not valid'],
  ])('refuses something else than a marketplace and functions: %s', (create, message) => {
    expect(create).toThrow(BadRequestError);
    expect(create).toThrow(message);
  });
});

describe('the option middleware', () => {
  const answered: Middleware = async () => answer('product', { asin: 'B0OTHER001' }) as never;
  const remote = { baseUrl: 'https://api.example.com', apiKey: 'test-key' };
  it.each([
    ['createMarketplace', () => createMarketplace({ backend: 'local', middleware: [answered] })],
    ['createMarketplace, remote', () => createMarketplace({ ...remote, backend: 'remote', middleware: [answered] })],
    ['createLocalMarketplace', () => createLocalMarketplace({ middleware: [answered] })],
    ['createRemoteMarketplace', () => createRemoteMarketplace({ ...remote, middleware: [answered] })],
    ['createRemoteMarketplace on the edge', () => createOnEdge({ ...remote, middleware: [answered] })],
  ])('of %s is around its calls', async (_name, create) => {
    await using marketplace = create();
    expect(await marketplace.product({ asin: 'B0LANTERN1' })).toMatchObject({ data: { asin: 'B0OTHER001' } });
  });
});

describe('the stack of an error', () => {
  it('begins where the method was called', async () => {
    const pages = fixturePages();
    await using marketplace = createMarketplace({ pages, now: () => Date.parse('2026-03-02T18:00:00Z') });
    const error: unknown = await marketplace.product({ asin: 'lantern' }).catch((thrown: unknown) => thrown);
    const [head, first, ...others] = String((error as Error).stack).split('\n    at ');
    expect(head).toMatch(/^BadRequestError: asin: "lantern" is not a valid ASIN/);
    expect(first).toContain('middleware.test.ts');
    expect(others.join()).toContain('contract/validate.ts');
  });

  it('begins there after retries, too, and through middleware', async () => {
    const fake = fakeMarketplace({ product: () => new MarketplaceError('blocked.', { code: 'BLOCKED' }) });
    const marketplace = withMiddleware(fake, (_call, next) => next());
    const error: unknown = await marketplace.product({ asin: 'B0LANTERN1' }).catch((thrown: unknown) => thrown);
    expect(String((error as Error).stack).split('\n    at ')[1]).toContain('middleware.test.ts');
  });

  it('stays that of an error of somebody else', async () => {
    const marketplace = withMiddleware(fakeMarketplace({ product }), async () => {
      throw new TypeError('a fault in middleware');
    });
    const error: unknown = await marketplace.product({ asin: 'B0LANTERN1' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
  });
});
