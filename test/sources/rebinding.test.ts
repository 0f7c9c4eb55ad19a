import type { LookupAddress, LookupOptions, lookup as resolveAll } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { guardedLookup, type Lookup } from '../../src/sources/guard.ts';
import { Transport } from '../../src/sources/http/transport.ts';

/** Returns a resolver that gives each look-up the next list of addresses, and the names that were looked up. */
function resolver(...responses: (readonly string[])[]) {
  const names: string[] = [];
  const resolve = (name: string, _: LookupOptions, callback: (error: null, addresses: LookupAddress[]) => void) => {
    const addresses = responses[Math.min(names.length, responses.length - 1)] ?? [];
    names.push(name);
    setImmediate(
      callback,
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { names, resolve: resolve as unknown as typeof resolveAll };
}

async function lookUp(lookup: Lookup, options: LookupOptions) {
  return new Promise((resolve) => lookup('www.example.test', options, (error, ...found) => resolve(error ?? found)));
}

/** For these tests 127.0.0.2 is public, and 127.0.0.1 is not. */
const isLocal = (address: string) => (address === '127.0.0.2' ? undefined : 'loopback');

async function serveOn(host: string, port = 0) {
  const server = createServer((_, response) => void response.end(host));
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

describe('the lookup of connections', () => {
  it('returns one address, or the list if all are asked for', async () => {
    const { resolve } = resolver(['8.8.8.8', '2600:9000::1']);
    expect(await lookUp(guardedLookup(resolve), {})).toEqual(['8.8.8.8', 4]);
    expect(await lookUp(guardedLookup(resolve), { all: true })).toEqual([
      [
        { address: '8.8.8.8', family: 4 },
        { address: '2600:9000::1', family: 6 },
      ],
    ]);
  });

  it.each([{ all: true }, { all: false }, {}])(
    'refuses a response that has one private address among public ones: %j',
    async (options) => {
      const { resolve } = resolver(['8.8.8.8', 'fd00::1']);
      expect(await lookUp(guardedLookup(resolve), options)).toMatchObject({
        message:
          'www.example.test resolves to the private address fd00::1 (unique local): expected one of the public internet. No request was sent.',
      });
    },
  );

  it('is an error for an empty response', async () => {
    const { resolve } = resolver([]);
    expect(await lookUp(guardedLookup(resolve), { all: true })).toMatchObject({
      message: 'www.example.test has no IP address. No request was sent.',
    });
  });

  it.each(['http', 'https'])('is made once for a connection over %s', async (protocol) => {
    const { names, resolve } = resolver(['127.0.0.1'], ['8.8.8.8']);
    const transport = new Transport({}, guardedLookup(resolve));
    const sent = transport.send({
      url: new URL(`${protocol}://www.example.test/`),
      headers: {},
      signal: new AbortController().signal,
    });
    await expect(sent).rejects.toThrow('www.example.test resolves to the private address 127.0.0.1');
    expect(names).toEqual(['www.example.test']);
    transport.close();
  });

  it('decides where the connection goes, and each new connection is checked again', async () => {
    await using open = await serveOn('127.0.0.2');
    await using _private = await serveOn('127.0.0.1', open.port);
    const { names, resolve } = resolver(['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2', '127.0.0.1']);
    const transport = new Transport({}, guardedLookup(resolve, isLocal));
    const get = () =>
      transport.send({
        url: new URL(`http://www.example.test:${open.port}/`),
        headers: { connection: 'close' },
        signal: new AbortController().signal,
      });
    const { body } = await get();
    expect(Buffer.from(body).toString()).toBe('127.0.0.2');
    await expect(get()).rejects.toThrow('resolves to the private address 127.0.0.1 (loopback)');
    await expect(get()).rejects.toThrow('resolves to the private address 127.0.0.1 (loopback)');
    expect(names).toHaveLength(3);
    transport.close();
  });
});
