import { describe, expect, test } from 'vitest';
import { markup } from '../../markup.ts';
import { cart, centres, price, prices, read, row, rows } from './page.ts';

const usual = { centre: prices(price('$', '24', '90')), box: cart() };

describe('the headline price', () => {
  test('is read from the visible parts if the accessible text is blank', () => {
    expect(read(usual)).toMatchObject({ buybox: true, buybox_state: 'buybox', bb_price: 24.9, currency: 'USD' });
  });

  test.each([
    ['de', 'de-de', '1.299,00 €', 1299, 'EUR'],
    ['co.jp', 'ja-jp', '￥12,800', 12800, 'JPY'],
    ['in', 'en-in', '₹1,00,524.00', 100524, 'INR'],
    ['com', 'en-us', 'EGP 1,299.50', 1299.5, 'EGP'],
    ['fr', 'fr-fr', '1 299,00 €', 1299, 'EUR'],
    ['pl', 'pl-pl', '1 299,00 zł', 1299, 'PLN'],
  ])('amazon.%s, %s: %s', (suffix, lang, text, amount, currency) => {
    const centre = prices(`<span class="a-price priceToPay"><span class="a-offscreen">${text}</span></span>`);
    expect(read({ lang, centre, box: cart() }, suffix)).toMatchObject({ bb_price: amount, currency });
  });

  test('is the price of the selected payment method', () => {
    const form = markup`
        <input name="items[0.base][customerVisiblePrice][amount]" value="110.0">
        <input name="items[0.base][customerVisiblePrice][currencyCode]" value="BRL">
      `;
    const centre = `${prices(`${price('R$', '99', '00')}`)}<div id="oneTimePaymentPrice_feature_div">à vista no Pix</div>`;
    expect(read({ lang: 'pt-br', centre, box: cart(form) }, 'com.br')).toMatchObject({ bb_price: 99, currency: 'BRL' });
  });

  test('is not the price of the form if the page shows another number without a currency', () => {
    const form = (amount: string) => `<input name="items[0.base][customerVisiblePrice][amount]" value="${amount}">
      <input name="items[0.base][customerVisiblePrice][currencyCode]" value="USD">`;
    const centre = prices('<span class="a-price priceToPay"><span class="a-offscreen">99.00</span></span>');
    expect(read({ centre, box: cart(form('110.0')) })).not.toHaveProperty('bb_price');
    expect(read({ centre, box: cart(form('99.0')) })).toMatchObject({ bb_price: 99, currency: 'USD' });
  });

  test('is unknown if the middle column and the Buy Box contradict each other, unless the form decides', () => {
    const inBox =
      '<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">$29.90</span></span></div>';
    const form = '<input name="displayedPrice" value="29.9"><input name="displayedPriceCurrencyCode" value="USD">';
    const centre = prices(price('$', '24', '90'));
    const data = read({ centre, box: inBox + cart() });
    expect(data).toMatchObject({ buybox: true });
    for (const field of ['bb_price', 'promotion']) expect(data).not.toHaveProperty(field);
    expect(read({ centre, box: inBox + cart(form) })).toMatchObject({ bb_price: 29.9 });
  });

  test('can be shown without decimals in one place', () => {
    const inBox =
      '<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">₹24.50</span></span></div>';
    const centre = prices('<span class="a-price priceToPay"><span class="a-offscreen">₹24</span></span>');
    expect(read({ centre, box: inBox + cart() }, 'in')).toMatchObject({ bb_price: 24 });
  });

  test.each([
    [
      'an instalment',
      '<span><span class="a-price priceToPay"><span class="a-offscreen">$41.62</span></span>/mo (24 mo)</span>',
    ],
    ['a rent', '<div id="rentBuySection"><span class="offer-price">$5.00</span></div>'],
  ])('is not %s', (_, content) => {
    expect(read({ centre: prices(content), box: cart() })).not.toHaveProperty('bb_price');
    expect(read({ centre: prices(content + price('$', '24', '90')), box: cart() })).toMatchObject({ bb_price: 24.9 });
  });

  test('is not another price of the page', () => {
    const instalment = '<span class="a-price a-text-price"><span class="a-offscreen">$2.10</span></span>';
    const neighbour = markup`
        <div id="valuePick_feature_div">
          <span class="a-price priceToPay">
            <span class="a-offscreen">$9.99</span>
          </span>
        </div>
      `;
    const formats = '<div id="tmmSwatches"><span class="a-color-price">$0.00</span></div>';
    expect(read({ ...usual, centre: neighbour + formats + prices(price('$', '24', '90') + instalment) }).bb_price).toBe(
      24.9,
    );
  });

  test.each([
    [
      '2021',
      markup`
        <div id="price">
          <table>
            <tr>
              <td>Price:</td>
              <td>
                <span id="priceblock_ourprice">$24.90</span>
              </td>
            </tr>
          </table>
        </div>
      `,
    ],
    [
      '2022',
      markup`
        <div id="apex_desktop">
          <div id="corePrice_desktop">
            <table>
              <tr>
                <td>Price:</td>
                <td>
                  <span class="a-price a-text-price apexPriceToPay">
                    <span class="a-offscreen">$24.90</span>
                  </span>
                </td>
              </tr>
            </table>
          </div>
        </div>
      `,
    ],
  ])('is read in the layout of %s', (_, centre) => {
    expect(read({ centre, box: cart() }).bb_price).toBe(24.9);
  });

  test.each([
    ['a Kindle book', '<div id="kindle-price">$24.90</div><input id="one-click-button" type="submit">'],
    ['a book', `<span id="price" class="a-color-price header-price">$24.90</span>${cart()}`],
    [
      'a used book alone',
      markup`
        <div id="usedBuySection">Buy used <span class="offer-price">$24.90</span>
        </div>
        <input id="add-to-cart-button-ubb" type="submit">
      `,
    ],
    [
      'an offer with the price in its form alone',
      cart(
        markup`
          <input name="items[0.base][customerVisiblePrice][amount]" value="24.9">
          <input name="items[0.base][customerVisiblePrice][currencyCode]" value="USD">
        `,
      ),
    ],
  ])('%s', (_, box) => {
    expect(read({ box })).toMatchObject({ buybox: true, bb_price: 24.9, currency: 'USD' });
  });
});

