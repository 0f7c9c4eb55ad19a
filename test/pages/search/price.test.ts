import { describe, expect, it } from 'vitest';
import { markup } from '../../markup.ts';
import { delivery, entry, price, priceRow, struck } from './markup.ts';

describe('the price of a tile', () => {
  it.each([
    ['$1,299.99', 'en-us', 'amazon.com', 1299.99, 'USD'],
    ['1.013,76 €', 'de-de', 'amazon.de', 1013.76, 'EUR'],
    ['₹1,08,299', 'en-in', 'amazon.in', 108299, 'INR'],
    ['￥15,592', 'ja-jp', 'amazon.co.jp', 15592, 'JPY'],
    ['R$ 4.339,00', 'pt-br', 'amazon.com.br', 4339, 'BRL'],
    ['EGP 5,197.52', 'en-us', 'amazon.com', 5197.52, 'EGP'],
  ])('reads %s', (text, language, domain, amount, currency) => {
    expect(entry({ price: priceRow(price(text)) }, language, { domain })).toMatchObject({
      price: amount,
      currency,
      in_stock: true,
    });
  });

  it('reads the visible parts if the accessible text is empty', () => {
    const parts = markup`
        <span class="a-price">
          <span class="a-offscreen"> </span>
          <span aria-hidden="true">
            <span class="a-price-symbol">$</span>
            <span class="a-price-whole">1,059<span class="a-price-decimal">.</span>
            </span>
            <span class="a-price-fraction">90</span>
          </span>
        </span>
      `;
    expect(entry({ price: priceRow(parts) })).toMatchObject({ price: 1059.9, currency: 'USD' });
  });

  it('reads a fraction inside the whole part', () => {
    const parts = markup`
        <span class="a-price">
          <span class="a-offscreen">
          </span>
          <span aria-hidden="true">
            <span class="a-price-symbol">€</span>
            <span class="a-price-whole">44.90</span>
          </span>
        </span>
      `;
    expect(entry({ price: priceRow(parts) }, 'en-gb', { domain: 'amazon.de' })).toMatchObject({ price: 44.9 });
  });

  it('does not read an instalment as a unit price', () => {
    const nextToPrice = '<span class="a-size-base a-color-secondary">$41.62/mo</span>';
    expect(entry({ price: priceRow(price('$999.00') + nextToPrice) })).not.toHaveProperty('unit_price');
  });

  it('ignores instalments, unit prices and struck prices', () => {
    const instalment = `<span class="a-color-secondary">em até 12x de </span>${price('R$ 404,97', 'class="a-price a-text-price"')}`;
    const row = entry({ price: `<div class="a-row">${instalment}</div>` }, 'pt-br', { domain: 'amazon.com.br' });
    expect(row).not.toHaveProperty('price');
    expect(row.promotion).toBeNull();
    expect(entry({ price: priceRow(struck('List:', '$20.00')) })).not.toHaveProperty('price');
  });

  it.each([
    ['en-us', 'amazon.com', '$3.00', '$42.86', '/ounce', 42.86, 'ounce'],
    ['de-de', 'amazon.de', '9,99 €', '0,43 €', ' / 100 ml', 0.43, '100 ml'],
    ['en-in', 'amazon.in', '₹192', '₹1.28', '/millilitre', 1.28, 'millilitre'],
  ])('reads the unit price of %s', (language, domain, main, unit, per, amount, name) => {
    const nextToPrice = `<span class="a-size-base a-color-secondary">(${price(unit, 'class="a-price a-text-price"')}${per})</span>`;
    const { unit_price } = entry({ price: priceRow(price(main) + nextToPrice) }, language, { domain });
    expect(unit_price).toMatchObject({ amount, unit: name });
  });

  it.each([
    ['in an element of its own', '<span class="a-price-range">', '-', '</span>'],
    ['with a dash between its ends', '', '<span class="a-price-dash">-</span>', ''],
  ])('returns the ends of a range and no price: %s', (_, before, dash, after) => {
    const range = `${before}${price('$12.00')}${dash}${price('$24.50')}${after}`;
    const row = entry({ price: priceRow(range) });
    expect(row).toMatchObject({ price_min: 12, price_max: 24.5, currency: 'USD', in_stock: true });
    expect(row).not.toHaveProperty('price');
  });

  it('reads the price to buy, not the zero price of lending', () => {
    const lent = {
      price: markup`
        <div class="a-row">
          <a class="a-text-bold" href="/dp/B0AAAAAAA1">Versión Kindle</a>
        </div>${priceRow(price('0,00 €'), '', 'Incluido con una suscripción Kindle Unlimited')}
      `,
      offers: '<div class="a-row a-color-secondary">O 5,99 € por la compra</div>',
    };
    const row = entry(lent, 'es-es', { domain: 'amazon.es' });
    expect(row).toMatchObject({ price: 5.99, currency: 'EUR', format: 'Versión Kindle', is_kindle_unlimited: true });
    expect(row).not.toHaveProperty('offers_from_price');
    const { offers: _, ...trial } = lent;
    expect(entry(trial, 'es-es', { domain: 'amazon.es' })).not.toHaveProperty('price');
  });

  it('reads a price of zero without further text', () => {
    expect(entry({ price: priceRow(price('$0.00')) }).price).toBe(0);
  });

  it('ignores a price to rent', () => {
    const rent = markup`
      <div class="a-row">From ${price('$3.99')} to rent</div>
      <div class="a-row">${price('$9.99')} to buy</div>
    `;
    expect(entry({ price: rent }).price).toBe(9.99);
  });

  it('returns the price of other offers without a featured offer', () => {
    const offers = `<div class="a-row a-color-secondary"><span class="a-color-secondary">Keine hervorgehobenen Angebote verfügbar</span><br><span class="a-color-base">775,03 €</span>
      <span data-action="s-show-all-offers-display"><a href="/gp/offer-listing/B0AAAAAAA1">(2 gebrauchte und neue Artikel)</a></span></div>`;
    const row = entry({ price: '', offers }, 'de-de', { domain: 'amazon.de' });
    expect(row).toMatchObject({ offers_count: 2, offers_from_price: 775.03, currency: 'EUR' });
    expect(row).not.toHaveProperty('price');
    expect(row).not.toHaveProperty('in_stock');
  });

  it('ignores the price of a second offer', () => {
    const second = markup`
      <div data-cy="multi-offer-display">
        <span>Another way to buy</span>${priceRow(price('$21.25') + struck('List:', '$99.00'))}<i class="a-icon a-icon-prime">
        </i>${delivery('FREE delivery Fri, Mar 13', '', 'Only 4 left in stock.')}</div>
    `;
    const row = entry({
      price: priceRow(price('$25.00')),
      delivery: delivery('$10.00 delivery Thu, Mar 12'),
      rest: second,
    });
    expect(row).toMatchObject({ price: 25, promotion: null, is_prime: null, shipping: 10 });
    expect(row.delivery).toHaveLength(1);
    expect(row).not.toHaveProperty('stock_qty');
    expect(entry({ price: '', rest: second })).not.toHaveProperty('price');
  });

  it('has no price if it is for members only', () => {
    const row = entry({
      price: priceRow(price('$17.99') + struck('List Price:', '$29.99'), '', 'Exclusive Prime price'),
    });
    expect(row).not.toHaveProperty('price');
    expect(row.promotion).toMatchObject({
      deal: { kind: 'prime_exclusive', label: 'Exclusive Prime price' },
      list_price: { amount: 29.99, savings_amount: 12 },
    });
    expect(entry({ price: priceRow(price('$17.99'), '', 'Prime price $15.99') }).price).toBe(17.99);
  });
});

