/** HTTP to the service: a limited number of persistent connections. */
import { Agent as HttpAgent, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import got, { type Got } from 'got';
import { ACCEPT_ENCODING } from '../call/decompress.ts';
import { receive } from '../call/receive.ts';
import { MarketplaceError } from '../contract/errors.ts';
import type { RawResponse } from '../contract/marketplace.ts';
import { withoutEchoes } from '../settings/echoes.ts';
import { version } from '../version.ts';
import { isRandom } from './api-key.ts';
import { connectionFailure } from './connection-failure.ts';
import type { RemoteSettings } from './settings.ts';

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

/** A response of the service, without the key. A short key, which can be a word, stays in the body of a successful response. */
export interface ServiceResponse {
  status: number;
  /** Header names are in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Size of the decompressed body [bytes]. */
  bytes: number;
}

/** The connections of a marketplace to its service. */
export class ServiceConnection {
  readonly #agents: { http: HttpAgent } | { https: HttpsAgent };
  readonly #client: Got;
  readonly #origin: string;
  readonly #maxBytes: number;

  constructor({ baseUrl, maxConnections, maxBytes }: Pick<RemoteSettings, 'baseUrl' | 'maxConnections' | 'maxBytes'>) {
    const { protocol, origin } = new URL(baseUrl);
    const options = { keepAlive: true, maxSockets: maxConnections, maxFreeSockets: maxConnections };
    this.#agents = protocol === 'https:' ? { https: new HttpsAgent(options) } : { http: new HttpAgent(options) };
    this.#origin = origin;
    this.#maxBytes = maxBytes;
    this.#client = got.extend({
      agent: this.#agents,
      // `receive` decompresses, with a limit.
      decompress: false,
      headers: { accept: 'application/json', 'accept-encoding': ACCEPT_ENCODING, 'user-agent': `buybox/${version}` },
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
    const request = this.#client.stream(url, { method, headers, body, signal });
    const response = await receive({ request, sender: this.#origin, maxBytes: this.#maxBytes }).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        throw error instanceof MarketplaceError ? error : connectionFailure(error, this.#origin, key);
      },
    );
    const { statusCode: status, body: bytes } = response;
    const text = new TextDecoder().decode(bytes);
    const isData = status >= 200 && status < 300 && !isRandom(key);
    return {
      status,
      headers: shownHeaders(response.headers, key),
      body: isData ? text : withoutEchoes(text, key),
      bytes: bytes.byteLength,
    };
  }

  /** Closes all connections. */
  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }
}

/** Returns the headers without the key, which the service could echo, and without cookies. */
function shownHeaders(headers: IncomingHttpHeaders, key: string): Record<string, string> {
  const shown = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === 'set-cookie'
      ? []
      : [[withoutEchoes(name, key), withoutEchoes(String(value), key)] as const],
  );
  return Object.fromEntries(shown);
}

/** Returns a response for debugging, without the key. */
export function shownResponse({ status, headers, body }: ServiceResponse, key: string): RawResponse {
  return { status, headers, body: withoutEchoes(body, key) };
}
