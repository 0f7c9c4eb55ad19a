import { describe, expect, test } from 'vitest';
import { markup } from '../../markup.ts';
import { cart, price, prices, read, row, rows } from './page.ts';

/** The table of prices of the middle column, before each row had its own. */
const table = (amount: string) =>
  markup`
    <div id="unifiedPrice_feature_div">
      <div id="price">
        <table>
          <tr>
            <td>UVP:</td>
            <td>
              <span class="priceBlockStrikePriceString a-text-strike">30,00 €</span>
            </td>
          </tr>
          <tr id="priceblock_ourprice_row">
            <td>Preis:</td>
            <td>
              <span id="priceblock_ourprice">${amount}</span>
              <span class="a-size-small">(48,00 € / kg)</span>
            </td>
          </tr>
        </table>
      </div>
    </div>
  `;
const once = (amount: string) =>
  row(
    'newAccordionRow',
    `<div id="buyNew_cbb">Einmalige Lieferung<span id="newBuyBoxPrice">${amount}</span></div>${cart()}`,
  );
const subscription = row(
  'snsAccordionRowMiddle',
  '<span id="subscriptionPrice"><span id="sns-base-price">22,80 €</span></span><input id="rcx-subscribe-submit-button">',
  true,
);
const open = (amount: string, shown: string) =>
  read({ lang: 'de-de', centre: table(shown), box: rows(once(amount), subscription) }, 'de');

describe('a Buy Box whose open row is a subscription', () => {
  test('has the prices of the middle column if they are those of the offer to buy once', () => {
    expect(open('24,00 €', '24,00 €')).toMatchObject({
      bb_price: 24,
      subscribe_and_save_price: 22.8,
      unit_price: { amount: 48, unit: 'kg' },
      promotion: { deal: null, list_price: { amount: 30, label: 'UVP:', savings_amount: 6, savings_percent: 20 } },
    });
  });

  test('has no promotion at all, not even null, if they are those of the subscription', () => {
    const data = open('24,00 €', '22,80 €');
    expect(data).toMatchObject({ bb_price: 24, subscribe_and_save_price: 22.8 });
    expect(data).not.toHaveProperty('promotion');
    expect(data).not.toHaveProperty('unit_price');
  });

  test('has promotion null if the middle column shows no prices', () => {
    expect(read({ box: rows(once('$24.00'), subscription) }).promotion).toBeNull();
  });

  test('has no price of its own if nobody can buy once', () => {
    const centre = '<div id="apex_desktop"><span class="a-price priceToPay">$22.80</span></div>';
    const data = read({ centre, box: rows(subscription) });
    expect(data).toMatchObject({ buybox: true });
    expect(data).not.toHaveProperty('bb_price');
    expect(data).not.toHaveProperty('promotion');
  });
});

test('rows of mobile pages have blocks of their own too', () => {
  const part = (name: string, amount: string) => `<div id="apex_mobile_${name}">${price('$', amount, '00')}</div>`;
  const centre = part('usedAccordionRow', '15') + part('newAccordionRow', '24');
  const box = rows(row('newAccordionRow', cart()), row('usedAccordionRow', cart(), true));
  expect(read({ centre, box })).toMatchObject({ bb_price: 15, promotion: null });
});

test('an open row for used goods does not have the new price of the middle column', () => {
  const used = row('usedAccordionRow', `<span id="usedPrice" class="header-price">15,00 €</span>${cart()}`, true);
  const data = read({ lang: 'de-de', centre: table('24,00 €'), box: rows(once('24,00 €'), used) }, 'de');
  expect(data).toMatchObject({ bb_price: 15 });
  expect(data).not.toHaveProperty('promotion');
});

/** A row of books, records and films. */
const section = (
  kind: 'buyNew' | 'usedBuy' | 'rentBuy',
  heading: string,
  amount: string,
  content = '',
  isOpen = false,
) =>
  markup`
    <div class="a-box rbbSection ${isOpen ? 'selected dp-accordion-active' : 'unselected'}">
      <div id="${kind}Section" class="rbbHeader">
        <span class="a-text-bold">${heading}</span>
        <span class="offer-price">${amount}</span>
      </div>${content}</div>
  `;
const used = markup`
  <div id="usedbuyBox">
    <input type="hidden" id="usedMerchantID" name="usedMerchantID" value="A1KUPFER00SELL">
    <input type="hidden" id="usedOfferListingID" name="usedOfferListingID" value="used%2Bone">
    <strong>Used: Very Good</strong>
    <div>Sold by <a href="/gp/help/seller/at-a-glance.html?ie=UTF8&amp;seller=A1KUPFER00SELL">Kupfer</a>
    </div>
    <a id="SSOFpopoverLink_ubb" href="/gp/help">Dispatched by Amazon</a>
  </div>
`;
const form = (content: string) =>
  markup`
    <form id="addToCart">
      <input type="hidden" name="ASIN" value="B0KETTLE01">
      <input type="hidden" id="offerListingID" name="offerListingID" value="new%2Bone">
      <input type="hidden" id="merchantID" name="merchantID" value="A1NEWGOODSHOP">${content}<input id="add-to-cart-button">
    </form>
  `;
