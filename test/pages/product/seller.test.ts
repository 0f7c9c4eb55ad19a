import { describe, expect, test } from 'vitest';
import { markup } from '../../markup.ts';
import { cart, prices, read, row, rows } from './page.ts';

const profile = (name: string, fulfilled = '') =>
  `<a id="sellerProfileTriggerId" href="/gp/help/seller/at-a-glance.html?seller=A1KUPFER00SELL&amp;isAmazonFulfilled=${fulfilled}">${name}</a>`;
const feature = (id: string, label: string, value: string) =>
  `<div id="${id}InfoFeature_feature_div"><div class="offer-display-feature-label">${label}</div><div class="offer-display-feature-text"><span class="offer-display-feature-text-message">${value}</span></div>
   <div class="aok-hidden">${value}</div></div>`;
const inRow = (label: string, value: string) =>
  markup`
    <div class="tabular-buybox-label" tabular-attribute-name="${label}">${label}</div>
    <div class="tabular-buybox-text" tabular-attribute-name="${label}">
      <span>${value}</span>
    </div>
  `;
const table = (...content: string[]) => `<div id="tabular-buybox">${content.join('')}</div>`;
const seller = { id: 'A1KUPFER00SELL', name: 'Kupfer', is_amazon: false };

describe('seller and shipper', () => {
  test('are read from rows with ids', () => {
    const content =
      feature('fulfiller', 'Ships from', 'Amazon') +
      feature('merchant', 'Sold by', profile('Kupfer', '1')) +
      feature('returns', 'Returns', '30-day refund');
    expect(read({ box: cart(content) })).toMatchObject({
      seller,
      ships_from: 'Amazon',
      is_fba: true,
      return_policy: '30-day refund',
    });
  });

  test('are read from one row for both', () => {
    const content = feature('merchant', 'Expéditeur / Vendeur', 'Amazon');
    expect(read({ lang: 'fr-fr', box: cart(content) }, 'fr')).toMatchObject({
      seller: { name: 'Amazon', is_amazon: true },
      ships_from: 'Amazon',
      is_fba: true,
    });
  });

  test('have only a seller for digital products', () => {
    expect(read({ box: cart(feature('merchant', 'Sold by', profile('Kupfer'))) })).not.toHaveProperty('ships_from');
  });

  test.each([
    ['com', 'en-us', 'Ships from', 'Sold by', 'Returns'],
    ['com.br', 'pt-br', 'Enviado por', 'Vendido por', 'Devoluções'],
    ['it', 'it-it', 'Spedizione', 'Venditore', 'Resi'],
    ['de', 'de-de', 'Versand', 'Verkäufer', 'Rückgaben'],
    ['co.jp', 'ja-jp', '出荷元', '販売元', '返品'],
  ])('are read from a table on amazon.%s', (suffix, lang, ships, sold, returns) => {
    const content = table(inRow(ships, 'Amazon'), inRow(sold, profile('Kupfer', '1')), inRow(returns, '30'));
    expect(read({ lang, box: cart(content) }, suffix)).toMatchObject({
      seller,
      ships_from: 'Amazon',
      is_fba: true,
      return_policy: '30',
    });
  });

  test('are read from labels in another language than the page', () => {
    const content = table(inRow('Ships from', 'Amazon'), inRow('Sold by', profile('Kupfer')), inRow('Returns', '30'));
    const expected = { seller, ships_from: 'Amazon', return_policy: '30' };
    expect(read({ lang: 'de-de', box: cart(content) }, 'de')).toMatchObject(expected);
    const german = table(inRow('Versand', 'Amazon'), inRow('Verkäufer', profile('Kupfer')), inRow('Rückgaben', '30'));
    expect(read({ lang: 'en-gb', box: cart(german) }, 'de')).toMatchObject(expected);
    const sentence = '<div id="merchant-info">Verkauf und Versand durch Amazon.</div>';
    expect(read({ lang: 'en-gb', elsewhere: sentence, box: cart() }, 'de').ships_from).toBe('Amazon');
  });

  test('have the id of a foreign arm of the operator whose profile is linked', () => {
    const link = '<a id="sellerProfileTriggerId" href="/sp?ie=UTF8&amp;seller=A1FOREIGNARM01">Amazon US</a>';
    const expected = { id: 'A1FOREIGNARM01', name: 'Amazon US', is_amazon: true };
    const table_ = table(inRow('Sold by', link));
    const sentence = `<div id="merchant-info">Ships from and sold by ${link}.</div>`;
    for (const box of [cart(feature('merchant', 'Sold by', link)), cart(table_), cart(sentence)])
      expect(read({ box }, 'co.uk').seller).toMatchObject(expected);
  });

  test('are read from a table with truncated names', () => {
    const cell = (kind: string, text: string) =>
      markup`
        <span class="a-truncate-full a-offscreen">
          <span class="${kind}">${text}</span>
        </span>
        <span class="a-truncate-cut">
        </span>
      `;
    const line = (label: string, value: string) =>
      markup`
        <tr>
          <td>${cell('tabular-buybox-label', label)}</td>
          <td class="tabular-buybox-column">${cell('tabular-buybox-text', value)}</td>
        </tr>
      `;
    const content = table(`<table>${line('Ships from', 'Amazon.com')}${line('Sold by', 'Amazon.com')}</table>`);
    expect(read({ box: cart(content) })).toMatchObject({
      seller: { name: 'Amazon.com', is_amazon: true },
      ships_from: 'Amazon.com',
    });
  });

  test.each([
    ['com', 'en-us', 'Ships from and sold by Amazon.com.', { name: 'Amazon.com', is_amazon: true }, 'Amazon.com', true],
    ['de', 'de-de', 'Verkauf und Versand durch Amazon.', { name: 'Amazon', is_amazon: true }, 'Amazon', true],
    ['com', 'en-us', `Sold by ${profile('Kupfer', '1')} and <a>Fulfilled by Amazon</a>.`, seller, 'Amazon', true],
    ['es', 'es-es', `Vendido y enviado por ${profile('Kupfer', '0')}.`, seller, 'Kupfer', false],
    ['ca', 'en-ca', 'Ships from and sold by Amazon US.', { name: 'Amazon US', is_amazon: true }, 'Amazon US', true],
    [
      'com',
      'en-us',
      'Ships from and sold by Amazon.com in <a href="/gp/feature.html">easy-to-open packaging</a>.',
      { name: 'Amazon.com', is_amazon: true },
      'Amazon.com',
      true,
    ],
    [
      'es',
      'es-es',
      'Vendido por <a href="/b?node=1">Amazon Segunda mano</a> y <a href="/gp/help">gestionado por Amazon</a>.',
      { name: 'Amazon Segunda mano', is_amazon: true },
      'Amazon',
      true,
    ],
  ])('are read from a sentence on amazon.%s (%s): %s', (suffix, lang, text, sold, ships, fulfilled) => {
    const elsewhere = `<div id="merchant-info">${text}</div>`;
    expect(read({ lang, elsewhere, box: cart() }, suffix)).toMatchObject({
      seller: sold,
      ships_from: ships,
      is_fba: fulfilled,
    });
  });

  test.each([
    ['com', 'en-us', 'Sold by Kupfer and Fulfilled by Amazon.'],
    ['fr', 'fr-fr', 'Vendu par Kupfer et expédié par Amazon.'],
    ['de', 'de-de', 'Verkauf durch Kupfer und Versand durch Amazon.'],
  ])('have no seller if the sentence names one without a profile on amazon.%s (%s): %s', (suffix, lang, text) => {
    const data = read({ lang, elsewhere: `<div id="merchant-info">${text}</div>`, box: cart() }, suffix);
    expect(data).toMatchObject({ ships_from: 'Amazon', is_fba: true });
    expect(data).not.toHaveProperty('seller');
  });

  test('include the publisher of a Kindle book', () => {
    const box = markup`
        <input id="one-click-button" type="submit">
        <table>
          <tr class="print-sold-by">
            <td>Sold by:</td>
            <td>
              <span class="a-color-base">North House</span>
            </td>
          </tr>
        </table>
      `;
    expect(read({ box }).seller).toEqual({ name: 'North House', is_amazon: false });
  });

  test('are absent if nothing is for sale', () => {
    expect(read({ box: '<div id="outOfStock">Currently unavailable.</div>' })).not.toHaveProperty('seller');
  });
});

