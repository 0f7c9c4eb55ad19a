import { describe, expect, test } from 'vitest';
import { explainPage, parseProduct } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';
import { cart, html, read, row, rows } from './page.ts';

const slot = (which: 'PRIMARY' | 'SECONDARY', text: string, price: string, time: string, size = 'LARGE') =>
  markup`
    <div id="mir-layout-DELIVERY_BLOCK-slot-${which}_DELIVERY_MESSAGE_${size}">
      <span data-csa-c-delivery-price="${price}" data-csa-c-delivery-time="${time}">${text}</span>
    </div>
  `;

describe('delivery options', () => {
  test('have the standard option first, then the fastest', () => {
    const box = cart(
      slot('PRIMARY', 'FREE delivery Monday, March 9', 'FREE', 'Monday, March 9') +
        slot('SECONDARY', 'Or fastest delivery Tomorrow, March 3. Order within 2 hrs', 'fastest', 'Tomorrow, March 3'),
    );
    expect(read({ box })).toMatchObject({
      shipping_price: 0,
      delivery: [
        {
          kind: 'standard',
          date_min: '2026-03-09',
          date_max: '2026-03-09',
          days_min: 7,
          days_max: 7,
          is_free: true,
          text: 'FREE delivery Monday, March 9',
        },
        { kind: 'fastest', date_min: '2026-03-03', days_min: 1, is_free: null },
      ],
    });
  });

  test.each([
    ['com', 'en-us', 'FREE delivery Monday, March 9 for Prime members'],
    ['de', 'de-de', 'Lieferung Montag, 9. März GRATIS für Prime-Mitglieder'],
  ])('have no charge if only members have it free: amazon.%s', (suffix, lang, text) => {
    const data = read({ lang, box: cart(slot('PRIMARY', text, 'FREE', '')) }, suffix);
    expect(data.delivery).toMatchObject([{ is_free: true, date_min: '2026-03-09' }]);
    expect(data).not.toHaveProperty('shipping_price');
  });

  test.each([
    ['com', 'en-us', '$5.99 delivery March 9 - 11', '$5.99', 'March 9 - 11', 5.99],
    ['fr', 'fr-fr', 'Livraison à 3,43 € du 9 au 11 mars', 'à 3,43 €', '9 - 11 mars', 3.43],
    ['es', 'es-es', 'Entrega por 51,68 € el 9 - 11 de marzo', 'por 51,68 €', '9 - 11 de marzo', 51.68],
  ])('have a charge on amazon.%s', (suffix, lang, text, price, time, amount) => {
    expect(read({ lang, box: cart(slot('PRIMARY', text, price, time)) }, suffix)).toMatchObject({
      shipping_price: amount,
      delivery: [{ kind: 'standard', date_min: '2026-03-09', date_max: '2026-03-11', is_free: false }],
    });
  });

  test('are not free if free delivery has a condition, and have no price', () => {
    const data = read({
      box: cart(slot('PRIMARY', 'FREE delivery Monday, March 9 on orders over $35', 'FREE', 'Monday, March 9')),
    });
    expect(data.delivery).toMatchObject([{ is_free: null }]);
    expect(data).not.toHaveProperty('shipping_price');
  });

  test.each([
    ['FREE delivery Monday, March 9. <a href="/gp/help/rates">Details</a>', 'FREE delivery Monday, March 9.'],
    ['FREE delivery Monday, March 9 <a href="/gp/aag/details/?seller=A1">Details</a>', 'FREE delivery Monday, March 9'],
    ['Prime members get FREE delivery March 9. <a>Join Prime</a>.', 'Prime members get FREE delivery March 9.'],
    ['On Monday, March 9 with <a href="/gp/help/free">FREE delivery</a>', undefined],
    ['FREE delivery on <a href="/gp/help/free">Monday, March 9</a>', undefined],
    ['FREE delivery March 9 with <a>Prime</a>', undefined],
    ['<a href="/gp/help/free">FREE delivery</a> Monday, March 9', undefined],
  ])('have no link behind the promise, but links in it: %s', (text, promise) => {
    const whole = text.replace(/<[^>]+>/g, '');
    expect(read({ box: cart(slot('PRIMARY', text, 'FREE', 'Monday, March 9')) }).delivery?.[0]?.text).toBe(
      promise ?? whole,
    );
  });

  test('include a separate option for members', () => {
    const text = 'Or Prime members get FREE delivery Tomorrow, March 3. Join Prime';
    expect(read({ box: cart(slot('SECONDARY', text, 'FREE', 'Tomorrow, March 3')) }).delivery).toMatchObject([
      { kind: 'fastest', is_free: true },
    ]);
  });

  test('are empty if the product is not delivered', () => {
    expect(
      read({ box: cart(slot('PRIMARY', 'This item cannot be shipped to your selected delivery location.', '', '')) }),
    ).not.toHaveProperty('delivery');
  });

  test('are read from the featured row, not from its shorter header', () => {
    const other = row('usedAccordionRow', cart(slot('PRIMARY', '$9.00 delivery March 20', '$9.00', 'March 20')));
    const header = slot('PRIMARY', 'FREE delivery Monday, March 9', 'FREE', 'Monday, March 9', 'MEDIUM');
    const own = row(
      'newAccordionRow',
      header + cart(slot('PRIMARY', 'FREE delivery Monday, March 9. Details', 'FREE', 'Monday, March 9')),
      true,
    );
    expect(read({ box: rows(other, own) }).delivery).toMatchObject([
      { text: 'FREE delivery Monday, March 9. Details' },
    ]);
  });
});

