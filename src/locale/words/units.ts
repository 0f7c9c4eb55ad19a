/** Names of units in all languages, in one table because pages mix them ("1,81 Kilograms" on a French page). */
import { type Phrases, phrases } from './words.ts';

/** Words of languages with the scale before the rating: `5つ星のうち4.3`, `星5つ中の4.3`. */
export const scaleFirst: Phrases = phrases('のうち; 5つ中; üzerinden; 개 중; 만점에; में से; 颗星中; 顆星中');

/** The names of a unit, and its value in a unit of the data. */
export interface Unit<Name extends string> {
  readonly names: Phrases;
  readonly unit: Name;
  /** The value of one of these in `unit`. */
  readonly factor: number;
}

/** Units of length. */
export const lengthUnits: readonly Unit<'cm' | 'in'>[] = [
  {
    unit: 'cm',
    factor: 1,
    names: phrases(`cm; centimet*; zentimeter*; centimètre*; centimetr*; centymetr*; centímetro*; sentimetr*;
      santimetre; センチ; センチメートル; 厘米; 公分; 센티미터; سم; سنتيمتر*; سنتمتر`),
  },
  {
    unit: 'cm',
    factor: 0.1,
    names: phrases(`mm; millimet*; millimètre*; milimetr*; milímetro*; milimetre; ミリ; ミリメートル; 毫米; 公厘;
      밀리미터; مم; ملم; مليمتر*; ملليمتر`),
  },
  { unit: 'cm', factor: 100, names: phrases('m; meter*; metre*; mètre*; metro*; metr*; メートル; 米; 미터; متر') },
  {
    unit: 'in',
    factor: 1,
    names: phrases(`in; inch*; "; ''; zoll; pouce*; pollic*; pulgada*; polegada*; インチ; 英寸; 吋; 인치; inç; cal;
      cale; cali; tum; بوصة; بوصات; إنش; انش`),
  },
  { unit: 'in', factor: 12, names: phrases('ft; foot; feet; fuß; pied*; piedi; pie; pies; pé; pés; フィート; قدم') },
];

/** Units of weight. */
export const weightUnits: readonly Unit<'g' | 'kg' | 'oz' | 'lb'>[] = [
  {
    unit: 'g',
    factor: 1,
    names: phrases('g; gr; gram*; gramm; gramme*; gramo*; grama*; グラム; 克; 公克; 그램; غ; جم; جرام*; غرام*; غم'),
  },
  {
    unit: 'g',
    factor: 0.001,
    names: phrases('mg; milligram*; milligramme*; miligram*; miligramo*; ミリグラム; 毫克; ملجم; مجم'),
  },
  {
    unit: 'kg',
    factor: 1,
    names: phrases(`kg; kgs; kilo; kilos; kilogram*; kilogramm; kilogramme*; kilogramo*; quilo; quilos; quilograma*;
      chilogramm*; chili; chilo; キログラム; キロ; 千克; 公斤; 킬로그램; كجم; كغ; كغم; كيلو; كيلوجرام*; كيلوغرام*`),
  },
  { unit: 'kg', factor: 1000, names: phrases('tonne*; metric ton*') },
  {
    unit: 'oz',
    factor: 1,
    names: phrases(`oz; ounce*; unze*; once*; onza*; onça*; oncia; uncj*; uns; オンス; 盎司; 온스; ons; أونصة; أوقية;
      أونصات`),
  },
  {
    unit: 'lb',
    factor: 1,
    names: phrases(`lb; lbs; pound*; pfund*; livre*; libra*; libbr*; pond; funt*; skålpund; ポンド; 磅; 파운드; رطل;
      باوند`),
  },
  { unit: 'lb', factor: 0.01, names: phrases('hundredths pound*; hundredths-pound*; hundertstel pfund') },
];