describe('a price that is not the one to pay now', () => {
  it('of each month is none', () => {
    const shown = entry({ price: `<div class="a-row">${price('$41.62')}<span>/mo</span></div>` });
    expect(shown).not.toHaveProperty('price');
  });

  it.each([
    ['en-us', 'amazon.com', '$41.62', 'per month'],
    ['de-de', 'amazon.de', '41,62 €', 'pro Monat'],
    ['fr-fr', 'amazon.fr', '41,62 €', 'par mois'],
    ['it-it', 'amazon.it', '41,62 €', 'al mese'],
    ['es-es', 'amazon.es', '41,62 €', 'al mes'],
    ['pt-br', 'amazon.com.br', 'R$ 41,62', 'por mês'],
    ['ja-jp', 'amazon.co.jp', '￥1,980', '月額'],
    ['tr-tr', 'amazon.com.tr', '41,62 TL', 'aylık'],
    ['ar-ae', 'amazon.sa', '41.62 ر.س', 'شهرياً'],
    ['nl-nl', 'amazon.nl', '€ 41,62', 'per maand'],
    ['pl-pl', 'amazon.pl', '41,62 zł', 'miesięcznie'],
    ['sv-se', 'amazon.se', '41,62 kr', 'per månad'],
  ])('of each month is none, in words: %s %s %s %s', (lang, domain, amount, words) => {
    const shown = [`${price(amount)} ${words}`, `${price(amount)}<span>(${words})</span>`, `${words} ${price(amount)}`];
    for (const row of [...shown, `<span class="a-price">${amount} ${words}</span>`]) {
      expect(entry({ price: `<div class="a-row">${row}</div>` }, lang, { domain })).not.toHaveProperty('price');
    }
    const both = `${price(amount)} <span>24 x ${price(amount)} ${words}</span>`;
    expect(entry({ price: `<div class="a-row">${both}</div>` }, lang, { domain })).toHaveProperty('price');
  });

  it.each([
    ['-', '$10.00', '$20.00'],
    [' - ', '$10.00', '$20.00'],
    ['<span> – </span>', '$10.00', '$20.00'],
  ])('is a range with "%s" between two prices', (dash, low, high) => {
    const shown = entry({ price: `<div class="a-row">${price(low)}${dash}${price(high)}</div>` });
    expect(shown).toMatchObject({ price_min: 10, price_max: 20, currency: 'USD' });
    expect(shown).not.toHaveProperty('price');
  });

  it('is no range with other words between two prices', () => {
    const shown = entry({ price: `<div class="a-row">${price('$10.00')} or ${price('$20.00')}</div>` });
    expect(shown).toMatchObject({ price: 10 });
    expect(shown).not.toHaveProperty('price_max');
  });

  it.each([
    ['en-us', 'amazon.com', 'From', '$99.00'],
    ['de-de', 'amazon.de', 'ab', '99,00 €'],
    ['fr-fr', 'amazon.fr', 'À partir de', '99,00 €'],
  ])('is the lowest price with "%s, %s, %s"', (lang, domain, label, amount) => {
    for (const before of [label, `<span class="a-color-secondary">${label}</span>`]) {
      const shown = entry({ price: `<div class="a-row">${before} ${price(amount)}</div>` }, lang, { domain });
      expect(shown).toMatchObject({ price_min: 99, in_stock: true });
      expect(shown).not.toHaveProperty('price');
      expect(shown).not.toHaveProperty('price_max');
    }
  });
});
