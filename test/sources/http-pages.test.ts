import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createMarketplace, type Marketplace, type MarketplaceEvent } from '../../src/entries/index.ts';
import { type HttpPagesOptions, httpPages, type PageRequest } from '../../src/entries/local.ts';
import { ASIN, CAPTCHA_PAGE, FAILURE_PAGE, productPage } from '../local/pages.ts';
import { type Handler, type MisbehavingServer, serve } from './server.ts';

const page = productPage();
const html = { 'content-type': 'text/html;charset=UTF-8' };

const request = (url = `https://www.amazon.com/dp/${ASIN}`): PageRequest => ({
  url,
  marketplace: 'us',
  language: 'en',
  attempt: 1,
  session: 'us-1',
  signal: new AbortController().signal,
});

/** Runs a task with a marketplace whose requests go to a server with the given handler. */
async function against(
  handler: Handler,
  task: (marketplace: Marketplace, server: MisbehavingServer) => Promise<void>,
  options: HttpPagesOptions & { retries?: number } = {},
): Promise<void> {
  await using server = await serve(handler);
  const { retries = 0, ...http } = options;
  await using marketplace = createMarketplace({ pages: httpPages({ via: server.url, ...http }), retries });
  await task(marketplace, server);
}

describe('pages over HTTP', () => {
  it("sends requests like a browser: the site's host, language and currency, and consistent headers", async () => {
    await against(
      (_, response) => response.writeHead(200, html).end(page),
      async (marketplace, server) => {
        await marketplace.product({ asin: ASIN, marketplace: 'de' });
        const { headers, url } = server.requests[0] ?? {};
        expect(url).toBe(`/dp/${ASIN}?th=1&psc=1&language=en_GB`);
        expect(headers).toMatchObject({
          host: 'www.amazon.de',
          cookie: 'lc-acbde=en_GB; i18n-prefs=EUR',
          'accept-language': 'en-GB,en;q=0.9',
        });
        const version = /Chrome\/(\d+)/.exec(headers?.['user-agent'] ?? '')?.[1];
        expect(headers?.['sec-ch-ua']).toContain(`"Google Chrome";v="${version}"`);
        expect(headers?.['accept-encoding']).toContain('gzip');
        await marketplace.product({ asin: ASIN, marketplace: 'de', language: 'native' });
        expect(server.requests[1]?.headers).toMatchObject({
          cookie: 'lc-acbde=de_DE; i18n-prefs=EUR',
          'accept-language': 'de-DE,de;q=0.9,en;q=0.8',
        });
      },
    );
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ])('decompresses %s', async (encoding, compress) => {
    await against(
      (_, response) => response.writeHead(200, { ...html, 'content-encoding': encoding }).end(compress(page)),
      async (marketplace) => {
        expect((await marketplace.product({ asin: ASIN })).data?.title).toBe('A kettle');
      },
    );
  });

  it('keeps the cookies of a session, and starts a new session after a block', async () => {
    let asked = 0;
    await against(
      (_, response) => {
        asked++;
        response.writeHead(200, {
          ...html,
          'set-cookie': [`session-id=${asked}; Domain=.amazon.com; Path=/`, 'x=1; Domain=.example.com'],
        });
        response.end(asked === 3 ? CAPTCHA_PAGE : page);
      },
      async (marketplace, server) => {
        for (let call = 0; call < 3; call++) await marketplace.product({ asin: ASIN });
        const sessions = server.requests.map(({ headers }) => /session-id=(\d)/.exec(headers.cookie ?? '')?.[1]);
        expect(sessions).toEqual([undefined, '1', '2', undefined]);
        expect(server.requests.every(({ headers }) => !headers.cookie?.includes('x=1'))).toBe(true);
      },
      { retries: 1 },
    );
  });

  it('retries captchas of new sessions up to the number of retries', async () => {
    const asked = new Map<string, number>();
    await against(
      ({ headers }, response) => {
        const session = /session-id=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? `s${asked.size + 1}`;
        const count = (asked.get(session) ?? 0) + 1;
        asked.set(session, count);
        response.writeHead(200, { ...html, 'set-cookie': `session-id=${session}; Domain=.amazon.com; Path=/` });
        response.end(asked.size < 3 ? CAPTCHA_PAGE : page);
      },
      async (marketplace, server) => {
        expect((await marketplace.product({ asin: ASIN })).found).toBe(true);
        expect(server.requests.every(({ headers }) => !headers.cookie?.includes('session-id'))).toBe(true);
      },
      { retries: 2 },
    );
  });

  it('reports a page in another language than the requested one as a gap', async () => {
    await using server = await serve((_, response) =>
      response.writeHead(200, html).end(page.replace('lang="en-us"', 'lang="fr-fr"')),
    );
    const events: MarketplaceEvent[] = [];
    await using marketplace = createMarketplace({
      backend: 'local',
      pages: httpPages({ via: server.url }),
      onEvent: (event) => events.push(event),
    });
    expect((await marketplace.product({ asin: ASIN })).found).toBe(true);
    const gaps = events.flatMap((event) => (event.type === 'gaps' ? event.gaps : []));
    expect(gaps).toContainEqual({ landmark: 'html', kind: 'language', detail: 'the page is in "fr", not in "en"' });
  });

  it("follows redirects within the operator's sites", async () => {
    await against(
      ({ url }, response) => {
        if (url?.startsWith('/dp/'))
          response.writeHead(301, { location: `https://www.amazon.com/gp/product/${ASIN}` }).end();
        else response.writeHead(200, html).end(page);
      },
      async (marketplace, server) => {
        expect((await marketplace.product({ asin: ASIN })).found).toBe(true);
        expect(server.requests.map(({ url }) => url)).toEqual([`/dp/${ASIN}?th=1&psc=1`, `/gp/product/${ASIN}`]);
      },
    );
  });

  it.each([
    ['https://www.example.com/'],
    ['http://www.amazon.com/'],
    ['https://www.amazon.com:8443/'],
    ['https://user@www.amazon.com/'],
    ['https://amazon.com.evil.com/'],
    ['http://169.254.169.254/latest/meta-data'],
    ['//127.0.0.1/'],
    ['file:///etc/passwd'],
  ])('does not follow a redirect to %s', async (location) => {
    await against(
      (_, response) => response.writeHead(302, { location }).end(),
      async (marketplace, server) => {
        const call = marketplace.product({ asin: ASIN });
        await expect(call).rejects.toMatchObject({
          name: 'UnavailableError',
          message: expect.stringContaining('outside'),
        });
        expect(server.requests).toHaveLength(1);
      },
    );
  });

  it('stops a redirect loop', async () => {
    await against(
      ({ url }, response) => response.writeHead(302, { location: `https://www.amazon.com${url}` }).end(),
      async (marketplace, server) => {
        await expect(marketplace.product({ asin: ASIN })).rejects.toMatchObject({
          code: 'TRANSPORT_ERROR',
          message: /more than 5 times/,
        });
        expect(server.requests).toHaveLength(6);
      },
    );
  });

  it.each<[string, Handler, string, RegExp]>([
    ['a reset', (_, __, socket) => socket.resetAndDestroy(), 'TRANSPORT_ERROR', /ECONNRESET/],
    [
      'half a body',
      (_, response, socket) => {
        response.writeHead(200, { ...html, 'content-length': '10000' });
        response.write(page.slice(0, 100), () => socket.destroy());
      },
      'TRANSPORT_ERROR',
      /could not be fetched/,
    ],
    [
      'a gzip bomb',
      (_, response) =>
        response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(3_000_000))),
      'TRANSPORT_ERROR',
      /larger than 1000000 bytes when decompressed/,
    ],
    [
      'a body too large',
      (_, response) => response.writeHead(200, html).end(Buffer.alloc(3_000_000, 32)),
      'TRANSPORT_ERROR',
      /more than 1000000 bytes/,
    ],
    [
      'broken gzip',
      (_, response) => response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end('hello'),
      'TRANSPORT_ERROR',
      /cannot be decompressed/,
    ],
    [
      'an unsupported encoding',
      (_, response) => response.writeHead(200, { ...html, 'content-encoding': 'compress' }).end('hello'),
      'TRANSPORT_ERROR',
      /is not supported/,
    ],
    ['a stall in the headers', () => undefined, 'TRANSPORT_ERROR', /ETIMEDOUT/],
    [
      'a stall in the body',
      (_, response) => {
        response.writeHead(200, html);
        response.write(page.slice(0, 100));
      },
      'TRANSPORT_ERROR',
      /ETIMEDOUT/,
    ],
    [
      'headers without end',
      (_, response) => response.writeHead(200, { ...html, 'x-long': 'x'.repeat(100_000) }).end(page),
      'TRANSPORT_ERROR',
      /could not be fetched/,
    ],
    ['a 503', (_, response) => response.writeHead(503, html).end(FAILURE_PAGE), 'UNAVAILABLE', /Try again later/],
    ['a 503 without a page', (_, response) => response.writeHead(503).end(), 'UNAVAILABLE', /Try again later/],
    [
      'a 429',
      (_, response) => response.writeHead(429, html).end('slow down'),
      'UNAVAILABLE',
      /limits requests.* Slow down/,
    ],
    ['a captcha', (_, response) => response.writeHead(200, html).end(CAPTCHA_PAGE), 'CAPTCHA', /captcha/],
    [
      'a short 200',
      (_, response) => response.writeHead(200, html).end('<html></html>'),
      'BLOCKED',
      /not a product page/,
    ],
    [
      'a sign-in',
      ({ url }, response) => {
        if (url?.startsWith('/ap/'))
          response.writeHead(200, html).end('<html><form name="signIn" action="/ap/signin"></form></html>');
        else response.writeHead(302, { location: 'https://www.amazon.com/ap/signin' }).end();
      },
      'SIGN_IN_REQUIRED',
      /signed-in/,
    ],
    [
      'another marketplace',
      ({ url }, response) => {
        if (url?.startsWith('/gp/')) response.writeHead(200, html).end(page);
        else response.writeHead(302, { location: `https://www.amazon.de/gp/product/${ASIN}` }).end();
      },
      'WRONG_MARKETPLACE',
      /another marketplace \(de\)/,
    ],
  ])('%s throws its error and is not billed', async (fault, handler, code, message) => {
    await against(
      handler,
      async (marketplace) => {
        const error = await marketplace.product({ asin: ASIN }).catch((reason: unknown) => reason);
        expect(error).toMatchObject({ code, message: expect.stringMatching(message), billed: false });
      },
      { maxBytes: 1_000_000, ...(fault.startsWith('a stall') ? { idleTimeoutMs: 150 } : {}) },
    );
  });

  it('keeps the code of a failed connection as the cause, and nothing else of the request', async () => {
    await against(
      (request) => request.socket.destroy(),
      async (marketplace) => {
        const error = (await marketplace.product({ asin: ASIN }).catch((reason: unknown) => reason)) as Error;
        expect(error).toMatchObject({ code: 'TRANSPORT_ERROR', retryable: true });
        expect({ ...(error.cause as Error) }).toEqual({ code: 'ECONNRESET' });
      },
    );
  });

  it('returns the Retry-After of a 503 as retryAfterMs', async () => {
    await against(
      (_, response) => response.writeHead(503, { ...html, 'retry-after': '7' }).end(FAILURE_PAGE),
      async (marketplace) => {
        await expect(marketplace.product({ asin: ASIN })).rejects.toMatchObject({
          code: 'UNAVAILABLE',
          retryAfterMs: 7_000,
        });
      },
    );
  });

  it('ends an endless slow response at the timeout, and closes its sockets when it is closed', async () => {
    await using server = await serve((_, response) => {
      response.writeHead(200, html);
      const drip = setInterval(() => response.write('<p>'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const marketplace = createMarketplace({ pages: httpPages({ via: server.url }) });
    await expect(marketplace.product({ asin: ASIN }, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    await marketplace.close();
    await expect.poll(server.open).toBe(0);
  });

  it('closes the socket when the call is aborted', async () => {
    await using server = await serve(() => undefined);
    await using marketplace = createMarketplace({ pages: httpPages({ via: server.url }) });
    const controller = new AbortController();
    const call = marketplace.product({ asin: ASIN }, { signal: controller.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    await expect.poll(server.open).toBe(0);
  });

  it.each(['http://example.com', 'http://10.0.0.1', 'nowhere', 'http://127.0.0.1.example.com'])(
    'rejects via %s',
    (via) => {
      expect(() => httpPages({ via })).toThrow(
        expect.objectContaining({ parameter: 'via', code: 'INVALID_CONFIGURATION' }),
      );
    },
  );

  it("rejects a URL outside the operator's sites before anything is sent", async () => {
    const pages = httpPages();
    for (const url of ['https://www.example.com/', 'http://www.amazon.com/', 'https://127.0.0.1/']) {
      await expect(pages(request(url))).rejects.toThrow(/outside the operator's sites/);
    }
  });

  it('resolves a short link and reads its page', async () => {
    await against(
      ({ url, headers }, response) => {
        if (headers.host === 'amzn.to')
          response.writeHead(301, { location: `https://www.amazon.co.uk/a-kettle/dp/${ASIN}?tag=x-21` }).end();
        else response.writeHead(200, html).end(page);
        void url;
      },
      async (marketplace, server) => {
        const response = await marketplace.scrape({ url: 'https://amzn.to/3abc' });
        expect(response).toMatchObject({
          found: true,
          page_type: 'product',
          meta: { marketplace: 'uk', usage: { requests_consumed: 1 } },
        });
        expect(server.requests.at(-1)?.url).toBe(`/dp/${ASIN}`);
      },
    );
  });
});
