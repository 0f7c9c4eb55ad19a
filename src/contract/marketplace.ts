/** The interface that both backends implement, derived from the table of endpoints. */
import type { Language, MarketplaceCode } from './codes.ts';
import { ENDPOINT_NAMES, type EndpointName, type Endpoints } from './endpoints.ts';
import type { Envelope } from './envelope.ts';
import { MarketplaceError } from './errors.ts';
import type { AllFields, DataOf, FieldChoice, FieldsAsked, PageField } from './field-types.ts';
import type { FullParamsByEndpoint, PageDataByType, ParamsByEndpoint } from './generated/endpoints.ts';

/** Defaults of all calls of a marketplace. They override the defaults of the endpoints. */
export interface CallDefaults {
  marketplace?: MarketplaceCode | undefined;
  language?: Language | undefined;
}

/** The path of a field of an endpoint's data. For `scrape`, of any page type. */
export type FieldOf<Name extends EndpointName> = PageField<ResponsePageType<Name>>;

/** Parameters of a call, without `fields`. Parameters with a default are optional. */
export type Params<Name extends EndpointName> = ParamsByEndpoint[Name];

/** Parameters of a call, with `fields`, for calls that are made later: in batches and queues. */
export type CallParams<Name extends EndpointName> = Params<Name> & FieldChoice<ResponsePageType<Name>>;

/** Parameters of a call with all defaults. */
export type FullParams<Name extends EndpointName> = FullParamsByEndpoint[Name];

/** The types of the pages that an endpoint returns. */
export type ResponsePageType<Name extends EndpointName> = Endpoints[Name]['responses'][number];

/** The result of a call of an endpoint: branch on `found`, and for `scrape` also on `page_type`. */
export type EnvelopeOf<Name extends EndpointName, Field extends FieldsAsked = AllFields> = {
  [Type in ResponsePageType<Name>]: Envelope<Type, DataOf<PageDataByType[Type], Field>>;
}[ResponsePageType<Name>];

/** The result of a call of any endpoint. */
export type AnyEnvelope = { [Name in EndpointName]: EnvelopeOf<Name> }[EndpointName];

