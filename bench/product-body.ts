/** A call of a service, and its response. */

/** The path of the call. */
export const PRODUCT_PATH = '/v1/product?asin=B0LANTERN1&marketplace=us&language=en';

const data = {
  asin: 'B0LANTERN1',
  title: 'Camping lantern, rechargeable, 1000 lumen, four light modes, waterproof',
  buybox: true,
  bb_price: 24.99,
  currency: 'USD',
  rating: 4.6,
  reviews: 12_841,
  bsr: 12,
  in_stock: true,
  is_prime: true,
  promotion: {
    deal: null,
    list_price: { amount: 29.99, label: 'List Price:', savings_amount: 5, savings_percent: 17 },
  },
  brand: { name: 'Lumen', url: '/stores/Lumen/page/1' },
  category: { name: 'Sports & Outdoors', url: '/b?node=3375251' },
  image_url: 'https://m.media-amazon.com/images/I/lantern.jpg',
  sellers_all: 15,
  bought_past_month: 2_000,
  feature_bullets: Array.from({ length: 8 }, (_, index) => `Feature ${index}: ${'bright and light '.repeat(7)}`),
};
const meta = {
  marketplace: 'us',
  language: 'en',
  timing_ms: 812,
  request_url: `https://api.example.com${PRODUCT_PATH}`,
  timestamp: '2026-11-20T12:00:00.000Z',
  request_id: '3f0d4f0e-6a0c-4d7a-9a5e-0c7f5c1f4b11',
  usage: { requests_consumed: 1, requests_remaining: 9_999 },
};
/** The body of the response, about 2 kB. */
export const PRODUCT_BODY = JSON.stringify({ success: true, found: true, page_type: 'product', data, meta });