describe('the delivery location', () => {
  const short = (content: string) => `<div id="contextualIngressPtLabel_deliveryShortLine">${content}</div>`;
  const glow = (first: string, second: string) =>
    `<span id="glow-ingress-line1">${first}</span><span id="glow-ingress-line2">${second}</span>`;

  test.each([
    ['com', 'en-us', short('<span>Deliver to&nbsp;</span><span>Egypt</span>'), 'Egypt'],
    ['com', 'en-us', glow('Delivering to Durham 27713', 'Update location'), 'Durham 27713'],
    ['co.uk', 'en-gb', glow('Deliver to', 'Leeds LS1'), 'Leeds LS1'],
    ['com', 'en-us', glow('Deliver to Anna', 'Durham 27713'), 'Durham 27713'],
    ['de', 'de-de', glow('Liefern nach', 'Litauen'), 'Litauen'],
    ['com.br', 'pt-br', glow('A entrega será feita em Bela Vista 01319900', 'Atualizar CEP'), 'Bela Vista 01319900'],
    ['co.jp', 'ja-jp', glow('お届け先: 世田谷 154-0011', '場所を更新する'), '世田谷 154-0011'],
    ['ae', 'en-ae', short('Delivering to Dubai - Update location'), 'Dubai'],
    ['ae', 'en-ae', short('<span>Delivering to Dubai - </span><span>Update location</span>'), 'Dubai'],
    ['com', 'en-us', '<span id="glow-ingress-single-line">Deliver to Egypt</span>', 'Egypt'],
    ['co.jp', 'ja-jp', '<span id="glow-ingress-single-line">世田谷にお届け</span>', '世田谷'],
  ])('amazon.%s (%s)', (suffix, lang, elsewhere, place) => {
    expect(read({ lang, elsewhere }, suffix).delivery_location).toBe(place);
  });

  test.each([
    ['com', 'en-us', 'Deliver to', 'Leeds, Headrow'],
    ['de', 'de-de', 'Liefern an', 'Bonn 53111'],
    ['fr', 'fr-fr', 'Livrer à', 'Lyon 69001'],
    ['es', 'es-es', 'Enviar a', 'Toledo 45001'],
    ['it', 'it-it', 'Consegna a', 'Pavia 27100'],
    ['com.br', 'pt-br', 'Enviar para', 'Olinda 53010000'],
    ['nl', 'nl-nl', 'Bezorgen in', 'Delft 2611'],
    ['se', 'sv-se', 'Leverera till', 'Lund 22100'],
    ['pl', 'pl-pl', 'Dostarcz do', 'Radom 26-600'],
    ['com.tr', 'tr-tr', 'Teslimat adresi:', 'Bursa 16000'],
    ['co.jp', 'ja-jp', 'お届け先', '世田谷 154-0011'],
    ['ae', 'ar-ae', 'التوصيل إلى', 'Al Satwa'],
  ])('is never the name of the shopper (amazon.%s, %s)', (suffix, lang, lead, place) => {
    const header = glow(`${lead} Noor`, place);
    const lines = [
      header,
      short(`${lead} Noor - ${place}`),
      short(`<span>${lead} </span><span>Noor - ${place}</span>`),
      `<span id="glow-ingress-single-line">${lead} Noor - ${place}</span>`,
      short(`${lead} Noor`) + header,
    ];
    for (const elsewhere of lines) expect(read({ lang, elsewhere }, suffix).delivery_location).toBe(place);
  });

  test('is absent if the only text is in the greeting', () => {
    const greeting = '<span id="nav-link-accountList-nav-line-1">Hello, Noor</span>';
    const single = '<span id="glow-ingress-single-line">Deliver to Noor</span>';
    expect(read({ elsewhere: greeting + single })).not.toHaveProperty('delivery_location');
    expect(read({ elsewhere: greeting + glow('Deliver to', 'Noor') })).not.toHaveProperty('delivery_location');
  });

  test('is the last parts of an address of 2017, without the first part', () => {
    const box = (text: string) =>
      cart(`<div id="unifiedLocation_feature_div"><span class="lux-location-label"> ${text} </span></div>`);
    expect(read({ box: box('Noor Lind- Singapore - 178902') }).delivery_location).toBe('Singapore 178902');
    expect(read({ box: box('Noor Lind - Singapore') }).delivery_location).toBe('Singapore');
    expect(read({ box: box('178902') }).delivery_location).toBe('178902');
    expect(read({ box: box('Noor Lind') })).not.toHaveProperty('delivery_location');
  });

  test('does not show the name of the shopper in the explanation or in gaps', () => {
    const elsewhere = glow('Deliver to Noor', 'Leeds LS1') + short('Deliver to Noor - Leeds LS1');
    const url = 'https://www.amazon.com/dp/B0KETTLE01';
    const box = cart(short('Deliver to Noor - Leeds LS1'));
    const explained = explainPage(html({ elsewhere, box }), { url });
    expect(JSON.stringify(explained)).toContain('Leeds LS1');
    expect(JSON.stringify(explained)).not.toContain('Noor');
    expect(parseProduct(html({ elsewhere }), { url, place: '10001' }).gaps).toContainEqual(
      expect.objectContaining({ detail: 'the page is for "Leeds LS1", not for "10001"' }),
    );
  });

  test('is absent in a greeting', () => {
    expect(
      read({ elsewhere: short('Select delivery location') + glow('Hello', 'Select your address') }),
    ).not.toHaveProperty('delivery_location');
  });
});

