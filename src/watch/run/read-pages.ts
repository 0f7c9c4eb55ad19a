/** Makes the calls of a look. */
import { unlessAborted } from '../../client/waits.ts';
import type { PagedEndpointName } from '../../contract/endpoints.ts';
import { MarketplaceError } from '../../contract/errors.ts';
import {
  type AnyEnvelope,
  type AnyMarketplace,
  type CallFunction,
  type CallOptions,
  callOf,
  type EndpointMethods,
  methodsOf,
  type ObservedResponse,
} from '../../contract/marketplace.ts';
import { endpointPages } from '../../paging/endpoint-pages.ts';
import { usageOf } from '../../paging/walk.ts';
import type { NewTarget } from '../targets/stored-target.ts';

/** How the pages of a look are read. */
export interface ReadOptions {
  marketplace: AnyMarketplace;
  signal: AbortSignal;
  /** Fields to read; all if absent. */
  fields: readonly string[] | undefined;
  /** Returns the idempotency key of the call of a page. */
  keyOf: (page: number) => string;
  /** Whether to keep the pages, for the place of each value. */
  keepsPages: boolean;
}

/** The results and the cost of the calls of a look so far. */
export class PagesRead {
  /** An envelope for each page. */
  readonly envelopes: AnyEnvelope[] = [];
  /** Credits that the calls have cost, also those of pages that were repeated. */
  credits = 0;
  /** The responses, if they are kept. */
  readonly responses: ObservedResponse[] = [];
}

/** Reads the pages of a target into `read`. @throws the error of a call, and the signal's reason */
export async function readPages(target: NewTarget, options: ReadOptions, read: PagesRead): Promise<void> {
  const { fields, signal } = options;
  const marketplace = countedMarketplace(options, read);
  const params = { ...target.params, ...(fields === undefined ? {} : { fields }) };
  if (target.pages === 1) {
    const call = marketplace[target.endpoint] as (params: unknown, options: CallOptions) => Promise<AnyEnvelope>;
    read.envelopes.push(await call(params, { signal }));
    return;
  }
  const endpoint = target.endpoint as PagedEndpointName;
  const pages = endpointPages(marketplace as AnyMarketplace, endpoint, params as never, {
    maxPages: target.pages,
    signal,
  });
  for await (const envelope of pages) read.envelopes.push(envelope);
}

/** Returns a marketplace whose calls have keys, and are counted. */
function countedMarketplace({ marketplace, signal, keyOf, keepsPages }: ReadOptions, read: PagesRead): EndpointMethods {
  const call = callOf(marketplace);
  const onResponse = (response: ObservedResponse) => {
    // Only a page has a URL: the responses of a service are JSON.
    if (keepsPages && response.url !== undefined) read.responses.push(response);
  };
  const counted: CallFunction = async (name, params, options) => {
    const { page = 1 } = params as { page?: number };
    try {
      const asked = call(name, params, { ...options, idempotencyKey: keyOf(page) }, onResponse);
      // A marketplace of the user can ignore the signal.
      const envelope = await unlessAborted(asked, signal);
      // The response of a visit that a kill has interrupted is repeated at no charge: its credit was paid, and not recorded.
      read.credits += usageOf(envelope.meta)?.requests_consumed || 1;
      return envelope;
    } catch (error) {
      if (error instanceof MarketplaceError) read.credits += error.usage?.requests_consumed ?? (error.billed ? 1 : 0);
      throw error;
    }
  };
  return methodsOf(counted);
}
