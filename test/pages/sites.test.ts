import { describe, expect, it } from 'vitest';
import { parseOffers, parseProduct, parseSearch } from '../../src/entries/parse.ts';
import { markup } from '../markup.ts';
import { price as priceOf, priceRow, page as results, tile } from './search/markup.ts';

/** Sites of which no public page is known: pages of our own, with the words and the forms of each language. */
interface Site {
  suffix: string;
  lang: string;
  price: string;
  amount: number;
  currency: string;
  inStock: string;
  few: string;
  free: string;
  type: string;
  date: string;
  rating: string;
  reviews: string;
  counted: number;
  condition: string;
  used: string;
}

const SITES: Readonly<Record<string, Site>> = {
  au: {
    suffix: 'com.au',
    lang: 'en-au',
    price: '$1,299.95',
    amount: 1299.95,
    currency: 'AUD',
    inStock: 'In stock',
    few: 'Only 3 left in stock.',
    free: 'FREE',
    type: 'delivery',
    date: 'Monday, 30 November',
    rating: '4.6 out of 5 stars',
    reviews: '2,418 ratings',
    counted: 2418,
    condition: 'New',
    used: 'Used - Very Good',
  },
  sg: {
    suffix: 'sg',
    lang: 'en-sg',
    price: 'S$1,299.95',
    amount: 1299.95,
    currency: 'SGD',
    inStock: 'In stock',
    few: 'Only 3 left in stock.',
    free: 'FREE',
    type: 'delivery',
    date: 'Monday, 30 November',
    rating: '4.6 out of 5 stars',
    reviews: '2,418 ratings',
    counted: 2418,
    condition: 'New',
    used: 'Used - Very Good',
  },
  pl: {
    suffix: 'pl',
    lang: 'pl-pl',
    price: '1 299,95 zł',
    amount: 1299.95,
    currency: 'PLN',
    inStock: 'Dostępny',
    few: 'Zostało tylko 3 szt.',
    free: 'BEZPŁATNA',
    type: 'dostawa',
    date: 'poniedziałek, 30 listopada',
    rating: '4,6 z 5 gwiazdek',
    reviews: '2 418 ocen',
    counted: 2418,
    condition: 'Nowy',
    used: 'Używany - Bardzo dobry',
  },
  se: {
    suffix: 'se',
    lang: 'sv-se',
    price: '1 299,95 kr',
    amount: 1299.95,
    currency: 'SEK',
    inStock: 'I lager',
    few: 'Endast 3 kvar i lager',
    free: 'FRI',
    type: 'leverans',
    date: 'måndag 30 november',
    rating: '4,6 av 5 stjärnor',
    reviews: '2 418 betyg',
    counted: 2418,
    condition: 'Ny',
    used: 'Begagnad - Mycket bra',
  },
  'be in French': {
    suffix: 'com.be',
    lang: 'fr-be',
    price: '1 299,95 €',
    amount: 1299.95,
    currency: 'EUR',
    inStock: 'En stock',
    few: 'Il ne reste plus que 3 exemplaire(s) en stock.',
    free: 'GRATUITE',
    type: 'Livraison',
    date: 'lundi 30 novembre',
    rating: '4,6 sur 5 étoiles',
    reviews: '2 418 évaluations',
    counted: 2418,
    condition: 'Neuf',
    used: "D'occasion - Très bon",
  },
  'be in Dutch': {
    suffix: 'com.be',
    lang: 'nl-be',
    price: '€ 1.299,95',
    amount: 1299.95,
    currency: 'EUR',
    inStock: 'Op voorraad',
    few: 'Slechts 3 op voorraad',
    free: 'GRATIS',
    type: 'bezorging',
    date: 'maandag 30 november',
    rating: '4,6 van 5 sterren',
    reviews: '2.418 beoordelingen',
    counted: 2418,
    condition: 'Nieuw',
    used: 'Gebruikt - Zeer goed',
  },
};