describe('the delivery block of older layouts', () => {
  const layout = (...slots: [name: string, content: string][]) => markup`
    <div id="mir-layout-DELIVERY_BLOCK">
      ${slots.map(([name, content]) => `<div id="mir-layout-DELIVERY_BLOCK-slot-${name}">${content}</div>`).join('')}
    </div>
  `;
  const usual = 'FREE delivery: <b>Monday, March 9</b>';
  const faster = '<span id="upsell-message">Fastest delivery: <b>Friday, March 6</b><br>Order within 48 mins</span>';
  const both = [
    { kind: 'standard', date_min: '2026-03-09', is_free: true, text: 'FREE delivery: Monday, March 9' },
    { kind: 'fastest', date_min: '2026-03-06', is_free: null },
  ];

  test('has slots with other names, and slots with remarks', () => {
    const remark = 'Arrives before March 8. Need a gift sooner?';
    const box = layout(['DELIVERY_MESSAGE', usual], ['HOLIDAY_DELIVERY_MESSAGE', remark], ['UPSELL', faster]);
    expect(read({ box: cart(box) }).delivery).toMatchObject(both);
    expect(read({ box: cart(box) }).delivery).toHaveLength(2);
    expect(read({ box: cart(layout(['ANOTHER_MESSAGE', usual])) }).delivery).toMatchObject([both[0]]);
  });

  test('has the second promise inside the line', () => {
    const line = `<div id="ddmDeliveryMessage">${usual}<br><div>${faster}</div></div>`;
    expect(read({ box: cart(line) }).delivery).toMatchObject(both);
    expect(read({ centre: line, box: cart() }).delivery).toMatchObject(both);
  });

  test.each(['delivery-message', 'deliveryMessageMirId', 'dynamicDeliveryMessage', 'fast-track'])(
    'has a line #%s',
    (id) => {
      const line = `<div id="${id}">Arrives: <b>March 9 - 12</b></div>`;
      const expected = [{ kind: 'standard', date_min: '2026-03-09', date_max: '2026-03-12', is_free: null }];
      expect(read({ box: cart(line) }).delivery).toMatchObject(expected);
      expect(read({ centre: line, box: cart() }).delivery).toMatchObject(expected);
    },
  );

  test('can have an empty line before the line with the same id', () => {
    const empty = '<div id="dynamicDeliveryMessage"><div id="ddmDeliveryMessage"> </div></div>';
    expect(read({ box: cart(`${empty}${empty.replace('> <', `>${usual}<`)}`) }).delivery).toMatchObject([both[0]]);
  });

  test('can be outside of the Buy Box on mobile pages', () => {
    const elsewhere = `<div id="deliveryBlock_feature_div">${layout(['PRIMARY_DELIVERY_MESSAGE_LARGE', usual])}</div>`;
    expect(read({ elsewhere, box: cart() }).delivery).toMatchObject([both[0]]);
    const others = rows(row('newAccordionRow', cart(), true), row('usedAccordionRow', cart()));
    expect(read({ elsewhere, box: others })).not.toHaveProperty('delivery');
  });

  test('in the middle column belongs to the open row', () => {
    const centre = `<div id="fast-track-message">Want it <b>Monday, March 9?</b> Order within 5 hrs</div>`;
    const used = row('usedAccordionRow', cart(), true);
    const open = rows(row('newAccordionRow', cart(), true), row('usedAccordionRow', cart()));
    expect(read({ centre, box: open }).delivery).toMatchObject([{ date_min: '2026-03-09', is_free: null }]);
    const closed = rows(row('newAccordionRow', cart()), used.replace('usedAccordionRow"', 'snsAccordionRow"'));
    expect(read({ centre, box: closed })).not.toHaveProperty('delivery');
  });
});

