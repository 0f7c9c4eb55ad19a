import { markup } from '../../markup.ts';
/** A panel of offers as the site builds it, with invented values. */

export interface OfferOptions {
  heading?: string;
  price?: string;
  seller?: string;
  sellerId?: string;
  fulfilled?: boolean;
  shipsFrom?: string;
  feedback?: string;
  charge?: string;
  delivery?: string;
  inner?: string;
  offerId?: string;
}

const row = (
  id: string,
  label: string,
  value: string,
) => `<div id="${id}" class="a-section"><div class="a-fixed-left-grid">
  <div class="a-fixed-left-grid-col a-col-left"><span class="a-color-tertiary">${label}</span></div>
  <div class="a-fixed-left-grid-col a-col-right">${value}</div></div></div>`;

/** The parts of every offer. */
export function offer(index: number, options: OfferOptions = {}): string {
  const {
    heading = 'New',
    price = '$20.00',
    seller = 'Lamp House',
    sellerId = 'A1BUYBOXTEST01',
    fulfilled = false,
    shipsFrom = fulfilled ? 'Amazon.com' : seller,
    feedback = '(1,234 ratings)<br>97% positive over last 12 months',
    charge = '',
    delivery = '',
    inner = '',
    offerId = `id%2B${index}%3D`,
  } = options;
  const soldBy =
    sellerId === ''
      ? `<span class="a-color-base" aria-label="${seller}. Opens a new page">${seller}</span>`
      : `<a class="a-link-normal" href="/gp/aag/main?ie=UTF8&amp;seller=${sellerId}&amp;isAmazonFulfilled=${fulfilled ? 1 : 0}&amp;asin=B0TESTCASE">${seller} </a>
         ${
           feedback === ''
             ? ''
             : markup`
           <div id="aod-offer-seller-rating">
             <i class="a-icon a-star-mini-5">
               <span class="a-icon-alt">Seller rating is 5 out of 5 stars</span>
             </i>
             <span>
               <span>${feedback}</span>
             </span>
           </div>
         `
         }`;
  return `${heading === '' ? '' : `<div id="aod-offer-heading"><span> ${heading} </span></div>`}
    <div id="aod-offer-price"><span id="aod-price-${index}"><span class="a-price"><span class="a-offscreen">${price}</span></span></span>
    <div id="aod-bottlingDepositFee-${index}" class="a-row"></div><div id="aod_ship_charge_row" class="a-row aod-ship-charge">${charge}</div>
    <div class="aod-delivery-promise">${delivery}</div></div>
    <span data-action="aod-atc-action" data-aod-atc-action='{"oid":"${offerId}","asin":"B0TESTCASE","maxQty":12,"minQty":2}'></span>
    ${inner}${row('aod-offer-shipsFrom', 'Ships from', `<span class="a-color-base">${shipsFrom}</span>`)}
    ${row('aod-offer-soldBy', 'Sold by', soldBy)}`;
}

/** A delivery option in one of the two slots. */
export function promise(slot: 'PRIMARY' | 'SECONDARY', text: string, price: string, time: string): string {
  return markup`
    <div id="mir-layout-DELIVERY_BLOCK-slot-${slot}_DELIVERY_MESSAGE_LARGE">
      <span data-csa-c-delivery-price="${price}" data-csa-c-delivery-time="${time}">${text}</span>
    </div>
  `;
}

/** The panel; the pinned offer is repeated in a sticky header. */
export function panel(pinned: string | undefined, others: readonly string[], count = others.length): string {
  const head = markup`
      <h5 id="aod-asin-title-text">Desk Lamp</h5>
      <img id="aod-asin-image-id" src="https://img.example/lamp.jpg">
      <i id="aod-asin-reviews-star">
        <span class="a-icon-alt">4.3 out of 5 stars</span>
      </i>
      <span id="aod-asin-reviews-count-title">1,085 ratings</span>
    `;
  return `<div id="aod-container">
    <div id="aod-sticky-pinned-container"><div id="aod-sticky-pinned-offer">${pinned ?? ''}</div></div>
    <div id="aod-pinned-offer">${head}${pinned ?? ''}</div>
    <div id="aod-offer-list"><input type="hidden" value="${count}" id="aod-total-offer-count">
    ${others.map((other) => `<div id="aod-offer" class="aod-information-block">${other}</div><hr>`).join('')}</div>
    <span id="aod-end-of-results" class="aod-hide">End of results</span></div>`;
}
