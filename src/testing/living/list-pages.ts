/** The offers and the searches of a living marketplace, in the structure of the site. */
import { escapeUTF8 as escaped } from 'entities';
import { dollars, grouped, imageUrl, offerIdOf, priceHtml, promiseOf } from './shown.ts';
import { featuredOf, type LivingOffer, type LivingProduct, offersOf } from './state.ts';

/** Offers on a page, without the pinned one. */
const OFFERS_PER_PAGE = 10;
/** Entries on a page of search results. */
const TILES_PER_PAGE = 16;

/** Returns a page of the offers of a product. A page after the last one is empty, as on the site. */
export function offersPage(product: LivingProduct, page: number, now: number): string {
  const { asin, featured } = product;
  const pinned = featuredOf(product);
  const all = offersOf(product);
  const offers = all
    .filter(({ sellerId }) => sellerId !== featured)
    .slice((page - 1) * OFFERS_PER_PAGE, page * OFFERS_PER_PAGE)
    .map((offer) => offerHtml(asin, offer, now, 'aod-offer'));
  // Later pages count the pinned offer too.
  const others = page === 1 && pinned !== undefined ? all.length - 1 : all.length;
  const list = `<div id="aod-offer-list">
 <input type="hidden" name="" value="${others}" id="aod-total-offer-count"><input type="hidden" name="" value="${others} other options" id="aod-total-offer-count-string"><input type="hidden" name="" value="en-US" id="aod-language">
 <div class="a-section" role="list">
${offers.join('\n')}
 </div>
</div>`;
  if (page > 1) return list;
  return `<div id="all-offers-display-scroller"><div id="aod-container">
${pinned === undefined ? asinBlock(product) : offerHtml(asin, pinned, now, 'aod-pinned-offer', asinBlock(product))}
<h5 id="aod-filter-offer-count-string">${others === 0 ? 'No other sellers have it at the moment.' : `${others} other options`}</h5>
${list}
<span id="aod-end-of-results" class="aod-hide">End of results</span>
</div></div>`;
}

function asinBlock({ asin, title, rating, reviews }: LivingProduct): string {
  return `<div id="aod-asin-block-asin"><h5 id="aod-asin-title-text">${escaped(title)}</h5> <i id="aod-asin-reviews-star" class="a-icon a-icon-star"><span class="a-icon-alt">${rating.toFixed(1)} out of 5 stars</span></i> <span id="aod-asin-reviews-count-title">${grouped(reviews)} ratings</span></div>
 <img alt="" src="${imageUrl(asin)}" id="aod-asin-image-id">`;
}

function offerHtml(asin: string, offer: LivingOffer, now: number, id: string, head = ''): string {
  const { sellerId, sellerName, price, isFba } = offer;
  const row = (name: string, label: string, value: string) =>
    `<div id="aod-offer-${name}" role="listitem"><div class="a-fixed-left-grid"><div class="a-fixed-left-grid-col a-col-left"><span class="a-size-small a-color-tertiary">${label}</span></div><div class="a-fixed-left-grid-col a-col-right">${value}</div></div></div>`;
  const from = `<span class="a-size-small a-color-base">${escaped(isFba ? 'Amazon' : sellerName)}</span>`;
  const seller = `<a class="a-size-small a-link-normal" href="/gp/aag/main?ie=UTF8&amp;seller=${sellerId}&amp;isAmazonFulfilled=${isFba ? 1 : 0}&amp;asin=${asin}">${escaped(sellerName)}</a>`;
  return `<div id="${id}" class="a-section aod-information-block" role="listitem">
 ${head}<div id="aod-offer-heading"><span class="a-size-base a-text-bold">New</span></div>
 <div id="aod-offer-price"><span>${priceHtml(price)}</span>
  <div class="aod-delivery-promise"><div id="mir-layout-DELIVERY_BLOCK"><div id="mir-layout-DELIVERY_BLOCK-slot-PRIMARY_DELIVERY_MESSAGE_LARGE"><span>${promiseOf(offer, now)}</span></div></div></div>
  <form method="post" action="/cart/add-to-cart/ref=aod_dpdsk_0"><input type="hidden" name="items[0.base][asin]" value="${asin}"><input type="hidden" name="items[0.base][offerListingId]" value="${offerIdOf(asin, offer)}"><input name="submit.addToCart" aria-label="Add to Cart from seller ${escaped(sellerName)} and price ${dollars(price)}" type="submit" value="Add to Cart"></form>
 </div>
 ${row('shipsFrom', 'Ships from', from)}
 ${row('soldBy', 'Sold by', seller)}
</div>`;
}

