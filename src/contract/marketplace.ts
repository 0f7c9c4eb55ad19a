/** The interface that both backends implement, derived from the table of endpoints. */
import type * as z from 'zod';
import { ENDPOINT_NAMES, type EndpointName, type Endpoints } from './endpoints.ts';
import type { Envelope } from './envelope.ts';
import type { PageDataByType, ParamsByEndpoint } from './types/endpoints.ts';

/** What a caller gives to an endpoint; parameters with a default can be left out. */
export type Params<Name extends EndpointName> = ParamsByEndpoint[Name];

/** The parameters with the defaults in them. */
export type FullParams<Name extends EndpointName> = z.output<Endpoints[Name]['params']>;

/** The types of the pages that an endpoint returns. */
export type ResponsePageType<Name extends EndpointName> = Endpoints[Name]['responses'][number];

/** What an endpoint resolves to: a union told apart by `found`, and for `scrape` by `page_type`. */
export type EnvelopeOf<Name extends EndpointName> = {
  [Type in ResponsePageType<Name>]: Envelope<Type, PageDataByType[Type]>;
}[ResponsePageType<Name>];

/** What any endpoint resolves to. */
export type AnyEnvelope = { [Name in EndpointName]: EnvelopeOf<Name> }[EndpointName];

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call: it rejects with the signal's own reason. */
  signal?: AbortSignal | undefined;
  /** Budget of the whole call, retries included, in milliseconds. @default the marketplace's `timeoutMs` */
  timeoutMs?: number | undefined;
}

/** The calls of a marketplace, one a row of the table of endpoints. */
export type EndpointMethods = {
  [Name in keyof Endpoints]: (params: Params<Name>, options?: CallOptions) => Promise<EnvelopeOf<Name>>;
};

/**
 * Retail-marketplace data (design §4). The local and the remote backend implement it with the same answers and the same errors:
 * `BadRequestError` for a wrong parameter before anything is sent, `QuotaExceededError`, `RateLimitError`, `AuthenticationError`,
 * `BlockedError`, `UnavailableError`, `ParseError`, `TransportError`, `InternalError`.
 */
export interface Marketplace extends EndpointMethods {
  /** Ends what the marketplace holds open: connections, timers, files. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** An answer as it came over the wire: the service's JSON, or the marketplace's page. */
export interface RawResponse {
  /** HTTP status. */
  status: number;
  /** Header names in lower case. */
  headers: Record<string, string>;
  /** Text of the body. */
  body: string;
}

/** An answer as those are told it who listen to a call. */
export interface ObservedResponse extends RawResponse {
  /** The page's address after redirects; of the local backend. */
  url?: string;
  /** When the page was fetched, if that was not now: saved pages of the local backend. */
  fetchedAt?: Date;
}

/** Makes one call, of any endpoint; the listener is told every answer on the way, the last one last. */
export type CallFunction = <Name extends EndpointName>(
  name: Name,
  params: Params<Name>,
  options?: CallOptions,
  onResponse?: (response: ObservedResponse) => void,
) => Promise<EnvelopeOf<Name>>;

/** Where a marketplace keeps its call function; the same symbol in the ESM and the CommonJS build. */
const CALL = Symbol.for('buybox.call');

/** A marketplace out of the function that makes its calls and the one that closes it. */
export function marketplaceFrom(call: CallFunction, close: () => Promise<void>): Marketplace {
  const methods = Object.fromEntries(
    ENDPOINT_NAMES.map((name) => [
      name,
      (params: Params<typeof name>, options?: CallOptions) => call(name, params, options),
    ]),
  ) as unknown as EndpointMethods;
  const marketplace: Marketplace = { ...methods, close, [Symbol.asyncDispose]: close };
  return Object.defineProperty(marketplace, CALL, { value: call });
}

/** The call function of a marketplace that {@link marketplaceFrom} made; `undefined` for any other, such as a fake. */
export function callFunctionOf(marketplace: Marketplace): CallFunction | undefined {
  return (marketplace as { [CALL]?: CallFunction })[CALL];
}
