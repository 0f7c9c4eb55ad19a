import { describe, expect, test } from 'vitest';
import { markup } from '../../markup.ts';
import { cart, read, row, rows } from './page.ts';

const line = (text: string) => `<div id="availability"><span>${text}</span></div>`;
const sold = (text: string, lang = 'en-us', suffix = 'com') => read({ lang, box: cart(line(text)) }, suffix);

describe('in stock', () => {
  test.each([
    ['com', 'en-us', 'In Stock'],
    ['de', 'de-de', 'Auf Lager'],
    ['fr', 'fr-fr', 'En stock'],
    ['com.br', 'pt-br', 'Em estoque'],
    ['co.jp', 'ja-jp', '在庫あり。'],
  ])('amazon.%s: %s', (suffix, lang, text) => {
    expect(sold(text, lang, suffix)).toMatchObject({
      in_stock: true,
      availability_text: text,
      is_preorder: false,
      is_backorder: false,
    });
  });

  test.each([
    ['com', 'en-us', 'Only 3 left in stock - order soon.', 3],
    ['de', 'de-de', 'Nur noch 9 auf Lager', 9],
    ['fr', 'fr-fr', 'Il ne reste plus que 9 exemplaire(s) en stock.', 9],
    ['es', 'es-es', 'Sólo queda(n) 1 en stock.', 1],
  ])('with a quantity: %s, %s, %s', (suffix, lang, text, quantity) => {
    expect(sold(text, lang, suffix)).toMatchObject({ in_stock: true, stock_qty: quantity });
  });

  test.each([
    ['de', 'de-de', 'Only 3 left in stock.', 3],
    ['de', 'en-gb', 'Nur noch 9 auf Lager', 9],
    ['co.jp', 'en-us', '残り5点', 5],
  ])('in another language than the page: amazon.%s, %s, %s', (suffix, lang, text, quantity) => {
    expect(sold(text, lang, suffix)).toMatchObject({ in_stock: true, stock_qty: quantity });
  });

  test.each(['availability_feature_div', 'availabilityInsideBuyBox_feature_div'])(
    'in a block without a line: %s',
    (id) => {
      const inside = (text: string) => `<div id="${id}"><div><span>${text}</span></div></div>`;
      expect(read({ box: cart(inside('Only 3 left in stock.')) })).toMatchObject({ stock_qty: 3 });
      expect(read({ centre: inside('Only 3 left in stock.'), box: cart() })).toMatchObject({ stock_qty: 3 });
      expect(read({ box: cart(inside('Details')) })).not.toHaveProperty('availability_text');
    },
  );

  test('is true with a cart button, without a quantity', () => {
    const data = read({ box: cart() });
    expect(data.in_stock).toBe(true);
    expect(data).not.toHaveProperty('stock_qty');
    expect(data).not.toHaveProperty('availability_text');
  });
});

describe('not in stock', () => {
  test('if nothing can be bought', () => {
    const box = `<div id="outOfStock"><span class="a-color-price">Currently unavailable.</span></div>`;
    expect(read({ box })).toMatchObject({ in_stock: false, availability_text: 'Currently unavailable.' });
  });

  test('if it can be ordered before it is back', () => {
    const text = 'Derzeit nicht auf Lager. Geben Sie Ihre Bestellung auf und wir senden Ihnen eine E-Mail.';
    expect(sold(text, 'de-de', 'de')).toMatchObject({ buybox: true, in_stock: false, is_backorder: true });
  });

  test.each([
    ['com', 'en-us', 'This title will be released on June 3, 2026.'],
    ['de', 'de-de', 'Dieser Artikel wird am 3. Juni 2026 erscheinen.'],
    ['it', 'it-it', 'Questo articolo verrà rilasciato il 3 giugno 2026.'],
    ['nl', 'nl-nl', 'Dit product wordt uitgebracht op 3 juni 2026.'],
  ])('if it can be pre-ordered: amazon.%s', (suffix, lang, text) => {
    const data = sold(text, lang, suffix);
    expect(data).toMatchObject({ is_preorder: true, release_date: '2026-06-03' });
    expect(data).not.toHaveProperty('in_stock');
  });
});

