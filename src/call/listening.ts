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

/** Bytes that are parsed at once. A read of Node has 64 KiB: a caller can send 1,500 requests in it, and each would become an object. */
const SLICE_BYTES = 512;
const HEAD_END = '\r\n\r\n';

interface Connection {
  /** The requests that are not answered: the first one runs. */
  readonly requests: (() => void)[];
  /** Parses the next unread bytes, if no request waits. */
  read(): void;
}

/**
 * The connections of a server. Each has one request at a time: callers may send the next ones before they have a response (pipelining), but HTTP has the
 * responses in the same order. While requests wait, the connection is not read. So a caller who reads no response costs one response.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();

  constructor(server: Server, handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
    server.on('connection', (socket) => {
      this.#open.set(socket, connectionOf(socket));
      socket.once('close', () => this.#open.delete(socket));
    });
    server.on('request', (incoming, outgoing) => {
      const { socket } = incoming;
      const connection = this.#open.get(socket);
      if (connection === undefined) return;
      const { requests } = connection;
      const run = () => {
        if (socket.destroyed) return;
        outgoing.once('close', () => {
          requests.shift();
          // In a turn of its own, so that other connections have theirs.
          setImmediate(requests[0] ?? connection.read);
        });
        handle(incoming, outgoing);
      };
      requests.push(run);
      if (requests.length === 1) run();
    });
  }

  /** Closes the idle connections. Node counts a connection that has sent nothing yet as busy, and would wait for it. */
  endIdle(): void {
    for (const [socket, { requests }] of this.#open) if (requests.length === 0) socket.destroySoon();
  }
}

/** Puts itself between a connection and the parser of Node. */
function connectionOf(socket: Socket): Connection {
  const requests: (() => void)[] = [];
  const parsers = socket.listeners('data');
  socket.removeAllListeners('data');
  let unread: Buffer = Buffer.alloc(0);
  let isReading = false;
  const read = () => {
    // The parser is not asked again while it parses.
    if (isReading) return;
    isReading = true;
    while (unread.length > 0 && requests.length < 2 && !socket.destroyed) {
      // After the end of a head, if there is one: the time of a head that is read in part would run out while requests wait.
      const end = unread.lastIndexOf(HEAD_END, SLICE_BYTES);
      const size = end === -1 ? SLICE_BYTES : end + HEAD_END.length;
      const slice = unread.subarray(0, size);
      unread = unread.subarray(size);
      for (const parse of parsers) parse(slice);
    }
    isReading = false;
    if (unread.length > 0 || requests.length > 1) socket.pause();
    else socket.resume();
  };
  socket.on('data', (chunk: Buffer) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    read();
  });
  return { requests, read };
}
