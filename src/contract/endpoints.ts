/**
 * The one table of endpoints (design §2). The `Marketplace` interface, the backends, the command line and the documentation are derived
 * from it: a new endpoint is a row here and the parser of its page.
 */
import type * as z from 'zod';
import type { PageType } from './codes.ts';
import { BestsellerDataSchema, CategoryDataSchema, StorefrontDataSchema } from './data/lists.ts';
import { OffersDataSchema } from './data/offers.ts';
import { ProductDataSchema } from './data/product.ts';
import { ReviewsDataSchema } from './data/reviews.ts';
import { SearchDataSchema } from './data/search.ts';
import { StorefrontInfoDataSchema } from './data/seller.ts';
import {
  CategoryParamsSchema,
  OffersParamsSchema,
  ProductParamsSchema,
  ScrapeParamsSchema,
  SearchParamsSchema,
  SellerParamsSchema,
} from './params.ts';

/** The data schema of every page type. */
export const dataSchemas = {
  product: ProductDataSchema,
  search: SearchDataSchema,
  offers: OffersDataSchema,
  category: CategoryDataSchema,
  bestseller: BestsellerDataSchema,
  storefront: StorefrontDataSchema,
  seller: StorefrontInfoDataSchema,
  reviews: ReviewsDataSchema,
} as const satisfies Record<PageType, z.ZodType>;

/** A row of the table: how a call travels, what it takes, and what can come back. */
export interface Endpoint {
  /** How it is called. */
  method: 'GET' | 'POST';
  /** Where, below the service's address. */
  path: `/v1/${string}`;
  /** One line, for the documentation and `--help`. */
  summary: string;
  /** What it takes. */
  params: z.ZodObject;
  /** What can come back, by the type of the page. */
  responses: Partial<Record<PageType, z.ZodType>>;
}

/** Every endpoint (specification, "Endpoints"). */
export const endpoints = {
  /** Product detail data of one ASIN. */
  product: {
    method: 'GET',
    path: '/v1/product',
    summary: 'Product detail data of one ASIN.',
    params: ProductParamsSchema,
    responses: { product: dataSchemas.product },
  },
  /** A page of the results of a keyword search, organic entries only. */
  search: {
    method: 'GET',
    path: '/v1/search',
    summary: 'A page of the results of a keyword search, organic entries only.',
    params: SearchParamsSchema,
    responses: { search: dataSchemas.search },
  },
  /** A page of the offers of a product; page 1 carries the featured offer too. */
  offers: {
    method: 'GET',
    path: '/v1/offers',
    summary: 'A page of the offers of a product; page 1 carries the featured offer too.',
    params: OffersParamsSchema,
    responses: { offers: dataSchemas.offers },
  },
  /** A seller's profile. */
  seller: {
    method: 'GET',
    path: '/v1/seller',
    summary: "A seller's profile.",
    params: SellerParamsSchema,
    responses: { seller: dataSchemas.seller },
  },
  /** Any page of a marketplace, its type detected from the URL: branch on `page_type`. */
  scrape: {
    method: 'POST',
    path: '/v1/scrape',
    summary: 'Any page of a marketplace, its type detected from the URL.',
    params: ScrapeParamsSchema,
    responses: dataSchemas,
  },
  /** A page of the products of a browse node. */
  category: {
    method: 'GET',
    path: '/v1/category',
    summary: 'A page of the products of a browse node.',
    params: CategoryParamsSchema,
    responses: { category: dataSchemas.category },
  },
} as const satisfies Record<string, Endpoint>;

/** The table's type. */
export type Endpoints = typeof endpoints;
/** The name of an endpoint. */
export type EndpointName = keyof Endpoints;
