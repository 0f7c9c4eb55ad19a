import { describe, expect, it } from 'vitest';
import { markup } from '../../markup.ts';
import { delivery, entry, price, priceRow } from './markup.ts';

const bought = { price: priceRow(price('$20.00')) };

describe('the delivery of a tile', () => {
  it('returns the standard option first, then the fastest', () => {
    const row = entry({
      ...bought,
      delivery: delivery('FREE delivery <b>Mon, Mar 16</b>', 'Or fastest delivery <b>Tomorrow, Mar 11</b>'),
    });
    expect(row.shipping).toBe(0);
    expect(row.delivery).toEqual([
      {
        kind: 'standard',
        days_min: 6,
        days_max: 6,
        date_min: '2026-03-16',
        date_max: '2026-03-16',
        is_free: true,
        text: 'FREE delivery Mon, Mar 16',
      },
      {
        kind: 'fastest',
        days_min: 1,
        days_max: 1,
        date_min: '2026-03-11',
        date_max: '2026-03-11',
        is_free: null,
        text: 'Or fastest delivery Tomorrow, Mar 11',
      },
    ]);
  });

  it.each([
    ['Entrega R$ 9,90: 26 - 27 de mar.', 'pt-br', 'amazon.com.br', 9.9],
    ['Livraison à 24,49 € mer. 16 avr.', 'fr-fr', 'amazon.fr', 24.49],
    ['Lieferung für 11,48 € 18. - 23. Mai', 'de-de', 'amazon.de', 11.48],
    ['GRATIS Lieferung Do., 14. Mai', 'de-de', 'amazon.de', 0],
    ['無料配送 4月23日 木曜日にお届け', 'ja-jp', 'amazon.co.jp', 0],
    ['Delivery Thu, Sep 11', 'en-us', 'amazon.com', null],
    ['FREE delivery Fri, Jun 13 on $35 of items shipped by Amazon', 'en-us', 'amazon.com', null],
    ['Entrega GRATIS el mar, 11 de nov en tu primer pedido', 'es-es', 'amazon.es', null],
  ])('has the charge of "%s"', (text, language, domain, shipping) => {
    expect(entry({ ...bought, delivery: delivery(text) }, language, { domain }).shipping).toBe(shipping);
  });

  it('returns the option for members as the fastest', () => {
    const row = entry({
      ...bought,
      delivery: delivery(
        '<a>Join Prime</a> to get FREE delivery <b>Tomorrow, Mar 11</b>',
        'Or Non-members get FREE delivery <b>Fri, Mar 13</b>',
      ),
    });
    expect(row.delivery).toMatchObject([
      { kind: 'standard', date_min: '2026-03-13', is_free: true },
      { kind: 'fastest', date_min: '2026-03-11', is_free: true },
    ]);
    expect(row).toMatchObject({ shipping: 0, is_prime: null });
  });

  it('joins day and cost on older pages', () => {
    const line = (
      cost: string,
    ) => `<div class="a-row a-color-secondary s-align-children-center"><div class="s-align-children-center"><i class="a-icon a-icon-prime" role="img"></i>
      <span aria-label="Get it Friday 13 Mar - Monday 16 Mar">Get it Friday 13 Mar - Monday 16 Mar</span></div><span aria-label="${cost}">${cost}</span></div>`;
    const row = entry({ ...bought, delivery: line('€16.00 delivery') }, 'en-gb', { domain: 'amazon.nl' });
    expect(row).toMatchObject({
      shipping: 16,
      is_prime: true,
      delivery: [{ kind: 'standard', date_min: '2026-03-13', date_max: '2026-03-16', is_free: false }],
    });
    expect(row.delivery).toHaveLength(1);
  });

  it('joins a cost and the day below it, unless the day is of a faster delivery', () => {
    const line = (first: string, second: string) => markup`
      <div class="a-row a-color-secondary s-align-children-center">
        <span aria-label="${first}">${first}</span>
        <span aria-label="${second}">${second}</span>
      </div>
    `;
    expect(entry({ ...bought, delivery: line('FREE One-Day', 'Get it tomorrow, Mar 11') }).delivery).toEqual([
      expect.objectContaining({ date_min: '2026-03-11', is_free: true, text: 'FREE One-Day Get it tomorrow, Mar 11' }),
    ]);
    expect(entry({ ...bought, delivery: line('FREE delivery', 'Fastest delivery Mar 11') }).delivery).toHaveLength(2);
  });

  it('reads an unlabelled cost below the day, but not the destination', () => {
    const line = (below: string) =>
      markup`
        <div class="a-row a-color-secondary s-align-children-center">
          <div class="a-row s-align-children-center">
            <span aria-label="Get it tomorrow, 11 Mar">Get it tomorrow, 11 Mar</span>
          </div>
          <div class="a-row">
            <span>${below}</span>
          </div>
        </div>
      `;
    const site = { domain: 'amazon.nl' };
    expect(entry({ ...bought, delivery: line('FREE Delivery by Amazon') }, 'en-gb', site)).toMatchObject({
      shipping: 0,
      delivery: [{ date_min: '2026-03-11', is_free: true, text: 'Get it tomorrow, 11 Mar FREE Delivery by Amazon' }],
    });
    expect(entry({ ...bought, delivery: line('Ships to Norway') }, 'en-gb', site)).toMatchObject({
      shipping: null,
      delivery: [{ is_free: null, text: 'Get it tomorrow, 11 Mar' }],
    });
  });

  it('is absent with a null shipping price if there is no delivery option', () => {
    const row = entry({ ...bought, delivery: delivery('', '', '') });
    expect(row).not.toHaveProperty('delivery');
    expect(row.shipping).toBeNull();
    expect(entry({}).is_prime).toBeNull();
  });
});

