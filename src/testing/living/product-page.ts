/** The product page of a living marketplace, in the structure of the site. */
import { escapeUTF8 as escaped } from 'entities';
import { dollars, FEW_LEFT, grouped, imageUrl, offerIdOf, priceHtml, promiseOf } from './shown.ts';
import { featuredOf, type LivingOffer, type LivingProduct, offersOf } from './state.ts';

/**
 * Returns the page of a product.
 *
 * @param isPartial Whether the page lacks its Buy Box.
 */
export function productPage(product: LivingProduct, now: number, isPartial: boolean): string {
  const { asin, title, rating, reviews, rank } = product;
  const featured = featuredOf(product);
  const shown = isPartial ? undefined : featured;
  return `<!doctype html>
<html lang="en-us" class="a-no-js">
<head><meta charset="utf-8"><title>${escaped(title)}</title><link rel="canonical" href="https://www.amazon.com/dp/${asin}"></head>
<body><div id="a-page">
<header id="navbar-main"><form id="nav-search-bar-form" action="/s" role="search"><input type="text" id="twotabsearchtextbox" name="field-keywords" value=""></form></header>
<div id="dp" class="en_US">
 <div id="leftCol"><div id="imageBlock" class="a-section"><div id="imgTagWrapperId" class="imgTagWrapper"><img id="landingImage" class="a-dynamic-image" alt="${escaped(title)}" src="${imageUrl(asin)}" data-old-hires="${imageUrl(asin)}"></div></div></div>
 <div id="centerCol">
  <div id="titleSection"><h1 id="title"><span id="productTitle" class="a-size-large product-title-word-break">${escaped(title)}</span></h1></div>
  <div id="averageCustomerReviews" data-asin="${asin}">
   <span id="acrPopover" class="reviewCountTextLinkedHistogram" title="${rating.toFixed(1)} out of 5 stars"><i class="a-icon a-icon-star"><span class="a-icon-alt">${rating.toFixed(1)} out of 5 stars</span></i></span>
   <a id="acrCustomerReviewLink" class="a-link-normal" href="#averageCustomerReviewsAnchor"><span id="acrCustomerReviewText" class="a-size-base">${grouped(reviews)} ratings</span></a>
  </div>
${shown === undefined ? '' : `  <div id="apex_desktop" class="celwidget" data-csa-c-asin="${asin}"><div id="corePriceDisplay_desktop_feature_div" class="celwidget" data-feature-name="corePriceDisplay_desktop"><span class="aok-offscreen">${dollars(shown.price)}</span>${priceHtml(shown.price)}</div></div>\n`} </div>
${isPartial ? '' : rightColumn(product, featured, now)}
 <div id="detailBulletsWrapper_feature_div" class="a-section feature detail-bullets-wrapper"><h2>Product details</h2>
  <div id="detailBullets_feature_div"><ul class="a-unordered-list detail-bullet-list"><li><span class="a-list-item"><span class="a-text-bold">ASIN : </span> <span>${asin}</span></span></li></ul></div>
  <ul class="a-unordered-list detail-bullet-list"><li><span class="a-list-item"><span class="a-text-bold"> Best Sellers Rank: </span> #${grouped(rank)} in Sports &amp; Outdoors (<a href="/gp/bestsellers/sporting-goods/ref=pd_zg_ts_sporting-goods">See Top 100 in Sports &amp; Outdoors</a>)</span></li></ul>
 </div>
 <div id="customerReviews"><div id="reviewsMedley" data-hook="reviews-medley-widget"><h2 id="averageCustomerReviewsAnchor">Customer reviews</h2></div></div>
</div>
</div></body></html>`;
}

function rightColumn(product: LivingProduct, featured: LivingOffer | undefined, now: number): string {
  const { asin } = product;
  const offers = offersOf(product);
  const box =
    featured !== undefined ? cartForm(asin, featured, now) : offers.length > 0 ? seeAll(asin) : unavailable(asin);
  const lowest = offers[0];
  return ` <div id="rightCol">
  <div id="desktop_buybox" class="celwidget"><div id="buybox">
${box}
  </div></div>
${lowest === undefined ? '' : otherSellers(asin, offers.length, lowest)} </div>`;
}

