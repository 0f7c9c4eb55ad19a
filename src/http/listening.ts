/** The common part of the servers of the library: connections with one request at a time, and errors of a start. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { BadRequestError } from '../contract/errors.ts';
import { shown } from '../contract/shown.ts';
import { wrongSetting } from '../options/checks.ts';

/**
 * Starts a server, and returns its URL.
 *
 * @param prefix First part of the flags' names, for messages.
 * @throws BadRequestError `INVALID_CONFIGURATION` for a host or port that cannot be used
 */
export async function listening(server: Server, host: string, port: number, prefix?: 'metrics-'): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(cannotListen(host, port, cause, prefix)));
    server.listen(port, host, resolve);
  });
  const { address, family, port: bound } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`;
}

function cannotListen(
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
  return wrongSetting(parameter, why, cause);
}

/** Requests of a connection that are not answered. A connection with more is closed. */
const MOST_REQUESTS = 100;
/** Thrown out of the parser of a connection that was closed: only an error stops it before the end of its bytes. */
const CLOSED = new Error('The connection is closed.');

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
      parseWhileOpen(socket);
    });
    const take = (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const { socket } = incoming;
      const requests = this.#requests.get(socket) ?? [];
      if (requests.length === MOST_REQUESTS) socket.destroy();
      if (socket.destroyed) throw CLOSED;
      const run = () => {
        outgoing.once('close', () => this.#next(socket));
        handle(incoming, outgoing);
      };
      requests.push(run);
      if (requests.length === 1) run();
      else socket.pause();
    };
    server.on('request', take);
    // Node itself would answer each of these at once.
    server.on('checkExpectation', take);
  }

  #next(socket: Socket): void {
    const requests = this.#requests.get(socket);
    requests?.shift();
    const [run] = requests ?? [];
    // The last response said that the connection is closed.
    if (socket.writableEnded) return;
    if (run === undefined) socket.resume();
    else run();
  }

  /** Closes the idle connections. Node counts a connection that has sent nothing yet as busy, and would wait for it. */
  endIdle(): void {
    for (const [socket, requests] of this.#requests) if (requests.length === 0) socket.destroySoon();
  }
}

/** Ends parsing when the connection is closed. Node itself would read on: 64 kB of bytes have up to 1,500 requests. */
function parseWhileOpen(socket: Socket): void {
  const parsers = socket.listeners('data');
  socket.removeAllListeners('data');
  socket.on('data', (bytes) => {
    try {
      for (const parse of parsers) parse.call(socket, bytes);
    } catch (error) {
      if (error !== CLOSED) throw error;
    }
  });
}
