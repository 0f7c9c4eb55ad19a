/** Checks the parameters of calls. */
import { type Language, type MarketplaceCode, NATIVE_LANGUAGE_MARKETPLACES } from './codes.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import { BadRequestError } from './errors.ts';
import { checkedFields } from './fields.ts';
import { isRecord } from './json.ts';
import type { CallDefaults, FullParams, Params } from './marketplace.ts';
import { aboveOther, checkedValue, isRequired, type Parameter, type ParameterTable } from './parameter.ts';
import { shown } from './shown.ts';
import { isWebUrl, nearestOf, similarValue } from './similar.ts';
import { marketplaceCodeOfHost } from './sites.ts';
import { wrongParameter } from './wrong-parameter.ts';

/** Returns the parameters of a call with all defaults. @throws BadRequestError `INVALID_PARAMETER` or `NATIVE_LANGUAGE_NOT_SUPPORTED` */
export function validateParams<Name extends EndpointName>(
  name: Name,
  params: Params<Name>,
  defaults: CallDefaults = {},
): FullParams<Name> {
  const { fields, ...given } = withDefaults(name, params, defaults);
  const full = {
    ...checkedParams(endpoints[name].params, given, ['fields']),
    ...(fields === undefined ? {} : { fields: checkedFields(fields, endpoints[name].responses) }),
  } as FullParams<Name>;
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
export const marketplaceOf = ({ marketplace, url }: { marketplace?: MarketplaceCode; url?: string }): MarketplaceCode =>
  marketplace ?? (url === undefined ? undefined : marketplaceCodeOfHost(new URL(url).host)) ?? 'us';

/** Throws if `marketplace` is not the marketplace of the URL. @throws BadRequestError `INVALID_PARAMETER` */
export function assertMarketplace(own: MarketplaceCode, given: MarketplaceCode): void {
  if (own === given) return;
  throw wrongParameter('marketplace', `"${given}" is not the marketplace of the URL: expected "${own}". Leave it out.`);
}

/** Throws if the marketplace does not support the language. @throws BadRequestError `NATIVE_LANGUAGE_NOT_SUPPORTED` */
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
  if (!isRecord(params))
    throw wrongParameter('params', `${shown(params)} is not an object: expected the parameters of ${name}.`);
  // The marketplace of a page is in its URL: a default must not contradict it.
  const { marketplace, ...rest } = defaults;
  return { ...defined(rest), ...(name === 'scrape' ? {} : defined({ marketplace })), ...defined(params) };
}

const defined = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Checks all parameters in the order of their table, and adds their defaults. @param others Further names, for messages. @throws BadRequestError */
export function checkedParams(
  table: ParameterTable,
  members: object,
  others: readonly string[] = [],
): Record<string, unknown> {
  const given = defined(members);
  assertKnown(table, given, others);
  const full: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(table)) {
    if (Object.hasOwn(given, name)) full[name] = valueIn(name, parameter, given[name]);
    else if (isRequired(parameter)) throw missing(name, parameter);
    else if (parameter.default !== undefined) full[name] = parameter.default;
  }
  assertOrder(table, full);
  return full;
}

/** A misspelled parameter is also a missing one: the misspelling is the cause, so it is reported first. */
function assertKnown(table: ParameterTable, given: Record<string, unknown>, others: readonly string[]): void {
  const parameter = Object.keys(given).find((name) => !Object.hasOwn(table, name));
  if (parameter === undefined) return;
  const names = [...Object.keys(table), ...others];
  const nearest = nearestOf(parameter, names);
  const advice = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  throw wrongParameter(parameter, `unknown parameter: expected ${names.join(', ')}.${advice}`);
}

function assertOrder(table: ParameterTable, full: Record<string, unknown>): void {
  for (const [name, row] of Object.entries(table)) {
    const other = row.type === 'amount' ? row.notAbove : undefined;
    if (other === undefined || full[name] === undefined || full[other] === undefined) continue;
    if (Number(full[name]) > Number(full[other])) throw invalid(name, row, full[name], aboveOther(other));
  }
}

function valueIn(name: string, parameter: Parameter, given: unknown): unknown {
  const checked = checkedValue(parameter, given);
  if ('problem' in checked) throw invalid(name, parameter, given, checked.problem);
  return checked.value;
}

function missing(parameter: string, { messages }: Parameter): BadRequestError {
  const [, expected = 'expected a value'] = messages.type.split(/: (?=expected)/);
  return wrongParameter(parameter, `missing: ${expected}.`);
}

function invalid(parameter: string, row: Parameter, value: unknown, problem: string): BadRequestError {
  const similar = similarValue(value, (candidate) => 'value' in checkedValue(row, candidate));
  const place = Object.hasOwn(PLACES, parameter) ? PLACES[parameter] : undefined;
  const advice = [
    similar === undefined ? place : `Did you mean ${shown(similar)}?`,
    place !== undefined && isWebUrl(value) ? 'To read the page of a URL, call scrape.' : undefined,
  ].filter((sentence) => sentence !== undefined);
  return wrongParameter(parameter, [`${shown(value)} ${problem}.`, ...advice].join(' '));
}

/** Where users find the ids. */
const PLACES: Readonly<Record<string, string>> = {
  asin: 'It is in the URL of the product, after /dp/.',
  sellerId: 'It is in the URL of the seller, after seller=.',
  node: 'It is in the URL of the category, after node=.',
};
