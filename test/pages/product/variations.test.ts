import { describe, expect, test } from 'vitest';
import { markup } from '../../markup.ts';
import { read } from './page.ts';

const table = (members: Record<string, unknown>, url = '') =>
  `<script>P.register('twister-js-init-dpx-data', function() { var dataToReturn = { "url" : "/x" + "?a=${url}", ${Object.entries(
    members,
  )
    .map(([name, value]) => `"${name}" : ${JSON.stringify(value)}`)
    .join(', ')} }; return dataToReturn; });</script>`;

const kettles = {
  dimensionToAsinMap: { '0_0': 'B0KETTLE01', '1_0': 'B0KETTLE02', '1_1': 'B0KETTLE03' },
  variationValues: { color_name: ['Red', 'Blue'], size_name: ['1 l', '2 l'] },
  selectedVariationValues: { color_name: 0, size_name: 0 },
  num_total_variations: 3,
  dimensions: ['color_name', 'size_name'],
  dimensionValuesDisplayData: { B0KETTLE01: ['Red', '1 l'], B0KETTLE02: ['Blue', '1 l'], B0KETTLE03: ['Blue', '2 l'] },
  variationDisplayLabels: { size_name: 'Size', color_name: 'Colour' },
};

describe('variations in scripts', () => {
  test('have dimensions, products and the selected one', () => {
    const data = read({ elsewhere: table(kettles) }, 'co.uk');
    expect(data).toMatchObject({
      variation_dimensions: [
        { key: 'color_name', name: 'Colour', values: ['Red', 'Blue'] },
        { key: 'size_name', name: 'Size', values: ['1 l', '2 l'] },
      ],
      variations_count: 3,
      selected_variation: { color_name: 'Red', size_name: '1 l' },
    });
    expect(data.variations).toEqual([
      {
        asin: 'B0KETTLE01',
        attributes: { color_name: 'Red', size_name: '1 l' },
        url: 'https://www.amazon.co.uk/dp/B0KETTLE01',
        is_selected: true,
      },
      {
        asin: 'B0KETTLE02',
        attributes: { color_name: 'Blue', size_name: '1 l' },
        url: 'https://www.amazon.co.uk/dp/B0KETTLE02',
        is_selected: false,
      },
      {
        asin: 'B0KETTLE03',
        attributes: { color_name: 'Blue', size_name: '2 l' },
        url: 'https://www.amazon.co.uk/dp/B0KETTLE03',
        is_selected: false,
      },
    ]);
  });

  test('have the keys of the page as own properties, and change no prototype', () => {
    const text = table(kettles).replaceAll('color_name', '__proto__').replaceAll('size_name', 'constructor');
    const data = read({ elsewhere: text }, 'co.uk');
    for (const values of [data.selected_variation, data.variations?.[0]?.attributes]) {
      expect(Object.entries(values ?? {})).toEqual([
        ['__proto__', 'Red'],
        ['constructor', '1 l'],
      ]);
      expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
    }
    expect(({} as Record<string, unknown>).color_name).toBeUndefined();
  });

  test('have the labels of the script or of the rows, the key only without both', () => {
    const other = '<script>var other = { "variationDisplayLabels":{}, "productTypeName":"SHIRT" };</script>';
    const names = (labels: Record<string, string>, centre = '') => {
      const elsewhere = other + table({ ...kettles, variationDisplayLabels: labels });
      return read({ centre, elsewhere }).variation_dimensions?.map(({ name }) => name);
    };
    const rendered = markup`
      <div id="twister">
        <div id="variation_color_name">
          <label class="a-form-label">Colour:</label>
          <span class="selection">Red</span>
        </div>
      </div>
    `;
    expect(names({ size_name: 'Size', color_name: 'Colour' })).toEqual(['Colour', 'Size']);
    expect(names({ size_name: 'Size' }, rendered)).toEqual(['Colour', 'Size']);
    expect(names({})).toEqual(['color_name', 'size_name']);
  });

  test('have values in the order of the dimensions', () => {
    const dimensions = ['size_name', 'color_name'];
    const dimensionValuesDisplayData = { B0KETTLE01: ['1 l', 'Red'] };
    const { variations } = read({ elsewhere: table({ ...kettles, dimensions, dimensionValuesDisplayData }) });
    expect(variations?.[0]?.attributes).toEqual({ size_name: '1 l', color_name: 'Red' });
  });

  test('omit a missing selection, and have no selected product', () => {
    const members = {
      ...kettles,
      selectedVariationValues: { color_name: 1, size_name: -1 },
      selected_variations: { size_name: '2 l' },
    };
    const { selected_variation, variations } = read({ elsewhere: table(members) });
    expect(selected_variation).toEqual({ color_name: 'Blue' });
    expect(variations?.some(({ is_selected }) => is_selected)).toBe(false);
  });

  test('have the selected values on older pages', () => {
    const { selectedVariationValues: _, ...members } = kettles;
    const elsewhere = table({ ...members, selected_variations: { size_name: '2 l', color_name: 'Blue' } });
    expect(read({ elsewhere }).selected_variation).toEqual({ color_name: 'Blue', size_name: '2 l' });
  });

  test('have products by position only', () => {
    const elsewhere = table({ ...kettles, dimensionValuesDisplayData: {} });
    expect(read({ elsewhere }).variations?.[2]).toMatchObject({
      asin: 'B0KETTLE03',
      attributes: { color_name: 'Blue', size_name: '2 l' },
    });
  });

  test('have images of other products from the gallery', () => {
    const json =
      '{"colorToAsin":{"Blue 1 l":{"asin":"B0KETTLE02"}},"colorImages":{"Blue 1 l":[{"large":"https://m.media-amazon.com/s.jpg","hiRes":"https://m.media-amazon.com/l.jpg"}]}}';
    const elsewhere = `${table(kettles)}<script>P.register('ImageBlockBTF', function(jQuery){ var obj = jQuery.parseJSON('${json}'); });</script>`;
    expect(read({ elsewhere }).variations?.map(({ image_url }) => image_url)).toEqual([
      undefined,
      'https://m.media-amazon.com/l.jpg',
      undefined,
    ]);
  });
});