function cartForm(asin: string, offer: LivingOffer, now: number): string {
  const { sellerId, sellerName, price, stock, isFba } = offer;
  const id = offerIdOf(asin, offer);
  const availability =
    stock <= FEW_LEFT
      ? `<span class="a-size-medium a-color-price">Only ${stock} left in stock - order soon.</span>`
      : '<span class="a-size-medium a-color-success">In Stock</span>';
  return `   <div id="qualifiedBuybox" class="celwidget" data-buying-option-index="0"><div id="desktop_qualifiedBuyBox"><form method="post" id="addToCart" action="/gp/product/handle-buy-box/ref=dp_start-bbf_1_glance">
    <input type="hidden" name="items[0.base][customerVisiblePrice][amount]" value="${price.toFixed(2)}"><input type="hidden" name="items[0.base][customerVisiblePrice][currencyCode]" value="USD"><input type="hidden" name="items[0.base][customerVisiblePrice][displayString]" value="${dollars(price)}">
    <input type="hidden" name="items[0.base][asin]" value="${asin}"><input type="hidden" name="items[0.base][offerListingId]" value="${id}"><input type="hidden" id="offerListingID" name="offerListingID" value="${id}"><input type="hidden" id="ASIN" name="ASIN" value="${asin}"><input type="hidden" id="merchantID" name="merchantID" value="${sellerId}">
    <div id="corePrice_feature_div" class="celwidget">${priceHtml(price)}</div>
    <div id="deliveryBlock_feature_div"><div id="deliveryBlockMessage" class="a-section"><div id="mir-layout-DELIVERY_BLOCK"><div class="a-spacing-base" id="mir-layout-DELIVERY_BLOCK-slot-PRIMARY_DELIVERY_MESSAGE_LARGE"><span>${promiseOf(offer, now)}</span></div></div></div></div>
    <div id="availabilityInsideBuyBox_feature_div"><div id="availability" class="a-section a-spacing-base">${availability}</div></div>
    <div id="addToCart_feature_div"><input id="add-to-cart-button" name="submit.add-to-cart" title="Add to Cart" type="submit" value="Add to Cart"></div>
    <div id="offer-display-features" class="a-section"><div class="offer-display-features-container">
     <div id="fulfillerInfoFeature_feature_div" class="celwidget"><div class="offer-display-feature-label"><span>Ships from</span></div><div class="offer-display-feature-text"><span class="offer-display-feature-text-message">${escaped(isFba ? 'Amazon' : sellerName)}</span></div></div>
     <div id="merchantInfoFeature_feature_div" class="celwidget"><div class="offer-display-feature-label"><span>Sold by</span></div><div class="offer-display-feature-text"><a href="/gp/help/seller/at-a-glance.html/ref=dp_merchant_link?ie=UTF8&amp;seller=${sellerId}&amp;asin=${asin}&amp;isAmazonFulfilled=${isFba ? 1 : 0}" id="sellerProfileTriggerId" class="a-link-normal offer-display-feature-text-message">${escaped(sellerName)}</a></div></div>
    </div></div>
   </form></div></div>`;
}

function seeAll(asin: string): string {
  return `   <div id="unqualifiedBuyBox_feature_div"><form method="post" id="addToCart" action="/gp/product/handle-buy-box/ref=dp_start-bbf_1_glance"><input type="hidden" id="ASIN" name="ASIN" value="${asin}"><div id="unqualifiedBuyBox" class="a-box"><div id="availability" class="a-section"><span class="a-size-medium a-color-success">Available from these sellers.</span></div><span id="buybox-see-all-buying-choices" class="a-button a-button-base"><a id="buybox-see-all-buying-choices-announce" href="/gp/offer-listing/${asin}/ref=dp_olp_unknown_mbc" title="See All Buying Options" class="a-button-text">See All Buying Options</a></span></div></form></div>`;
}

function unavailable(asin: string): string {
  return `   <div id="outOfStockBuyBox_feature_div"><form method="post" id="addToCart" action="/gp/product/handle-buy-box/ref=dp_start-bbf_1_glance"><input type="hidden" id="ASIN" name="ASIN" value="${asin}"><div id="outOfStock" class="a-box"><div class="a-section a-text-center"><span class="a-color-price a-text-bold">Currently unavailable.</span><br>We don't know when or if this item will be back in stock.</div></div></form></div>`;
}

function otherSellers(asin: string, count: number, lowest: LivingOffer): string {
  return `  <div id="olpLinkWidget_feature_div" class="celwidget"><div id="dynamic-aod-ingress-box" class="a-box"><div class="a-section daodi-content"><a id="aod-ingress-link" class="a-link-normal" href="/gp/offer-listing/${asin}/ref=dp_olp_NEW_mbc?ie=UTF8&amp;condition=NEW"><span class="a-color-base">New (${count}) from</span> ${priceHtml(lowest.price)}</a></div></div></div>\n`;
}
