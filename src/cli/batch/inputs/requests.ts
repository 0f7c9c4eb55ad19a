/** What an input says -> a call that is right as far as can be known before it is made, or why it is none. */
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import { BadRequestError } from '../../../contract/errors.ts';
import type { Params } from '../../../contract/marketplace.ts';
import { paramsOfQuery } from '../../../contract/request-params.ts';
import { marketplaceCodeOfHost } from '../../../contract/sites.ts';
import { validateParams } from '../../../contract/validate.ts';
import { addressOf, isShortLink } from '../../../pages/index.ts';
import type { FileRequest } from '../../results/result-file.ts';
import { isEndpoint } from './fields.ts';
import type { Draft, Input, InputRules } from './input.ts';

/** The longest text of a wrong input that is kept. */
const LONGEST_TEXT = 2_000;

/** The input of a line. `read` gives what it says, or throws why it says nothing. */
export function inputOf(line: number, text: string, read: () => Draft, rules: InputRules): Input {
  let draft: Draft | undefined;
  try {
    draft = read();
    return { line, request: requestOf(draft, rules) };
  } catch (error) {
    if (!(error instanceof BadRequestError)) throw error;
    return { wrong: { line, text: text.slice(0, LONGEST_TEXT), draft, error } };
  }
}

/** The call with all its parameters, those that hold by default too: what it asks for does not change with the next run's settings. */
function requestOf({ endpoint, params, own }: Draft, { defaults, isLocal }: InputRules): FileRequest {
  if (!isEndpoint(endpoint)) {
    throw new BadRequestError(
      `endpoint: ${JSON.stringify(endpoint)} must be one of ${Object.keys(endpoints).join(', ')}`,
      { parameter: 'endpoint' },
    );
  }
  const full: Readonly<Record<string, unknown>> = validateParams(endpoint, typed(endpoint, params), defaults);
  if (typeof full.url === 'string') assertAddress(full.url, isLocal);
  // The parameters have been checked against the endpoint's schema.
  return { endpoint, params: full, ...own } as FileRequest;
}

/** Upper and lower case that people mix and the contract does not. */
const CASES: Readonly<Record<string, (text: string) => string>> = {
  asin: (text) => text.toUpperCase(),
  sellerId: (text) => text.toUpperCase(),
  marketplace: (text) => text.toLowerCase(),
  language: (text) => text.toLowerCase(),
};

/** Texts as the schema wants them: without blanks around, numbers as numbers. */
function typed<Name extends EndpointName>(endpoint: Name, params: Record<string, unknown>): Params<Name> {
  const texts = Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, (CASES[name] ?? String)(value.trim())]] : [],
  );
  return { ...params, ...paramsOfQuery(endpoint, new URLSearchParams(texts)) } as Params<Name>;
}

function assertAddress(url: string, isLocal: boolean): void {
  if (isShortLink(url)) return;
  if (isLocal || marketplaceCodeOfHost(new URL(url).host) === undefined) addressOf(url);
}
