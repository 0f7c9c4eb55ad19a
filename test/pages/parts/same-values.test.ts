/** The same text gives the same value on product pages, tiles, offers and best-seller lists. */

import { describe, expect, it } from 'vitest';
import { type OfferEntry, parseBestseller, parseOffers } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';
import { offer, panel } from '../offers/page.ts';
import * as productPage from '../product/page.ts';
import * as searchPage from '../search/markup.ts';

interface Site {
  suffix: string;
  language: string;
}

const SITES = {
  us: { suffix: 'com', language: 'en-us' },
  uk: { suffix: 'co.uk', language: 'en-gb' },
  de: { suffix: 'de', language: 'de-de' },
  it: { suffix: 'it', language: 'it-it' },
  tr: { suffix: 'com.tr', language: 'tr-tr' },
  jp: { suffix: 'co.jp', language: 'ja-jp' },
  sa: { suffix: 'sa', language: 'ar-ae' },
  ca: { suffix: 'ca', language: 'en-ca' },
} as const;

/** Reads a product page with this markup in the block of prices. */
function product(site: Site, prices: string, elsewhere = '') {
  const centre = productPage.prices(prices) + elsewhere;
  return productPage.read({ lang: site.language, centre, box: productPage.cart() }, site.suffix);
}

/** Reads a tile with this markup in the price part. */
function tile(site: Site, price: string) {
  return searchPage.entry({ price }, site.language, { domain: `amazon.${site.suffix}` });
}

/** Reads an offer with this markup after its price. */
function offerOf(site: Site, price: string, markup = ''): OfferEntry | undefined {
  const html = `<input type="hidden" id="aod-language" value="${site.language.slice(0, 2)}">${panel(undefined, [
    offer(1, { price: `${price}</span></span>${markup}<span><span>` }),
  ])}`;
  const url = `https://www.amazon.${site.suffix}/gp/product/ajax/aodAjaxMain/?asin=B0TESTCASE`;
  return parseOffers(html, { url }).data?.product_sellers_info[0];
}

const toPay = (text: string) => `<span class="a-price priceToPay"><span class="a-offscreen">${text}</span></span>`;

describe('a coupon', () => {
  const read = (site: Site, text: string) => ({
    product: product(
      site,
      toPay('$24.90'),
      markup`
        <div id="promoPriceBlockMessage_feature_div">
          <div data-csa-c-coupon="true">
            <label id="couponTextpctch1">${text}</label>
          </div>
        </div>
      `,
    ).coupon,
    tile: tile(
      site,
      searchPage.priceRow(
        searchPage.price('$24.90'),
        '',
        markup`
          <span data-component-type="s-coupon-component">
            <span class="s-coupon-clipped aok-hidden">
              <span class="a-color-base">${text}</span>
            </span>
          </span>
        `,
      ),
    ).coupon,
    offer: offerOf(site, '$24.90', `<span class="coupon-text">${text}</span>`)?.coupon,
  });

  it.each([
    ['sa', 'وفر ٢٥٪', 'percent', 25],
    ['sa', 'وفر ٪٢٥', 'percent', 25],
    ['tr', '%15 kupon', 'percent', 15],
    ['jp', '２５％ OFF', 'percent', 25],
    ['us', 'Save 7.5% with coupon', 'percent', 7.5],
    ['de', 'Spare 4,00 € mit Coupon', 'currency', 4],
  ] as const)('on %s is the same everywhere: %s', (code, text, unit, value) => {
    const { product, tile, offer } = read(SITES[code], text);
    expect(product).toEqual({ unit, value, text });
    expect(tile).toEqual({ unit, value });
    expect(offer).toEqual({ unit, value, text });
  });

  it('is unknown if its text has two amounts: one can be the price that is left', () => {
    const coupons = read(SITES.us, '$5.00 off, you pay $19.90');
    expect(coupons).toEqual({ product: undefined, tile: null, offer: undefined });
  });
});