describe('a charge next to the price', () => {
  const promise = slot('PRIMARY', 'Delivery March 9', '', 'March 9');
  const message = (text: string) => `<span id="ourprice_shippingmessage"><span>${text}</span></span>`;
  const table = (text: string) => `<div id="price"><span id="priceblock_ourprice">$20.00</span> ${message(text)}</div>`;

  test.each([
    ['com', 'en-us', '+ $4.49 shipping', 4.49],
    ['com', 'en-us', '&amp; FREE Shipping', 0],
    ['co.uk', 'en-gb', '+ £5.00 delivery', 5],
    ['de', 'de-de', '+ EUR 4,00 Versandkosten', 4],
    ['fr', 'fr-fr', '+ 6,99 EUR Livraison', 6.99],
    ['fr', 'fr-fr', '+ EUR 0,00 (livraison)', 0],
    ['es', 'es-es', '+ EUR 3,50 de envío', 3.5],
    ['it', 'it-it', '+ EUR 2,90 di spedizione', 2.9],
    ['com.br', 'pt-br', '+ R$ 8,90 de envio', 8.9],
    ['nl', 'nl-nl', '+ € 3,95 verzendkosten', 3.95],
    ['se', 'sv-se', '+ 49,00 kr frakt', 49],
    ['pl', 'pl-pl', '+ 9,99 zł dostawa', 9.99],
    ['com.tr', 'tr-tr', '+ 14,90 TL kargo', 14.9],
    ['co.jp', 'ja-jp', '+ ￥ 350 配送料', 350],
    ['ae', 'ar-ae', '+ AED 12.00 شحن', 12],
  ])('on amazon.%s (%s): %s', (suffix, lang, text, amount) => {
    const isFree = amount === 0;
    for (const centre of [table(text), table('').replace('<span></span></span>', `</span> <b>${text}</b>`)]) {
      const data = read({ lang, centre, box: cart(promise) }, suffix);
      expect(data).toMatchObject({ shipping_price: amount, delivery: [{ is_free: isFree }] });
    }
    expect(read({ lang, box: cart(`<div>${text}</div>`) }, suffix).shipping_price).toBe(amount);
    const seller = `<div id="soldByThirdParty"><b>Lamp House</b> <i class="shipping3P">${text}</i></div>`;
    expect(read({ lang, box: cart(seller) }, suffix).shipping_price).toBe(amount);
  });

  test('is named after "No Import Fees Deposit"', () => {
    const text = 'No Import Fees Deposit &amp; $7.00 Shipping to Norway';
    const block = `<div id="amazonGlobal_feature_div"><span>${text}</span> <a>Details</a></div>`;
    expect(read({ box: cart(block) }).shipping_price).toBe(7);
    expect(read({ centre: table(text), box: cart() }).shipping_price).toBe(7);
  });

  test('is next to the import fees, or in one sum with them', () => {
    const amounts = (text: string) => read({ centre: table(text), box: cart(promise) });
    expect(amounts('+ $4.49 Shipping &amp; $6.51 Import Fees Deposit')).toMatchObject({ shipping_price: 4.49 });
    expect(amounts('FREE Shipping &amp; $6.51 Import Fees Deposit to Norway')).toMatchObject({ shipping_price: 0 });
    const spanish = '$20.00 + $16.83 de envío y depósito de importación';
    expect(read({ lang: 'es-us', centre: table(spanish), box: cart() })).not.toHaveProperty('shipping_price');
    const sum = amounts('+ $16.83 Shipping &amp; Import Fees Deposit to Norway');
    expect(sum).not.toHaveProperty('shipping_price');
    expect(sum.delivery).toMatchObject([{ is_free: false }]);
  });

  test.each([
    '+ FREE Shipping to Norway on orders over $125.00',
    'Get Fast, Free Shipping with Amazon Prime',
    '&amp; FREE Returns',
    '&amp; FREE Shipping on eligible orders',
    '+ $3.00 gift wrap',
  ])('is not "%s"', (text) => {
    const data = read({ centre: table(text), box: cart(promise) });
    expect(data).not.toHaveProperty('shipping_price');
    expect(data.delivery).toMatchObject([{ is_free: null }]);
  });

  test('gives way to the charge or the condition in the slot', () => {
    const priced = slot('PRIMARY', '$5.99 delivery March 9', '$5.99', 'March 9');
    expect(read({ centre: table('+ $4.49 shipping'), box: cart(priced) }).shipping_price).toBe(5.99);
    const conditional = slot('PRIMARY', 'FREE delivery March 9 on orders over $35', 'FREE', 'March 9');
    expect(read({ centre: table('&amp; FREE Shipping'), box: cart(conditional) })).not.toHaveProperty('shipping_price');
    expect(read({ centre: table('+ $4.49 shipping'), box: cart(conditional) })).toMatchObject({
      shipping_price: 4.49,
      delivery: [{ is_free: false }],
    });
  });

  test('is explained by its own line', () => {
    const page = html({ box: cart('<p>+ $4.49 shipping</p>') });
    const { fields } = explainPage(page, { url: 'https://www.amazon.com/dp/B0KETTLE01' });
    expect(fields.find(({ path }) => path === 'shipping_price')).toMatchObject({
      value: 4.49,
      text: '+ $4.49 shipping',
    });
  });

  test('is not of the fastest delivery', () => {
    const box = cart(promise + slot('SECONDARY', 'Or fastest delivery March 4', 'fastest', 'March 4'));
    expect(read({ centre: table('+ $4.49 shipping'), box }).delivery).toMatchObject([
      { is_free: false },
      { kind: 'fastest', is_free: null },
    ]);
  });

  test('of 0 counts for a shopper in another country, but says nothing about a promise with a day', () => {
    const elsewhere = '<i id="glow-ingress-line1">Deliver to</i><i id="glow-ingress-line2">Norway</i>';
    const offer = { elsewhere, box: cart(promise) };
    expect(read({ ...offer, centre: table('FREE Delivery in the UK.') })).toMatchObject({
      shipping_price: 0,
      delivery: [{ is_free: null }],
    });
    expect(read({ ...offer, centre: table('FREE Shipping to Norway') })).toMatchObject({
      shipping_price: 0,
      delivery: [{ is_free: true }],
    });
    const home = elsewhere.replace('Norway', 'Leeds LS1');
    expect(read({ elsewhere: home, centre: table('FREE Delivery'), box: cart() }).shipping_price).toBe(0);
  });

  test('is not of another offer', () => {
    const box = `${cart()}<a href="/gp/offer-listing/B0KETTLE01">New (2) from $18.00 + $4.49 shipping</a>`;
    expect(read({ centre: table(''), box })).not.toHaveProperty('shipping_price');
    expect(read({ box: '', centre: table('+ $4.49 shipping') })).not.toHaveProperty('shipping_price');
  });
});

