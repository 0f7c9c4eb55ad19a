import { describe, expect, test } from 'vitest';
import { markup } from '../../markup.ts';
import { cart, price, prices, read, row, rows, struck } from './page.ts';

const badge = (content: string, id = 'amzn1.asin.B0KETTLE01:amzn1.deal.0a1b2c3d') =>
  markup`
    <div id="dealBadge_feature_div">
      <span class="dealBadge" data-csa-c-item-id="${id}">
        <span class="aok-hidden">Deal NO_OF_HOURS hours</span>${content}</span>
    </div>
  `;
const label = (text: string) => `<span id="dealBadgeSupportingText"><span>${text}</span></span>`;
const paid = price('$', '24', '00');
const promotion = (content: string, lang = 'en-us', suffix = 'com', elsewhere = '') =>
  read({ lang, centre: prices(content), box: cart(), elsewhere }, suffix).promotion;

describe('a struck price', () => {
  test.each([
    ['com', 'en-us', 'List Price:', '$30.00'],
    ['com', 'en-us', 'Typical price:', '$30.00'],
    ['co.uk', 'en-gb', 'Was:', '£30.00'],
    ['de', 'de-de', 'UVP:', '30,00€'],
    ['in', 'en-in', 'M.R.P.:', '₹30'],
    ['co.jp', 'ja-jp', '参考価格:', '￥30'],
  ])('amazon.%s: %s', (suffix, lang, text, amount) => {
    expect(
      promotion(`<span class="savingsPercentage">-20%</span>${paid}${struck(text, amount)}`, lang, suffix),
    ).toMatchObject({ deal: null, list_price: { amount: 30, label: text, savings_amount: 6, savings_percent: 20 } });
  });

  test('has the rendered percentage, or the one of the two prices', () => {
    const line = struck('List Price:', '$29.90');
    expect(promotion(`<span class="savingsPercentage">-19%</span>${paid}${line}`)?.list_price?.savings_percent).toBe(
      19,
    );
    expect(promotion(paid + line)?.list_price).toMatchObject({ savings_amount: 5.9, savings_percent: 20 });
  });

  test('has no saving at or below the current price', () => {
    expect(promotion(paid + struck('List Price:', '$24.00'))?.list_price).toEqual({
      amount: 24,
      label: 'List Price:',
      savings_amount: null,
      savings_percent: null,
    });
  });

  test('can have no label', () => {
    expect(promotion(paid + struck('', '$30.00'))?.list_price?.label).toBeNull();
  });

  test('is not an instalment with the same markup', () => {
    expect(
      promotion(
        markup`
          ${paid}<span class="basisPrice">or <span class="a-price a-text-price">
              <span class="a-offscreen">$30.00</span>
            </span>/month</span>
        `,
      ),
    ).toBeNull();
  });

  test.each([
    [
      '2021',
      markup`
        <div id="price">
          <table>
            <tr>
              <td>List Price:</td>
              <td>
                <span class="priceBlockStrikePriceString a-text-strike">$30.00</span>
              </td>
            </tr>
            <tr>
              <td>Price:</td>
              <td>
                <span id="priceblock_ourprice">$24.00</span>
              </td>
            </tr>
            <tr id="regularprice_savings">
              <td>You Save:</td>
              <td class="priceBlockSavingsString">$6.00 (20%)</td>
            </tr>
          </table>
        </div>
      `,
      '',
    ],
    [
      '2022',
      markup`
        <div id="apex_desktop">
          <div id="corePrice_desktop">
            <table>
              <tr>
                <td>List Price:</td>
                <td>
                  <span class="a-price" data-a-strike="true">
                    <span class="a-offscreen">$30.00</span>
                  </span>
                </td>
              </tr>
              <tr>
                <td>Price:</td>
                <td>
                  <span class="a-price apexPriceToPay">
                    <span class="a-offscreen">$24.00</span>
                  </span>
                </td>
              </tr>
            </table>
          </div>
        </div>
      `,
      '',
    ],
    [
      'a Kindle book',
      '',
      markup`
        <table>
          <tr>
            <td>List Price:</td>
            <td id="print-list-price" class="a-text-strike">$30.00</td>
          </tr>
          <tr>
            <td>Kindle Price:</td>
            <td>
              <span id="kindle-price">$24.00</span>
            </td>
          </tr>
        </table>
      `,
    ],
  ])('is read in the layout of %s', (_, centre, content) => {
    expect(read({ centre, box: cart(content) }).promotion?.list_price).toEqual({
      amount: 30,
      label: 'List Price:',
      savings_amount: 6,
      savings_percent: 20,
    });
  });

  test.each([
    [
      'the sum of 2022',
      markup`
        <div id="apex_desktop">
          <div id="corePrice_desktop">
            <table>
              <tr>
                <td>List Price:</td>
                <td class="a-color-secondary">
                  <span class="a-price" data-a-strike="true">
                    <span class="a-offscreen">$29.90</span>
                  </span>
                </td>
              </tr>
              <tr>
                <td>Price:</td>
                <td>
                  <span class="a-price apexPriceToPay">
                    <span class="a-offscreen">$24.00</span>
                  </span>
                </td>
              </tr>
              <tr>
                <td>You Save:</td>
                <td class="a-span12 a-color-price">
                  <span class="a-color-price">
                    <span class="a-price">
                      <span class="a-offscreen">$5.90</span>
                    </span> (19%)</span>
                </td>
              </tr>
            </table>
          </div>
        </div>
      `,
    ],
    [
      'the sum of 2017',
      markup`
        <div id="price">
          <table>
            <tr>
              <td>List Price:</td>
              <td>
                <span class="a-text-strike">$29.90</span>
              </td>
            </tr>
            <tr>
              <td>Price:</td>
              <td>
                <span id="priceblock_ourprice">$24.00</span>
              </td>
            </tr>
            <tr id="regularprice_savings">
              <td>You Save:</td>
              <td class="a-color-price">$5.90 (19%)</td>
            </tr>
          </table>
        </div>
      `,
    ],
  ])('has the saving after %s', (_, centre) => {
    expect(read({ centre, box: cart() }).promotion?.list_price).toEqual({
      amount: 29.9,
      label: 'List Price:',
      savings_amount: 5.9,
      savings_percent: 19,
    });
  });

  test('is read from the Buy Box of a book of 2017', () => {
    const box = `<div id="buyNewSection"><span class="a-color-price offer-price">$24.00</span></div>
      <div id="buyBoxInner"><ul><li><span><span class="a-color-secondary">List Price:</span> <span class="a-color-secondary a-text-strike">$30.00</span></span></li></ul></div>${cart()}`;
    expect(read({ box })).toMatchObject({
      bb_price: 24,
      promotion: { list_price: { amount: 30, label: 'List Price:', savings_percent: 20 } },
    });
  });

  test('is not that of a subscription', () => {
    const sns = `<span id="snsDetailPagePrice">${price('$', '22', '00')}${struck('One-Time Price:', '$24.00')}</span>`;
    expect(promotion(sns + paid)).toBeNull();
  });
});

