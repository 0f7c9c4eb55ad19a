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