const book = (open: 'new' | 'used', middle = '') => {
  const rowsOfBook =
    section('buyNew', 'Buy new', '$24.00', '', open === 'new') +
    section('usedBuy', 'Buy used', '$15.00', used, open === 'used');
  return read({ centre: middle, box: form(rowsOfBook) });
};

describe('a Buy Box with rows for new and for used goods', () => {
  test('has the condition, the seller, the shipper and the id of the open used row', () => {
    expect(book('used')).toMatchObject({
      bb_price: 15,
      condition: 'used_very_good',
      offer_id: 'used+one',
      seller: { id: 'A1KUPFER00SELL', name: 'Kupfer', is_amazon: false },
      ships_from: 'Amazon',
      is_fba: true,
    });
  });

  test('has the id of the form around both rows for the new offer', () => {
    expect(book('new')).toMatchObject({ bb_price: 24, condition: 'new', offer_id: 'new+one' });
  });

  test('has the availability and the seller of the middle column for the open row', () => {
    const middle =
      '<div id="availability">Only 3 left in stock.</div><div id="merchant-info">Ships from and sold by Amazon.com.</div>';
    expect(book('new', middle)).toMatchObject({
      availability_text: 'Only 3 left in stock.',
      stock_qty: 3,
      seller: { name: 'Amazon.com', is_amazon: true },
      ships_from: 'Amazon.com',
    });
  });

  test('does not take the id of the new offer for a used row without one', () => {
    const bare = section('usedBuy', 'Buy used', '$15.00', '<input type="hidden" name="usedMerchantID" value="">', true);
    const box = form(section('buyNew', 'Buy new', '$24.00') + bare);
    expect(read({ box })).not.toHaveProperty('offer_id');
  });

  test('never has the price of a rental', () => {
    const box = form(section('rentBuy', 'Rent', '$5.00', '', true) + section('buyNew', 'Buy new', '$24.00'));
    expect(read({ box }).bb_price).toBe(24);
  });

  test('has the seller’s profile, not the link to its shipping rates', () => {
    const rates = '<a href="/gp/aag/details/?seller=A1KUPFER00SELL&amp;sshmPath=shipping-rates">Details</a>';
    const box = cart(`<div id="usedbuyBox">${rates}<strong>Used: Good</strong>${used}</div>`);
    expect(read({ box }).seller?.name).toBe('Kupfer');
  });
});

test('the offer id is not that of a warranty', () => {
  const warranty = '<input type="checkbox" name="offeringID.1" value="warranty">';
  const main = '<input type="hidden" id="offerListingID" name="offerListingID" value="kettle">';
  expect(read({ box: `<form id="addToCart">${warranty}${main}<input id="add-to-cart-button"></form>` }).offer_id).toBe(
    'kettle',
  );
});

describe('a page that asks to select a variation', () => {
  test.each([
    '<div id="partialStateBuyboxForMerch">To buy, select <strong class="unselectedDims">Size</strong></div>',
    '<div id="partialStateBuyBox_feature_div">To buy, select Size</div>',
  ])('has no Buy Box: %s', (asks) => {
    const data = read({ box: cart(asks) });
    expect(data).toMatchObject({ buybox: false, buybox_state: 'select_variation' });
    for (const field of ['bb_price', 'in_stock', 'offer_id', 'seller']) expect(data).not.toHaveProperty(field);
  });

  test('is not one whose block is empty', () => {
    const box = `<div id="partialStateBuyBox_feature_div"></div>${cart()}`;
    expect(read({ centre: prices(price('$', '24', '90')), box })).toMatchObject({
      buybox_state: 'buybox',
      bb_price: 24.9,
    });
  });
});

test('a row without content is none', () => {
  const twin = '<div id="newAccordionRow" class="a-box a-accordion-active"></div>';
  const own = `<div id="newAccordionRow" class="a-box a-accordion-active"><span class="header-price">$24.00</span>
    <div id="availability">In stock on March 12, 2026.</div>${cart()}</div>`;
  const used = '<div id="usedAccordionRow" class="a-box"><span class="header-price">$20.00</span></div>';
  expect(read({ box: rows(twin, own, used) })).toMatchObject({ bb_price: 24, in_stock: false, is_backorder: true });
});
