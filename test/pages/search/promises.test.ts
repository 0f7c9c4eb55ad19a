import { describe, expect, it } from 'vitest';
import { delivery, entry, page, price, search } from './markup.ts';

/** The entry of a tile of 2020 to 2023 with a price and these rows, on March 10, 2026. */
function shown(rows: string, language = 'en-us', domain = 'amazon.com') {
  const tile = `<div data-component-type="s-search-result" data-asin="B0AAAAAAA1"><h2><a href="/dp/B0AAAAAAA1">Knots</a></h2>
    <div class="a-row a-color-base"><a href="/dp/B0AAAAAAA1">${price('$33.00')}</a></div>${rows}</div>`;
  return search(page({ tiles: [tile], language }), { domain }).shallow_parts[0];
}
const line = (content: string) => `<div class="a-row a-color-secondary s-align-children-center">${content}</div>`;
const labelled = (text: string) => `<span aria-label="${text}"><span class="a-color-base">${text}</span></span>`;
const row = (text: string) => `<div class="a-row a-color-secondary">${text}</div>`;
const standard = { kind: 'standard', date_min: '2026-03-13', date_max: '2026-03-13' };

describe('a promise of a tile', () => {
  it('is one if its cost and its day have a line each, in either order', () => {
    const [cost, day] = [labelled('FREE One-Day'), labelled('Get it Friday, Mar 13')];
    for (const lines of [`${cost}<br>${day}`, `${day}<br>${cost}`])
      expect(shown(line(lines))).toMatchObject({ shipping: 0, delivery: [{ ...standard, is_free: true }] });
    expect(shown(line(`${cost}<br>${day}`))?.delivery?.[0]?.text).toBe('FREE One-Day Get it Friday, Mar 13');
  });

  it('is read without a label', () => {
    const day = '<b>3月13日, 8:00 - 12:00</b><span>までにお届け</span>';
    const rows = `<div class="a-row s-align-children-center">${day}</div><div class="a-row">${labelled('通常配送料無料')}</div>`;
    const expected = { shipping: 0, delivery: [{ ...standard, is_free: true }] };
    expect(shown(line(rows), 'ja-jp', 'amazon.co.jp')).toMatchObject(expected);
    expect(shown(line(day), 'ja-jp', 'amazon.co.jp')).toMatchObject({ shipping: null, delivery: [standard] });
  });

  it('is two if the faster one has a day and the other one a cost', () => {
    const two = shown(line(`${labelled('Fastest delivery Fri, Mar 13')}<br>${labelled('FREE delivery')}`));
    expect(two?.delivery).toMatchObject([
      { kind: 'standard', date_min: null, is_free: true },
      { kind: 'fastest', date_min: '2026-03-13', is_free: null },
    ]);
    expect(two?.shipping).toBe(0);
  });

  it('keeps the condition of its cost', () => {
    const text = 'FREE Shipping on orders over $35';
    const row = shown(line(`${labelled('Get it Friday, Mar 13')}<div class="a-row">${labelled(text)}</div>`));
    expect(row?.delivery).toMatchObject([{ ...standard, is_free: null, text: `Get it Friday, Mar 13 ${text}` }]);
    expect(row?.shipping).toBeNull();
  });

  it.each(['This title will be released on March 20.', 'In stock on March 20', 'Pre-order: available March 20'])(
    'is not "%s"',
    (text) => {
      expect(shown(line(labelled(text)))).not.toHaveProperty('delivery');
      expect(entry({ delivery: delivery(text) })).not.toHaveProperty('delivery');
      expect(shown(line(`${labelled('Get it Friday, Mar 13')}<br>${labelled(text)}`))?.delivery).toMatchObject([
        standard,
      ]);
    },
  );

  it('has a green day in layouts of 2018', () => {
    const day = '<span class="a-color-secondary">Get it by <span class="a-color-success">Friday, Mar 13</span></span>';
    expect(shown(`<div class="a-row">${day}</div>`)?.delivery).toMatchObject([standard]);
    expect(shown('<div class="a-row"><span class="a-color-secondary">Mar 13, 2026</span></div>')).not.toHaveProperty(
      'delivery',
    );
  });
});

describe('the charge of a tile', () => {
  it.each([
    ['en-us', 'amazon.com', '+ $5.99 shipping', 5.99],
    ['de-de', 'amazon.de', '+ EUR 4,00 Versandkosten', 4],
    ['fr-fr', 'amazon.fr', 'EUR 0,00 livraison', 0],
    ['it-it', 'amazon.it', '+ 6,99 € Spedizione', 6.99],
    ['es-es', 'amazon.es', '+ 2,99 € de gastos de envío', 2.99],
    ['pt-br', 'amazon.com.br', '+ R$ 9,90 de frete', 9.9],
    ['ja-jp', 'amazon.co.jp', '+ ￥350 配送料', 350],
    ['tr-tr', 'amazon.com.tr', '84,83 TL kargo bedeli', 84.83],
    ['nl-nl', 'amazon.nl', '+ € 3,99 verzendkosten', 3.99],
    ['pl-pl', 'amazon.pl', '+ 9,90 zł za dostawę', 9.9],
    ['sv-se', 'amazon.se', '+ 49,00 kr frakt', 49],
    ['ar-ae', 'amazon.ae', '+ 12.00 درهم للشحن', 12],
  ])('is a line of its own in %s', (language, domain, text, amount) => {
    const charged = { shipping: amount, delivery: [{ is_free: amount === 0 }] };
    expect(shown(row(text), language, domain)).toMatchObject(charged);
    const marked = {
      price: `<div class="a-row">${price('$33.00')} <span class="a-color-secondary">${text}</span></div>`,
    };
    expect(entry(marked, language, { domain })).toMatchObject(charged);
  });

  it('belongs to the promise before it', () => {
    const row = shown(
      `${line(labelled('Get it Friday, Mar 13'))}<div class="a-color-secondary">+ $5.99 shipping</div>`,
    );
    expect(row).toMatchObject({ shipping: 5.99, delivery: [{ ...standard, is_free: false }] });
    expect(row?.delivery).toHaveLength(1);
  });

  it.each([
    'Save $5.00 on shipping',
    'FREE Shipping on orders over $35',
    'More Buying Choices $19.12 (5 offers)',
    'A kit of $5.00 tools that explains the history of shipping from the beginning',
    'Other offers from $19.12 + $3.00 shipping',
  ])('is not "%s"', (text) => {
    expect(shown(row(text))).toMatchObject({ shipping: null });
  });

  it('is not read next to a promise with a cost', () => {
    const free = line(labelled('FREE delivery Fri, Mar 13'));
    expect(shown(`${free}${row('$9.00 shipping for other places')}`)).toMatchObject({ shipping: 0 });
  });
});

describe('the stock of a tile', () => {
  const left = '<span class="a-color-price">残り3点 ご注文はお早めに</span>';
  const points = '<span class="a-color-price">43ポイント(3%)</span>';

  it('is the count, next to lines with other words', () => {
    const stocked = shown(`${row(points)}${row('購入可能')}${row(left)}`, 'ja-jp', 'amazon.co.jp');
    expect(stocked).toMatchObject({ in_stock: true, stock_qty: 3 });
    expect(shown(`${row('購入可能')}${row('在庫切れ')}`, 'ja-jp', 'amazon.co.jp')).toMatchObject({ in_stock: false });
    expect(shown(row(points), 'ja-jp', 'amazon.co.jp')).not.toHaveProperty('stock_qty');
  });
});