/** A time as text: `500ms`, `90s`, `15m`, `1.5h`, `7d`. */
export type DurationText = `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

/** A time: a number of milliseconds, or a text with a unit. */
export type Duration = number | DurationText;

/** Some members of an object of numbers, whose times can be texts too. */
export type Durations<Members> = {
  [Name in keyof Members]?: Name extends `${string}Ms` ? Duration | undefined : Members[Name] | undefined;
};

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, which rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Time that the call may work, including retries [milliseconds]. Waits for its turn do not count. @default the marketplace's `timeoutMs` */
  timeoutMs?: Duration | undefined;
  /** Time that the call may wait for its turn [milliseconds]. @default the marketplace's `queueTimeoutMs` */
  queueTimeoutMs?: Duration | undefined;
  /** Maximum number of retries. @default the marketplace's `retries` */
  retries?: number | undefined;
  /**
   * Further headers of the requests of the call. They can replace headers such as `user-agent`, but not the key, cookies, `host`, the idempotency key and
   * headers about bodies and connections.
   */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Calls with a higher number leave the queue of the marketplace first. @default 0 */
  priority?: number | undefined;
  /**
   * Identifies the call: 1 to 255 printable ASCII characters. Calls with the same key are charged once, also over restarts if the ledger is shared
   * or in a file. The local backend remembers a key for 7 days; the remote backend sends it as `Idempotency-Key`. Use a new key for other parameters.
   * @default none; the remote backend sends a random key
   */
  idempotencyKey?: string | undefined;
}

/** A method for each endpoint. */
export type EndpointMethods = {
  [Name in keyof Endpoints]: (params: Params<Name>, options?: CallOptions) => Promise<EnvelopeOf<Name>>;
};

/** The method of an endpoint. With the parameter `fields`, `data` has only these fields, also in its type. */
export type EndpointMethod<Name extends EndpointName> = <const Field extends FieldsAsked = AllFields>(
  params: Params<Name> & FieldChoice<ResponsePageType<Name>, Field>,
  options?: CallOptions,
) => Promise<EnvelopeOf<Name, Field>>;

/**
 * Any implementation of the calls: a {@link Marketplace}, or your own. Functions that take a marketplace accept it. Its methods need no support for
 * `fields`.
 */
export interface AnyMarketplace extends EndpointMethods {
  /** Closes all connections, timers and files. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Retail-marketplace data. The local and the remote backend return the same results and throw the same errors:
 * `BadRequestError` for a wrong parameter before anything is sent, `QuotaExceededError`, `BudgetExceededError`, `RateLimitError`, `AuthenticationError`,
 * `BlockedError`, `UnavailableError`, `ParseError`, `TransportError`, `InternalError`.
 */
export interface Marketplace {
  /**
   * Returns the data of one product. Costs one credit, also if it is not found; errors cost none.
   * `found: false` with `data: null`: the marketplace does not know the ASIN.
   *
   * @example
   * const { found, data } = await marketplace.product({ asin: 'B0LANTERN1', marketplace: 'us', fields: ['title', 'bb_price'] });
   */
  readonly product: EndpointMethod<'product'>;
  /**
   * Returns one page of the results of a keyword search, without advertisements. Costs one credit. A search without results has an empty list;
   * `found: false`: the page does not exist. `searchPages` reads several pages.
   *
   * @example
   * const { found, data } = await marketplace.search({ keyword: 'camping lantern', page: 2 });
   * if (found) for (const { asin, price } of data.shallow_parts) console.log(asin, price);
   */
  readonly search: EndpointMethod<'search'>;
  /**
   * Returns one page of the offers of a product; page 1 includes the featured offer. Costs one credit. `found: false`: the marketplace does not know the
   * ASIN; a product without offers has an empty list. `allOffers` reads all pages.
   *
   * @example
   * const { found, data } = await marketplace.offers({ asin: 'B0LANTERN1', condition: 'new' });
   * if (found) for (const { name, price } of data.product_sellers_info) console.log(name, price);
   */
  readonly offers: EndpointMethod<'offers'>;
  /**
   * Returns the profile of a seller. Costs one credit. `found: false`: the marketplace does not know the seller id.
   *
   * @example
   * const { found, data } = await marketplace.seller({ sellerId: 'A1LARKMOOR0US' });
   */
  readonly seller: EndpointMethod<'seller'>;
  /**
   * Returns one page of the products of a browse node. Costs one credit. `found: false`: the marketplace does not know the node. `categoryPages` reads
   * several pages.
   *
   * @example
   * const { found, data } = await marketplace.category({ node: '3375251', sort: 'price_asc' });
   */
  readonly category: EndpointMethod<'category'>;
  /**
   * Returns the data of any page of a marketplace: the type is detected from the URL. Branch on `found` and on `page_type`. Costs one credit.
   * `found: false`: the page does not exist.
   *
   * @example
   * const page = await marketplace.scrape({ url: 'https://www.amazon.com/dp/B0LANTERN1' });
   * if (page.found && page.page_type === 'product') console.log(page.data.title);
   */
  readonly scrape: EndpointMethod<'scrape'>;
  /** Closes all connections, timers and files. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A response as received: the service's JSON, or the marketplace's page. */
export interface RawResponse {
  /** HTTP status. */
  status: number;
  /** Header names in lower case. */
  headers: Record<string, string>;
  /** The body as a string. */
  body: string;
}

/** The response that call listeners receive. */
export interface ObservedResponse extends RawResponse {
  /** URL of the page after redirects. Local backend only. */
  url?: string;
  /** When the page was fetched, if it is a saved page. Local backend only. */
  fetchedAt?: Date;
}

/** Receives every response of a call, in order. */
export interface ResponseListener {
  (response: ObservedResponse): void;
  /** Called when the call starts to wait for its turn. Returns a function that is called, also more than once, when the wait has ended. */
  onWait?(details: { reason: string }): () => void;
}

/** Calls an endpoint. The listener receives every response of the call, in order. */
export type CallFunction = <Name extends EndpointName>(
  name: Name,
  params: Params<Name>,
  options?: CallOptions,
  onResponse?: ResponseListener,
) => Promise<EnvelopeOf<Name>>;

/** Key of a marketplace's call function, the same in the ESM and the CommonJS build. */
const CALL = Symbol.for('buybox.call');

/** Key of the defaults of a marketplace's calls. */
const DEFAULTS = Symbol.for('buybox.defaults');

/** Returns a method for each endpoint that calls a function. */
export const methodsOf = (call: CallFunction): EndpointMethods =>
  Object.fromEntries(
    ENDPOINT_NAMES.map((name) => {
      const method = (params: Params<typeof name>, options?: CallOptions) =>
        seenFrom(method, call(name, params, options));
      return [name, method];
    }),
  ) as unknown as EndpointMethods;

/** The text that V8 writes before each frame of a stack. */
const FRAME = '\n    at ';

/** Lets the stack of an error begin where the method was called, before the frames of the library. */
function seenFrom<Result>(method: (...given: never) => unknown, result: Promise<Result>): Promise<Result> {
  const place: { stack?: string } = {};
  // Only V8 has it.
  Error.captureStackTrace?.(place, method);
  return result.catch((error: unknown) => {
    // A program can replace the form of stacks.
    const [, ...callers] = typeof place.stack === 'string' ? place.stack.split(FRAME) : [];
    if (error instanceof MarketplaceError && typeof error.stack === 'string' && callers.length > 0) {
      const [head = '', ...own] = error.stack.split(FRAME);
      const value = [head, ...callers, ...own.filter((frame) => !callers.includes(frame))].join(FRAME);
      Reflect.defineProperty(error, 'stack', { value, writable: true, configurable: true });
    }
    throw error;
  });
}

/** Returns the call function of a marketplace; for an implementation that has only methods, such as a fake, one without responses. */
export const callOf = (marketplace: AnyMarketplace): CallFunction =>
  callFunctionOf(marketplace) ?? ((name, params, options) => marketplace[name](params as never, options) as never);

/** Returns a marketplace that calls and closes with the given functions. @param defaults Those of its calls */
export function marketplaceFrom(
  call: CallFunction,
  closeOnce: () => Promise<void>,
  { marketplace: code, language }: CallDefaults = {},
): Marketplace {
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeOnce();
    return closing;
  };
  const methods = methodsOf(call) as Pick<Marketplace, EndpointName>;
  const marketplace: Marketplace = { ...methods, close, [Symbol.asyncDispose]: close };
  Object.defineProperty(marketplace, DEFAULTS, { value: { marketplace: code, language } });
  return Object.defineProperty(marketplace, CALL, { value: call });
}

/** Returns the defaults of a marketplace's calls. Empty for implementations that are not from {@link marketplaceFrom}. */
export const defaultsOf = (marketplace: AnyMarketplace): CallDefaults =>
  (Object(marketplace) as { [DEFAULTS]?: CallDefaults })[DEFAULTS] ?? {};

/** Returns the call function of a marketplace from {@link marketplaceFrom}. `undefined` for other implementations, such as a fake. */
export const callFunctionOf = (marketplace: AnyMarketplace): CallFunction | undefined =>
  (Object(marketplace) as { [CALL]?: CallFunction })[CALL];
