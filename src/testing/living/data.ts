/** The data of a living marketplace without HTML: the same as the local backend reads from its pages. */
import type { OfferEntry, OffersData } from '../../contract/generated/offers.ts';
import type { ProductData } from '../../contract/generated/product.ts';
import type { SearchData, SearchResultEntry } from '../../contract/generated/search.ts';
import type { DeliveryEstimate } from '../../contract/generated/shared.ts';
import { filled } from '../answers/subject.ts';
import {
  lastPageOf,
  OFFERS_PER_PAGE,
  offersOnPage,
  productsOnPage,
  type Results,
  TILES_PER_PAGE,
} from './list-pages.ts';
import { FEW_LEFT, imageUrl, offerIdOf, promiseOf, SITE } from './shown.ts';
import { featuredOf, type LivingOffer, type LivingProduct, offersOf } from './state.ts';

/** Returns the data of a product. */
export function productData(product: LivingProduct, now: number, isPartial: boolean): ProductData {
  const { asin, title, rank, rating, reviews } = product;
  const list = { name: 'Sports & Outdoors', url: '/gp/bestsellers/sporting-goods/ref=pd_zg_ts_sporting-goods' };
  return {
    asin,
    title,
    url: productUrl(asin),
    bsr: rank,
    bsr_ranks: [{ rank, category: list.name, url: list.url }],
    specifications: [
      { name: 'ASIN', value: asin, section: 'Product details' },
      {
        name: 'Best Sellers Rank',
        value: `#${rank.toLocaleString('en-US')} in ${list.name} (See Top 100 in ${list.name})`,
        section: 'Product details',
      },
    ],
    category: { name: list.name },
    promotion: null,
    image_url: imageUrl(asin),
    images: [{ url: imageUrl(asin) }],
    rating,
    reviews,
    ...(isPartial ? { buybox: false, buybox_state: 'none' as const } : buyBoxData(product, now)),
  };
}

function buyBoxData(product: LivingProduct, now: number): Partial<ProductData> {
  const offers = offersOf(product);
  const [lowest] = offers;
  const featured = featuredOf(product);
  if (lowest === undefined)
    return { buybox: false, buybox_state: 'unavailable', in_stock: false, availability_text: 'Currently unavailable.' };
  return {
    currency: SITE.currency,
    sellers_all: offers.length,
    new_from_price: lowest.price,
    new_offers_count: offers.length,
    in_stock: true,
    ...(featured === undefined
      ? { buybox: false, buybox_state: 'see_all_buying_options', availability_text: 'Available from these sellers.' }
      : featuredData(product.asin, featured, now)),
  };
}

function featuredData(asin: string, offer: LivingOffer, now: number): Partial<ProductData> {
  const { sellerId: id, sellerName: name, price, shipping, isFba, stock } = offer;
  const path = '/gp/help/seller/at-a-glance.html/ref=dp_merchant_link';
  return {
    buybox: true,
    buybox_state: 'buybox',
    bb_price: price,
    shipping_price: shipping,
    availability_text: stock <= FEW_LEFT ? `Only ${stock} left in stock - order soon.` : 'In Stock',
    ...(stock <= FEW_LEFT ? { stock_qty: stock } : {}),
    is_preorder: false,
    is_backorder: false,
    delivery: [deliveryData(offer, now)],
    seller: {
      id,
      name,
      url: `${path}?ie=UTF8&seller=${id}&asin=${asin}&isAmazonFulfilled=${isFba ? 1 : 0}`,
      is_amazon: false,
    },
    offer_id: offerIdOf(asin, offer),
    ships_from: isFba ? 'Amazon' : name,
    is_fba: isFba,
    is_prime: false,
  };
}

function deliveryData(offer: LivingOffer, now: number): DeliveryEstimate {
  const { day, days, text } = promiseOf(offer, now);
  return {
    kind: 'standard',
    days_min: days,
    days_max: days,
    date_min: day,
    date_max: day,
    is_free: offer.shipping === 0,
    text,
  };
}

