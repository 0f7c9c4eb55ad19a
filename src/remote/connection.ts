/** Requests to the service and its responses, over any transport. The key never leaves it. */
import { MarketplaceError } from '../contract/errors.ts';
import type { RawResponse } from '../contract/marketplace.ts';
import { withoutEchoes } from '../options/secrets.ts';
import { version } from '../version.ts';
import { isRandom } from './api-key.ts';
import { connectionFailure } from './connection-failure.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

/** A request to the service. Its headers are those of the caller. */
export interface ServiceRequest extends TransportRequest {
  /** Empty if no key is sent. */
  key: string;
  /** Identifies the call. All its attempts have the same one, so that the service charges it once. */
  idempotencyKey: string;
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

/** Headers of every request. */
const HEADERS = { accept: 'application/json', 'user-agent': `buybox/${version}` };

const DECODER = new TextDecoder();

/**
 * Sends a request and returns the response, whatever its status.
 *
 * @throws TransportError if no complete response arrives, or the signal's reason if it aborts
 */
export async function sendRequest(transport: Transport, request: ServiceRequest): Promise<ServiceResponse> {
  const { key, idempotencyKey, ...sent } = request;
  const headers: TransportRequest['headers'] = {
    ...HEADERS,
    ...sent.headers,
    ...(key === '' ? {} : { 'x-api-key': key }),
    'idempotency-key': idempotencyKey,
    ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  let response: TransportResponse;
  try {
    response = await transport.send({ ...sent, headers });
  } catch (error) {
    sent.signal.throwIfAborted();
    throw error instanceof MarketplaceError ? error : connectionFailure(error, new URL(sent.url).origin, key);
  }
  const { status, body } = response;
  const text = DECODER.decode(body);
  const isData = status >= 200 && status < 300 && !isRandom(key);
  return {
    status,
    headers: shownHeaders(response.headers, key),
    body: isData ? text : withoutEchoes(text, key),
    bytes: body.byteLength,
  };
}

/** Returns the headers without the key, which the service could echo, and without cookies. */
function shownHeaders(headers: TransportResponse['headers'], key: string): Record<string, string> {
  const { 'set-cookie': _, ...kept } = headers;
  // Most responses echo nothing: one search over all headers is enough.
  const all = Object.entries(kept).join('\n');
  if (withoutEchoes(all, key) === all) return kept;
  const shown = Object.entries(kept).map(
    ([name, value]) => [withoutEchoes(name, key), withoutEchoes(value, key)] as const,
  );
  return Object.fromEntries(shown);
}

/** Returns a response for debugging, without the key. */
export const shownResponse = ({ status, headers, body }: ServiceResponse, key: string): RawResponse => ({
  status,
  headers,
  body: withoutEchoes(body, key),
});
