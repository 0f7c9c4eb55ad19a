/** Sends one HTTP request with limits on time and size. Redirects, retries and cookies are handled elsewhere. */
import { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import got, { RequestError } from 'got';
import { MarketplaceError, TransportError } from '../../contract/errors.ts';
import type { Compression } from '../page-source.ts';
import { ACCEPT_ENCODING, decompress } from './body.ts';
import { publicLookup } from './guard.ts';

/** Limits and target of requests. */
export interface TransportOptions {
  /** A loopback origin that requests are sent to instead of the site. */
  via?: string | undefined;
  /** Timeout for connecting, in milliseconds. @default 10_000 */
  connectTimeoutMs?: number | undefined;
  /** Timeout for a response that sends no data, in milliseconds. @default 20_000 */
  idleTimeoutMs?: number | undefined;
  /** Largest size of a page in bytes, both compressed and decompressed. @default 20_000_000 */
  maxBytes?: number | undefined;
  /** Certificate authorities to trust in addition to the system's (PEM), for a proxy that decrypts TLS. */
  certificateAuthority?: string | undefined;
}

/** One HTTP request. */
export interface TransportRequest {
  url: URL;
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** The agent of a proxy. */
  agent?: HttpsAgent | undefined;
  signal: AbortSignal;
  /** If true, the body of the response is left compressed. */
  compressed?: boolean | undefined;
}

/** The response. Its body is decompressed unless `compression` is set. */
export interface TransportResponse {
  status: number;
  headers: Record<string, string>;
  /** Every `set-cookie` header. */
  cookies: string[];
  body: Uint8Array;
  compression?: Compression | undefined;
}

const MAX_SOCKETS = 16;

/** Sends the requests of one page source. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #http = new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS });

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** @throws TransportError if no complete response arrives; the signal's reason if it is aborted */
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
        throw new TransportError(`${url.origin}${url.pathname} returned more than ${maxBytes} bytes (maxBytes).`, {
          retryable: false,
        });
      }
      if (error instanceof MarketplaceError) throw error;
      throw failure(url, error);
    }
  }

  /** Closes all connections. */
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
      // A proxy looks up host names itself. HTTP/2 is used only without a proxy.
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

/** Only the URL and the code are kept: the HTTP client's error contains cookies and proxy credentials. */
function failure(url: URL, error: unknown): TransportError {
  const code = error instanceof RequestError ? error.code : undefined;
  const reason = code ?? (error instanceof Error ? error.name : String(error));
  return new TransportError(`${url.origin}${url.pathname} could not be fetched (${reason}).`, {
    ...(code === undefined ? {} : { cause: Object.assign(new Error(code), { code }) }),
  });
}
