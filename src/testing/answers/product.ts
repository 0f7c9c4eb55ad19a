/** The data of a product for tests. */
import type { ProductData } from '../../contract/generated/product.ts';
import { currencyOf, filled, type Loose, type Subject, siteUrl } from './subject.ts';

/** The fields that a page without a featured offer does not show. */
const OF_FEATURED_OFFER = [
  'bb_price',
  'seller',
  'ships_from',
  'is_fba',
  'is_prime',
  'condition',
  'shipping_price',
  'promotion',
] as const satisfies readonly (keyof ProductData)[];

/** Returns the data of a product: what the test sets, and plausible values that agree with it. */
export function productAnswer(given: Loose<ProductData>, subject: Subject): ProductData {
  const asin = given.asin ?? subject.asin;
  const base: ProductData = {
    asin,
    title: 'Larkmoor Camping Lantern, 1000 Lumens',
    url: siteUrl(subject, `/dp/${asin}`),
    brand: { name: 'Larkmoor' },
    bsr: 212,
    category: { name: 'Sports & Outdoors' },
    buybox: true,
    buybox_state: 'buybox',
    bb_price: 34.99,
    currency: currencyOf(subject),
    promotion: null,
    sellers_all: 3,
    shipping_price: 0,
    in_stock: true,
    availability_text: 'In Stock',
    seller: { id: 'A1LARKMOOR0US', name: 'Larkmoor Outdoors', is_amazon: false },
    ships_from: 'Amazon',
    is_fba: true,
    is_prime: true,
    condition: 'new',
    image_url: 'https://m.media-amazon.com/images/I/71LkMrLanG1._AC_SL1500_.jpg',
    rating: 4.6,
    reviews: 2418,
  };
  return filled(base, consequencesOf(given), given);
}

/** Returns what follows from the values of a test: a product without a Buy Box has no price of it. */
function consequencesOf(given: Loose<ProductData>): Loose<ProductData> {
  return {
    ...withoutFeaturedOffer(given),
    ...withRanks(given),
    ...(given.images === undefined ? {} : { images_count: given.images.length, image_url: given.images[0]?.url }),
    ...(given.variations === undefined ? {} : { variations_count: given.variations.length }),
  };
}

function withoutFeaturedOffer(given: Loose<ProductData>): Loose<ProductData> {
  const { buybox, buybox_state, in_stock } = given;
  const isSoldOut = in_stock === false || buybox_state === 'unavailable';
  const hasNoPrice = 'bb_price' in given && given.bb_price === undefined;
  const isAbsent = buybox === false || hasNoPrice || (buybox_state !== undefined && buybox_state !== 'buybox');
  if (!isAbsent && !(isSoldOut && given.bb_price === undefined)) return {};
  const absent: Loose<ProductData> = Object.fromEntries(OF_FEATURED_OFFER.map((name) => [name, undefined]));
  const state: Loose<ProductData> = isSoldOut
    ? { in_stock: false, buybox_state: 'unavailable', availability_text: 'Currently unavailable.', sellers_all: 0 }
    : { buybox_state: 'see_all_buying_options', availability_text: 'Available from these sellers.' };
  return { ...absent, ...state, buybox: false };
}

/** `bsr` is the first of the ranks. */
function withRanks({ bsr, bsr_ranks, category }: Loose<ProductData>): Loose<ProductData> {
  if (bsr_ranks !== undefined) return { bsr: bsr_ranks[0]?.rank };
  return bsr === undefined ? {} : { bsr_ranks: [{ rank: bsr, category: category?.name ?? 'Sports & Outdoors' }] };
}
