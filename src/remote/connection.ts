/** HTTP to the service: a limited number of persistent connections. */
import { Agent as HttpAgent, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import got, { type Got } from 'got';
import type { RawResponse } from '../contract/marketplace.ts';
import { version } from '../version.ts';
import { redact } from './api-key.ts';
import { connectionFailure } from './connection-failure.ts';

/** A request to the service. */
export interface ServiceRequest {
  method: 'GET' | 'POST';
  url: string;
  key: string;
  /** Identifies the call. All its attempts have the same one, so that the service charges it once. */
  idempotencyKey: string;
  /** JSON. */
  body?: string | undefined;
  signal: AbortSignal;
}

/** A response of the service. */
export interface ServiceResponse {
  status: number;
  /** Header names are in lower case. */
  headers: IncomingHttpHeaders;
  body: string;
  /** Size of the decompressed body [bytes]. */
  bytes: number;
}

/** The connections of a marketplace to its service. */
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
      // A redirect would send the key to another host.
      followRedirect: false,
      throwHttpErrors: false,
      // `Call` retries.
      retry: { limit: 0 },
    });
  }

  /**
   * Sends a request and returns the response, whatever its status.
   *
   * @throws TransportError if no complete response arrives, or the signal's reason if it aborts
   */
  async send({ method, url, key, idempotencyKey, body, signal }: ServiceRequest): Promise<ServiceResponse> {
    const headers = {
      'x-api-key': key,
      'idempotency-key': idempotencyKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const response = await this.#client(url, { method, headers, body, signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw connectionFailure(error, this.#origin, key);
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body,
      bytes: response.rawBody.byteLength,
    };
  }

  /** Closes all connections. */
  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }
}

/** Returns a response for debugging, without the key, which the service could echo. */
export function shownResponse({ status, headers, body }: ServiceResponse, key: string): RawResponse {
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, redact(String(value), key)] as const],
  );
  return { status, headers: Object.fromEntries(flat), body: redact(body, key) };
}
