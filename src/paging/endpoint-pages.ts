/** The iterator over pages of every endpoint that has pages. */
import type { PagedEndpointName } from '../contract/endpoints.ts';
import type { AnyMarketplace, EnvelopeOf, Params } from '../contract/marketplace.ts';
import { categoryPages, searchPages } from './list-pages.ts';
import { offerPages } from './offer-pages.ts';
import type { PagingOptions } from './options.ts';

type PageIterator<Name extends PagedEndpointName> = (
  marketplace: AnyMarketplace,
  params: Params<Name>,
  options: PagingOptions,
) => AsyncIterable<EnvelopeOf<Name>>;

const ITERATORS: { readonly [Name in PagedEndpointName]: PageIterator<Name> } = {
  search: searchPages,
  offers: offerPages,
  category: categoryPages,
};

/**
 * Returns the pages of an endpoint, one after the other.
 *
 * @throws BadRequestError for invalid options, before anything is fetched. The iteration throws the errors of the calls.
 */
export const endpointPages = <Name extends PagedEndpointName>(
  marketplace: AnyMarketplace,
  name: Name,
  params: Params<Name>,
  options: PagingOptions,
): AsyncIterable<EnvelopeOf<Name>> => ITERATORS[name](marketplace, params, options);
