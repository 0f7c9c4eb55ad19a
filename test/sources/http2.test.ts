import { once } from 'node:events';
import { createSecureServer, type Http2ServerRequest } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Transport } from '../../src/sources/http/transport.ts';
import { CERTIFICATE, PRIVATE_KEY } from './certificate.ts';

/** A site that speaks HTTP/2, on loopback. */
async function site() {
  const open = new Set<Socket>();
  const ports: (number | undefined)[] = [];
  const server = createSecureServer(
    { key: PRIVATE_KEY, cert: CERTIFICATE },
    ({ stream }: Http2ServerRequest, response) => {
      ports.push(stream.session?.socket.remotePort);
      response.end('a page');
    },
  );
  server.on('secureConnection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { open, ports, url: new URL(`https://www.amazon.com:${(server.address() as AddressInfo).port}/`) };
}

it('has a connection of its own for each session, which ends with the session', async () => {
  const { open, ports, url } = await site();
  const transport = new Transport({ certificateAuthority: CERTIFICATE }, (_, options, done) =>
    options.all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
  );
  const sessions = [transport.connections(), transport.connections()];
  const { signal } = new AbortController();
  for (const connections of [...sessions, ...sessions, undefined])
    expect(await transport.send({ url, headers: {}, connections, signal })).toMatchObject({ status: 200 });
  expect(ports.slice(2, 4)).toEqual(ports.slice(0, 2));
  expect(new Set(ports).size).toBe(3);
  sessions[0]?.retire();
  await vi.waitFor(() => expect(open.size).toBe(2));
  sessions[1]?.destroy();
  await vi.waitFor(() => expect(open.size).toBe(1));
  transport.close();
  await vi.waitFor(() => expect(open.size).toBe(0));
});
