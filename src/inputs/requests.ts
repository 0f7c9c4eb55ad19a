/** From an input to the request that it asks for, or to the reason why it is invalid. */
import { assertEndpoint, type EndpointName } from '../contract/endpoints.ts';
import { BadRequestError } from '../contract/errors.ts';
import type { CallDefaults, Params } from '../contract/marketplace.ts';
import { paramsOfQuery } from '../contract/request-params.ts';
import { marketplaceCodeOfHost } from '../contract/sites.ts';
import { validateParams } from '../contract/validate.ts';
import { detectOrThrow } from '../pages/urls/detect.ts';
import { isShortLink } from '../pages/urls/site.ts';
import type { FileRequest } from '../paging/result-line.ts';

/** The contents of an input, before they are checked. */
export interface InputFields {
  endpoint?: unknown;
  params: Record<string, unknown>;
  /** Members that are not parameters: they are copied to the result. */
  own: Record<string, unknown>;
}

/** An input that is not a valid request. */
interface InvalidInput {
  line: number;
  text: string;
  /** The parts that were understood. */
  fields: InputFields | undefined;
  error: BadRequestError;
}

/** A valid request. */
export interface CheckedInput {
  request: FileRequest;
  /** The parameters that are given, in the types of the endpoint: without defaults. */
  given: Readonly<Record<string, unknown>>;
}

/** An input of a file. */
export type Input =
  | (CheckedInput & { line: number; invalid?: undefined })
  | { request?: undefined; given?: undefined; invalid: InvalidInput };

/** Settings of every input of a file. */
export interface InputRules {
  /** The endpoint of inputs that name none. @default detected from each input */
  as: EndpointName | undefined;
  defaults: CallDefaults;
  /** Whether URLs must be of pages that this library parses. A service can know other pages. */
  isLocal: boolean;
}

/** Characters of an invalid input that are kept. */
const LONGEST_TEXT = 2_000;

/** Returns the input of a line. `parse` returns what the line says, or throws a `BadRequestError`. */
export function inputOf(line: number, text: string, parse: () => InputFields, rules: InputRules): Input {
  let fields: InputFields | undefined;
  try {
    fields = parse();
    return { line, ...checkedInput(fields, rules) };
  } catch (error) {
    if (!(error instanceof BadRequestError)) throw error;
    return { invalid: { line, text: text.slice(0, LONGEST_TEXT), fields, error } };
  }
}

/**
 * Returns the request with all its parameters, defaults included: the settings of a later run do not change what it asks for.
 *
 * @throws BadRequestError
 */
export function checkedInput(
  { endpoint, params, own }: InputFields,
  { defaults, isLocal }: Omit<InputRules, 'as'>,
): CheckedInput {
  assertEndpoint('endpoint', endpoint);
  const given = normalized(endpoint, params);
  const full: Readonly<Record<string, unknown>> = validateParams(endpoint, given, defaults);
  const { url } = full;
  if (typeof url === 'string' && !isShortLink(url)) {
    if (isLocal || marketplaceCodeOfHost(new URL(url).host) === undefined) detectOrThrow(url);
  }
  // `validateParams` has checked the parameters against the endpoint's schema.
  return { request: { endpoint, params: full, ...own } as FileRequest, given: { ...given } };
}

/** Parameters whose case files often get wrong. */
const CASES: Readonly<Record<string, (text: string) => string>> = {
  asin: (text) => text.toUpperCase(),
  sellerId: (text) => text.toUpperCase(),
  marketplace: (text) => text.toLowerCase(),
  language: (text) => text.toLowerCase(),
};

/** Trims strings, and converts them to the types of the endpoint's parameters. */
function normalized<Name extends EndpointName>(endpoint: Name, params: Record<string, unknown>): Params<Name> {
  const strings = Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, (CASES[name] ?? String)(value.trim())]] : [],
  );
  return { ...params, ...paramsOfQuery(endpoint, new URLSearchParams(strings)) } as Params<Name>;
}
