import { expect, test } from 'vitest';
import { markup } from '../../markup.ts';
import { cart, read } from './page.ts';

const link = (condition: string, text: string) =>
  `<a href="/gp/offer-listing/B0KETTLE01/ref=dp_olp_mbc?ie=UTF8&amp;condition=${condition}">${text}</a>`;
const summary = (content: string) => `<div id="olpLinkWidget_feature_div">${content}</div>`;
const price = (text: string) => `<span class="a-price"><span class="a-offscreen">${text}</span></span>`;

test('reads a link to all offers', () => {
  const data = read({ elsewhere: summary(link('ALL', `New &amp; Used (14) from ${price('$4.45')} + $3.99 shipping`)) });
  expect(data).toMatchObject({ sellers_all: 14 });
  expect(data).not.toHaveProperty('new_from_price');
});

test('counts all offers as new if only new offers are linked', () => {
  const data = read({ elsewhere: summary(link('NEW', `New (4) from ${price('$8.00')}`)) });
  expect(data).toMatchObject({ sellers_all: 4, new_offers_count: 4, new_from_price: 8 });
});

test('adds links by condition, each once', () => {
  const links =
    link('new', '12 new from $20.00') +
    link('used', '5 used from $9.00') +
    link('collectible', '2 collectible from $99.00');
  expect(read({ elsewhere: summary(links) + summary(links) })).toMatchObject({ sellers_all: 19, new_offers_count: 12 });
});

test('counts used offers next to a featured one', () => {
  const elsewhere = summary(link('used', 'Used (3) from $9.00'));
  expect(read({ elsewhere, box: cart() })).toMatchObject({ used_offers_count: 3, used_from_price: 9 });
  expect(read({ elsewhere, box: cart() })).not.toHaveProperty('sellers_all');
  expect(read({ elsewhere }).sellers_all).toBe(3);
});

test('reads a count without a price', () => {
  const data = read({ lang: 'fr-fr', elsewhere: summary(link('ALL', 'Neuf &amp; D’occasion (1 234)')) }, 'fr');
  expect(data.sellers_all).toBe(1234);
  expect(data).not.toHaveProperty('currency');
});

test('reads the offers of the selected format', () => {
  const tab = (names: string, content: string) => `<li class="swatchElement ${names}">${content}</li>`;
  const tabs =
    tab('unselected', link('new', '9 Nuovo da 1,00 €')) +
    tab('selected', link('used', '1 Usato da 36,00 €') + link('new', '29 Nuovo da 22,74 €'));
  expect(read({ lang: 'it-it', centre: `<div id="tmmSwatches">${tabs}</div>` }, 'it')).toMatchObject({
    sellers_all: 30,
    new_offers_count: 29,
    new_from_price: 22.74,
    used_offers_count: 1,
    used_from_price: 36,
  });
});

test('reads a count after a colon, which is not a price', () => {
  const count = (condition: string, text: string, from: string) =>
    `<span class="olp-padding-right">${link(condition, text)}<span class="a-color-price">${from}</span>より</span>`;
  const elsewhere = `<div id="olp_feature_div">${count('new', '新品の出品：5', '￥ 4,849')}${count('used', '中古品の出品：6', '￥ 599')}</div>`;
  expect(read({ lang: 'ja-jp', elsewhere }, 'co.jp')).toMatchObject({
    sellers_all: 11,
    new_offers_count: 5,
    new_from_price: 4849,
    used_offers_count: 6,
    used_from_price: 599,
  });
});

test.each(['class="olp-padding-right"', 'id="olp-upd-new"'])(
  'reads the price after the link on older pages: %s',
  (line) => {
    const elsewhere = markup`
      <div id="olp_feature_div">
        <span ${line}>${link('new', '9&nbsp;new')} from <span class="a-color-price">$14.95</span>
        </span>
      </div>
    `;
    expect(read({ elsewhere })).toMatchObject({ new_offers_count: 9, new_from_price: 14.95 });
  },
);

