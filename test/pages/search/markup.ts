/** Pages of results in the site's structure, with invented values. */

import { parseSearch, type SearchData, type SearchResultEntry } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';

/** The markup of each part of a tile. */
export interface TileMarkup {
  asin?: string;
  title?: string;
  brand?: string;
  reviews?: string;
  price?: string;
  delivery?: string;
  offers?: string;
  /** After the parts: swatches, a second offer, certificates. */
  rest?: string;
  /** Before the parts: badges. */
  badges?: string;
  classes?: string;
  link?: string;
}

export function tile({
  asin = 'B0AAAAAAA1',
  title = 'Blue Kettle',
  brand,
  classes = '',
  badges = '',
  rest = '',
  ...parts
}: TileMarkup = {}): string {
  const link = parts.link ?? `/Blue-Kettle/dp/${asin}/ref=sr_1_1`;
  const brandLine =
    brand === undefined
      ? ''
      : markup`
        <div class="a-row a-color-secondary">
          <h2 class="a-size-mini s-line-clamp-1">
            <span class="a-color-base">${brand}</span>
          </h2>
        </div>
      `;
  const part = (name: string, markup: string | undefined) =>
    markup === undefined ? '' : `<div data-cy="${name}">${markup}</div>`;
  return `<div class="s-result-item s-asin ${classes}" data-asin="${asin}" data-index="3" data-component-type="s-search-result"><div data-cy="asin-faceout-container">
    ${badges}
    <div data-cy="image-container"><a href="${link}"><img class="s-image" src="https://images.example/${asin}._AC_UY218_.jpg"
      srcset="https://images.example/${asin}._AC_UY218_.jpg 1x, https://images.example/${asin}._AC_UY654_.jpg 3x, https://images.example/${asin}._AC_UY436_.jpg 2x" alt="${title}"></a></div>
    <div data-cy="title-recipe">${brandLine}<a class="a-link-normal" href="${link}"><h2 aria-label="${title}"><span>${title}</span></h2></a></div>
    ${part('reviews-block', parts.reviews)}${part('price-recipe', parts.price)}${part('delivery-recipe', parts.delivery)}${part('secondary-offer-recipe', parts.offers)}
    ${rest}</div></div>`;
}

/** Returns a price with the markup since 2024: an accessible text and visible parts. */
export function price(text: string, attributes = 'class="a-price" data-a-color="base"'): string {
  return `<span ${attributes}><span class="a-offscreen">${text}</span><span aria-hidden="true">${text}</span></span>`;
}

export function struck(label: string, text: string): string {
  const amount = price(text, 'class="a-price a-text-price" data-a-strike="true" data-a-color="secondary"');
  return markup`
    <span class="a-offscreen">${label} ${text}</span>
    <div aria-hidden="${label} ${text}" class="a-section">
      <span class="a-size-base a-color-secondary">${label} </span>${amount}</div>
  `;
}

/** Returns the row of a price with the parts next to it and the notes below. */
export function priceRow(main: string, nextToPrice = '', remark = ''): string {
  const below = remark === '' ? '' : `<div class="a-row a-size-base a-color-secondary">${remark}</div>`;
  return markup`
    <div class="a-row a-size-base a-color-base">
      <div class="a-row">
        <span class="aok-offscreen">Price, product page</span>
        <a class="s-no-hover" href="/dp/B0AAAAAAA1">${main}</a>${nextToPrice}</div>
    </div>${below}
  `;
}

/** Returns a delivery block with two options. */
export function delivery(primary: string, secondary = '', stock = ''): string {
  const line =
    stock === ''
      ? ''
      : markup`
        <div class="a-row a-size-base a-color-secondary">
          <span aria-label="${stock}">
            <span class="a-color-price">${stock}</span>
          </span>
        </div>
      `;
  return `<div class="a-row a-color-secondary s-align-children-center"><div class="udm-delivery-block" data-cy="delivery-block">
    <div class="udm-primary-delivery-message"><div class="a-column">${primary}</div></div>
    <div class="udm-secondary-delivery-message"><div class="a-column">${secondary}</div></div></div></div>${line}`;
}

export interface PageMarkup {
  language?: string;
  info?: string;
  keyword?: string;
  tiles?: string[];
  /** Before the tiles. */
  banner?: string;
  pagination?: string;
  rest?: string;
}

export function page({
  language = 'en-us',
  info = '1-16 of over 3,000 results for',
  keyword = 'kettle',
  tiles = [tile()],
  ...parts
}: PageMarkup = {}): string {
  const slot = (template: string, content: string | undefined) =>
    content === undefined
      ? ''
      : markup`
        <div data-asin="" class="s-result-item s-widget">
          <div class="celwidget slot=MAIN template=${template} widgetId=x">${content}</div>
        </div>
      `;
  const bar =
    info === ''
      ? ''
      : markup`
        <span data-component-type="s-result-info-bar">
          <h1 class="s-desktop-toolbar">
            <div class="s-breadcrumb">
              <span>${info}</span> <span class="a-color-state a-text-bold">"${keyword}"</span>
            </div>
            <select>
              <option>Featured 1</option>
            </select>
          </h1>
        </span>
      `;
  return `<!doctype html><html lang="${language}"><head><title>Results</title></head><body>${bar}<span data-component-type="s-search-results"><div class="s-main-slot">
    ${slot('TOP_BANNER_MESSAGE', parts.banner)}${tiles.join('')}${slot('PAGINATION', parts.pagination)}</div></span>${parts.rest ?? ''}</body></html>`;
}

export interface Site {
  domain?: string;
  query?: string;
  requestedAt?: string;
}

export function search(
  markup: string,
  { domain = 'amazon.com', query = 'k=kettle', requestedAt = '2026-03-10T18:00:00Z' }: Site = {},
): SearchData {
  const parsed = parseSearch(markup, { url: `https://www.${domain}/s?${query}`, requestedAt: new Date(requestedAt) });
  if (!parsed.found) throw new Error('a list of results is always found');
  return parsed.data;
}

/** Returns the first entry of a page with one tile. */
export function entry(markup: TileMarkup, language = 'en-us', site: Site = {}): SearchResultEntry {
  const [first] = search(page({ language, tiles: [tile(markup)] }), site).shallow_parts;
  if (first === undefined) throw new Error('the page has no organic tile');
  return first;
}
