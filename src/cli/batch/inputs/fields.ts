/** Named fields, of a CSV row or a JSON object -> the call that they stand for. */
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import { BadRequestError } from '../../../contract/errors.ts';
import type { Draft } from './input.ts';

/** The fields that say what a call is about, and the endpoint that each one asks for. */
const SUBJECTS = {
  asin: 'product',
  url: 'scrape',
  keyword: 'search',
  sellerId: 'seller',
  node: 'category',
} as const satisfies Record<string, EndpointName>;

/** What only a call about offers has beside an ASIN. */
const OFFERS_FIELDS = ['condition', 'page'] as const;

const ENDPOINT_NAMES: readonly string[] = Object.keys(endpoints);

/** All parameters, and `endpoint`, by their names without case and marks: `Seller ID` and `seller_id` are `sellerId`. */
const KNOWN = new Map(
  ['endpoint', ...Object.values(endpoints).flatMap(({ params }) => Object.keys(params.shape))].map((name) => [
    bare(name),
    name,
  ]),
);

/** The parameter that a heading names, or `endpoint`; nothing for a column of the user's own. */
export function parameterNamed(heading: string): string | undefined {
  return KNOWN.get(bare(heading));
}

/** Whether a heading says what a call is about. */
export function isSubject(heading: string): boolean {
  return Object.hasOwn(SUBJECTS, parameterNamed(heading) ?? '');
}

/**
 * The call that fields stand for. What is no parameter of its endpoint is the user's own.
 *
 * @throws BadRequestError when they do not tell the endpoint
 */
export function draftOfFields(fields: Readonly<Record<string, unknown>>, as: EndpointName | undefined): Draft {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  const known = new Map(
    given.flatMap(([heading, value]) => {
      const name = parameterNamed(heading);
      return name === undefined ? [] : [[name, value] as const];
    }),
  );
  const endpoint = known.get('endpoint') ?? as ?? endpointOf(known);
  const takes = (heading: string) => {
    const name = parameterNamed(heading);
    return name === 'endpoint' || (name !== undefined && (!isEndpoint(endpoint) || hasParameter(endpoint, name)));
  };
  known.delete('endpoint');
  return {
    endpoint,
    params: Object.fromEntries([...known].filter(([name]) => takes(name))),
    own: Object.fromEntries(Object.entries(fields).filter(([heading]) => !takes(heading))),
  };
}

/** Whether it is the name of an endpoint. */
export function isEndpoint(name: unknown): name is EndpointName {
  return typeof name === 'string' && ENDPOINT_NAMES.includes(name);
}

function hasParameter(endpoint: EndpointName, name: string): boolean {
  return Object.hasOwn(endpoints[endpoint].params.shape, name);
}

function endpointOf(known: ReadonlyMap<string, unknown>): EndpointName {
  const subjects = Object.entries(SUBJECTS).filter(([name]) => known.has(name));
  const [first, second] = subjects;
  const names = Object.keys(SUBJECTS).join(', ');
  if (first === undefined) throw new BadRequestError(`none of ${names} is given`, { parameter: 'endpoint' });
  if (second !== undefined) {
    const both = subjects.map(([name]) => name).join(' and ');
    throw new BadRequestError(`${both} are given; say what is meant by an endpoint column or --as`, {
      parameter: 'endpoint',
    });
  }
  const [name, endpoint] = first;
  return name === 'asin' && OFFERS_FIELDS.some((field) => known.has(field)) ? 'offers' : endpoint;
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
