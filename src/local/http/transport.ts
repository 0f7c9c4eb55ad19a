/** One HTTP request with a site: limits on time and size, no redirects, no retries, no cookies: those are the session's. */
import { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import got, { RequestError } from 'got';
import { MarketplaceError, TransportError } from '../../contract/errors.ts';
import type { Compression } from '../page-source.ts';
import { ACCEPT_ENCODING, decompress } from './body.ts';
import { publicLookup } from './guard.ts';

/** Limits of an request. */
export interface TransportOptions {
  /** An origin on loopback that requests are sent to in place of the site. */
  via?: string | undefined;
  /** How long a connection may take, in milliseconds. @default 10_000 */
  connectTimeoutMs?: number | undefined;
  /** How long an answer may be silent, in milliseconds. @default 20_000 */
  idleTimeoutMs?: number | undefined;
  /** How many bytes a page may have, compressed as well as not. @default 20_000_000 */
  maxBytes?: number | undefined;
  /** Certificate authorities to trust beside the system's (PEM): for a proxy that opens connections. */
  certificateAuthority?: string | undefined;
}

/** A request. */
export interface TransportRequest {
  url: URL;
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** The agent of a proxy. */
  agent?: HttpsAgent | undefined;
  signal: AbortSignal;
  /** Leave the answer compressed. */
  compressed?: boolean | undefined;
}

/** Its answer, decompressed unless it was to stay as it is. */
export interface TransportResponse {
  status: number;
  headers: Record<string, string>;
  /** Every `set-cookie` header. */
  cookies: string[];
  body: Uint8Array;
  compression?: Compression | undefined;
}

const MAX_SOCKETS = 16;

/** Connections of one source of pages. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #http = new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS });

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** @throws TransportError when no whole answer arrives; the signal's reason when it is aborted */
  async send(request: TransportRequest): Promise<TransportResponse> {
    const { url, signal, compressed = false } = request;
    const { maxBytes = 20_000_000 } = this.#options;
    const oversized = new AbortController();
    try {
      const call = got(this.target(url), {
        ...this.requestOptions(request),
        signal: AbortSignal.any([signal, oversized.signal]),
      });
      call.on('downloadProgress', ({ transferred }) => {
        if (transferred > maxBytes) oversized.abort();
      });
      const { statusCode, headers, body } = await call;
      const encoding = headers['content-encoding'];
      const isLeft = compressed && encoding !== undefined;
      return {
        status: statusCode,
        headers: flat(headers),
        cookies: headers['set-cookie'] ?? [],
        body: isLeft ? body : await decompress(body, encoding, maxBytes),
        ...(isLeft ? { compression: { encoding, maxBytes } } : {}),
      };
    } catch (error) {
      signal.throwIfAborted();
      if (oversized.signal.aborted) {
        throw new TransportError(`${url.origin}${url.pathname} answers with more than ${maxBytes} bytes`, {
          retryable: false,
        });
      }
      if (error instanceof MarketplaceError) throw error;
      throw failure(url, error);
    }
  }

  /** Drops idle connections. */
  close(): void {
    this.#http.destroy();
  }

  private target(url: URL): string {
    const { via } = this.#options;
    return via === undefined ? url.href : `${via}${url.pathname}${url.search}`;
  }

  private requestOptions({ url, method = 'GET', headers, body, agent }: TransportRequest) {
    const { via, connectTimeoutMs = 10_000, idleTimeoutMs = 20_000, certificateAuthority } = this.#options;
    return {
      method,
      headers: { ...headers, 'accept-encoding': ACCEPT_ENCODING, ...(via === undefined ? {} : { host: url.host }) },
      ...(body === undefined ? {} : { body }),
      responseType: 'buffer' as const,
      decompress: false,
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      timeout: {
        lookup: connectTimeoutMs,
        connect: connectTimeoutMs,
        secureConnect: connectTimeoutMs,
        socket: idleTimeoutMs,
      },
      // Through a proxy names are looked up there; HTTP/2 is spoken where the site offers it, without one.
      ...(agent === undefined ? {} : { agent: { https: agent } }),
      ...(via === undefined
        ? { http2: agent === undefined, dnsLookup: publicLookup }
        : { agent: { http: this.#http } }),
      ...(certificateAuthority === undefined ? {} : { https: { certificateAuthority } }),
    };
  }
}

function flat(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name.startsWith(':') ? [] : [[name, String(value)]],
    ),
  );
}

/** The message names the address and the code alone: the request that hangs on the library's error has cookies and proxy keys in it. */
function failure(url: URL, error: unknown): TransportError {
  const code = error instanceof RequestError ? error.code : undefined;
  const reason = code ?? (error instanceof Error ? error.name : String(error));
  return new TransportError(`${url.origin}${url.pathname} could not be fetched (${reason})`);
}