describe('without a featured offer', () => {
  test('returns the lowest price of other offers', () => {
    const elsewhere = markup`
        <div id="olpLinkWidget_feature_div">
          <a href="/gp/offer-listing/B0KETTLE01?condition=ALL">Neu und gebraucht (7) ab 99,12 €</a>
        </div>
      `;
    const data = read(
      { lang: 'de-de', elsewhere, box: '<a id="buybox-see-all-buying-choices">Alle Angebote</a>' },
      'de',
    );
    expect(data).toMatchObject({
      buybox: false,
      buybox_state: 'see_all_buying_options',
      currency: 'EUR',
      in_stock: true,
    });
    expect(data).not.toHaveProperty('bb_price');
    expect(data).not.toHaveProperty('seller');
  });

  test('returns a price range before a size is selected', () => {
    const part = (text: string) =>
      `<span class="a-price apexPriceToPay"><span class="a-offscreen">${text}</span></span>`;
    const centre = prices(`<span class="a-price-range">${part('$19.00')} - ${part('$35.50')}</span>`);
    const data = read({ centre, box: `<div id="partialStateBuybox">To buy, select Size</div>${cart()}` });
    expect(data).toMatchObject({
      buybox: false,
      buybox_state: 'select_variation',
      price_min: 19,
      price_max: 35.5,
      currency: 'USD',
    });
    expect(data).not.toHaveProperty('bb_price');
    expect(data).not.toHaveProperty('in_stock');
  });

  test('returns no price if nothing can be bought', () => {
    const box = '<div id="outOfStock"><span class="a-color-price">Currently unavailable.</span></div>';
    expect(read({ box })).toMatchObject({ buybox: false, buybox_state: 'unavailable', in_stock: false });
    expect(read({})).toMatchObject({ buybox: false, buybox_state: 'none' });
  });
});