const ratingOf = (text: string) => `<i class="a-icon a-icon-star-small"><span class="a-icon-alt">${text}</span></i>`;
const requestedAt = new Date('2026-11-20T12:00:00Z');
const price = (text: string) =>
  `<span class="a-price priceToPay"><span class="a-offscreen">${text}</span><span aria-hidden="true">${text}</span></span>`;

describe.each(Object.entries(SITES))('the site %s', (_, site) => {
  const page = (body: string) => `<html lang="${site.lang}"><head><title>x</title></head><body>${body}</body></html>`;
  const product = (availability: string) =>
    parseProduct(
      page(markup`<div id="dp"><div id="centerCol"><span id="productTitle">Lantern</span>
          <div id="averageCustomerReviews"><span id="acrPopover" title="${site.rating}"></span>
          <span id="acrCustomerReviewText">${site.reviews}</span></div>
          <div id="apex_desktop"><div id="corePriceDisplay_desktop_feature_div">${price(site.price)}</div></div></div>
          <div id="rightCol"><div id="desktop_buybox"><div id="buybox"><div id="qualifiedBuybox"><form id="addToCart">
          <input type="hidden" id="ASIN" name="ASIN" value="B0LANTERN1"><input type="hidden" id="offerListingID" value="x">
          <div id="corePrice_feature_div">${price(site.price)}</div><div id="deliveryBlock_feature_div">
          <div id="deliveryBlockMessage"><div id="mir-layout-DELIVERY_BLOCK">
          <div id="mir-layout-DELIVERY_BLOCK-slot-PRIMARY_DELIVERY_MESSAGE_LARGE"><span data-csa-c-delivery-price="${site.free}"
          data-csa-c-delivery-type="${site.type}" data-csa-c-delivery-time="${site.date}">${site.free} ${site.type} <b>${site.date}</b></span></div></div></div></div>
          <div id="availability"><span>${availability}</span></div><input id="add-to-cart-button" type="submit">
          </form></div></div></div></div></div>`),
      { url: `https://www.amazon.${site.suffix}/dp/B0LANTERN1`, requestedAt },
    ).data;

  it('has products with price, currency, rating, delivery and stock', () => {
    expect(product(site.inStock)).toMatchObject({
      bb_price: site.amount,
      currency: site.currency,
      in_stock: true,
      rating: 4.6,
      reviews: site.counted,
      delivery: [{ kind: 'standard', is_free: true, date_min: '2026-11-30', date_max: '2026-11-30' }],
    });
    expect(product(site.few)).toMatchObject({ in_stock: true, stock_qty: 3 });
  });

  it('has results of a search with price and rating', () => {
    const html = results({
      language: site.lang,
      info: '',
      tiles: [tile({ asin: 'B0LANTERN1', price: priceRow(priceOf(site.price)), reviews: ratingOf(site.rating) })],
    });
    const { data } = parseSearch(html, { url: `https://www.amazon.${site.suffix}/s?k=lantern`, requestedAt });
    expect(data?.shallow_parts).toMatchObject([
      { asin: 'B0LANTERN1', price: site.amount, currency: site.currency, rating: 4.6 },
    ]);
  });

  it('has offers with price and condition', () => {
    const offer = (
      condition: string,
    ) => markup`<div id="aod-offer"><div id="aod-offer-heading"><h5>${condition}</h5></div>
      <div id="aod-offer-price"><span class="a-price"><span class="a-offscreen">${site.price}</span></span></div>
      <div id="aod-offer-soldBy"><a href="/gp/aag/main?seller=A1BUYBOXTEST01">Lamp House</a></div></div>`;
    const { data } = parseOffers(
      page(
        `<div id="aod-container"><h5 id="aod-asin-title-text">Lantern</h5>${offer(site.condition)}${offer(site.used)}</div>`,
      ),
      { url: `https://www.amazon.${site.suffix}/dp/B0LANTERN1?aod=1`, requestedAt },
    );
    expect(data?.product_sellers_info).toMatchObject([
      { price: site.amount, condition: 'new', seller_id: 'A1BUYBOXTEST01' },
      { price: site.amount, condition: 'used_very_good' },
    ]);
  });
});
