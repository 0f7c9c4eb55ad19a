/** Blocks of other items that the site puts next to its own: their prices, ratings and counts are never those of the page. */
import { markup } from '../../test/markup.ts';

/** The contents of the foreign blocks. */
export const FOREIGN = {
  asin: 'B0FOREIGN1',
  price: '973.31',
  struck: '1357.97',
  rating: '1.7',
  reviews: '86,421',
} as const;

const price = markup`
  <span class="a-price" data-a-size="xl" data-a-color="base"><span class="a-offscreen">$${FOREIGN.price}</span>
    <span aria-hidden="true"><span class="a-price-symbol">$</span><span class="a-price-whole">973
      <span class="a-price-decimal">.</span></span><span class="a-price-fraction">31</span></span></span>`;
const struck = markup`
  <span class="a-price a-text-price" data-a-size="b" data-a-strike="true" data-a-color="secondary">
    <span class="a-offscreen">$${FOREIGN.struck}</span><span aria-hidden="true">$${FOREIGN.struck}</span></span>`;
const stars = markup`
  <i class="a-icon a-icon-star-small a-star-small-1-5"><span class="a-icon-alt">${FOREIGN.rating} out of 5 stars</span></i>
  <span class="a-size-small">${FOREIGN.reviews}</span>`;
const link = (text: string) => `<a class="a-link-normal" href="/dp/${FOREIGN.asin}">${text}</a>`;

const card = markup`
  <div data-asin="${FOREIGN.asin}">${link('<img alt="Foreign kettle" src="https://example.com/kettle.jpg">')}
    ${link('Foreign kettle')}<div class="a-row">${stars}</div>${link(price)}${struck}</div>`;

/** A block that the site inserts, and whether it is a tile of a list of results. */
export interface ForeignBlock {
  name: string;
  html: string;
  isTile?: boolean;
}

/** The blocks. */
export const FOREIGN_BLOCKS: readonly ForeignBlock[] = [
  {
    name: 'carousel',
    html: markup`
      <div class="a-section a-carousel-container a-carousel-display-swap" data-a-carousel-options="{}">
        <h2 class="a-carousel-heading">Customers also viewed</h2>
        <div class="a-carousel-viewport"><ol class="a-carousel"><li class="a-carousel-card">${card}</li></ol></div></div>`,
  },
  {
    name: 'sponsored carousel',
    html: markup`
      <div id="sp_detail_thematic" class="a-section sp_detail" cel_widget_id="sp_detail_thematic" data-cel-widget="sp_detail_thematic">
        <span class="sp_desktop_sponsored_label">Sponsored</span>
        <div class="a-carousel-container"><ol class="a-carousel"><li class="a-carousel-card">${card}</li></ol></div></div>`,
  },
  {
    name: 'sponsored tile',
    isTile: true,
    html: markup`
      <div data-asin="${FOREIGN.asin}" data-index="99" data-component-type="s-search-result" class="s-result-item s-asin AdHolder">
        <div class="a-section"><div data-cy="image-container">${link('<img class="s-image" alt="Sponsored Ad" src="https://example.com/kettle.jpg">')}</div>
          <div data-cy="title-recipe"><span class="puis-sponsored-label-text">Sponsored</span>${link('<h2><span>Foreign kettle</span></h2>')}</div>
          <div data-cy="reviews-block"><div class="a-row">${stars}</div></div>
          <div data-cy="price-recipe"><div class="a-row">${link(price + struck)}</div></div></div></div>`,
  },
  {
    name: 'comparison table',
    html: markup`
      <div id="HLCXComparisonWidget_feature_div"><table id="HLCXComparisonTable" class="a-bordered">
        <tr class="comparison_table_image_row"><th>${link('Foreign kettle')}</th></tr>
        <tr id="comparison_price_row"><th>Price</th><td class="comparison_baseitem_column">${price}</td></tr>
        <tr id="comparison_custormer_rating_row"><th>Rating</th><td>${stars}</td></tr></table></div>`,
  },
  {
    name: 'bundle',
    html: markup`
      <div id="sims-themis-sponsored" class="a-section" cel_widget_id="sims-themis"><h2>Complete the set</h2>
        <ul><li>${link('Foreign kettle')} <span class="a-color-price">$${FOREIGN.price}</span></li></ul>
        <span class="a-price" data-a-color="price"><span class="a-offscreen">$${FOREIGN.price}</span></span></div>`,
  },
  {
    name: 'protection plan',
    html: markup`
      <div id="mbb_feature_div" class="celwidget" data-feature-name="mbb"><div id="mbb-offeringID-1" class="abbListItem">
        <input type="hidden" name="asin.2" value="${FOREIGN.asin}">
        <span class="mbb__title">3-Year Protection Plan</span> for <span class="a-color-price">$${FOREIGN.price}</span></div></div>`,
  },
];