/** Returns a page of the offers of a product. A page after the last one repeats the last one. */
export function offersData(product: LivingProduct, page: number, now: number): OffersData {
  const { asin, title, rating, reviews } = product;
  const pinned = featuredOf(product);
  const all = offersOf(product).length;
  const others = pinned === undefined ? all : all - 1;
  const total_pages = Math.max(Math.ceil(others / OFFERS_PER_PAGE), pinned === undefined ? 0 : 1);
  const isPast = page > 1 && page > total_pages;
  const shown = isPast ? Math.max(1, total_pages) : page;
  const entries = offersOnPage(product, shown).map((offer) => offerData(asin, offer, now, false));
  if (page === 1 && pinned !== undefined) entries.unshift(offerData(asin, pinned, now, true));
  const ofFirst = { image_url: imageUrl(asin), title, rating, reviews };
  return {
    asin,
    ...(shown === 1 ? ofFirst : {}),
    product_sellers_info: entries,
    page_index: page - 1,
    // Later pages count the pinned offer too.
    total_pages: page > 1 && !isPast ? Math.ceil(all / OFFERS_PER_PAGE) : total_pages,
    ...(page === 1 || isPast ? { total_offers_count: all } : {}),
    fba_count: entries.filter(({ is_fba }) => is_fba === true).length,
    fbm_count: entries.filter(({ is_fba }) => is_fba === false).length,
    sold_by_amazon: false,
  };
}

function offerData(asin: string, offer: LivingOffer, now: number, is_pinned: boolean): OfferEntry {
  const { sellerId, sellerName, price, shipping, isFba } = offer;
  const query = `ie=UTF8&seller=${sellerId}&isAmazonFulfilled=${isFba ? 1 : 0}&asin=${asin}`;
  return {
    name: sellerName,
    seller_id: sellerId,
    seller_url: `https://www.${SITE.domain}/gp/aag/main?${query}`,
    is_amazon: false,
    price,
    currency: SITE.currency,
    shipping_price: shipping,
    is_shipping_known: true,
    is_fba: isFba,
    ships_from: isFba ? 'Amazon' : sellerName,
    delivery: [deliveryData(offer, now)],
    condition: 'new',
    condition_text: 'New',
    offer_id: offerIdOf(asin, offer),
    domain: SITE.suffix,
    is_pinned,
  };
}

/** Returns a page of search results. */
export function searchData(results: Results): SearchData {
  const { keyword, page, all } = results;
  const shown = productsOnPage(results);
  const from = (page - 1) * TILES_PER_PAGE + 1;
  return filled<SearchData>({
    title: keyword,
    current_page: page,
    last_page_number: shown.length === 0 ? page : lastPageOf(results),
    total_results_count: shown.length === 0 ? 0 : all.length,
    results_range: shown.length === 0 ? undefined : { from, to: from + shown.length - 1 },
    sponsored_count: 0,
    shallow_parts: shown.map((product, index) => tileData(product, page, index + 1)),
  });
}

function tileData(product: LivingProduct, page_number: number, position: number): SearchResultEntry {
  const { asin, title, rating, reviews } = product;
  const price = featuredOf(product)?.price;
  const isKnown = price !== undefined || offersOf(product).length === 0;
  return {
    asin,
    index_on_page: position,
    position_overall: position,
    page_number,
    title,
    url: productUrl(asin),
    image_url: imageUrl(asin),
    ...(price === undefined ? {} : { price, currency: SITE.currency }),
    promotion: null,
    coupon: null,
    rating,
    reviews,
    shipping: null,
    is_prime: null,
    ...(isKnown ? { in_stock: price !== undefined } : {}),
    has_variation_swatches: false,
    advertised_variation_count: null,
    sampled_variation_asins: [],
  };
}

function productUrl(asin: string): string {
  return `https://www.${SITE.domain}/dp/${asin}`;
}
