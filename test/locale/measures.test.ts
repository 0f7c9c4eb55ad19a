import { describe, expect, it } from 'vitest';
import { localeOf } from './support.ts';

describe('dimensions', () => {
  it.each([
    ['en', '15.5 x 8.2 x 1.4 Centimeters', [15.5, 8.2, 1.4], 'cm'],
    ['en', '16 x 9.2 x 3.5 inches', [16, 9.2, 3.5], 'in'],
    ['en', '14.6"L x 9.6"W x 0.75"Th', [14.6, 9.6, 0.75], 'in'],
    ['en', '10"W x 20"L x 5"H', [20, 10, 5], 'in'],
    ['en', '27L x 28.5W x 25H centimetres', [27, 28.5, 25], 'cm'],
    ['en', '10.5"D x 8"W x 3"H', [10.5, 8, 3], 'in'],
    ['en', '8 x 72 x 148 Millimeters', [0.8, 7.2, 14.8], 'cm'],
    ['en', '8 mm x 72 mm x 148 mm', [0.8, 7.2, 14.8], 'cm'],
    ['en', '1 x 2 x 3 m', [100, 200, 300], 'cm'],
    ['en', '1 × 2 × 3 feet', [12, 24, 36], 'in'],
    ['de', '13,5 x 15,5 x 19,5 cm', [13.5, 15.5, 19.5], 'cm'],
    ['de', '13.5 x 15.5 x 19.5 Zentimeter', [13.5, 15.5, 19.5], 'cm'],
    ['fr', '28,8 x 2,2 x 30,5 centimètres', [28.8, 2.2, 30.5], 'cm'],
    ['it', '30 x 1 x 30 cm', [30, 1, 30], 'cm'],
    ['es', '10 x 20 x 30 pulgadas', [10, 20, 30], 'in'],
    ['pt', '27 x 28,5 x 25 centímetros', [27, 28.5, 25], 'cm'],
    ['ja', '10 x 20 x 30 センチメートル', [10, 20, 30], 'cm'],
    ['tr', '10 x 20 x 30 santimetre', [10, 20, 30], 'cm'],
    ['ar', '10 × 20 × 30 سنتيمتر', [10, 20, 30], 'cm'],
    ['nl', '10 x 20 x 30 centimeter', [10, 20, 30], 'cm'],
    ['pl', '10 x 20 x 30 centymetrów', [10, 20, 30], 'cm'],
    ['sv', '10 x 20 x 30 tum', [10, 20, 30], 'in'],
  ] as const)('%s: %s', (language, text, [length, width, height], unit) => {
    expect(localeOf('us', language).dimensions(text)).toEqual({ length, width, height, unit, text });
  });

  it('returns the part of the text with the dimensions', () => {
    expect(localeOf('de', 'de').dimensions('76 x 80 x 63 cm; 9,07 Gramm')).toEqual({
      length: 76,
      width: 80,
      height: 63,
      unit: 'cm',
      text: '76 x 80 x 63 cm',
    });
  });

  it.each(['30 x 20 cm', '10 x 20 x 30', '5 inches', '1.234 x 2,345 x 3 cm'])(
    'has no numbers that are not sure: %s',
    (text) => {
      expect(localeOf('de', 'de').dimensions(text)).toEqual({ text });
    },
  );

  it('returns undefined without a number', () => {
    expect(localeOf('us', 'en').dimensions('Large')).toBeUndefined();
    expect(localeOf('us', 'en').dimensions(undefined)).toBeUndefined();
  });
});

describe('weight', () => {
  it.each([
    ['en', '4.3 ounces', 4.3, 'oz'],
    ['en', '1.2 Pounds', 1.2, 'lb'],
    ['en', '170 g', 170, 'g'],
    ['en', '1,200 g', 1200, 'g'],
    ['en', '1.234 kg', 1.234, 'kg'],
    ['en', '500 milligrams', 0.5, 'g'],
    ['en', '1 lb 4 oz', 20, 'oz'],
    ['en', '1 kg 200 g', 1200, 'g'],
    ['en', '1 Kilogram, 50 Grams', 1050, 'g'],
    ['en', '1.25 lb (20 oz)', 1.25, 'lb'],
    ['en', '1.2 kg (1200 g)', 1.2, 'kg'],
    ['en', '1.2 kg 1200 g', 1.2, 'kg'],
    ['en', '50 hundredths pounds', 0.5, 'lb'],
    ['de', '9.07 Gramm', 9.07, 'g'],
    ['de', '0.02 Pfund', 0.02, 'lb'],
    ['de', '0,5 kg', 0.5, 'kg'],
    ['de', '2 Kilogramm', 2, 'kg'],
    ['de', '3 Unzen', 3, 'oz'],
    ['fr', '1,81 Kilograms', 1.81, 'kg'],
    ['fr', '414 grammes', 414, 'g'],
    ['it', '2 chilogrammi', 2, 'kg'],
    ['es', '3,9 kilogramos', 3.9, 'kg'],
    ['pt', '171 gramas', 171, 'g'],
    ['pt', '3.94 Quilogramas', 3.94, 'kg'],
    ['ja', '200 グラム', 200, 'g'],
    ['tr', '2 kilogram', 2, 'kg'],
    ['ar', '٢٫٥ كيلوجرام', 2.5, 'kg'],
    ['nl', '300 gram', 300, 'g'],
    ['pl', '250 gramów', 250, 'g'],
    ['sv', '1,5 kilogram', 1.5, 'kg'],
  ] as const)('%s: %s', (language, text, value, unit) => {
    expect(localeOf('us', language).weight(text)).toEqual({ value, unit, text });
  });

  it('is found next to dimensions', () => {
    expect(localeOf('us', 'en').weight('22 x 8 x 3 cm; 80 Grams')).toEqual({ value: 80, unit: 'g', text: '80 Grams' });
    expect(localeOf('us', 'en').weight('22 x 8 x 3 cm')).toBeUndefined();
  });

  it('omits a number that is ambiguous', () => {
    expect(localeOf('de', 'de').weight('1.250 kg')).toEqual({ text: '1.250 kg' });
  });

  it('returns undefined without a number', () => {
    expect(localeOf('us', 'en').weight('light')).toBeUndefined();
  });
});
