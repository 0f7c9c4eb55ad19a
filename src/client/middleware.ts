/** Functions of users around the calls of a marketplace. */
import type { EndpointName } from '../contract/endpoints.ts';
import type { FieldChoice } from '../contract/field-types.ts';
import {
  type AnyEnvelope,
  type AnyMarketplace,
  type CallFunction,
  type CallOptions,
  callFunctionOf,
  callOf,
  defaultsOf,
  type FullParams,
  type Marketplace,
  marketplaceFrom,
  type ObservedResponse,
  type ResponsePageType,
} from '../contract/marketplace.ts';
import { validateParams } from '../contract/validate.ts';
import { invalidSetting, marketplaceIn, type Setting } from '../options/checks.ts';

/** A call on its way to the backend: branch on `endpoint`. */
export type MarketplaceCall = {
  [Name in EndpointName]: {
    readonly endpoint: Name;
    /** Its checked parameters, with all defaults. */
    readonly params: FullParams<Name> & FieldChoice<ResponsePageType<Name>>;
    /** Its options, as the caller gave them. */
    readonly options: CallOptions;
    /** Receives every response of the call, for `withResponse`. Pass it on to another marketplace. */
    readonly onResponse?: ((response: ObservedResponse) => void) | undefined;
  };
}[EndpointName];

/**
 * A function around calls. It returns what `next()` resolves to, or an envelope of its own, or throws. `next(changed)` goes on with another call; it may
 * be called more than once.
 *
 * @example
 * const timed: Middleware = async (call, next) => {
 *   const began = performance.now();
 *   const envelope = await next();
 *   console.log(call.endpoint, envelope.found, performance.now() - began);
 *   return envelope;
 * };
 */
export type Middleware = (
  call: MarketplaceCall,
  next: (changed?: MarketplaceCall) => Promise<AnyEnvelope>,
) => Promise<AnyEnvelope>;

/** Checks a list of middleware. @throws BadRequestError `INVALID_CONFIGURATION` */
export function middlewareList({ name, value }: Setting): readonly Middleware[] {
  const problem = 'is not valid: expected functions (call, next) => Promise<Envelope> in a list.';
  if (!Array.isArray(value)) throw invalidSetting(name, value, problem);
  const wrong = value.findIndex((entry) => typeof entry !== 'function');
  if (wrong >= 0) throw invalidSetting(`${name}[${wrong}]`, value[wrong], problem);
  return value;
}

/**
 * Returns a marketplace whose calls pass through functions, the first one outermost. Parameters are checked before. Closing it closes the given one.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for something else than a marketplace and functions
 * @example
 * const marketplace = withMiddleware(createMarketplace(), cached({ ttlMs: 60_000 }), logged(console));
 */
export function withMiddleware(marketplace: AnyMarketplace, ...middleware: readonly Middleware[]): Marketplace {
  marketplaceIn({ name: 'marketplace', value: marketplace });
  const list = middlewareList({ name: 'middleware', value: middleware });
  if (list.length === 0 && callFunctionOf(marketplace) !== undefined) return marketplace as Marketplace;
  const defaults = defaultsOf(marketplace);
  const last = callOf(marketplace);
  const pass = async (call: MarketplaceCall, index: number): Promise<AnyEnvelope> => {
    const current = list[index];
    if (current === undefined) return last(call.endpoint, call.params as never, call.options, call.onResponse);
    const envelope: AnyEnvelope = await current(call, (changed = call) => pass(changed, index + 1));
    if (typeof Object(envelope).found === 'boolean') return envelope;
    const expected = 'expected what next() resolves to, or an envelope of its own.';
    throw invalidSetting(`middleware[${index}]`, envelope ?? null, `is not an envelope: ${expected}`);
  };
  const through = async (
    endpoint: EndpointName,
    given: never,
    options: CallOptions = {},
    onResponse?: MarketplaceCall['onResponse'],
  ) => {
    const params = validateParams(endpoint, given, defaults);
    return pass({ endpoint, params, options, onResponse } as MarketplaceCall, 0);
  };
  return marketplaceFrom(through as CallFunction, () => marketplace.close(), defaults);
}
