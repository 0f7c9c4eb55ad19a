/** HTTP to the service: kept-alive connections, limited in number; one request, one answer, no more. */
import { Agent as HttpAgent, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import got, { type Got, RequestError } from 'got';
import { TransportError } from '../contract/errors.ts';
import type { RawResponse } from '../contract/marketplace.ts';
import { version } from '../version.ts';
import { redact } from './api-key.ts';

/** A request to the service. */
export interface ServiceRequest {
  method: 'GET' | 'POST';
  url: string;
  key: string;
  /** JSON text. */
  body?: string | undefined;
  signal: AbortSignal;
}

/** The service's answer. */
export interface ServiceResponse {
  status: number;
  /** Names in lower case. */
  headers: IncomingHttpHeaders;
  body: string;
  /** Size of the body, decompressed. */
  bytes: number;
}

/** The connections of a marketplace. */
export class ServiceConnection {
  readonly #agents: { http: HttpAgent } | { https: HttpsAgent };
  readonly #client: Got;
  readonly #origin: string;

  constructor(baseUrl: string, maxConnections: number) {
    const { protocol, origin } = new URL(baseUrl);
    const options = { keepAlive: true, maxSockets: maxConnections, maxFreeSockets: maxConnections };
    this.#agents = protocol === 'https:' ? { https: new HttpsAgent(options) } : { http: new HttpAgent(options) };
    this.#origin = origin;
    this.#client = got.extend({
      agent: this.#agents,
      responseType: 'text',
      headers: { accept: 'application/json', 'user-agent': `buybox/${version}` },
      // A redirect would carry the key to wherever it leads.
      followRedirect: false,
      throwHttpErrors: false,
      // Attempts, their number and their budget are the call's affair.
      retry: { limit: 0 },
    });
  }

  /**
   * Sends a request, whatever status its answer has.
   *
   * @throws TransportError when no whole answer came; the signal's reason when that ends first
   */
  async send({ method, url, key, body, signal }: ServiceRequest): Promise<ServiceResponse> {
    const headers = { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const response = await this.#client(url, { method, headers, body, signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw this.failure(error, key);
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body,
      bytes: response.rawBody.byteLength,
    };
  }

  /** Ends all connections. */
  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /** got's errors hold the request with its headers, and so the key: only their words go on. */
  private failure(error: unknown, key: string): TransportError {
    const { code } = error instanceof RequestError ? error : { code: undefined };
    const message = redact(error instanceof Error ? error.message : String(error), key);
    return new TransportError(`${this.#origin} gave no answer: ${message}${code === undefined ? '' : ` (${code})`}`, {
      cause: Object.assign(new Error(message), code === undefined ? {} : { code }),
    });
  }
}

/** An answer for those who debug. A service that echoes the key must not bring it into their logs. */
export function shownResponse({ status, headers, body }: ServiceResponse, key: string): RawResponse {
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, redact(String(value), key)] as const],
  );
  return { status, headers: Object.fromEntries(flat), body: redact(body, key) };
}
