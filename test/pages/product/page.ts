/** A product page as the site builds it, with invented values. */

import { type ProductData, parseProduct } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';

export interface PageOptions {
  /** Content of the middle column, under the title. */
  centre?: string;
  /** Content of the Buy Box. */
  box?: string;
  /** Content outside both columns. */
  elsewhere?: string;
  title?: string;
  lang?: string;
  /** @default '2026-03-02T18:00:00Z' */
  requestedAt?: string;
}

/** Returns the HTML of the page. */
export function html({ centre = '', box = '', elsewhere = '', title = 'Copper Kettle', lang = 'en-us' }: PageOptions) {
  return `<!doctype html><html lang="${lang}"><body><div id="dp"><div id="dp-container">${elsewhere}
    <div id="centerCol"><h1 id="title"><span id="productTitle"> ${title} </span></h1>${centre}</div>
    <div id="rightCol"><div id="desktop_buybox"><div id="buybox">${box}</div></div></div></div></div></body></html>`;
}

/** Returns the data of a page. */
export function read(options: PageOptions, suffix = 'com'): ProductData {
  const requestedAt = new Date(options.requestedAt ?? '2026-03-02T18:00:00Z');
  const page = parseProduct(html(options), { url: `https://www.amazon.${suffix}/dp/B0KETTLE01`, requestedAt });
  if (!page.found) throw new Error('not found');
  return page.data;
}

/** Returns a price with the newest markup: the accessible text is blank. */
export function price(symbol: string, whole: string, fraction: string, names = 'priceToPay'): string {
  return `<span class="a-price ${names}"><span class="a-offscreen"> </span><span aria-hidden="true"><span class="a-price-symbol">${symbol}</span><span
    class="a-price-whole">${whole}<span class="a-price-decimal">.</span></span><span class="a-price-fraction">${fraction}</span></span></span>`;
}

/** Returns a struck price with its label. */
export function struck(label: string, amount: string): string {
  return markup`
    <span class="basisPrice">${label} <span class="a-price a-text-price" data-a-strike="true">
        <span class="a-offscreen">${amount}</span>
        <span aria-hidden="true">${amount}</span>
      </span>
    </span>
  `;
}

/** Returns the block of prices of the middle column. */
export function prices(content: string): string {
  return `<div id="apex_desktop"><div id="corePriceDisplay_desktop_feature_div">${content}</div></div>`;
}

/** Returns the form that adds the offer to the cart. */
export function cart(content = '', asin = 'B0KETTLE01', offerId = 'offer%2Bone%3D'): string {
  return `<form id="addToCart"><input type="hidden" id="ASIN" name="ASIN" value="${asin}">
    <input type="hidden" name="items[0.base][offerListingId]" value="${offerId}">${content}
    <input id="add-to-cart-button" type="submit" name="submit.add-to-cart"></form>`;
}

/** Returns a row of a Buy Box with several purchase options. */
export function row(name: string, content: string, isSelected = false): string {
  return `<div id="${name}_0" class="a-box ${isSelected ? 'a-accordion-active' : ''}" data-a-accordion-row-name="${name}">${content}</div>`;
}

/** Returns the Buy Box around its rows. */
export function rows(...content: string[]): string {
  return `<div id="buyBoxAccordion" class="a-box-group a-accordion">${content.join('')}</div>`;
}

/** Returns the parts of the rows in the middle column; all but one are hidden. */
export function centres(shown: string, parts: Record<string, string>): string {
  const blocks = Object.entries(parts).map(
    ([name, content]) =>
      markup`
        <div id="apex_desktop_${name}" ${name === shown ? '' : 'style="display:none;"'}>
          <div id="corePriceDisplay_desktop_feature_div">${content}</div>
        </div>
      `,
  );
  return `<div id="apex_desktop">${blocks.join('')}</div>`;
}
