/** Returns an envelope together with its HTTP response, for debugging. */
import { assertEndpoint, type EndpointName } from './endpoints.ts';
import { BadRequestError, InternalError } from './errors.ts';
import type { AllFields, FieldChoice, FieldsAsked } from './field-types.ts';
import {
  type AnyMarketplace,
  type CallOptions,
  callFunctionOf,
  type EnvelopeOf,
  type Params,
  type RawResponse,
  type ResponsePageType,
} from './marketplace.ts';

/**
 * Makes a call and returns its envelope with `status`, `headers` and `body` of the response: the service's JSON from the remote backend, the
 * marketplace's page from the local one. Failed calls reject as usual.
 *
 * @param marketplace A marketplace of this library. @throws BadRequestError `INVALID_CONFIGURATION` for another implementation of the interface,
 * `INVALID_PARAMETER` for the name of an unknown endpoint
 * @example
 * const { status, headers, body, ...envelope } = await withResponse(marketplace, 'product', { asin: 'B0LANTERN1' });
 */
export async function withResponse<Name extends EndpointName, const Field extends FieldsAsked = AllFields>(
  marketplace: AnyMarketplace,
  name: Name,
  params: Params<Name> & FieldChoice<ResponsePageType<Name>, Field>,
  options?: CallOptions,
): Promise<EnvelopeOf<Name, Field> & RawResponse> {
  const call = callFunctionOf(marketplace);
  if (call === undefined) {
    throw new BadRequestError(
      'marketplace: not a marketplace of this library: expected the result of createMarketplace, createLocalMarketplace or createRemoteMarketplace.',
      { code: 'INVALID_CONFIGURATION', parameter: 'marketplace' },
    );
  }
  assertEndpoint('name', name);
  let last: RawResponse | undefined;
  const envelope = await call(name, params, options, (response) => {
    last = response;
  });
  if (last === undefined) throw new InternalError('the call ended without a response.', { retryable: false });
  const { status, headers, body } = last;
  return { ...envelope, status, headers, body } as EnvelopeOf<Name, Field> & RawResponse;
}