test.each([
  ['com', 'en-us', 'New: 1', 'Used: 9'],
  ['fr', 'fr-fr', 'Neufs : 1', 'Occasions : 9'],
  ['com', 'en-us', '1 new', '9 used'],
])('adds counts that are each a list of their own: amazon.%s, %s, %s', (suffix, lang, new_, used) => {
  const line = (condition: string, text: string, from: string) =>
    `<span class="olp-padding-right">${link(condition, text)} from <span class="a-color-price">${from}</span></span>`;
  const elsewhere = `<div id="olp_feature_div">${line('new', new_, '$12.00')}${line('used', used, '$5.00')}</div>`;
  expect(read({ lang, elsewhere }, suffix)).toMatchObject({
    sellers_all: 10,
    new_offers_count: 1,
    new_from_price: 12,
    used_offers_count: 9,
    used_from_price: 5,
  });
});

test('reads a count of all offers without a condition in its link', () => {
  const all = '<a href="/gp/offer-listing/B0KETTLE01/ref=dp_olp_mbc">4 offers from $12.00</a>';
  const elsewhere = `<div id="dynamic-aod-ingress-box">Other sellers ${all}</div>`;
  expect(read({ elsewhere, box: cart() })).toMatchObject({ sellers_all: 4 });
  const used = '<a href="/gp/offer-listing/B0KETTLE01/ref=dp_olp_used">4 used from $12.00</a>';
  expect(read({ elsewhere: summary(used) })).toMatchObject({ used_offers_count: 4, used_from_price: 12 });
});

test.each([
  ['com', 'en-us', 'Compare 2 other options'],
  ['de', 'de-de', 'Compare 2 other options'],
  ['de', 'en-gb', '2 weitere Angebote'],
])('adds the featured offer to the number of others: amazon.%s, %s, %s', (suffix, lang, text) => {
  const elsewhere = summary(link('NEW', text));
  expect(read({ lang, elsewhere, box: cart() }, suffix).sellers_all).toBe(3);
});

test.each(['12,00 €', '€ 12', '12 EUR'])('never takes a price for a count: %s', (text) => {
  const data = read({ lang: 'de-de', elsewhere: summary(link('new', text)) }, 'de');
  expect(data).toMatchObject({ new_from_price: 12 });
  for (const field of ['new_offers_count', 'sellers_all']) expect(data).not.toHaveProperty(field);
});

test('never takes the price of delivery for the price of an offer', () => {
  const data = read({ lang: 'de-de', elsewhere: summary(link('new', 'Neu (3) + 4,99 € Versand')) }, 'de');
  expect(data).toMatchObject({ new_offers_count: 3 });
  expect(data).not.toHaveProperty('new_from_price');
  const both = read({ lang: 'de-de', elsewhere: summary(link('new', 'Neu (3) ab 12,00 € + 4,99 € Versand')) }, 'de');
  expect(both).toMatchObject({ new_from_price: 12 });
  expect(read({ elsewhere: summary(link('new', '10+ new from $12.00')) })).toMatchObject({ new_from_price: 12 });
});

test('reads the row of this edition in the table of formats', () => {
  const cell = (asin: string, condition: string, text: string) =>
    `<td><a href="/gp/offer-listing/${asin}/ref=tmm_hrd_${condition}_olp_sr?condition=${condition}">${text}</a></td>`;
  const line = (asin: string, new_: string, used: string) =>
    `<tr>${cell(asin, 'new', new_)}${cell(asin, 'used', used)}</tr>`;
  const centre = `<div id="twister"><table>${line('B0OTHER001', '$1.00', '$0.50')}${line('B0KETTLE01', '$44.10', '$33.89')}</table></div>`;
  expect(read({ centre, box: cart() })).toMatchObject({ new_from_price: 44.1, used_from_price: 33.89 });
});

test('reads the count instead of a Buy Box', () => {
  const box = `<div id="unqualifiedBuyBox">${link('all', '14 used &amp; new')} from <span class="a-color-price">$5.99</span></div>`;
  expect(read({ box })).toMatchObject({ buybox_state: 'see_all_buying_options', sellers_all: 14 });
});
