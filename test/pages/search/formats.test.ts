import { describe, expect, it } from 'vitest';
import { entry, page, price, search, struck } from './markup.ts';

const heading = (name: string, asin = 'B0AAAAAAA1') =>
  `<div class="a-row a-color-base"><a class="a-text-bold" href="/dp/${asin}">${name}</a></div>`;
const priced = (text: string, beside = '') =>
  `<div class="a-row a-color-base"><div class="a-row"><a href="/dp/B0AAAAAAA1">${price(text)}${beside}</a></div></div>`;
const delivered = (...lines: string[]) =>
  `<div class="a-row a-color-secondary s-align-children-center">
    ${lines.map((line) => `<div class="a-row"><span aria-label="${line}">${line}</span></div>`).join('')}</div>`;
const stock = (text: string) =>
  `<div class="a-row a-color-secondary"><span aria-label="${text}"><span class="a-color-price">${text}</span></span></div>`;
const offers = (amount: string, count: string) =>
  `<div class="a-row a-color-secondary"><span>More Buying Choices</span><br><span class="a-color-base">${amount}</span>
    <a href="/gp/offer-listing/B0AAAAAAA1">(${count} used &amp; new offers)</a></div>`;
/** The blocks of further formats, below the first one. */
const further = (...blocks: string[]) =>
  `<div class="a-row">${blocks.map((block) => `<div class="a-row a-spacing-mini"><hr class="a-divider-normal">${block}</div>`).join('')}</div>`;
const hardcover = `${heading('Hardcover', 'B0AAAAAAA2')}${priced('$120.00', struck('List:', '$150.00'))}
  ${delivered('Get it as soon as Mon, Mar 16')}<i class="a-icon a-icon-prime"></i>${stock('Only 2 left in stock - order soon.')}${offers('$88.00', '8')}`;

/** The entry of a tile without marked parts. */
function unmarked(content: string, language = 'en-us', domain = 'amazon.com') {
  const tile = `<div data-component-type="s-search-result" data-asin="B0AAAAAAA1"><h2><a href="/dp/B0AAAAAAA1">Knots</a></h2>${content}</div>`;
  return search(page({ tiles: [tile], language }), { domain }).shallow_parts[0];
}

describe('a tile with several formats', () => {
  const first = { format: 'Paperback', price: 33, is_prime: null, promotion: null, delivery: [{ is_free: true }] };

  it.each([
    ['has fields of the first one only', further(hardcover)],
    ['has no further formats without dividing lines', further(hardcover).replace(/<hr[^>]*>/g, '')],
    [
      'has no further formats without blocks of their own',
      further(hardcover).replace(/<div class="a-row a-spacing-mini">/, ''),
    ],
  ])('%s', (_, others) => {
    const shown = unmarked(`${heading('Paperback')}${priced('$33.00')}${delivered('FREE Shipping')}${others}`);
    expect(shown).toMatchObject({ ...first, in_stock: true, shipping: 0 });
    expect(Object.keys(shown ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(stock_qty|offers_count|offers_from_price|list_price)$/)]),
    );
  });

  it('has fields of the first one only when its parts are marked', () => {
    const shown = entry({
      price: heading('Paperback') + priced('$33.00'),
      delivery: delivered('FREE delivery'),
      offers: `${offers('$20.00', '12')}${further(hardcover)}`,
    });
    expect(shown).toMatchObject({ ...first, offers_count: 12, offers_from_price: 20 });
    expect(shown).not.toHaveProperty('stock_qty');
  });

  it('has no price, delivery and stock if the first one has none', () => {
    const shown = unmarked(`${heading('Paperback')}${further(hardcover)}`);
    expect(shown).toMatchObject({ format: 'Paperback', promotion: null, is_prime: null, shipping: null });
    for (const name of ['price', 'currency', 'in_stock', 'stock_qty', 'delivery', 'offers_count'])
      expect(shown).not.toHaveProperty(name);
  });

  it('has its stock and offers from the first one', () => {
    const own = `${heading('Paperback')}${priced('$33.00')}${stock('Only 5 left in stock.')}${offers('$9.00', '3')}`;
    expect(unmarked(`${own}${further(hardcover)}`)).toMatchObject({
      stock_qty: 5,
      offers_count: 3,
      offers_from_price: 9,
    });
  });

  it('has further formats below a line in layouts of 2018', () => {
    const row = (name: string, amount: string) =>
      `<div class="a-row"><a title="${name}" href="/dp/B0AAAAAAA1"><h3 data-attribute="${name}">${name}</h3></a></div>
       <div class="a-row"><a href="/dp/B0AAAAAAA1"><span class="a-color-price s-price">${amount}</span></a></div>`;
    const column = `<div class="a-column">${row('Paperback', '$38.39')}<hr class="a-divider-normal">${row('Kindle Edition', '$5.00')}</div>`;
    expect(unmarked(column)).toMatchObject({ format: 'Paperback', price: 38.39 });
  });
});

