/** Reads the parameters of an HTTP request. Query values are strings: they become numbers if the schema has a number. */
import * as z from 'zod';
import { type EndpointName, endpoints } from './endpoints.ts';
import { BadRequestError } from './errors.ts';
import { parseJson } from './json.ts';
import { shortened, shown } from './shown.ts';

const EXPECTED_BODY = 'expected an object such as {"url": "https://www.amazon.com/dp/..."}.';

/** Returns the parameters of a GET request, not yet validated. @throws BadRequestError for a repeated parameter */
export function paramsOfQuery(name: EndpointName, query: URLSearchParams): Record<string, unknown> {
  const { shape } = endpoints[name].params;
  const given = new Map<string, unknown>();
  for (const [parameter, text] of query) {
    if (given.has(parameter))
      throw new BadRequestError(`${shortened(parameter)}: appears twice: expected one value.`, { parameter });
    const field = Object.hasOwn(shape, parameter) ? (shape as Record<string, z.ZodType>)[parameter] : undefined;
    given.set(parameter, field === undefined ? text : valueOfText(text, kindOf(field).core));
  }
  return Object.fromEntries(given);
}

/** An amount without leading zeros: "9", "9.90". */
const AMOUNT = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Returns the number that a text states, if the parameter is a number. Otherwise the text: "01" and "1.0" are not page numbers. */
export function valueOfText(text: string, core: z.ZodType): string | number {
  if (!(core instanceof z.ZodNumber)) return text;
  const isNumber = core.format === 'safeint' ? String(Number(text)) === text : AMOUNT.test(text);
  return isNumber ? Number(text) : text;
}

/** Returns the parameters of a POST request, not yet validated. @throws BadRequestError for a body that is not a JSON object */
export function paramsOfBody(contentType: string | undefined, text: string): Record<string, unknown> {
  const [mediaType = ''] = (contentType ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    const given = mediaType === '' ? 'is missing' : `is ${shown(mediaType)}`;
    throw new BadRequestError(`content-type: ${given}: expected application/json.`, { parameter: 'content-type' });
  }
  let body: unknown;
  try {
    body = parseJson(text);
  } catch (cause) {
    throw new BadRequestError(`body: is not JSON, or nested too deep: ${EXPECTED_BODY}`, { parameter: 'body', cause });
  }
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  throw new BadRequestError(`body: is not a JSON object: ${EXPECTED_BODY}`, { parameter: 'body' });
}

/** The kind of a parameter. */
export interface ParameterKind {
  core: z.ZodType;
  isRequired: boolean;
  defaultValue: unknown;
}

/** Returns the kind of a parameter from its schema. */
export function kindOf(schema: z.ZodType): ParameterKind {
  if (schema instanceof z.ZodDefault) {
    return { core: schema.def.innerType as z.ZodType, isRequired: false, defaultValue: schema.def.defaultValue };
  }
  if (schema instanceof z.ZodExactOptional) {
    return { core: schema.def.innerType as z.ZodType, isRequired: false, defaultValue: undefined };
  }
  return { core: schema, isRequired: true, defaultValue: undefined };
}
