import { describe, expect, it } from 'vitest';
import { markup } from '../../markup.ts';
import { entry, price, priceRow, struck } from './markup.ts';

const badge = (label: string, timer = '') =>
  markup`
    <a href="/deals">
      <span class="a-badge" data-a-badge-type="deal" id="DEAL_B0AAAAAAA1">
        <span class="a-badge-label">
          <span class="a-badge-label-inner">
            <span class="a-badge-text">${label} </span>${timer}</span>
        </span>
      </span>
    </a>
  `;

describe('the promotion of a tile', () => {
  it('is null without badge and struck price', () => {
    expect(entry({ price: priceRow(price('$20.00')) }).promotion).toBeNull();
  });

  it('has the fields of tiles', () => {
    const { promotion } = entry({
      price: badge('Limited time deal') + priceRow(price('$21.59') + struck('List:', '$23.99')),
    });
    expect(promotion).toEqual({
      deal: {
        kind: 'limited_time',
        label: 'Limited time deal',
        deal_id: null,
        ends_at: null,
        ends_on: null,
        ends_in_days: null,
      },
      list_price: { amount: 23.99, label: 'List:', savings_amount: 2.4, savings_percent: 10 },
    });
  });

  it('has an end time only with a countdown', () => {
    const timer = '<span class="dealBadge-countdown-timer" data-target-time="2026-03-11T06:59:59Z">15:20:44</span>';
    const { promotion } = entry({ price: badge('Ends in', timer) + priceRow(price('$20.00')) });
    expect(promotion?.deal).toMatchObject({
      kind: null,
      label: 'Ends in 15:20:44',
      ends_at: '2026-03-11T06:59:59Z',
      ends_on: '2026-03-11',
      ends_in_days: null,
    });
    expect(promotion?.list_price).toBeNull();
  });

  it('prefers the rendered percentage over a derived one', () => {
    const row = (nextToPrice: string) =>
      entry({ price: priceRow(price('₹759') + struck('M.R.P:', '₹3,799'), nextToPrice) }, 'en-in', {
        domain: 'amazon.in',
      });
    expect(row('<span class="a-letter-space"></span>(79% off)').promotion?.list_price).toMatchObject({
      savings_amount: 3040,
      savings_percent: 79,
    });
    expect(row('').promotion?.list_price).toMatchObject({ savings_percent: 80 });
  });

  it('has no label without one on the page, and no savings at or below the price', () => {
    const strike = price('R$ 5.799,00', 'class="a-price a-text-price" data-a-strike="true"');
    const pix = markup`
      <div class="a-row">
        <a>${price('R$ 3.599,10')}${strike}</a>
        <span class="a-color-secondary">à vista no Pix</span>
      </div>
    `;
    expect(entry({ price: pix }, 'pt-br', { domain: 'amazon.com.br' }).promotion?.list_price).toEqual({
      amount: 5799,
      label: null,
      savings_amount: 2199.9,
      savings_percent: 38,
    });
    expect(entry({ price: priceRow(price('$20.00') + struck('Was:', '$19.00')) }).promotion?.list_price).toMatchObject({
      savings_amount: null,
      savings_percent: null,
    });
  });

  it('does not read a unit price as the label of a struck price', () => {
    const amounts = `${price('$24.99')} <span class="a-size-base a-color-secondary">($24.99/Count)</span> ${price('$31.99', 'class="a-price a-text-price" data-a-strike="true"')}`;
    const row = entry({ price: priceRow(amounts) });
    expect(row.promotion?.list_price).toMatchObject({ amount: 31.99, label: null, savings_amount: 7 });
    expect(row.unit_price).toEqual({ amount: 24.99, unit: 'Count', text: '($24.99/Count)' });
  });

  it('distinguishes the lowest price of 30 days from the list price', () => {
    const both = struck('Prezzo consigliato:', '99,99€') + struck('Prezzo più basso recente:', '79,99€');
    const { promotion, list_price } = entry({ price: priceRow(price('74,99€') + both) }, 'it-it', {
      domain: 'amazon.it',
    });
    expect(promotion).toMatchObject({
      list_price: { amount: 99.99 },
      lowest_price_30_days: { amount: 79.99, savings_amount: 5 },
    });
    expect(list_price).toBe(99.99);
    expect(entry({ price: priceRow(price('$20.00') + struck('List:', '$30.00')) }).promotion).not.toHaveProperty(
      'lowest_price_30_days',
    );
  });
});

