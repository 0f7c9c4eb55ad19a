/** The testing kit, which compiles and runs with and without its optional packages. */
import { answer, arbitraries, errorOf, fakeMarketplace, livingMarketplace, virtualClock } from 'buybox/testing';

const clock = virtualClock();
const fake = fakeMarketplace(
  { product: ({ asin }) => answer('product', { asin, bb_price: 19.9 }), offers: errorOf('CAPTCHA') },
  { now: clock.now },
);
const market = livingMarketplace({ seed: 1, products: 2, rates: {} });

function generates(): boolean {
  try {
    return typeof arbitraries.product.generate === 'function';
  } catch {
    return false;
  }
}

const price = fake.product({ asin: 'B0LANTERN1' }).then(({ data }) => data?.bb_price);
const code = fake.offers({ asin: 'B0LANTERN1' }).then(
  () => 'none',
  (error: Error & { code?: string }) => error.code,
);
Promise.all([price, code]).then(([bb_price, refused]) =>
  console.log(JSON.stringify({ bb_price, refused, products: market.asins.length, generates: generates() })),
);
