/** The HTTP/2 connections of a session. */
import type { ClientRequest } from 'node:http';
import type { ClientHttp2Stream, Http2Session } from 'node:http2';
import type { Request } from 'got';
import type { Lookup } from '../guard.ts';

/** Connections that no other session uses: got shares those of requests with the same look-up, in all of a program, and leaves them open. */
export class Http2Connections {
  readonly lookup: Lookup;
  readonly #open = new Set<Http2Session>();

  constructor(lookup: Lookup) {
    this.lookup = (...request) => lookup(...request);
  }

  /** Finds the connection of a request. A request over HTTP/1.1 has no stream. */
  observe(request: Request): void {
    request.once('request', (sent: ClientRequest & { stream?: ClientHttp2Stream }) => {
      sent.once('socket', () => {
        const session = sent.stream?.session;
        if (session === undefined || this.#open.has(session)) return;
        this.#open.add(session);
        session.once('close', () => this.#open.delete(session));
      });
    });
  }

  /** Lets running requests end. */
  retire(): void {
    for (const session of this.#open) session.close();
  }

  destroy(): void {
    for (const session of this.#open) session.destroy();
  }
}