describe('the kinds of promises', () => {
  const promise = (which: 'PRIMARY' | 'SECONDARY', text: string) => slot(which, text, '', '');

  test.each([
    ['Fastest delivery Tomorrow, March 3', 'FREE delivery Monday, March 9', ['fastest', 'standard']],
    ['Prime members get FREE delivery Tomorrow, March 3', '$5.99 delivery Monday, March 9', ['fastest', 'standard']],
    ['FREE delivery Monday, March 9', '$5.99 delivery Friday, March 6', ['standard', 'fastest']],
    ['Express delivery March 3', 'Fastest delivery March 2', ['standard', 'fastest']],
  ])('%s, then %s', (first, second, kinds) => {
    const box = cart(promise('PRIMARY', first) + promise('PRIMARY', second).replace('PRIMARY', 'OTHER'));
    expect(read({ box }).delivery?.map(({ kind }) => kind)).toEqual(kinds);
  });

  test('are standard for a single promise, unless it is in the second slot', () => {
    const text = 'Fastest delivery Tomorrow, March 3';
    expect(read({ box: cart(promise('PRIMARY', text)) }).delivery).toMatchObject([{ kind: 'standard' }]);
    expect(read({ box: cart(promise('SECONDARY', text)) }).delivery).toMatchObject([{ kind: 'fastest' }]);
  });

  test('are fastest for a single promise to members: others do not get it', () => {
    const data = read({ box: cart(promise('PRIMARY', 'Prime members get FREE delivery Tomorrow, March 3')) });
    expect(data.delivery).toMatchObject([{ kind: 'fastest', is_free: true }]);
    expect(data).not.toHaveProperty('shipping_price');
  });
});