describe('the stock of a tile', () => {
  it.each([
    ['Only 3 left in stock - order soon.', 'en-us', 'amazon.com', { in_stock: true, stock_qty: 3 }],
    ['Nur noch 18 auf Lager', 'de-de', 'amazon.de', { in_stock: true, stock_qty: 18 }],
    ['残り1点 ご注文はお早めに', 'ja-jp', 'amazon.co.jp', { in_stock: true, stock_qty: 1 }],
    ['Sólo queda(n) 4 en stock.', 'es-es', 'amazon.es', { in_stock: true, stock_qty: 4 }],
  ])('reads "%s"', (text, language, domain, expected) => {
    expect(entry({ ...bought, delivery: delivery('', '', text) }, language, { domain })).toMatchObject(expected);
  });

  it('is false for unavailable items, and unknown for pre-orders and other sellers', () => {
    const row = (text: string, language = 'en-us', domain = 'amazon.com') =>
      entry({ ...bought, delivery: delivery('', '', text) }, language, { domain });
    expect(entry({ delivery: delivery('', '', 'No disponible.') }, 'es-es', { domain: 'amazon.es' }).in_stock).toBe(
      false,
    );
    const instead = '<div class="a-row"><span class="a-color-price">Currently unavailable.</span></div>';
    expect(entry({ price: instead }).in_stock).toBe(false);
    expect(row('In stock on November 19, 2026.').in_stock).toBe(false);
    const unknownRow =
      '<p><span aria-label="In stock on November 19, 2026."><span>In stock on November 19, 2026.</span></span></p>';
    expect(entry({ ...bought, delivery: unknownRow }).in_stock).toBe(false);
    expect(row('This title will be released on November 19, 2026.')).not.toHaveProperty('in_stock');
    expect(row('この本の出版予定日は2026年11月2日です。', 'ja-jp', 'amazon.co.jp')).not.toHaveProperty('in_stock');
    expect(row('招待された方のみご購入いただけます', 'ja-jp', 'amazon.co.jp')).not.toHaveProperty('in_stock');
    expect(entry({})).not.toHaveProperty('in_stock');
  });

  it('is the day of a release or the number that is left, and not the promise before it', () => {
    const line = (text: string) =>
      `<div class="a-row a-color-secondary s-align-children-center"><span aria-label="3月14日までにお届け 通常配送料無料">3月14日までにお届け 通常配送料無料</span></div>
       <div class="a-row a-color-secondary"><span>${text}</span></div>`;
    const row = (text: string) =>
      entry({ price: priceRow(price('￥1,430')), delivery: line(text) }, 'ja-jp', { domain: 'amazon.co.jp' });
    expect(row('この本の出版予定日は2026年11月2日です。')).not.toHaveProperty('in_stock');
    expect(row('残り3点 ご注文はお早めに')).toMatchObject({ in_stock: true, stock_qty: 3 });
    expect(row('専念寺')).toMatchObject({ in_stock: true });
  });
});

it.each([
  ['en-us', 'amazon.com', 'FREE Shipping available'],
  ['es-es', 'amazon.es', 'Envío GRATIS disponible'],
  ['de-de', 'amazon.de', 'KOSTENLOSE Lieferung verfügbar'],
  ['fr-fr', 'amazon.fr', 'Livraison GRATUITE disponible'],
  ['it-it', 'amazon.it', 'Spedizione GRATUITA disponibile'],
  ['pt-br', 'amazon.com.br', 'Frete GRÁTIS disponível'],
])('free shipping that is available is a condition: %s, %s, %s', (lang, domain, text) => {
  const line = `<div class="a-row a-color-secondary s-align-children-center"><span aria-label="${text}">${text}</span></div>`;
  const shown = entry({ price: priceRow(price('20,00 €')), delivery: line }, lang, { domain });
  expect(shown).toMatchObject({ shipping: null });
  expect(shown).not.toHaveProperty('delivery');
});