/** The results of a search. */
export interface Results {
  keyword: string;
  page: number;
  /** All matching products, in order. */
  all: readonly LivingProduct[];
}

/** Returns a page of search results. */
export function searchPage(results: Results): string {
  const { keyword, page, all } = results;
  const before = (page - 1) * TILES_PER_PAGE;
  const shown = all.slice(before, before + TILES_PER_PAGE);
  const words = escaped(keyword);
  const range = `${before + 1}-${before + shown.length} of ${grouped(all.length)} results for`;
  const bar =
    shown.length === 0
      ? ''
      : `<span data-component-type="s-result-info-bar"><h1 class="a-size-base s-desktop-toolbar a-text-normal"><div class="s-breadcrumb"><h2 class="a-size-base a-text-normal"><span>${range}</span> <span class="a-color-state a-text-bold">"${words}"</span></h2></div></h1></span>\n`;
  const body =
    shown.length === 0
      ? ` <div data-asin="" class="s-result-item s-widget"><div class="s-widget-container template=TOP_BANNER_MESSAGE widgetId=messaging-messages-no-results"><div class="a-section"><span class="a-size-medium a-color-base">No results for </span><span class="a-size-medium a-color-base a-text-bold">"${words}"</span></div></div></div>`
      : `${shown.map((product, index) => tileHtml(product, index + 1)).join('\n')}\n${pagination(results)}`;
  return `<!doctype html>
<html lang="en-us" class="a-no-js">
<head><meta charset="utf-8"><title>Amazon.com : ${words}</title></head>
<body><div id="a-page">
<header id="navbar-main"><form id="nav-search-bar-form" action="/s" role="search"><select id="searchDropdownBox" name="url"><option selected value="search-alias=aps">All Departments</option></select><input type="text" id="twotabsearchtextbox" name="field-keywords" value="${words}"></form></header>
<div id="search">
${bar}<span data-component-type="s-search-results"><div class="s-main-slot s-result-list s-search-results">
${body}
</div></span>
</div></div></body></html>`;
}

function tileHtml(product: LivingProduct, position: number): string {
  const { asin, title, rating, reviews } = product;
  const featured = featuredOf(product);
  const url = `/dp/${asin}/ref=sr_1_${position}`;
  const price = featured === undefined ? '' : `<a class="a-link-normal" href="${url}">${priceHtml(featured.price)}</a>`;
  return ` <div role="listitem" data-asin="${asin}" data-index="${position}" data-component-type="s-search-result" class="s-result-item s-asin"><div class="s-card-container" data-cy="asin-faceout-container">
   <div data-cy="image-container"><a class="a-link-normal" href="${url}"><img class="s-image" src="${imageUrl(asin)}" alt="${escaped(title)}"></a></div>
   <div data-cy="title-recipe"><a class="a-link-normal" href="${url}"><h2 class="a-size-medium a-text-normal"><span>${escaped(title)}</span></h2></a></div>
   <div data-cy="reviews-block"><div class="a-row"><i data-cy="reviews-ratings-slot" class="a-icon a-icon-star-mini"><span class="a-icon-alt">${rating.toFixed(1)} out of 5 stars, rating details</span></i> <a aria-label="${grouped(reviews)} ratings" href="${url}#customerReviews"><span class="s-underline-text">(${grouped(reviews)})</span></a></div></div>
   <div data-cy="price-recipe" class="puis-price-instructions-style"><div class="a-row">${price}</div></div>
${featured === undefined && offersOf(product).length === 0 ? '   <div class="a-row"><span class="a-size-base a-color-price">Currently unavailable.</span></div>\n' : ''}  </div></div>`;
}

function pagination({ page, all }: Results): string {
  const last = Math.ceil(all.length / TILES_PER_PAGE);
  if (last === 1) return '';
  const items = Array.from({ length: last }, (_, index) =>
    index + 1 === page
      ? `<li><span class="s-pagination-item s-pagination-selected" aria-label="Page ${page}">${page}</span></li>`
      : `<li><a href="/s?k=x&amp;page=${index + 1}" aria-label="Go to page ${index + 1}" class="s-pagination-item s-pagination-button">${index + 1}</a></li>`,
  );
  return ` <div data-asin="" class="s-result-item s-widget"><div class="s-widget-container template=PAGINATION widgetId=pagination-button"><div aria-label="pagination" class="s-pagination-container" role="navigation"><span class="s-pagination-strip"><ul class="a-unordered-list a-horizontal">${items.join('')}</ul></span></div></div></div>`;
}