test.each([
  ['com', 'en-us', 'This title will be released on March 20.'],
  ['de', 'de-de', 'Dieser Artikel erscheint am 20. März.'],
  ['fr', 'fr-fr', 'Cet article paraîtra le 20 mars.'],
])('a day of release is not a day of delivery (amazon.%s)', (suffix, lang, text) => {
  const line = (content: string) => cart(`<div id="ddmDeliveryMessage">${content}</div>`);
  expect(read({ lang, box: line(text) }, suffix)).not.toHaveProperty('delivery');
  const both = `${text} ${{ de: 'GRATIS Lieferung: 22. März', fr: 'Livraison GRATUITE : 22 mars' }[suffix] ?? 'FREE delivery March 22'}`;
  expect(read({ lang, box: line(both) }, suffix).delivery).toMatchObject([{ date_min: '2026-03-22', is_free: true }]);
});

test('a countdown next to a day in the attributes counts', () => {
  const text = 'FREE delivery Today by 11 PM. Order within 4 hrs';
  const box = cart(slot('PRIMARY', text, 'FREE', 'Today by 11 PM'));
  expect(read({ box, requestedAt: '2026-03-03T06:00:00Z' }).delivery).toMatchObject([{ date_min: '2026-03-03' }]);
});

test('a charge in the attributes of a slot makes the delivery not free, and is not the shipping price', () => {
  const data = read({ box: cart(slot('PRIMARY', 'Delivery March 9 - 11', '$43.71', 'March 9 - 11')) });
  expect(data.delivery).toMatchObject([{ is_free: false }]);
  expect(data).not.toHaveProperty('shipping_price');
});