describe('a Buy Box with several rows', () => {
  const new_ = row('newAccordionRow', cart('', 'B0KETTLE01', 'new'));
  const used = row('usedAccordionRow', cart('', 'B0KETTLE01', 'used'), true);
  const parts = { newAccordionRow: price('$', '24', '90'), usedAccordionRow: price('$', '15', '00') };

  test('is read from the selected row, also if it is not the first', () => {
    const centre = centres('usedAccordionRow', parts);
    expect(read({ centre, box: rows(new_, used) })).toMatchObject({ bb_price: 15, offer_id: 'used' });
  });

  test('is read from the selected row, also if an element more is around a row', () => {
    const centre = centres('usedAccordionRow', parts);
    for (const box of [rows(new_, `<div>${used}</div>`), rows(`<section>${new_}</section>`, used)])
      expect(read({ centre, box })).toMatchObject({ bb_price: 15, offer_id: 'used' });
  });

  test('matches rows with the same name to their parts in the middle column', () => {
    const tier = (amount: string, id: string, isSelected = false) =>
      row(
        'newAccordionRow',
        `<div id="corePrice_feature_div">${price('$', amount, '00', 'a')}</div>${cart('', 'B0KETTLE01', id)}`,
        isSelected,
      );
    const part = (amount: string) => `<div id="apex_desktop_newAccordionRow">${price('$', amount, '00')}</div>`;
    const box = rows(tier('31', 'excellent'), tier('27', 'good', true));
    expect(read({ centre: `<div id="apex_desktop">${part('31')}${part('27')}</div>`, box })).toMatchObject({
      bb_price: 27,
      offer_id: 'good',
    });
    expect(read({ centre: `<div id="apex_desktop">${part('27')}</div>`, box })).toMatchObject({ bb_price: 27 });
    expect(read({ box })).toMatchObject({ bb_price: 27 });
  });

  test('never returns the price of a subscription', () => {
    const sns = row('snsAccordionRowMiddle', '<input id="rcx-subscribe-submit-button" type="submit">', true);
    const centre = centres('snsAccordionRowMiddle', {
      snsAccordionRowMiddle: markup`
        <span id="sns-base-price">${price('$', '22', '41')}</span>
        <span id="sns-tiered-price">${price('$', '19', '99')}</span>
      `,
      newAccordionRow: price('$', '24', '90'),
    });
    expect(read({ centre, box: rows(sns, new_) })).toMatchObject({ bb_price: 24.9, subscribe_and_save_price: 22.41 });
  });

  test('never returns the price of one purchase, or of one unit, as the price of a subscription', () => {
    const once =
      '<span class="a-price a-text-price" data-a-strike="true"><span class="a-offscreen">$24.00</span></span>';
    const perOunce = '(<span class="a-price a-text-price"><span class="a-offscreen">$1.77</span></span> / ounce)';
    const subscription = (text: string) =>
      read({ centre: prices(`<span id="sns-base-price">${text}</span>`), box: cart() });
    expect(subscription(`${once} ${perOunce}`)).not.toHaveProperty('subscribe_and_save_price');
    expect(subscription(`${once} ${price('$', '22', '80')}`)).toMatchObject({ subscribe_and_save_price: 22.8 });
  });

  test('never returns the price of several subscriptions together as the price of one', () => {
    const centre = prices(
      `<div id="subscriptionPrice"><div id="sns-base-price"></div><div id="sns-tiered-price">${price('$', '19', '99')}</div></div>`,
    );
    expect(read({ centre, box: cart() })).not.toHaveProperty('subscribe_and_save_price');
  });

  test('returns a price for members separately, as a deal', () => {
    const members = row(
      'primeSavingsUpsellAccordionRow',
      '<div id="primeSavingsUpsellCaption_feature_div">Prime Member Price</div>',
      true,
    );
    const centre = centres('primeSavingsUpsellAccordionRow', {
      primeSavingsUpsellAccordionRow: price('$', '19', '90'),
      newAccordionRow: price('$', '24', '90'),
    });
    expect(read({ centre, box: rows(members, new_) })).toMatchObject({
      bb_price: 24.9,
      prime_price: 19.9,
      promotion: { deal: { kind: 'prime_exclusive', label: 'Prime Member Price' }, list_price: null },
    });
  });

  test('never returns the price of a rental', () => {
    const rent = row('rentAccordionRow', cart(), true);
    const centre = centres('rentAccordionRow', {
      rentAccordionRow: price('$', '5', '00'),
      newAccordionRow: price('$', '24', '90'),
    });
    expect(read({ centre, box: rows(rent, new_) }).bb_price).toBe(24.9);
  });

  test('reads prices in the headers of rows', () => {
    const header = (text: string) =>
      `<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">${text}</span></span></div>`;
    const box = rows(
      row('newAccordionRow', header('$24.90') + cart(), true),
      row('usedAccordionRow', header('$15.00') + cart()),
    );
    expect(read({ box }).bb_price).toBe(24.9);
  });

  test('reads the rows of older books', () => {
    const section = (names: string, amount: string) =>
      `<div class="a-box rbbSection ${names}"><span class="offer-price">${amount}</span></div>`;
    const box = section('', '$24.90') + section('selected dp-accordion-active', '$15.00') + cart();
    expect(read({ box }).bb_price).toBe(15);
  });
});

