/** Sends one HTTP request with limits on time and size. Redirects, retries and cookies are handled elsewhere. */
import { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import got, { RequestError } from 'got';
import { MarketplaceError, TransportError } from '../../contract/errors.ts';
import type { Duration } from '../../contract/marketplace.ts';
import { ACCEPT_ENCODING, type Received, receive } from '../../http/receive.ts';
import { DEFAULTS, LOCAL_DEFAULTS } from '../../options/defaults.ts';
import type { Checked } from '../../options/table.ts';
import { type Lookup, publicLookup } from '../guard.ts';
import type { Compression } from '../page-source.ts';
import { ProxyFault } from '../proxies/proxy-fault.ts';
import { TunnelAgent } from '../proxies/tunnel.ts';
import { Http2Connections } from './http2-connections.ts';

/** Agents of `node:http` and `node:https`. */
export interface Agents {
  /** For requests to `via`. */
  http?: HttpAgent | undefined;
  /** For requests to the sites. */
  https?: HttpsAgent | undefined;
}

/** Limits and target of requests. */
export interface TransportOptions {
  /** A loopback origin that requests are sent to instead of the site. */
  via?: string | undefined;
  /**
   * Your own agents, instead of proxies. You close them. Requests then use HTTP/1.1. An agent that connects or looks up host names by itself is not kept
   * from private IP addresses.
   */
  agent?: Agents | undefined;
  /** Timeout for connecting, in milliseconds. @default 10_000 */
  connectTimeoutMs?: Duration | undefined;
  /** Timeout for a response that sends no data, in milliseconds. @default 20_000 */
  idleTimeoutMs?: Duration | undefined;
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
  agent?: TunnelAgent | undefined;
  /** The connections of the session. @default those of the transport */
  connections?: Http2Connections | undefined;
  signal: AbortSignal;
  /** If true, the body of the response is left compressed. */
  compressed?: boolean | undefined;
}

/** The response. Its body is decompressed unless `compression` is set. */
export interface TransportResponse extends Received {
  compression?: Compression | undefined;
}

const MAX_SOCKETS = 16;

/** Sends the requests of one page source. */
export class Transport {
  readonly #options: Checked<TransportOptions>;
  readonly #lookup: Lookup;
  /** Sockets of proxies that no request has yet. */
  readonly #opening = new Set<Socket>();
  readonly #http = new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  readonly #connections: Http2Connections;

  constructor(options: Checked<TransportOptions>, lookup: Lookup = publicLookup) {
    this.#options = options;
    this.#lookup = lookup;
    this.#connections = this.connections();
  }

  /** @throws TransportError if no complete response arrives; the signal's reason if it is aborted; ProxyFault if the proxy fails before */
  async send(request: TransportRequest): Promise<TransportResponse> {
    const { url, signal, compressed, connections = this.#connections } = request;
    const { maxBytes = DEFAULTS.maxBytes } = this.#options;
    const { via } = this.#options;
    const target = via === undefined ? url.href : `${via}${url.pathname}${url.search}`;
    const options = this.requestOptions(request, connections);
    try {
      const request = got.stream(target, { ...options, signal });
      connections.observe(request);
      const sender = `${url.origin}${url.pathname}`;
      const response = await receive({ request, sender, maxBytes, compressed });
      const encoding = compressed === true ? response.headers['content-encoding'] : undefined;
      return encoding === undefined ? response : { ...response, compression: { encoding, maxBytes } };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof MarketplaceError) throw error;
      // A refused look-up and a proxy that fails say why.
      const { cause } = error instanceof RequestError ? error : {};
      if (cause instanceof MarketplaceError || cause instanceof ProxyFault) throw cause;
      throw failure(url, error);
    }
  }

  tunnel(proxy: string): TunnelAgent {
    const { connectTimeoutMs: stepMs = LOCAL_DEFAULTS.connectTimeoutMs, certificateAuthority } = this.#options;
    return new TunnelAgent(proxy, { stepMs, certificateAuthority, lookup: this.#lookup, opening: this.#opening });
  }

  connections(): Http2Connections {
    return new Http2Connections(this.#lookup);
  }

  /** Closes all connections but those of sessions. */
  close(): void {
    this.#http.destroy();
    this.#connections.destroy();
    for (const socket of this.#opening) socket.destroy();
  }

  private requestOptions(
    { url, method = 'GET', headers, body, agent }: TransportRequest,
    { lookup: dnsLookup }: Http2Connections,
  ) {
    const {
      via,
      agent: own,
      connectTimeoutMs: connect = LOCAL_DEFAULTS.connectTimeoutMs,
      idleTimeoutMs: socket = LOCAL_DEFAULTS.idleTimeoutMs,
      certificateAuthority,
    } = this.#options;
    const https = agent ?? own?.https;
    return {
      method,
      headers: { ...headers, 'accept-encoding': ACCEPT_ENCODING, ...(via === undefined ? {} : { host: url.host }) },
      ...(body === undefined ? {} : { body }),
      decompress: false,
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      timeout: { lookup: connect, connect, secureConnect: connect, socket },
      // A proxy looks up host names itself. HTTP/2 is used only without an agent.
      ...(https === undefined ? {} : { agent: { https } }),
      ...(via === undefined ? { http2: https === undefined, dnsLookup } : { agent: { http: own?.http ?? this.#http } }),
      ...(certificateAuthority === undefined ? {} : { https: { certificateAuthority } }),
    };
  }
}

/** Only the URL and the code are kept: the HTTP client's error contains cookies and proxy credentials. */
function failure(url: URL, error: unknown): TransportError {
  const code = error instanceof RequestError ? error.code : undefined;
  const reason = code ?? (error instanceof Error ? error.name : String(error));
  return new TransportError(
    `${url.origin}${url.pathname} could not be fetched (${reason}). Check the network of this machine, and its proxy.`,
    { ...(code === undefined ? {} : { cause: Object.assign(new Error(code), { code }) }) },
  );
}