const swatch = (asin: string, name: string, price = '', more = '') =>
  `<li data-asin="${asin}" data-initiallyunavailable="${more === 'gone'}" class="inline-twister-swatch"><span class="a-button"><img alt="${name}" src="https://m.media-amazon.com/images/I/${name}.jpg">
   ${
     price &&
     markup`
     <span class="a-price apex-pricetopay-value">
       <span class="a-offscreen">
       </span>
       <span aria-hidden="true">${price}</span>
     </span>
     <span class="a-price" data-a-strike="true">
       <span class="a-offscreen">$99.00</span>
     </span>
   `
   }</span></li>`;
const row = (key: string, label: string, chosen: string, content: string) =>
  markup`
    <div id="inline-twister-row-${key}">
      <div id="inline-twister-dim-title-${key}" class="dimension-text">
        <span class="a-color-secondary">${label}:</span>
        <span class="inline-twister-dim-title-value">${chosen}</span>
      </div>
      <ul>${content}</ul>
    </div>
  `;
const twister = (content: string) => `<div id="twister_feature_div">${content}</div>`;

describe('variations in markup', () => {
  test('are read on pages without scripts', () => {
    const centre = twister(
      row(
        'color_name',
        'Color',
        'red',
        swatch('B0KETTLE01', 'red', '$35.99') + swatch('B0KETTLE02', 'blue', '$33.00', 'gone'),
      ),
    );
    expect(read({ centre })).toMatchObject({
      variation_dimensions: [{ key: 'color_name', name: 'Color', values: ['red', 'blue'] }],
      variations_count: 2,
      selected_variation: { color_name: 'red' },
      variations: [
        { asin: 'B0KETTLE01', attributes: { color_name: 'red' }, is_selected: true, price: 35.99, available: true },
        { asin: 'B0KETTLE02', attributes: { color_name: 'blue' }, is_selected: false, available: false },
      ],
    });
  });

  test('ignore a conditional price', () => {
    const slot = '<span id="dimension-slot-info-0"> With Prime </span></li>';
    const content =
      swatch('B0KETTLE01', 'red', '$35.99').replace('</li>', slot) + swatch('B0KETTLE02', 'blue', '$33.00');
    const centre = twister(row('color_name', 'Color', 'red', content));
    expect(read({ centre }).variations?.map(({ price }) => price)).toEqual([undefined, 33]);
  });

  test('do not read availability from a grey button if there are several dimensions', () => {
    const centre = twister(
      row('color_name', 'Colour', 'Red', swatch('B0KETTLE03', 'Blue', '', 'gone')) +
        row('size_name', 'Size', '1 l', ''),
    );
    expect(read({ centre, elsewhere: table(kettles) }).variations?.[2]).not.toHaveProperty('available');
  });

  test('have the price of buttons on older pages', () => {
    const old = (asin: string, name: string, price: string) =>
      markup`
        <li data-defaultasin="${asin}" class="${name === '2 l' ? 'swatchSelect' : 'swatchAvailable'}">
          <div class="twisterTextDiv text">
            <span>${name}</span>
          </div>
          <span class="twisterSwatchPrice">${price}</span>
        </li>
      `;
    const centre = markup`
      <div id="twister">
        <div id="variation_size_name">
          <label class="a-form-label">Größe:</label>
          <ul>${old('B0KETTLE01', '1 l', '92,99&nbsp;€')}${old('B0KETTLE02', '2 l', '2 Optionen ab 70,00&nbsp;€')}</ul>
        </div>
      </div>
    `;
    const { selected_variation, variations } = read({ centre, lang: 'de-de' }, 'de');
    expect(selected_variation).toEqual({ size_name: '2 l' });
    expect(variations?.map(({ price }) => price)).toEqual([92.99, undefined]);
  });

  test('have the price under a picture of 2017', () => {
    const old = (asin: string, key: number, price: string) =>
      markup`
        <li data-defaultasin="${asin}" class="swatchAvailable">
          <img alt="${asin}" src="https://m.media-amazon.com/a.jpg">
          <div class="twisterSlotDiv">
            <span id="color_name_${key}_price">
              <span class="a-size-mini">${price}</span>
            </span>
          </div>
        </li>
      `;
    const centre = `<div id="twister"><div id="variation_color_name"><ul>${old('B0KETTLE01', 0, '$10.86')}${old('B0KETTLE02', 1, 'from $9.50')}</ul></div></div>`;
    expect(read({ centre }).variations?.map(({ price }) => price)).toEqual([10.86, undefined]);
  });

  test('can have a single option', () => {
    const old = markup`
        <div id="variation_style_name">
          <div class="singleton">
            <label class="a-form-label">Style:</label> <span class="selection">Kettle only</span>
          </div>
        </div>
      `;
    const today = markup`
        <div id="inline-twister-singleton-header-color_name">
          <span class="inline-twister-dim-title">Colour:</span> <span class="inline-twister-dim-title-value-truncate">Red</span>
        </div>
      `;
    expect(read({ centre: twister(old + today) })).toMatchObject({
      variation_dimensions: [
        { key: 'style_name', name: 'Style', values: ['Kettle only'] },
        { key: 'color_name', name: 'Colour', values: ['Red'] },
      ],
      selected_variation: { style_name: 'Kettle only', color_name: 'Red' },
    });
  });

  test('can be a list without a selection', () => {
    const centre = `<div id="twister"><div id="variation_size_name"><label class="a-form-label">Size:</label><select><option value="-1" selected>Select</option>
      <option value="0,B0KETTLE01" class="dropdownAvailable">1 l</option><option value="1,B0KETTLE02" class="dropdownUnavailable">2 l</option></select></div></div>`;
    const data = read({ centre });
    expect(data.variation_dimensions).toEqual([{ key: 'size_name', name: 'Size', values: ['1 l', '2 l'] }]);
    expect(data).not.toHaveProperty('selected_variation');
    expect(data.variations?.map(({ asin, available }) => [asin, available])).toEqual([
      ['B0KETTLE01', true],
      ['B0KETTLE02', false],
    ]);
  });
});

test('are absent for a product without variations', () => {
  const data = read({});
  for (const field of ['variation_dimensions', 'variations', 'variations_count', 'selected_variation'])
    expect(data).not.toHaveProperty(field);
});
