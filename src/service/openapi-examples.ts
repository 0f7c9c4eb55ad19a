/** An example of each endpoint for the OpenAPI document: parameters and a shortened response. */
import type { SearchResultEntry } from '../contract/data/search.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { ResponseMeta } from '../contract/envelope.ts';
import type { EnvelopeOf, Params } from '../contract/marketplace.ts';

type Examples = { [Name in EndpointName]: { params: Params<Name>; response: EnvelopeOf<Name> } };

function meta(path: string, changes: Partial<ResponseMeta> = {}): ResponseMeta {
  return {
    marketplace: 'us',
    language: 'en',
    timing_ms: 1240,
    request_url: `https://api.example.com${path}`,
    timestamp: '2026-11-20T12:00:00.000Z',
    request_id: '3f0d4f0e-6a0c-4d7a-9a5e-0c7f5c1f4b11',
    usage: { requests_consumed: 1, requests_remaining: 9_999 },
    ...changes,
  };
}

const ENTRY: SearchResultEntry = {
  asin: 'B0LANTERN1',
  title: 'Camping Lantern, Rechargeable, 1000 Lumen',
  index_on_page: 1,
  page_number: 1,
  price: 34.99,
  currency: 'USD',
  shipping: 0,
  is_prime: true,
  rating: 4.6,
  reviews: 12_841,
  bought_past_month: 2_000,
  in_stock: true,
  coupon: { unit: 'percent', value: 10 },
  promotion: null,
  image_url: 'https://images.example.com/lantern.jpg',
  has_variation_swatches: true,
  advertised_variation_count: 3,
  sampled_variation_asins: ['B0LANTERN2', 'B0LANTERN3'],
};

const PRODUCT = {
  asin: 'B0LANTERN1',
  title: 'Camping Lantern, Rechargeable, 1000 Lumen',
  buybox: true,
  bb_price: 34.99,
  currency: 'USD',
  rating: 4.6,
  reviews: 12_841,
  bsr: 12,
  in_stock: true,
  is_prime: true,
  promotion: {
    deal: null,
    list_price: { amount: 44.99, label: 'List Price:', savings_amount: 10, savings_percent: 22 },
  },
  brand: { name: 'Larkmoor', url: '/stores/Larkmoor' },
  category: { name: 'Sports & Outdoors', url: '/b?node=3375251' },
  image_url: 'https://images.example.com/lantern.jpg',
  sellers_all: 15,
  bought_past_month: 2_000,
} as const;

/** The typical fields only. */
export const EXAMPLES: Examples = {
  product: {
    params: { asin: 'B0LANTERN1' },
    response: {
      success: true,
      found: true,
      page_type: 'product',
      data: PRODUCT,
      meta: meta('/v1/product?asin=B0LANTERN1'),
    },
  },
  search: {
    params: { keyword: 'camping lantern', page: 1 },
    response: {
      success: true,
      found: true,
      page_type: 'search',
      data: {
        title: 'camping lantern',
        current_page: 1,
        last_page_number: 7,
        total_results_count: 3_000,
        shallow_parts: [ENTRY],
      },
      meta: meta('/v1/search?keyword=camping+lantern&page=1'),
    },
  },
  offers: {
    params: { asin: 'B0LANTERN1', condition: 'new' },
    response: {
      success: true,
      found: true,
      page_type: 'offers',
      data: {
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
            seller_id: 'A1LARKMOOR0US',
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
      meta: meta('/v1/offers?asin=B0LANTERN1&condition=new'),
    },
  },
  seller: {
    params: { sellerId: 'A1LARKMOOR0US' },
    response: {
      success: true,
      found: true,
      page_type: 'seller',
      data: {
        seller_id: 'A1LARKMOOR0US',
        name: 'Larkmoor Direct',
        storefront_url: '/s?me=A1LARKMOOR0US',
        rating: 4.8,
        positive_percent: 97,
        ratings_count: 4_210,
        business_name: 'Larkmoor Trading LLC',
        business_address: ['1 Harbor Street', 'Portland', 'ME', '04101', 'US'],
      },
      meta: meta('/v1/seller?sellerId=A1LARKMOOR0US'),
    },
  },
  scrape: {
    params: { url: 'https://www.amazon.com/dp/B0NOTFOUND' },
    response: { success: true, found: false, page_type: 'product', data: null, meta: meta('/v1/scrape') },
  },
  category: {
    params: { node: '3375251', sort: 'price_asc' },
    response: {
      success: true,
      found: true,
      page_type: 'category',
      data: {
        node_id: '3375251',
        name: 'Lanterns',
        title: 'Lanterns',
        current_page: 1,
        last_page_number: 20,
        total_results_count: 400,
        breadcrumbs: [{ name: 'Sports & Outdoors' }],
        subcategories: [{ node_id: '3400911', name: 'Headlamps', url: '/b?node=3400911' }],
        shallow_parts: [ENTRY],
      },
      meta: meta('/v1/category?node=3375251&sort=price_asc'),
    },
  },
};