describe('the offer', () => {
  test('has a decoded id', () => {
    expect(read({ box: cart('', 'B0KETTLE01', 'a%2Bb%2Fc%3D') }).offer_id).toBe('a+b/c=');
  });

  test.each([
    ['newAccordionCaption_feature_div', 'New:', 'new'],
    ['usedAccordionCaption_feature_div', 'Save with Used - Very Good', 'used_very_good'],
    ['renewedAccordionCaption_feature_div', 'Excellent condition (Refurbished)', 'Excellent condition (Refurbished)'],
    ['newAccordionCaption_feature_div', 'Refurbished - Good', 'Refurbished - Good'],
    ['newAccordionCaption_feature_div', 'One-time purchase:', undefined],
  ])('has the condition of %s, %s', (id, text, condition) => {
    const box = rows(
      row('newAccordionRow', `<div id="${id}">${text}</div>${cart()}`, true),
      row('usedAccordionRow', cart()),
    );
    expect(read({ box }).condition).toBe(condition);
  });
});

test('the condition can be in the heading of a Buy Box without rows', () => {
  expect(read({ box: `<span id="newBuyingOption">Buy new:</span>${cart()}` }).condition).toBe('new');
});

describe('the return policy', () => {
  const icon = (id: string, text: string) => `<div id="icon-farm-container"><div id="${id}">${text}</div></div>`;
  const link = (id: string, text: string) => `<a id="${id}">${text}</a>`;
  const free = link('creturns-policy-anchor-text', 'FREE Returns');

  test.each([
    ['an icon', icon('RETURNS_POLICY', '10 days Returnable') + free, '10 days Returnable'],
    ['an icon without a number', icon('RETURN_POLICY_HIT', 'Return &amp; Exchange'), 'Return & Exchange'],
    [
      'the middle column',
      link('productSupportAndReturnPolicy-return-policy-anchor-text', 'Returnable until Jan 31') + free,
      'Returnable until Jan 31',
    ],
    ['a link next to the price', free, 'FREE Returns'],
  ])('can be in %s', (_, centre, expected) => {
    expect(read({ centre, box: cart() }).return_policy).toBe(expected);
  });

  test.each([
    ['com', 'en-us', 'Returns Policy'],
    ['com.br', 'pt-br', 'Política de devolução'],
    ['com.br', 'pt-br', 'Returns Policy'],
    ['de', 'de-de', 'Rückgaberichtlinien'],
  ])('is not the heading of an icon: amazon.%s, %s, %s', (suffix, lang, text) => {
    expect(read({ lang, centre: icon('RETURNS_POLICY', text), box: cart() }, suffix)).not.toHaveProperty(
      'return_policy',
    );
  });

  test('is absent without a featured offer', () => {
    expect(read({ centre: free, box: '<div id="outOfStock">Unavailable</div>' })).not.toHaveProperty('return_policy');
  });
});

