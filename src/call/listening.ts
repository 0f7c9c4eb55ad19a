/** The common part of the servers of the library: connections with one request at a time, and errors of a start. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { BadRequestError } from '../contract/errors.ts';
import { shown } from '../contract/shown.ts';

/**
 * Returns the error for a host or port that cannot be used.
 *
 * @param prefix First part of the flag's name.
 */
export function cannotListen(
  host: string,
  port: number,
  cause: NodeJS.ErrnoException,
  prefix: '' | 'metrics-' = '',
): BadRequestError {
  const { code = '' } = cause;
  const parameter = `${prefix}${['EADDRINUSE', 'EACCES'].includes(code) ? 'port' : 'host'}`;
  const option = prefix === '' ? ' or the option port' : '';
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `${port} is in use on ${host}: expected a free port. Choose another with --${parameter}${option}, or 0 for any free one.`,
    EACCES: `${port} needs more rights: expected a port of 1024 or more. Choose another with --${parameter}${option}.`,
  };
  const why =
    reasons[code] ??
    `${shown(host)} cannot be used (${code || cause.message}): expected an IP address or host name of this machine, such as 127.0.0.1.`;
  return new BadRequestError(`${parameter}: ${why}`, { code: 'INVALID_CONFIGURATION', parameter, cause });
}

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