describe('the lowest price of 30 days of a tile', () => {
  const unstruck = (label: string, text: string) =>
    `<div><span class="a-color-secondary">${label} </span>${price(text, 'class="a-price a-text-price"')}</div>`;
  const promotionOf = (reference: string, domain: string, language = 'en-gb') =>
    entry({ price: priceRow(price('€20.00'), reference) }, language, { domain }).promotion;

  it.each([
    ['struck, above the price', struck('Lowest:', '€25.00'), { savings_amount: 5, savings_percent: 20 }],
    ['not struck, above the price', unstruck('Lowest:', '€25.00'), { savings_amount: 5, savings_percent: 20 }],
    ['below the price', struck('Lowest price:', '€18.00'), { savings_amount: null, savings_percent: null }],
    ['equal to the price', unstruck('Lowest price:', '€20.00'), { savings_amount: null, savings_percent: null }],
  ])('is read from its label on sites of the EU, %s', (_, reference, saved) => {
    expect(promotionOf(reference, 'amazon.nl')).toMatchObject({ list_price: null, lowest_price_30_days: saved });
  });

  it.each([
    ['de-de', 'Niedrigster:'],
    ['de-de', 'Niedrigster Preis der letzten 30 Tage:'],
    ['de-de', 'Tiefstpreis:'],
    ['fr-fr', 'Plus bas :'],
    ['it-it', 'Più basso:'],
    ['es-es', 'Más bajo:'],
    ['pt-pt', 'Mais baixo:'],
    ['nl-nl', 'Laagste:'],
    ['pl-pl', 'Najniższa:'],
    ['sv-se', 'Lägsta:'],
    ['tr-tr', 'En düşük:'],
    ['de-de', 'Lowest:'],
  ])('is read in %s: %s', (language, label) => {
    const reference = entry({ price: priceRow(price('20,00 €'), struck(label, '25,00 €')) }, language, {
      domain: 'amazon.de',
    });
    expect(reference.promotion).toMatchObject({ list_price: null, lowest_price_30_days: { amount: 25 } });
    expect(reference).not.toHaveProperty('list_price');
  });

  it('is a list price with its label outside of the EU', () => {
    const promotion = promotionOf(struck('Lowest:', '£25.00'), 'amazon.co.uk');
    expect(promotion?.list_price).toMatchObject({ amount: 25, label: 'Lowest:' });
    expect(promotion).not.toHaveProperty('lowest_price_30_days');
  });
});

describe('the coupon of a tile', () => {
  const coupon = (clipped: string, unclipped: string) =>
    markup`
      <span data-component-type="s-coupon-component">
        <span class="s-coupon-clipped aok-hidden">${clipped}</span>
        <span class="s-coupon-unclipped">
          <span class="s-coupon-highlight-color">${unclipped}</span> <span class="a-color-base">with coupon</span>
        </span>
      </span>
    `;
  const withCoupon = (markup: string, language = 'en-us', domain = 'amazon.com') =>
    entry({ price: priceRow(price(domain === 'amazon.de' ? '27,44 €' : '$61.99'), '', markup) }, language, { domain })
      .coupon;

  it.each([
    ['10% off coupon applied', 'You pay $55.79', 'en-us', 'amazon.com', { unit: 'percent', value: 10 }],
    ['$36.00 off coupon applied', 'You pay $25.99', 'en-us', 'amazon.com', { unit: 'currency', value: 36 }],
    ['20% coupon applied at checkout', 'Save 20%', 'en-us', 'amazon.com', { unit: 'percent', value: 20 }],
    ['Coupon mit 4,00 € Rabatt angewendet', 'Spare 4,00 €', 'de-de', 'amazon.de', { unit: 'currency', value: 4 }],
  ])('reads the amount of "%s"', (clipped, unclipped, language, domain, expected) => {
    expect(withCoupon(coupon(`<span class="a-color-base">${clipped}</span>`, unclipped), language, domain)).toEqual(
      expected,
    );
  });

  it.each([
    ['Extra 10% off', { unit: 'percent', value: 10 }],
    ['Extra $3.00 off', { unit: 'currency', value: 3 }],
    ['10％ OFF', { unit: 'percent', value: 10 }],
  ])('reads the amount of "%s" for subscribers', (unclipped, expected) => {
    expect(withCoupon(coupon('<span class="a-color-base">when you subscribe</span>', unclipped))).toEqual(expected);
  });

  it('is not derived from the price after the coupon', () => {
    expect(withCoupon(coupon('', 'You pay $55.79'))).toBeNull();
    expect(withCoupon(coupon('Coupon applied', 'You pay $55.79 with coupon'))).toBeNull();
    expect(withCoupon(coupon('You pay $55.79', 'Clipped'))).toBeNull();
  });

  it('is null without the coupon component', () => {
    expect(withCoupon('Save 10% at checkout')).toBeNull();
    expect(withCoupon('<span class="s-promotion-highlight-color">Save 5%</span> on 2 select item(s)')).toBeNull();
  });
});
