import { describe, expect, test } from 'vitest';
import { markup } from '../../markup.ts';
import { cart, centres, price, prices, read, row, rows } from './page.ts';

const terms = '<span class="a-declarative"><a href="#">Terms</a></span>';
const messages = (content: string) =>
  `<div id="promoPriceBlockMessage_feature_div"><span class="promoPriceBlockMessage">${content}</span></div>`;
const shown = (content: string, lang = 'en-us', suffix = 'com') =>
  read({ lang, centre: prices(price('$', '24', '90')) + messages(content), box: cart() }, suffix).coupon;

describe('a coupon', () => {
  test.each([
    ['com', 'en-us', 'Apply 20% coupon', 'percent', 20],
    ['com', 'en-us', 'Apply $5 coupon', 'currency', 5],
    ['es', 'es-es', 'Aplicar cupón de 10€', 'currency', 10],
    ['com.tr', 'tr-tr', '%15 kupon uygula', 'percent', 15],
    ['fr', 'fr-fr', 'Appliquer le coupon de 5 %', 'percent', 5],
  ])('amazon.%s: %s', (suffix, lang, text, unit, value) => {
    const label = markup`
      <div data-csa-c-coupon="true">
        <label id="couponTextpctch1">${text} ${terms}</label>
        <span id="donepctch1" class="aok-hidden">Applied 99%</span>
      </div>
    `;
    expect(shown(label, lang, suffix)).toEqual({ unit, value, text });
  });

  test.each(['a"b', 'a\\', 'a]', 'x"], [id*="', 'a\nb'])('is read in a row with the name %j', (name) => {
    const escaped = name.replaceAll('"', '&quot;');
    const box = rows(row(escaped, cart(), true), row('used', cart()));
    const part = (of: string, text: string) =>
      `<div id="reinvent_price_${of}"><label id="couponText1">${text}</label></div>`;
    const coupons = part('other', 'Apply $7 coupon') + part(`desktop_${escaped}`, 'Apply $5 coupon');
    expect(read({ centre: messages(coupons), box })).toMatchObject({ title: 'Copper Kettle', coupon: { value: 5 } });
  });

  test('is read from a label and a message', () => {
    const parts = markup`
        <div data-csa-c-coupon="true">
          <span id="couponLabelpctch1">Economize 10%</span> <span id="couponMessagepctch1">com o cupom. <a>Termos</a>
          </span>
        </div>
      `;
    expect(shown(parts, 'pt-br', 'com.br')).toEqual({ unit: 'percent', value: 10, text: 'Economize 10% com o cupom.' });
  });

  test.each([
    [
      'a promotion that wears the coupon’s id',
      markup`
        <div data-csa-c-coupon="false">
          <label id="couponBadgepctch1">Savings</label>
          <span id="promoMessagepctch1">-33% on a game pass</span>
        </div>
      `,
    ],
    [
      'a code',
      '<label id="greenBadgepctch1">Save 5%</label><span id="promoMessagepctch1">on 3 items, promo code: 9X</span>',
    ],
    [
      'a coupon for subscribers',
      markup`
        <div data-csa-c-coupon="true">
          <label id="couponTextpctch1">Save 20% on your first Subscribe &amp; Save order ${terms}</label>
        </div>
      `,
    ],
  ])('is absent for %s', (_, content) => {
    expect(shown(content)).toBeUndefined();
  });

  test.each([
    ['com', 'en-us', 'Coupon:', 'Save an extra 5% when you apply this coupon.', { unit: 'percent', value: 5 }],
    ['de', 'de-de', 'Gutschein:', '2,50 € mit Gutschein sparen', { unit: 'currency', value: 2.5 }],
    ['de', 'de-de', 'Coupon:', '10 % Rabatt', { unit: 'percent', value: 10 }],
  ])('can be a row of the table of prices: amazon.%s, %s, %s', (suffix, lang, label, text, expected) => {
    const line = (name: string, value: string) => `<tr><td>${name}</td><td><span>${value}</span></td></tr>`;
    const paid = '<span id="priceblock_ourprice">24,90 €</span>';
    const centre = `<div id="price"><table>${line('Price:', paid)}${line(label, text)}${line('You Save:', '9,00 € (27%)')}</table></div>`;
    expect(read({ lang, centre, box: cart() }, suffix).coupon).toMatchObject(expected);
  });

  test('is not the price that is left', () => {
    expect(shown('<div data-csa-c-coupon="true"><label id="couponTextpctch1">You pay $19.90</label></div>')).toBe(
      undefined,
    );
  });

  test('is not read from a sponsored product', () => {
    const elsewhere = '<div id="sp_detail"><label id="couponTextpctch9">Save 25% with coupon</label></div>';
    expect(read({ elsewhere, centre: prices(price('$', '24', '90')), box: cart() }).coupon).toBeUndefined();
  });

  test('is read from the featured row only', () => {
    const part = (name: string, text: string) =>
      `<div id="reinvent_price_desktop_${name}"><label id="couponTextpctch">${text}</label></div>`;
    const centre =
      centres('newAccordionRow', { newAccordionRow: price('$', '24', '90'), usedAccordionRow: price('$', '9', '00') }) +
      messages(part('usedAccordionRow', 'Apply 50% coupon') + part('newAccordionRow', 'Apply 10% coupon'));
    const box = rows(row('newAccordionRow', cart(), true), row('usedAccordionRow', cart()));
    expect(read({ centre, box }).coupon).toMatchObject({ unit: 'percent', value: 10 });
  });
});
