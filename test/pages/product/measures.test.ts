import { describe, expect, test } from 'vitest';
import { markup } from '../../markup.ts';
import { read } from './page.ts';

const table = (...rows: [string, string][]) =>
  markup`
    <div id="prodDetails">
      <table>${rows.map(([name, value]) => `<tr><th>${name}</th><td>${value}</td></tr>`).join('')}</table>
    </div>
  `;
const short = (key: string, name: string, value: string) =>
  markup`
    <div id="productOverview_feature_div">
      <table>
        <tr class="po-${key}">
          <td>${name}</td>
          <td>${value}</td>
        </tr>
      </table>
    </div>
  `;

describe('dimensions and weight', () => {
  test.each([
    ['com', 'en-us', 'Product Dimensions', '10 x 8 x 3 inches; 2.5 Pounds', [10, 8, 3, 'in'], [2.5, 'lb']],
    ['de', 'de-de', 'Produktabmessungen', '10,5 x 8 x 3 cm; 2,5 Kilogramm', [10.5, 8, 3, 'cm'], [2.5, 'kg']],
    [
      'fr',
      'fr-fr',
      'Dimensions du produit (L x l x h)',
      '10,5 x 8 x 3 cm; 250 grammes',
      [10.5, 8, 3, 'cm'],
      [250, 'g'],
    ],
    ['it', 'it-it', 'Dimensioni prodotto', '10,5 x 8 x 3 cm; 250 grammi', [10.5, 8, 3, 'cm'], [250, 'g']],
    ['es', 'es-es', 'Dimensiones del producto', '10,5 x 8 x 3 cm; 250 gramos', [10.5, 8, 3, 'cm'], [250, 'g']],
    ['pl', 'pl-pl', 'Wymiary produktu', '10,5 x 8 x 3 cm; 250 g', [10.5, 8, 3, 'cm'], [250, 'g']],
    ['co.jp', 'ja-jp', '製品サイズ', '10.5 x 8 x 3 cm; 250 g', [10.5, 8, 3, 'cm'], [250, 'g']],
  ])(
    'are read from one row on amazon.%s',
    (suffix, lang, name, value, [length, width, height, unit], [weight, weightUnit]) => {
      const [sides, mass] = value.split('; ');
      expect(read({ elsewhere: table([name, value]), lang }, suffix)).toMatchObject({
        dimensions: { length, width, height, unit, text: sides },
        weight: { value: weight, unit: weightUnit, text: mass },
      });
    },
  );

  test('prefer a weight row over the weight after the dimensions', () => {
    const elsewhere = table(
      ['Item Dimensions LxWxH', '10 x 8 x 3 inches; 2 Pounds'],
      ['Item Weight', '30 ounces'],
      ['Battery Weight', '5 g'],
    );
    expect(read({ elsewhere }).weight).toEqual({ value: 30, unit: 'oz', text: '30 ounces' });
  });

  test('prefer the weight of the item in the overview over that of its display', () => {
    const elsewhere = table(['Item display weight', '3 Pounds']);
    expect(read({ elsewhere }).weight).toMatchObject({ value: 3 });
    expect(read({ elsewhere, centre: short('item_weight', 'Item weight', '2 Pounds') }).weight).toMatchObject({
      value: 2,
    });
  });

  test('are also read from a size with three sides', () => {
    const size = table(['Size', '10 x 8 x 3 cm']);
    expect(read({ elsewhere: size })).toMatchObject({ size: '10 x 8 x 3 cm', dimensions: { length: 10, height: 3 } });
    const both = table(['Size', '10 x 8 x 3 cm'], ['Product Dimensions', '12 x 9 x 4 cm']);
    expect(read({ elsewhere: both }).dimensions).toMatchObject({ length: 12 });
    for (const flat of ['10 x 8 cm', '10 x 8 x 3', 'Large']) {
      expect(read({ elsewhere: table(['Size', flat]) })).not.toHaveProperty('dimensions');
    }
  });

  test('are not those of the package', () => {
    const data = read({ elsewhere: table(['Package Dimensions', '12 x 9 x 4 cm; 300 g']) });
    expect(data).toMatchObject({ package_dimensions: { length: 12 }, package_weight: { value: 300, unit: 'g' } });
    expect(data).not.toHaveProperty('dimensions');
    expect(data).not.toHaveProperty('weight');
  });

  test('are read from the overview table by its keys', () => {
    const centre = short('item_weight', 'Masa artykułu netto', '250 g');
    expect(read({ centre, lang: 'pl-pl' }, 'pl').weight).toEqual({ value: 250, unit: 'g', text: '250 g' });
  });
});

describe('colour, size, material', () => {
  test('are read from rows and from the overview table', () => {
    const data = read({
      elsewhere: table(['Colour', 'Red'], ['Size', '2 l']),
      centre: short('material', 'Material', 'Copper'),
    });
    expect(data).toMatchObject({ color: 'Red', size: '2 l', material: 'Copper' });
  });

  test('prefer the selected variation; another dimension is not a size', () => {
    const twister = (label: string) =>
      `<script>var d = { "variationValues" : {"size_name":["1 l","2 l"]}, "selectedVariationValues" : {"size_name":1}, "dimensions" : ["size_name"],
       "dimensionValuesDisplayData" : {"B0KETTLE01":["2 l"]}, "variationDisplayLabels" : {"size_name":"${label}"} };</script>`;
    expect(read({ elsewhere: twister('Size') + table(['Size', 'Large']) }).size).toBe('2 l');
    expect(read({ elsewhere: twister('Capacity') })).not.toHaveProperty('size');
  });
});