describe('next to the price', () => {
  test.each([
    ['com', 'en-us', '$1.86', '/ fluid ounce', { amount: 1.86, unit: 'fluid ounce', text: '($1.86 / fluid ounce)' }],
    ['de', 'de-de', '25,90 €', '/kg', { amount: 25.9, unit: 'kg', text: '(25,90 € /kg)' }],
  ])('there can be a unit price on amazon.%s', (suffix, lang, amount, unit, expected) => {
    const line = markup`
      <span class="pricePerUnit">(<span class="a-price a-text-price">
          <span class="a-offscreen">${amount}</span>
          <span>${amount}</span>
        </span> ${unit})</span>
    `;
    expect(read({ lang, centre: prices(price('$', '24', '90') + line), box: cart() }, suffix).unit_price).toEqual(
      expected,
    );
  });

  test.each([
    ['a deal', '<span id="priceblock_dealprice">$24.90</span> <span class="a-size-small">($1.86 / oz)</span>'],
    ['a sale', '<span id="priceblock_saleprice">$24.90 <span class="a-size-small">($1.86 / oz)</span></span>'],
    ['a promotion', '<span id="priceblock_pospromoprice">$24.90</span> <span class="a-size-small">($1.86 / oz)</span>'],
  ])('there can be the unit price of %s in an older table', (_, line) => {
    const subscribed =
      '<div id="snsPrice"><span id="priceblock_snsprice_Based">$22.00</span> <span class="a-size-small">($1.60 / oz)</span></div>';
    const centre = `<div id="price"><table><tr><td>${subscribed}</td></tr><tr><td>Price:</td><td>${line}</td></tr></table></div>`;
    expect(read({ centre, box: cart() })).toMatchObject({
      bb_price: 24.9,
      subscribe_and_save_price: 22,
      unit_price: { amount: 1.86, unit: 'oz' },
    });
  });

  test('there can be a price for businesses', () => {
    const centre =
      '<div id="price"><span id="priceblock_ourprice">$24.90</span><span id="priceblock_businessprice">$20.00</span></div>';
    expect(read({ centre, box: cart() })).toMatchObject({ bb_price: 24.9, business_price: 20 });
  });

  test('there can be a price for members', () => {
    const centre =
      '<div id="apex_desktop"><div id="corePriceDisplay_desktop_feature_div">' +
      price('$', '24', '90') +
      '</div><div id="pep_feature_div">Join Prime to buy this item at $19.90</div></div>';
    expect(read({ centre, box: cart() })).toMatchObject({ bb_price: 24.9, prime_price: 19.9 });
  });
});

