/** The table of endpoints. The `Marketplace` interface, the backends, the service, the command line and the documentation derive from it. */
import { PAGE_TYPES, type PageType } from './page-types.ts';
import type { ParameterTable } from './parameter.ts';
import { type Parameters, parameters } from './params.ts';
import { shown } from './shown.ts';
import { wrongParameter } from './wrong-parameter.ts';

/** A row of the table. */
export interface Endpoint {
  /** HTTP method. */
  readonly method: 'GET' | 'POST';
  /** Path below the URL of the service. */
  readonly path: `/v1/${string}`;
  /** One line for the documentation and `--help`. */
  readonly summary: string;
  /** The parameters. An endpoint with the parameter `page` has pages. */
  readonly params: ParameterTable;
  /** The parameter that says what the call is about. */
  readonly subject: string;
  /** Types of the pages that a call can return. */
  readonly responses: readonly PageType[];
  /** Parameters of an example call. */
  readonly example: Readonly<Record<string, string | number>>;
}

/** Without the values of the rows in their types. */
const params: { readonly [Name in keyof Parameters]: ParameterTable<Extract<keyof Parameters[Name], string>> } =
  parameters;

/** Every endpoint. */
export const endpoints = {
  /** Product data of one ASIN. */
  product: {
    method: 'GET',
    path: '/v1/product',
    summary: 'Product data of one ASIN.',
    params: params.product,
    subject: 'asin',
    responses: ['product'],
    example: { asin: 'B0LANTERN1' },
  },
  /** One page of the results of a keyword search, without advertisements. */
  search: {
    method: 'GET',
    path: '/v1/search',
    summary: 'One page of the results of a keyword search, without advertisements.',
    params: params.search,
    subject: 'keyword',
    responses: ['search'],
    example: { keyword: 'camping lantern' },
  },
  /** One page of the offers of a product; page 1 includes the featured offer. */
  offers: {
    method: 'GET',
    path: '/v1/offers',
    summary: 'One page of the offers of a product; page 1 includes the featured offer.',
    params: params.offers,
    subject: 'asin',
    responses: ['offers'],
    example: { asin: 'B0LANTERN1', condition: 'new' },
  },
  /** The profile of a seller. */
  seller: {
    method: 'GET',
    path: '/v1/seller',
    summary: 'The profile of a seller.',
    params: params.seller,
    subject: 'sellerId',
    responses: ['seller'],
    example: { sellerId: 'A1LARKMOOR0US' },
  },
  /** Any page of a marketplace; the type is detected from the URL: branch on `page_type`. */
  scrape: {
    method: 'POST',
    path: '/v1/scrape',
    summary: 'Any page of a marketplace; the type is detected from the URL.',
    params: params.scrape,
    subject: 'url',
    responses: PAGE_TYPES,
    example: { url: 'https://www.amazon.com/dp/B0LANTERN1' },
  },
  /** One page of the products of a browse node. */
  category: {
    method: 'GET',
    path: '/v1/category',
    summary: 'One page of the products of a browse node.',
    params: params.category,
    subject: 'node',
    responses: ['category'],
    example: { node: '7000004' },
  },
} as const satisfies Record<string, Endpoint>;

/** Type of the table. */
export type Endpoints = typeof endpoints;
/** The name of an endpoint. */
export type EndpointName = keyof Endpoints;

/** The names of all endpoints. */
export const ENDPOINT_NAMES: readonly EndpointName[] = /* @__PURE__ */ Object.keys(endpoints) as EndpointName[];

/** Whether a value is the name of an endpoint. */
export const isEndpointName = (value: unknown): value is EndpointName =>
  typeof value === 'string' && Object.hasOwn(endpoints, value);

/** Whether the responses of an endpoint have pages. */
export const isPaged = (name: EndpointName): name is PagedEndpointName => 'page' in endpoints[name].params;

/** The name of an endpoint whose responses have pages. */
export type PagedEndpointName = {
  [Name in EndpointName]: 'page' extends keyof Endpoints[Name]['params'] ? Name : never;
}[EndpointName];

/** Throws if the name is not that of an endpoint. @throws BadRequestError `INVALID_PARAMETER` */
export function assertEndpoint(parameter: string, name: unknown): asserts name is EndpointName {
  if (isEndpointName(name)) return;
  throw wrongParameter(parameter, `${shown(name)} is not an endpoint: expected one of ${ENDPOINT_NAMES.join(', ')}.`);
}
