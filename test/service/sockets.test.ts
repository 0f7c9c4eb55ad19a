import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listen } from '../../src/entries/service.ts';
import { Connections } from '../../src/http/listening.ts';
import { limitSockets } from '../../src/service/gates/sockets.ts';
import { setUpService } from './setup.ts';

const warnings = vi.spyOn(process, 'emitWarning').mockReturnValue();

beforeEach(() => {
  warnings.mockClear();
});

class FakeSocket extends EventEmitter {
  readonly remoteAddress: string;
  readonly destroy = vi.fn();

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }
}

/** Returns a function that opens a connection from an address. */
function fakeServer(maxSocketsPerAddress: number) {
  const server = new EventEmitter();
  limitSockets(server as Server, { maxSocketsPerAddress });
  return (address: string) => {
    const socket = new FakeSocket(address);
    server.emit('connection', socket);
    return socket;
  };
}

describe('the connections of a server', () => {
  it('are limited per IP address: further ones are closed, with one warning', () => {
    const open = fakeServer(2);
    const sockets = ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'].map(open);
    expect(sockets.map(({ destroy }) => destroy.mock.calls.length)).toEqual([0, 0, 1, 1, 0]);
    expect(warnings.mock.calls.map(([message]) => message)).toEqual([
      'maxSocketsPerAddress: 2 connections of the IP address 192.0.2.1 are open. Further ones are closed. Raise maxSocketsPerAddress of listen() if they are wanted.',
    ]);
    sockets[0]?.emit('close');
    expect(open('192.0.2.1').destroy).not.toHaveBeenCalled();
  });

  it('are not limited per IP address on loopback', () => {
    const open = fakeServer(1);
    for (const address of ['127.0.0.1', '127.0.0.1', '::1', '::1', '::ffff:127.0.0.1', '::ffff:127.0.0.1'])
      expect(open(address).destroy).not.toHaveBeenCalled();
  });

  /** A server whose calls wait until they are released, and a connection that sends some requests at once. */
  async function pipelining(count: number) {
    const calls: { path: string; release: () => void }[] = [];
    const server = await listen(
      ({ url }) =>
        new Promise((resolve) => {
          const { pathname: path } = new URL(url);
          calls.push({ path, release: () => resolve(new Response(path)) });
        }),
      { port: 0 },
    );
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes;
    });
    const requests = Array.from({ length: count }, (_, number) => `GET /${number} HTTP/1.1\r\nhost: x\r\n\r\n`);
    socket.write(requests.join(''));
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    return { server, socket, calls, answers: () => received.match(/^\/\d+/gm) ?? [] };
  }

  it('ignore what a caller sends behind a request that closes the connection, and refuse other bytes once', async () => {
    const seen: string[] = [];
    const server = await listen(
      async ({ url }) => {
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(new URL(url).pathname);
        return new Response('answer');
      },
      { port: 0 },
    );
    const { hostname, port } = new URL(server.url);
    const answerTo = async (...parts: readonly string[]) => {
      const socket = connect(Number(port), hostname);
      let received = '';
      socket.on('data', (bytes) => {
        received += bytes;
      });
      for (const part of parts) socket.write(part);
      await once(socket, 'close');
      return received.match(/^HTTP\/1\.1 \d+/gm);
    };
    const post = 'POST /first HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 1\r\n\r\na';
    expect([await answerTo(post.repeat(50_000)), seen.splice(0)]).toEqual([['HTTP/1.1 200'], ['/first']]);
    expect([(await answerTo('\0'.repeat(200_000)))?.length, seen.splice(0)]).toEqual([1, ['/']]);
    await server.close();
  });

  it('have one request at a time, also if a caller sends many at once', async () => {
    const { server, socket, calls, answers } = await pipelining(100);
    for (let number = 0; number < 100; number++) {
      await vi.waitFor(() => expect(calls).toHaveLength(number + 1), { interval: 1 });
      calls[number]?.release();
    }
    await vi.waitFor(() => expect(answers()).toEqual(Array.from({ length: 100 }, (_, number) => `/${number}`)));
    socket.write('GET /again HTTP/1.1\r\nhost: x\r\n\r\n');
    await vi.waitFor(() => expect(calls.at(-1)?.path).toBe('/again'));
    calls.at(-1)?.release();
    await server.close();
  });

  it('are closed if more than a hundred requests wait for a response', async () => {
    const { server, socket, calls, answers } = await pipelining(102);
    if (!socket.closed) await once(socket, 'close');
    expect([calls.length, answers()]).toEqual([1, []]);
    calls[0]?.release();
    await server.close();
  });

  it.each([
    ['plain requests', ''],
    ['requests that expect 100-continue', 'expect: 100-continue\r\n'],
    ['requests that expect something else', 'expect: more\r\n'],
  ])('are not parsed further when they are closed: %s', async (_, header) => {
    const server = createServer();
    let parsed = 0;
    for (const event of ['request', 'checkExpectation']) server.prependListener(event, () => parsed++);
    new Connections(server, () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let received = '';
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => {
        received += bytes;
      });
    socket.write(`GET / HTTP/1.1\r\nhost: x\r\n${header}\r\n`.repeat(1_000));
    if (!socket.closed) await once(socket, 'close');
    expect(parsed).toBe(101);
    expect(received).not.toContain('HTTP/1.1 4');
    server.close();
  });

  it('make no further request after a response that closes the connection', async () => {
    const server = createServer();
    let handled = 0;
    new Connections(server, (_, outgoing) => {
      handled++;
      outgoing.writeHead(400, { connection: 'close' }).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(3));
    if (!socket.closed) await once(socket, 'close');
    expect(handled).toBe(1);
    server.close();
  });

  it('read a body that came after another request, longer than what is read at once', async () => {
    const { promise: first, resolve: release } = Promise.withResolvers<void>();
    const server = await listen(
      async (request) => {
        if (request.method === 'GET') await first;
        return new Response(`read ${(await request.text()).length}`);
      },
      { port: 0 },
    );
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes;
    });
    socket.write(`GET / HTTP/1.1\r\nhost: x\r\n\r\nPOST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n`);
    socket.write('b'.repeat(1_000_000));
    await vi.waitFor(() => expect(socket.bytesWritten).toBeGreaterThan(0));
    release();
    await vi.waitFor(() => expect(received.match(/^read \d+/gm)).toEqual(['read 0', 'read 1000000']));
    socket.destroy();
    await server.close();
  });

  it('are limited over all', async () => {
    const { service, key } = await setUpService();
    await using server = await listen(service, { port: 0, maxSockets: 1 });
    const { hostname, port } = new URL(server.url);
    const first = connect(Number(port), hostname);
    await once(first, 'connect');
    const second = connect(Number(port), hostname);
    await once(second, 'close');
    expect(String(warnings.mock.calls[0]?.[0])).toMatch(/^maxSockets: 1 connections in all are open\. Further ones/);
    first.destroy();
    const status = async () =>
      (await fetch(`${server.url}/v1/product?asin=x`, { headers: { 'x-api-key': key } }).catch(() => undefined))
        ?.status;
    await expect.poll(status).toBe(400);
  });

  it('that send nothing are closed after requestTimeoutMs', async () => {
    const { service } = await setUpService();
    await using server = await listen(service, { port: 0, headersTimeoutMs: 200, requestTimeoutMs: 300 });
    const { hostname, port } = new URL(server.url);
    const idle = connect(Number(port), hostname);
    let received = '';
    idle.on('data', (chunk) => {
      received += chunk;
    });
    await once(idle, 'close');
    expect(received).toContain('REQUEST_TIMEOUT');
  });
});