describe('the Prime badge', () => {
  test('is read next to the price or the delivery', () => {
    expect(
      read({
        centre: prices('<span class="a-price priceToPay">$1</span><i class="a-icon a-icon-prime"></i>'),
        box: cart(),
      }).is_prime,
    ).toBe(true);
    expect(
      read({
        box: cart(
          '<div id="deliveryBlockMessage">Or <a class="prime-signup-ingress">Prime members</a> get FREE delivery</div>',
        ),
      }).is_prime,
    ).toBe(true);
  });

  test('is false if it is not shown, and absent without its element', () => {
    expect(read({ box: cart() }).is_prime).toBe(false);
    expect(read({ box: '<div id="outOfStock">Currently unavailable.</div>' })).not.toHaveProperty('is_prime');
  });
});

test.each([
  ['pl-pl', 'pl', 'Sprzedawca: Kupfer. Wysyłka: Amazon.', 'Amazon'],
  ['fr-fr', 'fr', 'Expédié par Amazon. Vendu par Kupfer.', 'Amazon'],
  ['nl-nl', 'nl', 'Verkocht door Kupfer en verzonden door Amazon.', 'Amazon'],
])('a sentence with another seller names only the shipper: %s, amazon.%s, %s', (lang, suffix, text, shipper) => {
  const data = read({ lang, box: `<div id="merchant-info">${text}</div>${cart()}` }, suffix);
  expect(data).toMatchObject({ ships_from: shipper, is_fba: true });
  expect(data).not.toHaveProperty('seller');
});

test.each([
  ['ar-ae', 'sa', 'يُباع ويُشحن من أمازون.', 'أمازون'],
  ['ja-jp', 'co.jp', 'この商品は、アマゾン が販売、発送します。', 'アマゾン'],
])('the name of the operator can be in the script of the page: %s, amazon.%s', (lang, suffix, text, name) => {
  const info = (content: string) => read({ lang, box: `<div id="merchant-info">${content}</div>${cart()}` }, suffix);
  expect(info(text)).toMatchObject({ seller: { name, is_amazon: true }, ships_from: name, is_fba: true });
  const other = info(`<a href="/sp?seller=A1KUPFER00SELL">Kupfer</a> ${text}`);
  expect(other).toMatchObject({ seller: { name: 'Kupfer', is_amazon: false }, ships_from: name, is_fba: true });
});
