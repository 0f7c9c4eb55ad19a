/** An example response of each endpoint, for the OpenAPI document. */

import type { ProductData } from '../contract/data/product.ts';
import type { SearchResultEntry } from '../contract/data/search.ts';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { PageDataByType } from '../contract/generated/endpoints.ts';
import type { AnyEnvelope, Params } from '../contract/marketplace.ts';
import type { PageType } from '../contract/page-types.ts';
import { requestUrl } from '../contract/request-params.ts';
import { validateParams } from '../contract/validate.ts';

/** Members of a product on lists and on its page. */
const LANTERN = {
  asin: endpoints.product.example.asin,
  title: 'Camping Lantern, Rechargeable, 1000 Lumen',
  currency: 'USD',
  rating: 4.6,
  reviews: 12_841,
  is_prime: true,
  in_stock: true,
  bought_past_month: 2_000,
  image_url: 'https://images.example.com/lantern.jpg',
} as const;

const ENTRY: SearchResultEntry = {
  ...LANTERN,
  index_on_page: 1,
  page_number: 1,
  price: 34.99,
  shipping: 0,
  coupon: { unit: 'percent', value: 10 },
  promotion: null,
  has_variation_swatches: true,
  advertised_variation_count: 3,
  sampled_variation_asins: ['B0LANTERN2', 'B0LANTERN3'],
};

const PRODUCT: ProductData = {
  ...LANTERN,
  buybox: true,
  bb_price: 34.99,
  bsr: 12,
  promotion: {
    deal: null,
    list_price: { amount: 44.99, label: 'List Price:', savings_amount: 10, savings_percent: 22 },
  },
  brand: { name: 'Larkmoor', url: '/stores/Larkmoor' },
  category: { name: 'Sports & Outdoors', url: '/b?node=3375251' },
  sellers_all: 15,
};

/** Data by page type, cut to the typical fields. */
const DATA: { readonly [Type in PageType]?: PageDataByType[Type] } = {
  product: PRODUCT,
  search: {
    title: endpoints.search.example.keyword,
    current_page: 1,
    last_page_number: 7,
    total_results_count: 3_000,
    shallow_parts: [ENTRY],
  },
  offers: {
    sold_by_amazon: false,
    fba_count: 1,
    fbm_count: 0,
    product_sellers_info: [
      {
        name: 'Larkmoor Direct',
        price: 34.99,
        shipping_price: 0,
        is_fba: true,
        is_amazon: false,
        rating_percent: 97,
        reviews_count: 4_210,
        condition: 'new',
        condition_text: 'New',
        seller_id: endpoints.seller.example.sellerId,
        domain: 'com',
        is_just_launched: false,
        is_pinned: true,
        delivery: [
          {
            kind: 'standard',
            days_min: 3,
            days_max: 3,
            date_min: '2026-11-23',
            date_max: '2026-11-23',
            is_free: true,
            text: 'FREE delivery Monday, November 23',
          },
        ],
      },
    ],
    page_index: 0,
    total_pages: 2,
  },
  seller: {
    seller_id: endpoints.seller.example.sellerId,
    name: 'Larkmoor Direct',
    storefront_url: `/s?me=${endpoints.seller.example.sellerId}`,
    rating: 4.8,
    positive_percent: 97,
    ratings_count: 4_210,
    business_name: 'Larkmoor Trading LLC',
    business_address: ['1 Harbor Street', 'Portland', 'ME', '04101', 'US'],
  },
  category: {
    node_id: endpoints.category.example.node,
    name: 'Lanterns',
    title: 'Lanterns',
    current_page: 1,
    last_page_number: 20,
    total_results_count: 400,
    breadcrumbs: [{ name: 'Sports & Outdoors' }],
    subcategories: [{ node_id: '3400911', name: 'Headlamps', url: '/b?node=3400911' }],
    shallow_parts: [ENTRY],
  },
};

/** URLs of the pages that the responses are read from. */
const PAGES: { readonly [Type in PageType]?: string } = {
  product: `https://www.amazon.com/dp/${endpoints.product.example.asin}`,
  search: 'https://www.amazon.com/s?k=camping+lantern',
  offers: `https://www.amazon.com/gp/product/ajax/aodAjaxMain/?asin=${endpoints.offers.example.asin}`,
  seller: `https://www.amazon.com/sp?seller=${endpoints.seller.example.sellerId}`,
  category: `https://www.amazon.com/s?rh=n%3A${endpoints.category.example.node}`,
};

/** Returns the response to the example call of an endpoint. */
export function exampleResponse(name: EndpointName): AnyEnvelope {
  const { responses, example } = endpoints[name];
  const [page_type] = responses;
  const params = validateParams(name, example as Params<EndpointName>);
  const data = DATA[page_type] ?? null;
  return {
    success: true,
    found: data !== null,
    page_type,
    data,
    meta: {
      marketplace: 'us',
      language: 'en',
      timing_ms: 1240,
      request_url: requestUrl('https://api.example.com', name, params),
      timestamp: '2026-11-20T12:00:00.000Z',
      request_id: '3f0d4f0e-6a0c-4d7a-9a5e-0c7f5c1f4b11',
      usage: { requests_consumed: 1, requests_remaining: 9_999 },
      source: {
        url: PAGES[page_type],
        status: 200,
        attempts: 1,
        language: 'en',
        fetched_at: '2026-11-20T11:59:59.400Z',
      },
    },
  } as AnyEnvelope;
}
