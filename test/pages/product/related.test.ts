import { describe, expect, test } from 'vitest';
import { read } from './page.ts';

const attribute = (value: unknown) => JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;');

describe('bought together', () => {
  test('has products with prices, without the product itself', () => {
    const price = (displayString: string) => ({ price: { displayString } });
    const link = (asin: string, text: string) => `<a href="/x/dp/${asin}/ref=pd_bxgy"><span>${text}</span></a>`;
    const elsewhere = `<div cel_widget_id="p13n-desktop-sims-fbt_0"><div class="cardRoot" data-components="${attribute({ 1: price('R$ 199,90'), 2: price('R$ 19,90'), 3: price('R$ 1.044,00') })}">
      <input type="checkbox" id="fbtCheck-1"><a href="/x/dp/B0KETTLE01/ref=x">This</a>
      <input type="checkbox" id="fbtCheck-2">${link('B0AAAAAAA2', '')}${link('B0AAAAAAA2', 'A tea tin')}${link('B0AAAAAAA3', 'A cosy')}</div></div>`;
    expect(read({ elsewhere, lang: 'pt-br' }, 'com.br').frequently_bought_together).toEqual([
      { asin: 'B0AAAAAAA2', title: 'A tea tin', price: 19.9 },
      { asin: 'B0AAAAAAA3', title: 'A cosy', price: 1044 },
    ]);
  });

  test('has no products of a carousel in its card', () => {
    const foreign =
      '<div class="a-carousel-container"><ol class="a-carousel"><li><a href="/x/dp/B0FOREIGN1">Ad</a></li></ol></div>';
    const prices = attribute({ 2: { price: { displayString: '$19.90' } } });
    const elsewhere = `<div class="cardRoot" data-components="${prices}"><input type="checkbox" id="fbtCheck-1">${foreign}<a href="/x/dp/B0AAAAAAA2">A tea tin</a></div>`;
    expect(read({ elsewhere }).frequently_bought_together).toEqual([
      { asin: 'B0AAAAAAA2', title: 'A tea tin', price: 19.9 },
    ]);
  });

  test('is read on older pages', () => {
    const elsewhere = `<div id="sims-fbt"><ul><li><a href="/Tin/dp/B0AAAAAAA2/ref=pd_bxgy_img"><img></a></li></ul>
      <ul class="sims-fbt-rows"><li><a href="/Tin/dp/B0AAAAAAA2/ref=pd_bxgy_text">A tea tin</a><span class="p13n-sc-price">$5.33</span></li></ul></div>`;
    expect(read({ elsewhere }).frequently_bought_together).toEqual([
      { asin: 'B0AAAAAAA2', title: 'A tea tin', price: 5.33 },
    ]);
  });

  test('has no price of the line about the seller', () => {
    const elsewhere = `<div id="sims-fbt"><ul class="sims-fbt-rows"><li><a href="/Tin/dp/B0AAAAAAA2">A tea tin</a>
      <div class="sims-fbt-seller-info">Free delivery from <span class="p13n-sc-price">$29</span></div></li></ul></div>`;
    expect(read({ elsewhere }).frequently_bought_together).toEqual([{ asin: 'B0AAAAAAA2', title: 'A tea tin' }]);
  });
});

describe('carousels', () => {
  const carousel = (ids: string[], around = (content: string) => content) =>
    around(
      `<div class="a-carousel-container" data-a-carousel-options="${attribute({ ajax: { id_list: ids } })}"></div>`,
    );

  test('are read in both forms of markup', () => {
    const elsewhere =
      carousel(['{"id":"B0AAAAAAA2"}', '{"id":"B0KETTLE01"}']) + carousel(['B0AAAAAAA3:5:x', 'B0AAAAAAA2:1']);
    expect(read({ elsewhere }).related_asins).toEqual(['B0AAAAAAA2', 'B0AAAAAAA3']);
  });

  test('skip those of the author and the all-offers panel', () => {
    const elsewhere =
      carousel(['B0AAAAAAA2:'], (content) => `<div cel_widget_id="about-the-author-card_0">${content}</div>`) +
      carousel(['B0AAAAAAA3:'], (content) => `<div id="aod-container">${content}</div>`);
    expect(read({ elsewhere })).not.toHaveProperty('related_asins');
  });
});

test('reads products to compare and a newer model', () => {
  const elsewhere = `<table id="HLCXComparisonTable"><tr><td><a href="/dp/B0KETTLE01">This</a></td><td><a href="/Pot/dp/B0AAAAAAA4/ref=psd">Pot</a><a href="/product-reviews/B0AAAAAAA4/">9</a></td></tr></table>
    <div id="newerVersion_feature_div"><div id="newer-version"><a href="/New/dp/B0AAAAAAA5/ref=dp_ob_title">New</a></div></div>`;
  expect(read({ elsewhere })).toMatchObject({ comparison_asins: ['B0AAAAAAA4'], newer_model_asin: 'B0AAAAAAA5' });
});
