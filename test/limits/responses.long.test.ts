import { brotliCompressSync, constants, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createMarketplace, type Marketplace, type MarketplaceError } from '../../src/entries/index.ts';
import { ASIN, productPage } from '../local/pages.ts';
import { envelope, KEY } from '../remote/service.ts';
import { type Handler, serve } from '../sources/server.ts';
import { bombOf, type Sent, sendForever } from './endless.ts';

const MAX = 1_000_000;
/** The bytes that the systems of both sides can hold of a connection that is closed at the limit. */
const IN_FLIGHT = 12_000_000;

/** Bodies that are small until they are decompressed. */
const BOMBS: readonly (readonly [coding: string, bomb: Buffer])[] = [
  ['gzip', bombOf(5 * MAX)],
  ['x-gzip', bombOf(5 * MAX)],
  ['br', brotliCompressSync(Buffer.alloc(5 * MAX), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ['deflate', deflateRawSync(Buffer.alloc(5 * MAX))],
  ['zstd', zstdCompressSync(Buffer.alloc(5 * MAX))],
  ['gzip, gzip', gzipSync(bombOf(100 * MAX))],
];

const BACKENDS = {
  local: { body: productPage(), open: (url: string) => createMarketplace({ via: url, retries: 0, maxBytes: MAX }) },
  remote: {
    body: JSON.stringify(envelope()),
    open: (url: string) =>
      createMarketplace({ backend: 'remote', baseUrl: url, apiKey: KEY, retries: 0, maxBytes: MAX }),
  },
} satisfies Record<string, { body: string; open: (url: string) => Marketplace }>;

describe.each(Object.entries(BACKENDS))('a response to the %s backend', (_, { body, open }) => {
  const callOf = async (handler: Handler): Promise<MarketplaceError | undefined> => {
    await using server = await serve(handler);
    await using marketplace = open(server.url);
    return await marketplace.product({ asin: ASIN }).then(
      () => undefined,
      (error: MarketplaceError) => error,
    );
  };

  it.each([
    [200, {}],
    [404, {}],
    [500, {}],
    [302, { location: 'https://www.amazon.com/' }],
    [200, { 'content-encoding': 'gzip' }],
    [200, { 'content-length': String(10 * MAX) }],
  ])('with status %s and headers %o that is too long closes its connection at once', async (status, headers) => {
    const sent: Sent = { bytes: 0, isClosed: false };
    const error = await callOf((_, response) => {
      response.on('error', () => undefined);
      response.writeHead(status, headers);
      sendForever(response, Buffer.alloc(65_536, 'x'), sent);
    });
    expect(error).toMatchObject({ code: 'TRANSPORT_ERROR', retryable: false, billed: false });
    expect(error?.message).toMatch(/returned more than 1000000 bytes \(maxBytes\)\.$/);
    await expect.poll(() => sent.isClosed).toBe(true);
    expect(sent.bytes).toBeLessThan(MAX + IN_FLIGHT);
  });

  it('that names a size over the limit is refused before its body arrives', async () => {
    const error = await callOf((_, response) => {
      response.writeHead(200, { 'content-length': String(MAX + 1) });
      response.flushHeaders();
    });
    expect(error?.message).toContain('more than 1000000 bytes');
  });

  it('of exactly the limit is read', async () => {
    const whole = body.padEnd(MAX, ' ');
    expect(await callOf((_, response) => response.writeHead(200).end(whole))).toBeUndefined();
    expect((await callOf((_, response) => response.writeHead(200).end(`${whole} `)))?.message).toContain('maxBytes');
  });

  it.each(BOMBS)('in %s that grows over the limit is refused', async (coding, bomb) => {
    for (const status of [200, 500]) {
      const error = await callOf((_, response) => response.writeHead(status, { 'content-encoding': coding }).end(bomb));
      expect(error).toMatchObject({ code: 'TRANSPORT_ERROR', retryable: false });
      expect(error?.message).toBe('the response body is larger than 1000000 bytes when decompressed (maxBytes).');
    }
  });

  it('may have five codings, not six', async () => {
    const coded = (times: number) => {
      const bytes = Array.from({ length: times }).reduce<Buffer>((inner) => gzipSync(inner), Buffer.from(body));
      const coding = Array.from({ length: times }, () => 'gzip').join(', ');
      return callOf((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(bytes));
    };
    expect(await coded(5)).toBeUndefined();
    expect(await coded(6)).toMatchObject({
      code: 'TRANSPORT_ERROR',
      message: 'content-encoding: 6 codings are too many: expected at most 5.',
      retryable: false,
    });
  });

  it('in an unknown coding is refused, and its name is shortened', async () => {
    for (const coding of ['compress', 'constructor', `gzip, ${'x'.repeat(5_000)}`]) {
      const error = await callOf((_, response) => response.writeHead(200, { 'content-encoding': coding }).end('hello'));
      expect(error).toMatchObject({ code: 'TRANSPORT_ERROR', message: expect.stringContaining('is not supported') });
      expect(error?.message.length).toBeLessThan(200);
    }
  });

  it('that is shorter than it says is a failed connection', async () => {
    const error = await callOf((_, response) => {
      response.writeHead(200, { 'content-length': '5000' });
      response.write(body.slice(0, 100), () => response.destroy());
    });
    expect(error).toMatchObject({ code: 'TRANSPORT_ERROR', retryable: true });
  });

  it('that drips is ended by the time limit of the call', async () => {
    await using server = await serve((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    await using marketplace = open(server.url);
    const call = marketplace.product({ asin: ASIN }, { timeoutMs: 300 });
    await expect(call).rejects.toMatchObject({ code: 'TIMEOUT' });
    await expect.poll(server.open).toBe(0);
  });
});
