/** The named fields of a CSV row or a JSON object -> endpoint, parameters, and the user's own fields. */
import { ENDPOINT_NAMES, type EndpointName, endpoints, isEndpointName } from '../contract/endpoints.ts';
import { BadRequestError } from '../contract/errors.ts';
import { synonymOf } from '../contract/similar.ts';
import { wrongParameter } from '../options/checks.ts';
import type { InputFields } from './requests.ts';

/** The parameters that identify an endpoint when no endpoint is named. */
const MAIN_PARAMETERS: readonly string[] = [...new Set(ENDPOINT_NAMES.map((name) => endpoints[name].subject))];

/** Their names, for messages. */
export const MAIN_PARAMETER_NAMES: string = MAIN_PARAMETERS.join(', ');

/** All parameters, and `endpoint`, by their bare names: `Seller ID` and `seller_id` mean `sellerId`. */
const PARAMETERS = new Map(
  ['endpoint', ...Object.values(endpoints).flatMap(({ params }) => Object.keys(params))].map((name) => [
    bareName(name),
    name,
  ]),
);

const PARAMETER_NAMES = [...PARAMETERS.values()];

function bareName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Returns the parameter that a field's name means, or `endpoint`; `undefined` for a field of the user's own. */
export function parameterOf(field: string): string | undefined {
  return PARAMETERS.get(bareName(field));
}

/** Whether a line has the name of a parameter that identifies an endpoint, as the header of a CSV file does. */
export function isHeader(line: string): boolean {
  return line.split(/[,;\t]/).some((cell) => MAIN_PARAMETERS.includes(parameterOf(cell) ?? ''));
}

/**
 * Sorts fields into endpoint, parameters and the user's own fields. A parameter that the endpoint does not take is the user's own.
 *
 * @throws BadRequestError when the endpoint cannot be detected, or a field has another name of a parameter that is not given
 */
export function inputFieldsOf(
  fields: Readonly<Record<string, unknown>>,
  as: EndpointName | undefined,
): InputFields & { endpoint: unknown } {
  const entries = Object.entries(fields).map(([field, value]) => ({ field, value, name: parameterOf(field) }));
  const given = new Map(
    entries.flatMap(({ name, value }) =>
      name === undefined || value === undefined || value === '' ? [] : [[name, value] as const],
    ),
  );
  const endpoint = given.get('endpoint') ?? as ?? detectEndpoint(given);
  given.delete('endpoint');
  const isTaken = (name: string | undefined) =>
    name === 'endpoint' || (name !== undefined && (!isEndpointName(endpoint) || takes(endpoint, name)));
  for (const { field, value, name } of entries) {
    const meant = name === undefined && value !== '' ? synonymOf(bareName(field), PARAMETER_NAMES) : undefined;
    // A country that is only copied would be charged for the prices of another one.
    if (meant !== undefined && !given.has(meant) && isTaken(meant)) throw wrongParameter(field, otherNameOf(meant));
  }
  return {
    endpoint,
    params: Object.fromEntries([...given].filter(([name]) => isTaken(name))),
    own: Object.fromEntries(entries.flatMap(({ field, value, name }) => (isTaken(name) ? [] : [[field, value]]))),
  };
}

const otherNameOf = (parameter: string): string =>
  `is not a parameter. Did you mean "${parameter}"? Rename it, or add "${parameter}" if it is your own.`;

function takes(endpoint: EndpointName, parameter: string): boolean {
  return Object.hasOwn(endpoints[endpoint].params, parameter);
}

function detectEndpoint(given: ReadonlyMap<string, unknown>): EndpointName {
  const [main, second] = MAIN_PARAMETERS.filter((name) => given.has(name));
  if (second !== undefined) {
    const advice = 'Name the endpoint in an endpoint column, or for the whole file: --as on the command line.';
    throw wrongParameter('endpoint', `both ${main} and ${second} are given. ${advice}`);
  }
  const [first, ...others] = ENDPOINT_NAMES.filter((name) => endpoints[name].subject === main);
  if (first === undefined)
    throw new BadRequestError(`no parameter: expected one of ${MAIN_PARAMETER_NAMES}`, { parameter: 'endpoint' });
  // Of endpoints with the same main parameter, the one that takes most of the others; the first one if several do.
  const count = (name: EndpointName) => [...given.keys()].filter((parameter) => takes(name, parameter)).length;
  return others.reduce((best, name) => (count(name) > count(best) ? name : best), first);
}
