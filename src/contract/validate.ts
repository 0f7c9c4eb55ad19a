/** Checks the parameters of calls. */
import type * as z from 'zod';
import { type Language, type MarketplaceCode, NATIVE_LANGUAGE_MARKETPLACES } from './codes.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import { BadRequestError } from './errors.ts';
import type { FullParams, Params } from './marketplace.ts';
import { nearestOf } from './nearest.ts';
import { shortened, shown } from './shown.ts';
import { isWebUrl, similarValue } from './similar.ts';
import { marketplaceCodeOfHost } from './sites.ts';

/** Defaults of all calls of a marketplace. They override the defaults of the endpoints. */
export interface CallDefaults {
  marketplace?: MarketplaceCode | undefined;
  language?: Language | undefined;
}

/**
 * Returns the parameters of a call with all defaults.
 *
 * @throws BadRequestError `INVALID_PARAMETER` or `NATIVE_LANGUAGE_NOT_SUPPORTED`, with the parameter's name.
 */
export function validateParams<Name extends EndpointName>(
  name: Name,
  params: Params<Name>,
  defaults: CallDefaults = {},
): FullParams<Name> {
  const schema: z.ZodObject = endpoints[name].params;
  const given = withDefaults(name, params, defaults);
  const result = schema.safeParse(given);
  if (!result.success) throw invalid(result.error.issues, given, schema);
  const full = result.data as FullParams<Name>;
  const { marketplace, language } = full as CallDefaults;
  const code = name === 'scrape' ? marketplaceOfUrl(full as FullParams<'scrape'>) : marketplace;
  if (code !== undefined && language !== undefined) assertLanguage(code, language);
  return full;
}

/** Returns the marketplace of the URL's host. For a short link, whose host is not a marketplace, the given one. */
function marketplaceOfUrl({ url, marketplace }: FullParams<'scrape'>): MarketplaceCode | undefined {
  const own = marketplaceCodeOfHost(new URL(url).host);
  if (own !== undefined && marketplace !== undefined) assertMarketplace(own, marketplace);
  return own ?? marketplace;
}

/** Returns the marketplace of a call, for its events. A short link without `marketplace` has none: it counts as `us`. */
export function marketplaceOf({ marketplace, url }: { marketplace?: MarketplaceCode; url?: string }): MarketplaceCode {
  return marketplace ?? (url === undefined ? undefined : marketplaceCodeOfHost(new URL(url).host)) ?? 'us';
}

/**
 * Throws if `marketplace` is not the marketplace of the URL.
 *
 * @throws BadRequestError `INVALID_PARAMETER`
 */
export function assertMarketplace(own: MarketplaceCode, given: MarketplaceCode): void {
  if (own === given) return;
  throw new BadRequestError(
    `marketplace: "${given}" is not the marketplace of the URL: expected "${own}". Leave it out.`,
    {
      parameter: 'marketplace',
    },
  );
}

/**
 * Throws if the marketplace does not support the language.
 *
 * @throws BadRequestError `NATIVE_LANGUAGE_NOT_SUPPORTED`
 */
export function assertLanguage(marketplace: MarketplaceCode, language: Language): void {
  const native: readonly MarketplaceCode[] = NATIVE_LANGUAGE_MARKETPLACES;
  if (language === 'native' && !native.includes(marketplace)) {
    throw new BadRequestError(
      `language: "native" is not supported on the marketplace "${marketplace}": expected "en", or one of the marketplaces ${native.join(', ')}.`,
      { code: 'NATIVE_LANGUAGE_NOT_SUPPORTED', parameter: 'language' },
    );
  }
}

/** Removes `undefined`, which callers may pass for a default, and adds the marketplace's defaults. */
function withDefaults(name: EndpointName, params: unknown, defaults: CallDefaults): Record<string, unknown> {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw new BadRequestError(`params: ${shown(params)} is not an object: expected the parameters of ${name}.`, {
      parameter: 'params',
    });
  }
  // The marketplace of a page is in its URL: a default must not contradict it.
  const { marketplace, ...rest } = defaults;
  return { ...defined(rest), ...(name === 'scrape' ? {} : defined({ marketplace })), ...defined(params) };
}

function defined(members: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function invalid(
  issues: readonly z.core.$ZodIssue[],
  given: Record<string, unknown>,
  schema: z.ZodObject,
): BadRequestError {
  const names = Object.keys(schema.shape);
  // A misspelled parameter is also a missing one: the misspelling is the cause.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  if (issue?.code === 'unrecognized_keys') {
    const parameter = String(issue.keys[0]);
    const nearest = nearestOf(parameter, names);
    const advice = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
    return new BadRequestError(`${shortened(parameter)}: unknown parameter: expected ${names.join(', ')}.${advice}`, {
      parameter,
    });
  }
  const parameter = String(issue?.path[0] ?? 'params');
  const { message = 'is invalid' } = issue ?? {};
  if (!(parameter in given)) {
    const [, expected = 'expected a value'] = message.split(/: (?=expected)/);
    return new BadRequestError(`${parameter}: missing: ${expected}.`, { parameter });
  }
  const value = given[parameter];
  const field = schema.shape[parameter] as z.ZodType;
  const similar = similarValue(value, (candidate) => field.safeParse(candidate).success);
  const place = Object.hasOwn(PLACES, parameter) ? PLACES[parameter] : undefined;
  const advice = [
    similar === undefined ? place : `Did you mean ${shown(similar)}?`,
    place !== undefined && isWebUrl(value) ? 'To read the page of a URL, call scrape.' : undefined,
  ].filter((sentence) => sentence !== undefined);
  return new BadRequestError([`${parameter}: ${shown(value)} ${message}.`, ...advice].join(' '), { parameter });
}

/** Where users find the ids. */
const PLACES: Readonly<Record<string, string>> = {
  asin: 'It is in the URL of the product, after /dp/.',
  sellerId: 'It is in the URL of the seller, after seller=.',
  node: 'It is in the URL of the category, after node=.',
};
