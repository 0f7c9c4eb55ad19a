/** A proxy on loopback that behaves as a test chooses, with the site behind it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { createServer as createTlsSocketServer, TLSSocket } from 'node:tls';
import { CERTIFICATE, PRIVATE_KEY } from './certificate.ts';

const TLS = { cert: CERTIFICATE, key: PRIVATE_KEY };

export interface TestProxy extends AsyncDisposable {
  port: number;
  /** The CONNECT requests. */
  asked: { target: string; authorization: string | undefined }[];
  /** Number of open connections. */
  open: () => number;
}

/** Behaves after a CONNECT request. */
export type Behaviour = (socket: Socket, serveSite: (socket: Socket) => void) => void;

/** Tunnels to the site. */
export const works: Behaviour = (socket, serveSite) => {
  socket.write('HTTP/1.1 200 OK\r\n\r\n');
  serveSite(socket);
};

/** Responds with a status. */
export const responds =
  (status: string): Behaviour =>
  (socket) =>
    socket.end(`HTTP/1.1 ${status}\r\n\r\n`);

type Site = (request: IncomingMessage, response: ServerResponse) => void;

const PAGE: Site = (_request, response) => response.end('<html>a page</html>');

/** Starts an HTTP proxy, or an HTTPS proxy with `tls`. */
export async function startProxy(
  behaviour: () => Behaviour = () => works,
  { tls = false, host = '127.0.0.1', site = PAGE }: { tls?: boolean; host?: string; site?: Site } = {},
): Promise<TestProxy> {
  const asked: TestProxy['asked'] = [];
  const sockets = new Set<Socket>();
  const siteServer = createServer(site);
  const serveSite = (socket: Socket) => {
    const secured = new TLSSocket(socket, { isServer: true, ...TLS });
    secured.on('error', () => undefined);
    siteServer.emit('connection', secured);
  };
  const server: Server = tls ? createTlsServer(TLS) : createServer();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.on('connect', ({ url, headers }: IncomingMessage, socket: Socket) => {
    asked.push({ target: String(url), authorization: headers['proxy-authorization'] });
    socket.on('error', () => undefined);
    behaviour()(socket, serveSite);
  });
  const port = await listen(server, host);
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port, asked, open: () => sockets.size, [Symbol.asyncDispose]: async () => close() };
}

/** Starts a server of raw connections. */
export async function startRaw(behaviour: (socket: Socket) => void, tls = false): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  const take = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    behaviour(socket);
  };
  const server = tls ? createTlsSocketServer(TLS, take) : createTcpServer(take);
  const port = await listen(server, '127.0.0.1');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port, asked: [], open: () => sockets.size, [Symbol.asyncDispose]: async () => close() };
}

/** Returns a port that nothing listens on. */
export async function closedPort(): Promise<number> {
  // Systems give other servers higher ports: a lower one stays closed.
  for (let port = 20_000 + (process.pid % 10_000); ; port++) {
    const server = createTcpServer();
    const isFree = await listen(server, '127.0.0.1', port).then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

async function listen(server: ReturnType<typeof createTcpServer>, host: string, port = 0): Promise<number> {
  await once(server.listen(port, host), 'listening');
  return (server.address() as AddressInfo).port;
}
