/** The pages of a living marketplace with what is in `extras.ts`. */

import type { LivingMarketplace } from '../../src/entries/testing.ts';
import { detectPageType } from '../../src/pages/index.ts';
import type { PageSource } from '../../src/sources/page-source.ts';
import { imageUrl } from '../../src/testing/living/shown.ts';
import {
  type Coupon,
  type Cut,
  type Extras,
  type ProductExtras,
  type SellerExtras,
  titleOf,
  WHOLE_TILES,
} from './extras.ts';

const TILE = /(?=<div role="listitem" data-asin=")/;

/** Returns the pages of the market as they are when they are requested. */
export function shownPages(market: LivingMarketplace, extras: Extras): PageSource {
  return async (request) => {
    const response = await market.pages(request);
    const { page_type: type, asin, seller_id: seller = '', keyword } = detectPageType(request.url) ?? {};
    const at = market.clock.now();
    if (type === undefined || market.condition(asin, at).blocked !== undefined) return response;
    const cut = extras.cut(type, asin ?? keyword ?? seller, at);
    const found = { ...response, status: 200 };
    if (type === 'seller') return { ...found, body: sellerPage(seller, extras.seller(seller, at), cut) };
    const body = String(response.body);
    if (response.status !== 200) return response;
    if (type === 'search') return { ...found, body: withoutParts(tiles(body, extras, at), cut) };
    if (asin === undefined) return response;
    const shown = extras.product(asin, at);
    const page =
      type === 'product' ? withPromotions(withTexts(body, asin, shown), shown) : withTexts(body, asin, shown);
    return { ...found, body: withoutParts(page, cut) };
  };
}

function withTexts(html: string, asin: string, shown: ProductExtras): string {
  const bullets = shown.bullets.map((text) => `<li><span class="a-list-item">${text}</span></li>`).join('');
  return rated(html.replaceAll(titleOf(asin), shown.title), shown)
    .replaceAll(imageUrl(asin), imageUrl(asin).replace(`71${asin}`, shown.image))
    .replace(/(?=<div id="averageCustomerReviews")/, `<div id="feature-bullets"><ul>${bullets}</ul></div>`);
}

function rated(html: string, { rating, reviews }: ProductExtras): string {
  const count = reviews.toLocaleString('en-US');
  return html
    .replaceAll(/\d\.\d out of 5 stars/g, `${rating.toFixed(1)} out of 5 stars`)
    .replaceAll(/[\d,]+ ratings/g, `${count} ratings`)
    .replaceAll(/s-underline-text">\([\d,]+\)/g, `s-underline-text">(${count})`);
}

/** Only the featured offer has a deal and a coupon. */
function withPromotions(html: string, { deal, coupon }: ProductExtras): string {
  const badge =
    deal === null
      ? ''
      : `<div id="dealBadge_feature_div"><span class="dealBadge" data-csa-c-item-id="amzn1.asin.B0:${deal}"><span id="dealBadgeSupportingText" class="dealBadgeTextColor">Lightning Deal</span></span></div>`;
  const price = '<div id="corePriceDisplay_desktop_feature_div"';
  const box = '<div id="apex_desktop"';
  if (!html.includes(box)) return html;
  return html.replace(price, badge + price).replace(box, (coupon === null ? '' : couponHtml(coupon)) + box);
}

function couponHtml({ unit, value }: Coupon): string {
  const text = unit === 'percent' ? `Apply ${value}% coupon` : `Apply $${value} coupon`;
  return `<div id="promoPriceBlockMessage_feature_div"><span class="promoPriceBlockMessage" data-csa-c-coupon="true"><label id="couponText1">${text}</label></span></div>`;
}

function tiles(html: string, extras: Extras, at: number): string {
  return html
    .split(TILE)
    .map((part) => {
      const asin = /^<div role="listitem" data-asin="(\w+)"/.exec(part)?.[1];
      return asin === undefined ? part : rated(part, extras.product(asin, at));
    })
    .join('');
}

function withoutParts(html: string, cut: Cut | undefined): string {
  switch (cut) {
    case 'box':
      return html.slice(0, html.search(/<div id="(?:rightCol|detailBulletsWrapper)/));
    case 'images':
      return html.replace(/<div id="leftCol">.*\n/, '');
    case 'offers':
      return withoutLastOffer(html);
    case 'tiles':
      return html
        .split(TILE)
        .slice(0, WHOLE_TILES + 1)
        .join('');
    case 'prices':
      return html.replaceAll(/<div data-cy="price-recipe".*\n/g, '');
    case 'all':
      return '<!doctype html><html><head><meta charset="utf-8"><title>Amazon.com</title></head><body></body></html>';
    default:
      return html;
  }
}

/** A page whose only offer is missing says so. */
function withoutLastOffer(html: string): string {
  const offer = '<div id="aod-offer" ';
  const last = html.lastIndexOf(offer);
  return html.indexOf(offer) === last ? html : html.slice(0, last);
}

function sellerPage(id: string, shown: SellerExtras, cut: Cut | undefined): string {
  const { name, rating, positive, business } = shown;
  const imprint = `<div id="page-section-detail-seller-info"><h3>Detailed Seller Information</h3><div class="a-row a-spacing-none"><span class="a-text-bold">Business Name:&nbsp;</span><span>${business}</span></div></div>`;
  const html = `<!doctype html><html lang="en-us"><head><meta charset="utf-8"><title>Amazon.com Seller Profile: ${name}</title></head><body><div id="seller-profile-container">
<script type="a-state" data-a-state="{&quot;key&quot;:&quot;spp-page-var-page-state&quot;}">{"sellerID":"${id}","marketplaceID":"ATVPDKIKX0DER"}</script>
<div id="page-section-seller-header"><div id="seller-info-column"><h1 id="seller-name">${name}</h1><div id="seller-info-feedback-summary"><i class="a-icon a-icon-star-mini"><span class="a-icon-alt">${rating.toFixed(1)} out of 5 stars</span></i> <a class="feedback-detail-description"><b>${positive}% positive</b> in the last 12 months (1,204 ratings)</a></div></div></div>
${cut === 'imprint' ? '' : imprint}
</div></body></html>`;
  return withoutParts(html, cut);
}