describe('the availability text', () => {
  test('is that of the featured row', () => {
    const used = row('usedAccordionRow', cart(line('Only 1 left in stock.')));
    expect(read({ box: rows(used, row('newAccordionRow', cart(line('In Stock')), true)) })).toMatchObject({
      availability_text: 'In Stock',
    });
    expect(read({ box: rows(used, row('newAccordionRow', cart(), true)) })).not.toHaveProperty('stock_qty');
  });

  test('is not read from an open panel of all offers', () => {
    const box = markup`
        <div id="availability">
          <div id="aod-container">Only 2 left</div>
          <span class="primary-availability-message">Currently unavailable.</span>
        </div>
      `;
    expect(read({ box })).toMatchObject({ availability_text: 'Currently unavailable.', in_stock: false });
  });
});

test.each([
  ['ja-jp', 'co.jp', '在庫あり。', '<a href="/gp/help/x">在庫状況について</a>'],
  ['ja-jp', 'co.jp', '残り3点', '<span><a href="javascript:void(0)">在庫状況について</a></span>'],
  ['de-de', 'de', 'Auf Lager.', '<a href="#">Details</a>'],
  ['en-us', 'com', 'In Stock.', '<div><a>Details</a></div>'],
])('is without the link to an explanation: %s, amazon.%s, %s %s', (lang, suffix, text, link) => {
  const centre = `<div id="availability"><span> ${text} </span>${link}</div>`;
  expect(read({ centre, box: cart(), lang }, suffix).availability_text).toBe(text);
});

test('is with a link that is a part of it', () => {
  const centre = '<div id="availability">Available from <a href="#">these sellers</a>.</div>';
  expect(read({ centre }).availability_text).toBe('Available from these sellers.');
});

test.each([
  ['en-gb', 'co.uk', 'Pre-order This Item Today'],
  ['de-de', 'de', 'Jetzt vorbestellen'],
  ['fr-fr', 'fr', 'Précommander'],
  ['es-es', 'es', 'Reservar ahora'],
  ['ja-jp', 'co.jp', '予約注文する'],
])('a button for pre-orders is enough: %s, amazon.%s, %s', (lang, suffix, text) => {
  const box = cart().replace('id="add-to-cart-button"', `id="add-to-cart-button" value="${text}"`);
  const data = read({ box, lang }, suffix);
  expect(data.is_preorder).toBe(true);
  expect(data).not.toHaveProperty('in_stock');
});

test.each([
  ['de-de', 'de', 'Am 12. März 2026 wieder auf Lager'],
  ['en-us', 'com', 'We expect it on March 12, 2026.'],
  ['en-us', 'com', 'Not sent to your area'],
  ['fr-fr', 'fr', 'Nous l’attendons pour le 12 mars 2026'],
])('with a day to come or a negation that is not understood says nothing: %s, amazon.%s, %s', (lang, suffix, text) => {
  const data = read({ box: `<div id="availability">${text}</div>${cart()}`, lang }, suffix);
  for (const field of ['in_stock', 'is_preorder', 'is_backorder', 'stock_qty']) expect(data).not.toHaveProperty(field);
});

describe('the order quantity', () => {
  const list = (...values: string[]) =>
    `<select name="quantity">${values.map((value) => `<option value="${value}">${value}</option>`).join('')}</select>`;

  test('is the range of the list', () => {
    expect(read({ box: cart(list('1', '2', '3')) }).max_order_quantity).toBe(3);
    expect(read({ box: cart(list('1', '2', '3')) })).not.toHaveProperty('min_order_quantity');
    expect(read({ box: cart(list('5', '6')) })).toMatchObject({ min_order_quantity: 5, max_order_quantity: 6 });
  });

  test('has no limit if the list is open', () => {
    expect(read({ box: cart(list('1', '2', '10+')) })).not.toHaveProperty('max_order_quantity');
  });
});
