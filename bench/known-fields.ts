/** The twenty best-known fields of a page, as selectors that a hand-written scraper would use. */
import type { PageType } from '../src/entries/parse.ts';

/** A field: the text of the first element that matches the selector, or one of its attributes. */
export type KnownField = readonly [selector: string, attribute?: string];

export interface KnownFields {
  page: readonly KnownField[];
  /** The entries of a list, and the fields of each entry. */
  items?: { selector: string; fields: readonly KnownField[] };
}

const product: KnownFields = {
  page: [
    ['#productTitle'],
    ['#bylineInfo'],
    ['#corePriceDisplay_desktop_feature_div .a-price .a-offscreen'],
    ['#corePriceDisplay_desktop_feature_div .a-price.a-text-price .a-offscreen'],
    ['#corePriceDisplay_desktop_feature_div .savingsPercentage'],
    ['#availability span'],
    ['#acrPopover', 'title'],
    ['#acrCustomerReviewText'],
    ['#landingImage', 'data-old-hires'],
    ['#feature-bullets li span.a-list-item'],
    ['#productDescription p'],
    ['#wayfinding-breadcrumbs_feature_div li a'],
    ['#sellerProfileTriggerId'],
    ['#merchantInfoFeature_feature_div .offer-display-feature-text-message'],
    ['#deliveryBlockMessage span[data-csa-c-delivery-time]', 'data-csa-c-delivery-time'],
    ['#social-proofing-faceout-title-tk_bought'],
    ['#productDetails_detailBullets_sections1 tr td'],
    ['input#ASIN', 'value'],
    ['link[rel="canonical"]', 'href'],
    ['[data-hook="review"] [data-hook="review-title"]'],
  ],
};

const search: KnownFields = {
  page: [
    ['[data-component-type="s-result-info-bar"] h1'],
    ['.s-pagination-item.s-pagination-selected'],
    ['.s-pagination-item.s-pagination-disabled'],
    ['#twotabsearchtextbox', 'value'],
    ['#departments li a'],
    ['#s-refinements ul li a'],
    ['link[rel="canonical"]', 'href'],
    ['#glow-ingress-line2'],
    ['.s-no-outline'],
    ['title'],
  ],
  items: {
    selector: '[data-component-type="s-search-result"]',
    fields: [
      ['h2 span'],
      ['h2 a, a.a-link-normal', 'href'],
      ['.a-price .a-offscreen'],
      ['.a-price.a-text-price .a-offscreen'],
      ['.a-icon-star-small .a-icon-alt, .a-icon-alt'],
      ['[data-cy="reviews-block"] .a-size-base'],
      ['img.s-image', 'src'],
      ['[data-cy="delivery-recipe"]'],
      ['.a-badge-text'],
      ['.s-coupon-unclipped'],
    ],
  },
};

export const knownFields: Partial<Record<PageType, KnownFields>> = { product, search };