describe('the lowest price of the last 30 days', () => {
  const lines = `${price('€', '24', '00')}${struck('UVP:', '30,00 €')}${struck('Niedrigster Preis der letzten 30 Tage:', '26,00 €')}`;

  test('can be next to a list price', () => {
    expect(promotion(lines, 'de-de', 'de')).toMatchObject({
      list_price: { amount: 30, label: 'UVP:', savings_percent: 20 },
      lowest_price_30_days: {
        amount: 26,
        label: 'Niedrigster Preis der letzten 30 Tage:',
        savings_amount: 2,
        savings_percent: 8,
      },
    });
  });

  const unstruck = (label: string) =>
    `<span class="a-size-small">${label} <span class="a-price a-text-price"><span class="a-offscreen">26,00 €</span></span></span>`;
  const inTable = (label: string) => `<table><tr><td>${label}</td><td><span>26,00 €</span></td></tr></table>`;
  const eur = price('€', '24', '00');

  test.each([
    ['above the price', 'en-gb', 'Lowest:', unstruck('Lowest:') + eur],
    ['below the price', 'en-gb', 'Lowest:', eur + unstruck('Lowest:')],
    ['struck', 'en-gb', 'Lowest:', eur + struck('Lowest:', '26,00 €')],
    ['in a row of a table', 'en-gb', 'Lowest price:', eur + inTable('Lowest price:')],
    ['in German', 'en-gb', 'Niedrigster Preis:', eur + unstruck('Niedrigster Preis:')],
    ['in English', 'de-de', 'Lowest recent price:', eur + unstruck('Lowest recent price:')],
  ])('can be %s', (_, lang, label, content) => {
    expect(promotion(content, lang, 'de')).toEqual({
      deal: null,
      list_price: null,
      lowest_price_30_days: { amount: 26, label, savings_amount: 2, savings_percent: 8 },
    });
  });

  test('is not a unit price or another price without a line through it, and none outside the EU', () => {
    expect(promotion(eur + unstruck('Price per 100 g:') + inTable('Price per 30 g:'), 'en-gb', 'de')).toBeNull();
    expect(promotion(price('$', '24', '00') + unstruck('Lowest:'), 'en-us', 'com')).toBeNull();
  });

  test('is null on EU sites that show none, and absent elsewhere', () => {
    expect(promotion(paid + struck('UVP:', '30,00 €'), 'de-de', 'de')).toHaveProperty('lowest_price_30_days', null);
    expect(promotion(paid + struck('RRP:', '£30.00'), 'en-gb', 'co.uk')).not.toHaveProperty('lowest_price_30_days');
  });
});