describe('a struck price', () => {
  const read = (site: Site, label: string, struck: string, percent = '', isStruck = true) => {
    const plain = (markup: string) => (isStruck ? markup : markup.replaceAll('data-a-strike="true"', ''));
    const tileLine = plain(searchPage.struck(label, struck));
    return {
      product: product(
        site,
        `<span class="savingsPercentage">${percent}</span>${toPay('24,00 €')}${plain(productPage.struck(label, struck))}`,
      ).promotion,
      tile: tile(site, searchPage.priceRow(searchPage.price('24,00 €') + tileLine, percent && ` (${percent})`)),
      offer: offerOf(
        site,
        '24,00 €',
        markup`
          <span class="apex-savings-text">${percent}</span>
          <span>${label} <span class="a-price" data-a-strike="true">
              <span class="a-offscreen">${struck}</span>
            </span>
          </span>
        `,
      ),
    };
  };
  const reference = (label: string) => ({ amount: 30, label, savings_amount: 6, savings_percent: 20 });

  it.each([
    ['de', 'Niedrigster Preis der letzten 30 Tage:'],
    ['de', 'Preis der letzten 30 Tage:'],
    ['it', 'Prezzo più basso recente:'],
  ] as const)('on %s is the lowest price of 30 days by its label: %s', (code, label) => {
    const { product, tile, offer } = read(SITES[code], label, '30,00 €');
    const promotion = { deal: null, list_price: null, lowest_price_30_days: reference(label) };
    expect(product).toEqual(promotion);
    expect(tile.promotion).toEqual(promotion);
    expect(tile).not.toHaveProperty('list_price');
    expect(offer).not.toHaveProperty('list_price');
  });

  it('that is the lowest price of 30 days counts without a line through it', () => {
    const label = 'Niedrigster Preis der letzten 30 Tage:';
    const { product, tile } = read(SITES.de, label, '30,00 €', '', false);
    expect(product?.lowest_price_30_days).toEqual(reference(label));
    expect(tile.promotion).toEqual(product);
  });

  it.each([
    ['uk', 'Lowest price in last 30 days:'],
    ['us', '30-day lowest price:'],
    ['us', 'Typical price:'],
  ] as const)('on %s, outside the EU, is a list price whatever its label says: %s', (code, label) => {
    const { product, tile, offer } = read(SITES[code], label, '30,00 €');
    const promotion = { deal: null, list_price: reference(label) };
    expect(product).toEqual(promotion);
    expect(tile.promotion).toEqual(promotion);
    expect(offer).toMatchObject({ list_price: 30, savings_percent: 20 });
  });

  it('without a lowest price of 30 days gives null on EU sites', () => {
    const { product, tile } = read(SITES.de, 'UVP:', '30,00 €');
    expect(product).toEqual({ deal: null, list_price: reference('UVP:'), lowest_price_30_days: null });
    expect(tile.promotion).toEqual(product);
  });

  it.each([
    ['sa', '٢١٪', 21],
    ['tr', '%21', 21],
    ['jp', '２１％', 21],
    ['us', '-20.5%', 21],
  ] as const)('on %s takes the rendered percentage: %s', (code, percent, expected) => {
    const { product, tile, offer } = read(SITES[code], 'Was:', '30,00 €', percent);
    expect(product?.list_price?.savings_percent).toBe(expected);
    expect(tile.promotion?.list_price?.savings_percent).toBe(expected);
    expect(offer?.savings_percent).toBe(expected);
  });

  it('gives its percentage to the lowest price of 30 days if there is no list price', () => {
    const { product, tile } = read(SITES.it, 'Prezzo più basso recente:', '30,00 €', '-21%');
    expect(product?.lowest_price_30_days?.savings_percent).toBe(21);
    expect(tile.promotion?.lowest_price_30_days?.savings_percent).toBe(21);
  });
});

