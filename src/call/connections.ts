/** The requests of each connection of a server, one at a time. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of a connection that are not answered. A connection with more is closed. */
const MOST_REQUESTS = 100;

/**
 * The connections of a server. Each has one request at a time: callers may send the next ones before they have a response (pipelining), but HTTP has the
 * responses in the same order. While requests wait, the connection is not read. So a caller who reads no response costs one response.
 */
export class Connections {
  /** The requests of each connection that are not answered: the first one runs. */
  readonly #requests = new Map<Socket, (() => void)[]>();

  constructor(server: Server, handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
    server.on('connection', (socket) => {
      this.#requests.set(socket, []);
      socket.once('close', () => this.#requests.delete(socket));
    });
    server.on('request', (incoming, outgoing) => {
      const { socket } = incoming;
      const requests = this.#requests.get(socket);
      // Node reads the rest of its bytes after a connection is closed.
      if (requests === undefined || socket.destroyed) return;
      const run = () => {
        outgoing.once('close', () => this.#next(socket));
        handle(incoming, outgoing);
      };
      requests.push(run);
      if (requests.length === 1) run();
      else if (requests.length <= MOST_REQUESTS) socket.pause();
      else socket.destroy();
    });
  }

  #next(socket: Socket): void {
    const requests = this.#requests.get(socket);
    requests?.shift();
    const [run] = requests ?? [];
    if (run === undefined) socket.resume();
    else run();
  }

  /** Closes the idle connections. Node counts a connection that has sent nothing yet as busy, and would wait for it. */
  endIdle(): void {
    for (const [socket, requests] of this.#requests) if (requests.length === 0) socket.destroySoon();
  }
}
