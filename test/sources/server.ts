/** A marketplace on loopback with the faults that a test chooses. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse, socket: Socket) => void;

export interface MisbehavingServer extends AsyncDisposable {
  url: string;
  /** The first hundred requests. */
  requests: IncomingMessage[];
  /** Returns the number of open connections. */
  open: () => number;
}

export async function serve(handler: Handler): Promise<MisbehavingServer> {
  const requests: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    if (requests.length < 100) requests.push(request);
    handler(request, response, request.socket);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    open: () => sockets.size,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
