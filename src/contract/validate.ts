/** Parameters in, full parameters out, or a `BadRequestError` that names the one at fault. */
import { type Language, type MarketplaceCode, NATIVE_LANGUAGE_MARKETPLACES } from './codes.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import { BadRequestError } from './errors.ts';
import type { FullParams, Params } from './marketplace.ts';
import { marketplaceCodeOfHost } from './sites.ts';

/** The defaults of every call of a marketplace; they win over the specification's. */
export interface CallDefaults {
  marketplace?: MarketplaceCode | undefined;
  language?: Language | undefined;
}

/**
 * Checks the parameters of a call and fills in the defaults.
 *
 * @throws BadRequestError `INVALID_PARAMETER` or `NATIVE_LANGUAGE_NOT_SUPPORTED`, with the parameter's name.
 */
export function validateParams<Name extends EndpointName>(
  name: Name,
  params: Params<Name>,
  defaults: CallDefaults = {},
): FullParams<Name> {
  const schema = endpoints[name].params;
  const given = withDefaults(name, params, defaults);
  const result = schema.safeParse(given);
  if (!result.success) {
    const [issue] = result.error.issues;
    const parameter = issue?.code === 'unrecognized_keys' ? String(issue.keys[0]) : String(issue?.path[0] ?? 'params');
    throw new BadRequestError(
      invalid(
        parameter,
        given,
        issue?.code === 'unrecognized_keys' ? 'is no parameter of this endpoint' : (issue?.message ?? 'is invalid'),
        Object.keys(schema.shape),
      ),
      { parameter },
    );
  }
  const full = result.data as FullParams<Name>;
  const { marketplace, language } = full as CallDefaults;
  const place = name === 'scrape' ? placeOfPage(full as FullParams<'scrape'>) : marketplace;
  if (place !== undefined && language !== undefined) assertLanguage(place, language);
  return full;
}

/** The marketplace of the page, as far as its host tells: a short link's does not. */
function placeOfPage({ url, marketplace }: FullParams<'scrape'>): MarketplaceCode | undefined {
  const own = marketplaceCodeOfHost(new URL(url).host);
  if (own !== undefined && marketplace !== undefined) assertMarketplace(own, marketplace);
  return own ?? marketplace;
}

/**
 * Refuses a `marketplace` that is not the URL's.
 *
 * @throws BadRequestError `INVALID_PARAMETER`
 */
export function assertMarketplace(own: MarketplaceCode, given: MarketplaceCode): void {
  if (own === given) return;
  throw new BadRequestError(
    `marketplace: "${given}" is not the marketplace of the URL, which is "${own}"; leave it out`,
    { parameter: 'marketplace' },
  );
}

/**
 * Refuses `native` where the specification does not offer it.
 *
 * @throws BadRequestError `NATIVE_LANGUAGE_NOT_SUPPORTED`
 */
export function assertLanguage(marketplace: MarketplaceCode, language: Language): void {
  const native: readonly MarketplaceCode[] = NATIVE_LANGUAGE_MARKETPLACES;
  if (language === 'native' && !native.includes(marketplace)) {
    throw new BadRequestError(
      `language: "native" is not supported on the marketplace "${marketplace}"; use "en", or one of the marketplaces ${native.join(', ')}`,
      { code: 'NATIVE_LANGUAGE_NOT_SUPPORTED', parameter: 'language' },
    );
  }
}

/** Leaves `undefined` out, which a caller may pass for "the default", and puts the marketplace's defaults in. */
function withDefaults(name: EndpointName, params: unknown, defaults: CallDefaults): Record<string, unknown> {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw new BadRequestError(`params: ${display(params)} must be an object`, { parameter: 'params' });
  }
  // A page's marketplace is in its URL: a default must not contradict it.
  const { marketplace, ...rest } = defaults;
  return { ...defined(rest), ...(name === 'scrape' ? {} : defined({ marketplace })), ...defined(params) };
}

function defined(members: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function invalid(parameter: string, given: Record<string, unknown>, why: string, known: string[]): string {
  const value = parameter in given ? ` ${display(given[parameter])}` : '';
  const hint = parameter in given ? '' : ' (it is missing)';
  const unknown = known.includes(parameter) ? '' : `; it takes ${known.join(', ')}`;
  return `${parameter}:${value} ${why}${hint}${unknown}`;
}

function display(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
