/** The transport of runtimes that have `fetch`: Workers, browsers, Deno, Bun, and Node if it is asked for. */
import { bytesUpTo, InputProblem, oversizeContentError, oversizeError } from '../http/byte-limit.ts';
import { functionFor } from '../options/checks.ts';
import { isBrowser } from '../options/runtime.ts';
import { type OptionTable, readOptions } from '../options/table.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

/** Options of {@link fetchTransport}. */
export interface FetchTransportOptions {
  /** Sends the requests, such as the `fetch` of a service binding of a Worker. @default the global `fetch` */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

const FETCH_TRANSPORT_OPTIONS: OptionTable<FetchTransportOptions> = { fetch: { check: functionFor() } };

/**
 * Returns a transport that calls `fetch`. It is the default where there is no Node.
 *
 * The runtime decompresses bodies: `maxBytes` limits the decompressed size, and of the compressed size only what `content-length` says. The runtime
 * also decides how many connections it keeps open.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, with its name
 * @example
 * const marketplace = createRemoteMarketplace({ baseUrl, apiKey, transport: fetchTransport() });
 */
export function fetchTransport(options: FetchTransportOptions = {}): Transport {
  const { fetch: send } = readOptions('fetchTransport', FETCH_TRANSPORT_OPTIONS, options);
  return {
    // The global `fetch` is looked up for each request: tests and tracing replace it.
    send: (request) => responseOf(request, send ?? ((url, init) => globalThis.fetch(url, init))),
    close: () => undefined,
  };
}

async function responseOf(
  { method, url, headers, body, signal, maxBytes }: TransportRequest,
  send: NonNullable<FetchTransportOptions['fetch']>,
): Promise<TransportResponse> {
  const init = { method, headers: allowedHeaders(headers), signal, redirect: 'manual' } as const;
  const response = await send(url, body === undefined ? init : { ...init, body });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await bodyOf(response, new URL(url).origin, maxBytes),
  };
}

/** In a browser `user-agent` is the browser's own, and another one would have to be allowed by the service for other origins. */
const allowedHeaders = ({ 'user-agent': agent, ...headers }: TransportRequest['headers']): Record<string, string> =>
  agent === undefined || isBrowser() ? headers : { ...headers, 'user-agent': agent };

async function bodyOf({ body, headers }: Response, sender: string, maxBytes: number): Promise<Uint8Array> {
  if (body === null) return new Uint8Array(0);
  if (Number(headers.get('content-length') ?? 0) > maxBytes) {
    await body.cancel();
    throw oversizeError(sender, maxBytes);
  }
  return bytesUpTo(chunksOf(body), maxBytes).catch((error: unknown) => {
    if (!(error instanceof InputProblem)) throw error;
    const isCompressed = (headers.get('content-encoding') ?? 'identity') !== 'identity';
    throw isCompressed ? oversizeContentError(maxBytes) : oversizeError(sender, maxBytes);
  });
}

/** Streams are not iterable in every browser. Leaving the loop closes the connection. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A stream that has ended or failed has nothing to cancel.
    await reader.cancel().catch(() => undefined);
  }
}