describe('"From: X" as the only price', () => {
  const cases = [
    ['en-us', 'com', 'From:', '$99.00'],
    ['de-de', 'de', 'Ab', '99,00 €'],
    ['fr-fr', 'fr', 'À partir de :', '99,00 €'],
    ['es-es', 'es', 'Desde:', '99,00 €'],
    ['nl-nl', 'nl', 'Vanaf', '€ 99,00'],
    ['sv-se', 'se', 'Från', '99,00 kr'],
    ['pl-pl', 'pl', 'Od', '99,00 zł'],
    ['pt-br', 'com.br', 'A partir de', 'R$ 99,00'],
  ] as const;

  test.each(cases)('is the lowest price, not the one to pay: %s, amazon.%s, %s %s', (lang, suffix, label, amount) => {
    const shown = `<span class="a-price priceToPay"><span class="a-offscreen">${amount}</span></span>`;
    const layouts = [
      prices(`<span>${label} ${shown}</span>`),
      prices(`<div><span class="a-color-secondary">${label}</span>${shown}</div>`),
      `<div id="price"><table><tr><td>${label}</td><td><span id="priceblock_ourprice">${amount}</span></td></tr></table></div>`,
      `<div id="price"><span id="priceblock_ourprice">${label} ${amount}</span></div>`,
    ];
    for (const centre of layouts) {
      const data = read({ centre, box: cart(), lang }, suffix);
      expect(data).toMatchObject({ price_min: 99 });
      expect(data).not.toHaveProperty('bb_price');
      expect(data).not.toHaveProperty('price_max');
    }
  });

  test('is not one with another price in the Buy Box', () => {
    const centre = prices(`<span>From: ${price('$', '99', '00')}</span>`);
    expect(read({ centre, box: `<span id="price_inside_buybox">$120.00</span>${cart()}` }).bb_price).toBe(120);
  });
});

test('one price before a size is selected is the lowest and the highest', () => {
  const box = '<div id="partialStateBuybox">To buy, select Size</div>';
  const data = read({ centre: prices(price('$', '25', '00')), box });
  expect(data).toMatchObject({ price_min: 25, price_max: 25, currency: 'USD', buybox_state: 'select_variation' });
  expect(data).not.toHaveProperty('bb_price');
});

test.each(['span', 'em', 'sup'])('a price in parts has its cents, raised by the tag %s', (tag) => {
  const parts = `<span>£</span> <span class="price-large">34</span> <${tag}>99</${tag}>`;
  const centre = `<div id="price"><span id="priceblock_ourprice">${parts}</span></div>`;
  expect(read({ centre, box: cart() }, 'co.uk')).toMatchObject({ bb_price: 34.99, currency: 'GBP' });
});

test('a price in parts can be grouped in lakhs', () => {
  const parts = '<span>₹</span><span class="price-large">1,00,234</span><span class="price-info-superscript">50</span>';
  const centre = `<div id="price"><span id="priceblock_ourprice">${parts}</span></div>`;
  expect(read({ centre, box: cart() }, 'in')).toMatchObject({ bb_price: 100234.5, currency: 'INR' });
});

describe('the price to pay is not', () => {
  test.each([
    ['one of each month', `${price('$', '41', '62')}<span>/mo</span> (24 mo)`],
    ['one of each kilogram', `${price('$', '4', '50')} / kg`],
  ])('%s', (_, shown) => {
    expect(read({ centre: prices(`<div>${shown}</div>`), box: cart() })).not.toHaveProperty('bb_price');
  });

  test.each(['tradeInBuyback_feature_div', 'buyback', 'TradeInSection'])(
    'what the site pays for a used item: #%s',
    (id) => {
      const box = `<div id="${id}"><span class="offer-price">$20.00</span></div>${cart()}`;
      expect(read({ box })).not.toHaveProperty('bb_price');
      expect(read({ centre: prices(price('$', '99', '00')), box }).bb_price).toBe(99);
    },
  );

  test('one end of a damaged range', () => {
    const range = `<span class="a-price-range">${['10', '20', '30'].map((whole) => price('$', whole, '00', '')).join('')}</span>`;
    const select = '<div id="partialStateBuybox">To buy, select Size</div>';
    for (const box of [cart(), select]) {
      const data = read({ centre: prices(range), box });
      for (const field of ['bb_price', 'price_min', 'price_max']) expect(data).not.toHaveProperty(field);
    }
  });
});
