/** Reads the parameters of an HTTP request. Query values are strings: they become numbers if the parameter is a number. */
import { type EndpointName, endpoints } from './endpoints.ts';
import { canonicalFields } from './fields.ts';
import { isRecord, parseJson } from './json.ts';
import type { FullParams } from './marketplace.ts';
import type { Parameter, ParameterTable } from './parameter.ts';
import { shown } from './shown.ts';
import { wrongParameter } from './wrong-parameter.ts';

const EXPECTED_BODY = 'expected an object such as {"url": "https://www.amazon.com/dp/..."}.';

/** Returns the parameters of a GET request, not yet validated. `fields` can be one list or appear several times. @throws BadRequestError for another repeated parameter */
export function paramsOfQuery(name: EndpointName, query: URLSearchParams): Record<string, unknown> {
  const table: ParameterTable = endpoints[name].params;
  const given = new Map<string, unknown>();
  const fields: string[] = [];
  for (const [parameter, text] of query) {
    if (parameter === 'fields') {
      fields.push(...text.split(','));
      given.set(parameter, fields);
      continue;
    }
    if (given.has(parameter)) throw wrongParameter(parameter, 'appears twice: expected one value.');
    const row = Object.hasOwn(table, parameter) ? table[parameter] : undefined;
    given.set(parameter, row === undefined ? text : valueOfText(text, row));
  }
  return Object.fromEntries(given);
}

/** An amount without leading zeros: "9", "9.90". */
const AMOUNT = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Returns the value of a parameter that a text states: a number, if the parameter is one. Otherwise the text: "01" and "1.0" are not page numbers. */
export function valueOfText(text: string, parameter: Parameter): string | number {
  const { type } = parameter;
  const isNumber = type === 'wholeNumber' ? String(Number(text)) === text : type === 'amount' && AMOUNT.test(text);
  return isNumber ? Number(text) : text;
}

/** Returns the parameters of a POST request, not yet validated. @throws BadRequestError for a body that is not a JSON object */
export function paramsOfBody(contentType: string | undefined, text: string): Record<string, unknown> {
  const [mediaType = ''] = (contentType ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    const given = mediaType === '' ? 'is missing' : `is ${shown(mediaType)}`;
    throw wrongParameter('content-type', `${given}: expected application/json.`);
  }
  let body: unknown;
  try {
    body = parseJson(text);
  } catch (cause) {
    throw wrongParameter('body', `is not JSON, or nested too deep: ${EXPECTED_BODY}`, cause);
  }
  if (isRecord(body)) return body;
  throw wrongParameter('body', `is not a JSON object: ${EXPECTED_BODY}`);
}

/** Returns the URL of a call: with all parameters for GET, without parameters for POST. @param baseUrl A URL without a slash at its end. */
export function requestUrl<Name extends EndpointName>(baseUrl: string, name: Name, params: FullParams<Name>): string {
  const { method, path } = endpoints[name];
  const url = `${baseUrl}${path}`;
  if (method !== 'GET') return url;
  const query = new URLSearchParams();
  for (const [parameter, value] of Object.entries(params)) {
    if (Array.isArray(value)) query.set(parameter, canonicalFields(value).join());
    else if (value !== undefined) query.set(parameter, String(value));
  }
  return `${url}?${query}`;
}