test('reads the line in the middle column of older layouts', () => {
  const centre = '<div id="ddmDeliveryMessage">FREE delivery: Monday, March 9</div>';
  expect(read({ centre, box: cart() }).delivery).toMatchObject([
    { kind: 'standard', date_min: '2026-03-09', is_free: true },
  ]);
});

test.each([
  ['en-us', 'com', 'Delivered:', 'Tuesday, Mar 10', 'Faster delivery:', 'Friday, Mar 6'],
  ['de-de', 'de', 'Lieferung:', 'Dienstag, 10. März', 'Schnellere Lieferung:', 'Freitag, 6. März'],
  ['fr-fr', 'fr', 'Livraison :', 'mardi 10 mars', 'Livraison accélérée :', 'vendredi 6 mars'],
  ['ja-jp', 'co.jp', 'お届け日:', '3月10日 火曜日', '最短のお届け日:', '3月6日 金曜日'],
  ['tr-tr', 'com.tr', 'Teslimat:', '10 Mart Salı', 'Daha hızlı teslimat:', '6 Mart Cuma'],
  ['ar-ae', 'sa', 'التوصيل:', 'الثلاثاء، 10 مارس', 'أسرع توصيل:', 'الجمعة، 6 مارس'],
])('two promises in one block are two in any order: %s', (lang, suffix, label, day, fasterLabel, fasterDay) => {
  const standard = `<div>${label} <b>${day}</b></div>`;
  const faster = `<div>${fasterLabel} <b>${fasterDay}</b> <a>Details</a></div>`;
  for (const id of ['ddmDeliveryMessage', 'x-delivery-message-y']) {
    const delivery = (content: string) =>
      read({ box: `<div id="${id}">${content}</div>${cart()}`, lang }, suffix).delivery;
    const [first, second] = [
      { kind: 'standard', date_min: '2026-03-10', text: `${label} ${day}` },
      { kind: 'fastest', date_min: '2026-03-06', text: `${fasterLabel} ${fasterDay}` },
    ];
    expect(delivery(standard + faster)).toMatchObject([first, second]);
    expect(delivery(faster + standard)).toMatchObject([second, first]);
  }
});