describe('a price range', () => {
  const ends = (site: Site, low: string, high: string) => {
    const markup = `<span class="a-price-range">${searchPage.price(low)}<span>-</span>${searchPage.price(high)}</span>`;
    const card = `<div id="zg-right-col"><div id="gridItemRoot"><span class="zg-bdg-text">#1</span><a href="/dp/B0TESTCAS1"><img alt="Lamp" src="https://img.example/a.jpg"></a>
      <a href="/dp/B0TESTCAS1"><span class="p13n-sc-price">${low} - ${high}</span></a></div></div>`;
    const list = parseBestseller(card, { url: `https://www.amazon.${site.suffix}/gp/bestsellers/garden` });
    const [entry] = list.data?.entries ?? [];
    const [page, result] = [product(site, markup), tile(site, searchPage.priceRow(markup))];
    return [
      [page.price_min, page.price_max],
      [result.price_min, result.price_max],
      [entry?.price_max === undefined ? undefined : entry.price, entry?.price_max],
    ];
  };

  it.each([
    ['$12.00', '$24.50'],
    ['$24.50', '$12.00'],
  ])('has the lower price first: %s - %s', (low, high) => {
    expect(ends(SITES.us, low, high)).toEqual(Array(3).fill([12, 24.5]));
  });

  it('of two equal prices is not a range', () => {
    expect(ends(SITES.us, '$12.00', '$12.00')).toEqual(Array(3).fill([undefined, undefined]));
  });

  it('is not a price with its unit price', () => {
    const block = '<div id="price"><span id="priceblock_ourprice">$24.50 ($1.20 / ounce)</span></div>';
    const page = productPage.read({ centre: block, box: productPage.cart() });
    expect(page).toMatchObject({ bb_price: 24.5 });
    expect(page).not.toHaveProperty('price_min');
  });
});

describe('a unit price', () => {
  it.each([
    ['us', '($1.86 / fluid ounce)', 1.86, 'fluid ounce'],
    ['de', '(12,90 €/kg (trocken))', 12.9, 'kg (trocken)'],
    ['jp', '（￥12／g）', 12, 'g'],
  ] as const)('on %s is the same on product pages and tiles: %s', (code, text, amount, unit) => {
    const site = SITES[code];
    const page = product(site, `${toPay('24,90 €')}<span class="pricePerUnit">${text}</span>`);
    const nextToPrice = `<span class="a-size-base a-color-secondary">${text}</span>`;
    const entry = tile(site, searchPage.priceRow(searchPage.price('24,90 €') + nextToPrice));
    expect(page.unit_price).toEqual({ amount, unit, text });
    expect(entry.unit_price).toEqual(page.unit_price);
  });
});

describe('a deal', () => {
  it.each(['1773302400000', '2026-03-12T08:00:00Z'])('ends at the time of its countdown: %s', (target) => {
    const timer = `<span data-target-time="${target}">62:00:00</span>`;
    const page = product(
      SITES.us,
      markup`
        <div id="dealBadge_feature_div">
          <span class="dealBadge">
            <span id="dealBadgeSupportingText">Ends in</span>${timer}</span>
        </div>${toPay('$24.90')}
      `,
    );
    const badge = markup`
      <span class="a-badge" data-a-badge-type="deal">
        <span class="a-badge-label">Ends in ${timer}</span>
      </span>
    `;
    const entry = tile(SITES.us, badge + searchPage.priceRow(searchPage.price('$24.90')));
    const end = { ends_at: '2026-03-12T08:00:00Z', ends_on: '2026-03-12' };
    expect(page.promotion?.deal).toMatchObject(end);
    expect(entry.promotion?.deal).toMatchObject(end);
  });

  it('for members has the kind prime_exclusive whatever its words', () => {
    const site = SITES.ca;
    const label = 'Prime member price';
    const page = product(site, `${toPay('$24.90')}<div id="pep_feature_div">${label}</div>`);
    const entry = tile(site, searchPage.priceRow(searchPage.price('$24.90'), '', label));
    expect(page.promotion?.deal).toMatchObject({ kind: 'prime_exclusive', label });
    expect(entry.promotion?.deal).toEqual(page.promotion?.deal);
  });
});
