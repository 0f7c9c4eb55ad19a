import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createMarketplace, type MarketplaceEvent } from '../../src/entries/index.ts';
import type { PageSource } from '../../src/entries/local.ts';
import { ASIN, productPage, sourceOf } from '../local/pages.ts';

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

/** Calls a marketplace whose page source throws. */
async function outcomeOf(thrown: unknown) {
  const pages = async () => {
    throw thrown;
  };
  await using marketplace = createMarketplace({ backend: 'local', pages, retries: 0 });
  return await marketplace.product({ asin: ASIN }).catch((error: unknown) => error);
}

describe('an error that a page source throws', () => {
  it.each([
    ['a reset connection', withCode('ECONNRESET', 'read ECONNRESET'), 'read ECONNRESET'],
    ['a refused connection', withCode('ECONNREFUSED', 'no connection'), 'no connection (ECONNREFUSED)'],
    ['a broken pipe', withCode('EPIPE', 'write EPIPE'), 'write EPIPE'],
    ['a timeout of the system', withCode('ETIMEDOUT'), 'failed (ETIMEDOUT)'],
    ['an unknown host', withCode('ENOTFOUND'), 'failed (ENOTFOUND)'],
    ['a failure of the name server', withCode('EAI_AGAIN'), 'failed (EAI_AGAIN)'],
    ['a failure of fetch', new TypeError('fetch failed'), 'fetch failed'],
    [
      'a failure of fetch with its cause',
      new TypeError('fetch failed', { cause: withCode('UND_ERR_CONNECT_TIMEOUT') }),
      'fetch failed (UND_ERR_CONNECT_TIMEOUT)',
    ],
    [
      'an error of a wrapper',
      new Error('could not load', { cause: new Error('inner', { cause: withCode('UND_ERR_SOCKET') }) }),
      'could not load (UND_ERR_SOCKET)',
    ],
    ['a time limit of its own', new DOMException('too late', 'TimeoutError'), 'too late'],
    ['an abort of its own', new DOMException('gave up', 'AbortError'), 'gave up'],
    [
      'Node in another realm',
      runInNewContext('Object.assign(new Error("reset"), { code: "ECONNRESET" })'),
      'reset (ECONNRESET)',
    ],
    ['a browser', new Error('page.goto: net::ERR_CONNECTION_RESET'), 'page.goto: net::ERR_CONNECTION_RESET'],
  ])('is a retryable TransportError: %s', async (_, thrown, message) => {
    expect(await outcomeOf(thrown)).toMatchObject({
      name: 'TransportError',
      code: 'TRANSPORT_ERROR',
      message: `the page source failed: ${message}.`,
      retryable: true,
      cause: thrown,
    });
  });

  it.each([
    ['a bug', new TypeError("Cannot read properties of undefined (reading 'map')")],
    ['a missing file', withCode('ENOENT')],
    ['a wrong port', withCode('ERR_SOCKET_BAD_PORT')],
    ['a wrong argument of the HTTP client', withCode('UND_ERR_INVALID_ARG')],
    ['a string', 'ECONNRESET'],
    ['nothing', undefined],
    ['an empty string', ''],
    ['an object', { code: 'ECONNRESET', password: 'secret' }],
    ['an object without a prototype', Object.create(null)],
  ])('is an InternalError that is not retried: %s', async (_, thrown) => {
    expect(await outcomeOf(thrown)).toMatchObject({
      name: 'InternalError',
      code: 'INTERNAL',
      retryable: false,
      ...(thrown === undefined ? {} : { cause: thrown }),
      usage: { requests_consumed: 0 },
    });
  });

  it.each([
    [undefined, 'the page source failed with undefined: expected an Error.'],
    ['', 'the page source failed with an empty string: expected an Error.'],
    [{ password: 'secret' }, 'the page source failed with an object: expected an Error.'],
    [new RangeError(), 'RangeError'],
  ])('has a message that says so: %o', async (thrown, message) => {
    expect(await outcomeOf(thrown)).toMatchObject({ message });
  });

  it('is followed by a retry after a network error', async () => {
    const pages = sourceOf(withCode('ECONNRESET'), productPage());
    const events: MarketplaceEvent[] = [];
    await using marketplace = createMarketplace({ backend: 'local', pages, onEvent: (event) => events.push(event) });
    expect((await marketplace.product({ asin: ASIN })).meta).toMatchObject({ source: { attempts: 2 } });
    expect(events.find(({ type }) => type === 'retry')).toMatchObject({ error: { name: 'TransportError' } });
  });
});

describe('a response that a page source without types returns', () => {
  const response = { url: `https://www.amazon.com/dp/${ASIN}`, status: 200, headers: {}, body: productPage() };

  it.each([
    ['nothing', undefined, 'url, status, headers, body'],
    ['a string', '<html></html>', 'url, status, headers, body'],
    ['a response of fetch', new Response('<html></html>'), 'body'],
    ['no headers', { ...response, headers: undefined }, 'headers'],
    ['a status as text', { ...response, status: '200' }, 'status'],
  ])('is an InternalError that names what is wrong: %s', async (_, returned, wrong) => {
    const pages = (async () => returned) as unknown as PageSource;
    await using marketplace = createMarketplace({ backend: 'local', pages, retries: 0 });
    await expect(marketplace.product({ asin: ASIN })).rejects.toMatchObject({
      code: 'INTERNAL',
      retryable: false,
      message: `pages: the page source returned a response without a valid ${wrong}: expected { url, status, headers, body }.`,
    });
  });
});