describe('a deal badge', () => {
  test.each([
    ['com', 'en-us', 'Limited time deal', 'limited_time'],
    ['com', 'en-us', 'Lightning Deal', 'lightning'],
    ['de', 'de-de', 'Befristetes Angebot', 'limited_time'],
    ['it', 'it-it', 'Offerta a tempo', 'limited_time'],
    ['in', 'en-in', 'Great Summer Sale', null],
  ])('amazon.%s: %s', (suffix, lang, text, kind) => {
    expect(promotion(badge(label(text)) + paid, lang, suffix)).toMatchObject({
      deal: { kind, label: text, deal_id: 'amzn1.deal.0a1b2c3d', ends_at: null, ends_on: null, ends_in_days: null },
      list_price: null,
    });
  });

  test('has an end time of the page or of its own countdown', () => {
    const summary =
      '<p id="pqv-price-deal-end-time">Deal ends: <time datetime="1772697600000">1772697600000</time></p>';
    const clock =
      '<span id="detailpage-dealBadge-countdown-timer" data-target-time="2026-03-05T08:00:00Z">62:00:00</span>';
    const ends = { ends_at: '2026-03-05T08:00:00Z', ends_on: '2026-03-05', ends_in_days: 3 };
    expect(promotion(badge(label('Deal')) + paid, 'en-us', 'com', summary)?.deal).toMatchObject(ends);
    expect(promotion(badge(label('Deal') + clock) + paid)?.deal).toMatchObject(ends);
  });

  test('has an end date of the terms, with its sentence', () => {
    const terms =
      '<div class="a-popover-preload"><p>Les conditions.</p><p>Cette offre se termine le 5 mars 2026.</p></div>';
    expect(promotion(badge(label('Offre à durée limitée') + terms) + paid, 'fr-fr', 'fr')?.deal).toMatchObject({
      kind: 'limited_time',
      label: 'Offre à durée limitée',
      ends_at: null,
      ends_on: '2026-03-05',
      ends_in_days: 3,
      ends_on_text: 'Cette offre se termine le 5 mars 2026.',
    });
  });

  test('can be outside of the prices: then it is of the open row', () => {
    const centre = badge(label('Limited time deal')) + prices(paid);
    expect(read({ centre, box: cart() }).promotion?.deal?.label).toBe('Limited time deal');
    const used = row('usedAccordionRow', `<span class="header-price">$20.00</span>${cart()}`);
    const open = (isOpen: boolean) =>
      rows(row('newAccordionRow', `<span class="header-price">$24.00</span>${cart()}`, isOpen), used);
    expect(read({ centre, box: open(true) }).promotion?.deal?.label).toBe('Limited time deal');
    expect(read({ centre, box: open(false) }).promotion?.deal).toBeFalsy();
  });

  test('is absent for another product’s deal or an empty element', () => {
    const neighbour =
      '<li data-csa-c-item-id="amzn1.asin.B0OTHER001:amzn1.deal.ffffffff"><span class="dealBadge">32% off</span></li>';
    expect(promotion(`<div id="dealBadge_feature_div"></div>${paid}`, 'en-us', 'com', neighbour)).toBeNull();
  });
});
