/** An envelope with the answer that it was read from, for those who debug (design §4). */
import type { EndpointName } from './endpoints.ts';
import { BadRequestError, InternalError } from './errors.ts';
import {
  type CallOptions,
  callFunctionOf,
  type EnvelopeOf,
  type Marketplace,
  type Params,
  type RawResponse,
} from './marketplace.ts';

/**
 * Makes a call and gives its envelope with `status`, `headers` and `body` of the answer beside: the service's JSON from the remote backend, the
 * marketplace's page from the local one. A failed call rejects as it does without.
 *
 * @param marketplace One of this library's. @throws BadRequestError `INVALID_CONFIGURATION` for another implementation of the interface
 * @example
 * const { status, headers, body, ...envelope } = await withResponse(marketplace, 'product', { asin: 'B08N5WRWNW' });
 */
export async function withResponse<Name extends EndpointName>(
  marketplace: Marketplace,
  name: Name,
  params: Params<Name>,
  options?: CallOptions,
): Promise<EnvelopeOf<Name> & RawResponse> {
  const call = callFunctionOf(marketplace);
  if (call === undefined) {
    throw new BadRequestError(
      'marketplace: withResponse needs a marketplace of createMarketplace, createLocalMarketplace or createRemoteMarketplace; this one is another implementation',
      { code: 'INVALID_CONFIGURATION', parameter: 'marketplace' },
    );
  }
  let last: RawResponse | undefined;
  const envelope = await call(name, params, options, (response) => {
    last = response;
  });
  if (last === undefined) throw new InternalError('the call ended without an answer to show', { retryable: false });
  const { status, headers, body } = last;
  const shown: RawResponse = { status, headers, body };
  return { ...envelope, ...shown };
}