describe('the price of a tile', () => {
  const rented = (rent: string, buy: string) =>
    `<div class="a-row a-color-base"><div class="a-row"><a href="/dp/B0AAAAAAA1">${price('$34.37')} <span>${rent}</span><br></a>
      <a href="/dp/B0AAAAAAA1"><span class="a-color-base">$69.99</span> <span>${buy}</span></a></div></div>`;

  it('is the one to buy, next to the one to rent', () => {
    const row = heading('Paperback') + rented('to rent', 'to buy');
    const toBuy = { price: 69.99, currency: 'USD', in_stock: true, promotion: null };
    expect(unmarked(row)).toMatchObject(toBuy);
    expect(entry({ price: row })).toMatchObject(toBuy);
    expect(unmarked(heading('Paperback') + rented('to rent', 'with a trial'))).not.toHaveProperty('price');
  });

  it('is the one to buy before the one to rent', () => {
    const row = `<div class="a-row"><a href="/dp/B0AAAAAAA1">${price('$9.99')} to buy</a> <a href="/dp/B0AAAAAAA1">${price('$3.99')} to rent</a></div>`;
    expect(entry({ price: row }).price).toBe(9.99);
  });

  it.each([
    ['en-us', 'amazon.com', 'Or $5.99 to buy MP3', 5.99, 'USD'],
    ['de-de', 'amazon.de', 'Oder 5,99 € zum Kauf', 5.99, 'EUR'],
    ['fr-fr', 'amazon.fr', 'Ou 5,99 € à l’achat', 5.99, 'EUR'],
    ['it-it', 'amazon.it', "O 5,99 € per l'acquisto", 5.99, 'EUR'],
    ['es-es', 'amazon.es', 'O 5,99 € por la compra', 5.99, 'EUR'],
    ['pt-br', 'amazon.com.br', 'Ou R$ 5,99 para comprar', 5.99, 'BRL'],
    ['ja-jp', 'amazon.co.jp', 'または、￥673で購入', 673, 'JPY'],
    ['nl-nl', 'amazon.nl', 'Of € 5,99 om te kopen', 5.99, 'EUR'],
    ['sv-se', 'amazon.se', 'Eller 59,00 kr att köpa', 59, 'SEK'],
  ])('is the one to buy below a membership in %s', (language, domain, line, amount, currency) => {
    const row = `<div class="a-row a-color-secondary">${line}</div>`;
    const listen = `${heading('MP3')}<div class="a-row a-color-base"><a href="/dp/B0AAAAAAA1">Listen with a membership</a></div>`;
    const expected = { price: amount, currency, in_stock: true };
    expect(entry({ price: listen, offers: row }, language, { domain })).toMatchObject(expected);
    const lent = `${heading('E-book')}<div class="a-row"><a href="/dp/B0AAAAAAA1">${price('$0.00')}</a></div><div class="a-row a-color-secondary">Members read it for free</div>`;
    expect(unmarked(`${lent}${row}`, language, domain)).toMatchObject(expected);
  });

  it.each([
    'Or $3.99 to rent',
    'Save $5.00 when you buy 2',
    'Save $5.00 on items to buy together',
    'Or $14.95 a month',
    'More Buying Choices $19.12 (5 offers to buy)',
    '7 ways to buy',
  ])('is not in a line such as "%s"', (line) => {
    const row = `<div class="a-row a-color-secondary">${line}</div>`;
    expect(entry({ price: '', offers: row })).not.toHaveProperty('price');
  });
});
